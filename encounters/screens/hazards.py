"""Falls, sleep and food worked out for what a GM typed: the form beside the screen, and what it answers."""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError

from bestiary.rules.errors import RulesError
from bestiary.rules.total import Total
from encounters.rules.worlds_awakening.hazards import (
    LONGEST_HEIGHT_TEXT,
    MOST_DAYS,
    Fall,
    fall,
    parse_height,
    privation,
)

# The guide's own examples, so that the page opens with an answer.
EXAMPLE = {"height": "7", "days_without_sleep": "2", "days_without_food": "2"}


def _field(label: str, mode: str) -> forms.CharField:
    # Plain text and no number control: 7,5 and 15/2 are welcome, and a wrong word gets an answer instead of silence.
    return forms.CharField(
        label=label,
        required=False,
        widget=forms.TextInput(attrs={"inputmode": mode, "autocomplete": "off", "maxlength": LONGEST_HEIGHT_TEXT}),
        error_messages={"null_characters_not_allowed": "This is no number."},
    )


class HazardForm(forms.Form):
    """Heights in metres, days in a row; each answers by itself, and nothing typed counts as 0 days or no fall."""

    height = _field("Height in metres", "decimal")
    days_without_sleep = _field("Days without sleep", "numeric")
    days_without_food = _field("Days without food", "numeric")

    @classmethod
    def of(cls, data) -> HazardForm:
        """The form of an address; the guide's examples where it asks for nothing."""
        asked = any(name in data for name in cls.base_fields)
        return cls(data if asked else EXAMPLE)

    def clean_height(self) -> Fall | None:
        text = self.cleaned_data["height"]
        return _answered(lambda: fall(parse_height(text))) if text else None

    def clean_days_without_sleep(self) -> int:
        return self._days("days_without_sleep")

    def clean_days_without_food(self) -> int:
        return self._days("days_without_food")

    def _days(self, name: str) -> int:
        text = self.cleaned_data[name]
        if not text:
            return 0
        days = int(text) if re.fullmatch("[0-9]{1,9}", text) else None
        if days is None or days > MOST_DAYS:
            raise ValidationError(f"Write the days in a row as a whole number from 0 to {MOST_DAYS}, like 2.")
        return days

    @property
    def fall(self) -> Fall | None:
        """What the fall does; None for no height or one that cannot be read."""
        self.is_valid()
        return self.cleaned_data.get("height")

    @property
    def penalty(self) -> Total | None:
        """The penalty on all test rolls; None where the days cannot be read."""
        self.is_valid()
        days = [self.cleaned_data.get(name) for name in ("days_without_sleep", "days_without_food")]
        return None if None in days else privation(*days)


def _answered(question):
    try:
        return question()
    except RulesError as error:
        raise ValidationError(error.message) from error
