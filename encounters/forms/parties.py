"""The form of a saved party, and the row of a PC, which encounters have too."""

from __future__ import annotations

from django import forms

from bestiary.forms.quiet import QuietForm, WholeNumber, name_field
from bestiary.rules.worlds_awakening import MAX_LEVEL, MAX_STAT, MIN_LEVEL, MIN_STAT


class PlayerCharacterForm(QuietForm):
    """A row of a party: name, level, present tonight or not."""

    name = name_field(required=False)
    level = WholeNumber("The level of a PC", MIN_LEVEL, MAX_LEVEL, label="Level")
    present = forms.BooleanField(label="Present", required=False, initial=True)

    @property
    def is_blank(self) -> bool:
        return not any(str(self[name].value() or "").strip() for name in ("name", "level"))


class PartyMemberForm(PlayerCharacterForm):
    """A row of a saved party: what its PC is like beyond one fight."""

    charisma = WholeNumber("The CHA of a PC", MIN_STAT, MAX_STAT, label="CHA", required=False)

    @property
    def is_blank(self) -> bool:
        return super().is_blank and not str(self["charisma"].value() or "").strip()


class PartyForm(QuietForm):
    """The name of a saved party; its PCs are rows."""

    name = name_field("Give the party a name.")
