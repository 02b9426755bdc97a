"""The fields of a Worlds Awakening encounter."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError

from accounts.vocabulary import UNIVERSE_CHOICES, VocabularyFields
from bestiary.rules.numbers import parse_ratio, ratio
from bestiary.rules.worlds_awakening import LADDER, MAX_LEVEL, MIN_LEVEL, from_ladder_step, ladder_step
from encounters.forms.shared import QUICK_FOE, RowForm, TextsForm, WholeNumber
from encounters.models import MAX_PCS, PartyMode
from encounters.rules.worlds_awakening import Opponent
from encounters.tickets import LineTicket, read_line_ticket, read_party_ticket


class EncounterForm(VocabularyFields, TextsForm):
    """Everything of an encounter but its rows. Only the party mode in use must be filled in."""

    universe = forms.ChoiceField(
        label="Words for magic",
        choices=[("", "As in my account"), *UNIVERSE_CHOICES],
        required=False,
        help_text="What this encounter's pages and prints call magic. Its creatures stay as they are.",
        error_messages={"invalid_choice": "Choose a universe from the list."},
    )

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


class LineForm(RowForm):
    """A row of creatures. With a ticket it is a creature as it was when added, without one a quick foe."""

    ar = forms.TypedChoiceField(
        label="AR",
        choices=[(ratio(step), ratio(step)) for step in LADDER],
        coerce=parse_ratio,
        initial="1/1",
        required=False,
        empty_value=None,
        error_messages={"invalid_choice": "Choose an Adversity Ratio from the list."},
    )
    level = WholeNumber("The level", MIN_LEVEL, MAX_LEVEL, label="Level", initial=1)

    def read_ticket(self, text: str) -> LineTicket | None:
        return read_line_ticket(text)

    def clean(self):
        data = super().clean()
        if not data.get("ticket") and "ar" not in self.errors and data.get("ar") is None:
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
