"""Fields and forms of what a GM keeps: encounters, parties, merchants.

What they refuse are hard limits only; advice comes from the rules and never blocks a save. Every message says what
would be right.
"""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict

from bestiary.models import NAME_LENGTH, TEXT_LENGTH
from bestiary.rules.checks import one_line, shows
from bestiary.rules.numbers import minus


class QuietForm(forms.Form):
    """A bound form that can be shown as typed without its messages, while its GM is still at it."""

    quiet = False

    @property
    def errors(self):
        return ErrorDict() if self.quiet else super().errors


class WholeNumber(forms.IntegerField):
    """A whole number with one message for everything else: "The count is a whole number from 1 to 99."."""

    def __init__(self, what: str, low: int, high: int, **options):
        message = f"{what} is a whole number from {minus(low)} to {minus(high)}."
        super().__init__(
            min_value=low,
            max_value=high,
            error_messages=dict.fromkeys(("required", "invalid", "min_value", "max_value"), message),
            widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
            **options,
        )

    def to_python(self, value):
        # int() would also read "1_0" and digits of other scripts; more digits than this are out of range anyway.
        if isinstance(value, str) and value.strip() and not re.fullmatch(r"\s*[+\-−]?[0-9]{1,20}\s*", value):
            raise ValidationError(self.error_messages["invalid"], code="invalid")
        return super().to_python(value.replace("−", "-") if isinstance(value, str) else value)


class LongText(forms.CharField):
    """Plain text with line breaks. No `maxlength` on the control: browsers cut a pasted text there without a word."""

    def __init__(self, **options):
        super().__init__(
            required=False,
            widget=forms.Textarea(attrs={"rows": 5}),
            error_messages={"max_length": f"At most {TEXT_LENGTH:,} characters; this has %(show_value)s."},
            **options,
        )
        self.max_length = TEXT_LENGTH

    def to_python(self, value):
        # A browser sends a line break as two characters and counts it as one.
        return super().to_python(value.replace("\r\n", "\n") if isinstance(value, str) else value)

    def validate(self, value):
        super().validate(value)
        if len(value) > self.max_length:
            shown = f"{len(value):,}"
            raise ValidationError(self.error_messages["max_length"], code="max_length", params={"show_value": shown})


class NameField(forms.CharField):
    """A name on one line that shows something; a line break or another sign of control in it is a blank."""

    def __init__(self, **options):
        messages = {
            "max_length": f"At most {NAME_LENGTH} characters.",
            "null_characters_not_allowed": "This text holds a character that cannot be stored: type it again.",
            "invisible": "Nothing of this can be seen: type letters or digits.",
        }
        options["error_messages"] = messages | options.get("error_messages", {})
        super().__init__(max_length=NAME_LENGTH, **options)

    def to_python(self, value):
        return one_line(super().to_python(value))

    def validate(self, value):
        super().validate(value)
        # A NUL has a message of its own.
        if value and "\0" not in value and not shows(value):
            raise ValidationError(self.error_messages["invisible"], code="invisible")


def name_field(missing: str = "", **options) -> NameField:
    messages = {
        "required": missing,
        "null_characters_not_allowed": "This name holds a character that cannot be stored: type it again.",
    }
    return NameField(label="Name", error_messages=messages, **options)
