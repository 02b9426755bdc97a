"""The form of a saved party, and the row of a PC, which encounters have too."""

from __future__ import annotations

from django import forms

from bestiary.rules.worlds_awakening import MAX_LEVEL, MIN_LEVEL
from encounters.forms.shared import QuietForm, WholeNumber, name_field


class PlayerCharacterForm(QuietForm):
    """A row of a party: name, level, present tonight or not."""

    name = name_field(required=False)
    level = WholeNumber("The level of a PC", MIN_LEVEL, MAX_LEVEL, label="Level")
    present = forms.BooleanField(label="Present", required=False, initial=True)

    @property
    def is_blank(self) -> bool:
        return not any(str(self[name].value() or "").strip() for name in ("name", "level"))


class PartyForm(QuietForm):
    """The name of a saved party; its PCs are rows."""

    name = name_field("Give the party a name.")
