"""The fields of a 2d12 Traits encounter."""

from __future__ import annotations

from django import forms

from bestiary.models import labelled
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import mixed
from bestiary.rules.two_d12 import RANKS, Rank, ThreatLevel
from encounters.forms.shared import QUICK_FOE, RowForm, TextsForm, WholeNumber
from encounters.models import PERSONAS
from encounters.rules.two_d12 import THREAT_CUTS, FoeLine, ThreatCuts, parse_cut
from encounters.tickets import FoeTicket, read_foe_ticket

CUT_LEVELS = tuple(ThreatLevel)[:-1]


def cut_field(level: ThreatLevel) -> forms.CharField:
    return forms.CharField(
        label=f"{level.label} up to",
        required=False,
        error_messages={"null_characters_not_allowed": "Write the cut as a number for each Persona, like ½, 1 or 3/2."},
        widget=forms.TextInput(attrs={"placeholder": mixed(THREAT_CUTS.of(level)), "autocomplete": "off"}),
    )


def threat_level_field(label: str, nothing: str, help_text: str) -> forms.ChoiceField:
    return forms.ChoiceField(
        label=label,
        choices=[("", nothing), *labelled(ThreatLevel)],
        required=False,
        help_text=help_text,
        error_messages={"invalid_choice": "Choose a threat level from the list."},
    )


class ThreatForm(TextsForm):
    """Everything of an encounter but its rows. An empty cut is the suggested one; `cuts` are all three."""

    personas = WholeNumber("The number of Personas", *PERSONAS, label="Personas taking part")
    cut_low = cut_field(ThreatLevel.LOW)
    cut_moderate = cut_field(ThreatLevel.MODERATE)
    cut_high = cut_field(ThreatLevel.HIGH)
    gm_threat_level = threat_level_field("Your own word", "As the sum says", "Overrules the sum; both are shown.")
    place_threat_level = threat_level_field(
        "Threat level of the place", "Not said", "Shown beside it; they may differ."
    )

    def clean(self):
        data = super().clean()
        cuts = []
        for level in CUT_LEVELS:
            name = f"cut_{level}"
            if name in self.errors:
                continue
            try:
                cuts.append(parse_cut(data[name], f"cuts.{level}") if data[name] else THREAT_CUTS.of(level))
            except RulesError as error:
                self.add_error(name, str(error))
        if len(cuts) == len(CUT_LEVELS):
            try:
                data["cuts"] = ThreatCuts(*cuts)
            except RulesError as error:
                self.add_error(error.field.replace("cuts.", "cut_"), str(error))
        return data

    def cut_texts(self) -> dict[str, str]:
        """The cuts by field as an encounter keeps them, "" where it is the suggested one; the form must be valid."""
        data = self.cleaned_data
        return {
            f"cut_{level}": "" if data["cuts"].of(level) == THREAT_CUTS.of(level) else data[f"cut_{level}"]
            for level in CUT_LEVELS
        }


class FoeForm(RowForm):
    """A row of Foes."""

    rank = forms.ChoiceField(
        label="Rank (threat)",
        choices=[(rank.value, f"{rank.label} ({row.threat_text})") for rank, row in RANKS.items()],
        initial=Rank.SOLDIER.value,
        required=False,
        error_messages={"invalid_choice": "Choose a rank from the list."},
    )

    def read_ticket(self, text: str) -> FoeTicket | None:
        return read_foe_ticket(text)

    def clean(self):
        data = super().clean()
        if not data.get("ticket") and "rank" not in self.errors and not data.get("rank"):
            self.add_error("rank", self.fields["rank"].error_messages["invalid_choice"])
        return data

    def values(self) -> dict:
        """What the row says, as fields of a line; the form must be valid."""
        data, ticket = self.cleaned_data, self.creature
        return {
            "name": ticket.name if ticket else data["name"] or QUICK_FOE,
            "ar_step": None,
            "rank": ticket.rank if ticket else data["rank"],
            "reaches_several": False if ticket else None,
            "count": data["count"],
        }

    def to_rules(self) -> FoeLine:
        values = self.values()
        return FoeLine(Rank(values["rank"]), values["count"], values["name"])
