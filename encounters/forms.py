"""The fields of the encounter builder and of the party form.

What they refuse are hard limits only; advice comes from the rules and never blocks a save. Every message says what
would be right.
"""

from __future__ import annotations

import re

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import ErrorDict
from django.utils.functional import cached_property

from bestiary.rules.numbers import parse_ratio, ratio
from bestiary.rules.worlds_awakening import LADDER, MAX_LEVEL, MIN_LEVEL, from_ladder_step, ladder_step
from encounters.models import MAX_COUNT, MAX_PCS, NAME_LENGTH, TEXT_LENGTH, PartyMode
from encounters.rules.worlds_awakening import Opponent
from encounters.tickets import LineTicket, read_line_ticket, read_party_ticket

QUICK_FOE = "Quick foe"


class QuietForm(forms.Form):
    """A bound form that can be shown as typed without its messages, while its GM is still at it."""

    quiet = False

    @property
    def errors(self):
        return ErrorDict() if self.quiet else super().errors


class WholeNumber(forms.IntegerField):
    """A whole number with one message for everything else: "The count is a whole number from 1 to 99."."""

    def __init__(self, what: str, low: int, high: int, **options):
        message = f"{what} is a whole number from {low} to {high}."
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


def name_field(missing: str = "", **options) -> forms.CharField:
    return forms.CharField(
        label="Name",
        max_length=NAME_LENGTH,
        error_messages={
            "required": missing,
            "max_length": f"At most {NAME_LENGTH} characters.",
            "null_characters_not_allowed": "This name holds a character that cannot be stored: type it again.",
        },
        **options,
    )


class EncounterForm(QuietForm):
    """Everything of an encounter but its rows. Only the party mode in use must be filled in."""

    name = name_field("Give the encounter a name.")
    introduction = LongText(
        label="Text for everybody", help_text="Read aloud or shared: it stands on the shared page and on prints."
    )
    notes = LongText(label="Notes for the GM", help_text="Only you see these. They are never on a shared page.")
    party_mode = forms.ChoiceField(
        label="Party", choices=PartyMode, widget=forms.RadioSelect, initial=PartyMode.UNIFORM
    )
    pc_count = WholeNumber("The number of PCs", 1, MAX_PCS, label="PCs", required=False)
    pc_level = WholeNumber("The level of the PCs", MIN_LEVEL, MAX_LEVEL, label="Level", required=False)
    # A signed ticket (see tickets.py); the options are the GM's parties, filled in by `EncounterDraft.offer_parties`.
    party = forms.CharField(label="Saved party", required=False, widget=forms.Select)

    def clean_party(self):
        text = self.cleaned_data["party"]
        if not text:
            return None
        ticket = read_party_ticket(text)
        if ticket is None:
            raise ValidationError("Choose one of your parties.")
        return ticket

    def clean(self):
        data = super().clean()
        mode = data.get("party_mode")
        if mode == PartyMode.UNIFORM:
            for name in ("pc_count", "pc_level"):
                if data.get(name) is None and name not in self.errors:
                    self.add_error(name, self.fields[name].error_messages["required"])
        if mode == PartyMode.SAVED and "party" not in self.errors:
            if data.get("party") is None:
                self.add_error("party", "Choose a party.")
            elif not data["party"].levels:
                self.add_error("party", f"Nobody in {data['party'].name} is present: at least one PC must be.")
        return data


class PlayerCharacterForm(QuietForm):
    """A row of a party: name, level, present tonight or not."""

    name = name_field(required=False)
    level = WholeNumber("The level of a PC", MIN_LEVEL, MAX_LEVEL, label="Level")
    present = forms.BooleanField(label="Present", required=False, initial=True)

    @property
    def is_blank(self) -> bool:
        return not any(str(self[name].value() or "").strip() for name in ("name", "level"))


class LineForm(QuietForm):
    """A row of creatures. With a ticket it is a creature as it was when added, without one a quick foe."""

    ticket = forms.CharField(required=False, widget=forms.HiddenInput)
    # Which line of this encounter a quick foe is, so that saving keeps the line it was.
    line = forms.RegexField("^[0-9]{1,18}$", required=False, widget=forms.HiddenInput)
    name = name_field(required=False, widget=forms.TextInput(attrs={"placeholder": QUICK_FOE}))
    ar = forms.TypedChoiceField(
        label="AR",
        choices=[(ratio(step), ratio(step)) for step in LADDER],
        coerce=parse_ratio,
        initial="1/1",
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": "Choose an Adversity Ratio from the list."},
    )
    count = WholeNumber("The count", 1, MAX_COUNT, label="Count", initial=1)
    level = WholeNumber("The level", MIN_LEVEL, MAX_LEVEL, label="Level", initial=1)

    is_blank = False

    @property
    def line_id(self) -> int | None:
        """The stored line of a quick foe; the form must be valid."""
        return int(self.cleaned_data["line"] or 0) or None

    @cached_property
    def creature(self) -> LineTicket | None:
        """What the row's ticket says; None for a quick foe, and for a ticket this site did not sign."""
        text = self["ticket"].value()
        return read_line_ticket(text) if text else None

    def clean(self):
        data = super().clean()
        if data.get("ticket"):
            if self.creature is None:
                self.add_error("ticket", "This creature cannot be read: remove the row and add the creature again.")
        elif "ar" not in self.errors and data.get("ar") is None:
            self.add_error("ar", self.fields["ar"].error_messages["invalid_choice"])
        return data

    def values(self) -> dict:
        """What the row says, as fields of a line; the form must be valid."""
        data, ticket = self.cleaned_data, self.creature
        return {
            "name": ticket.name if ticket else data["name"] or QUICK_FOE,
            "ar_step": ticket.ar_step if ticket else ladder_step(data["ar"]),
            "reaches_several": ticket.reaches_several if ticket else None,
            "count": data["count"],
            "level": data["level"],
        }

    def opponent(self) -> Opponent:
        values = self.values()
        return Opponent(adversity_ratio=from_ladder_step(values.pop("ar_step")), **values)


class PartyForm(QuietForm):
    """The name of a saved party; its PCs are rows."""

    name = name_field("Give the party a name.")
