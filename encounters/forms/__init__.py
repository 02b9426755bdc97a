"""The forms of encounters and parties: what all games share, and one module for each game."""

from encounters.forms.parties import PartyForm, PartyMemberForm, PlayerCharacterForm
from encounters.forms.shared import QUICK_FOE, LongText, QuietForm, RowForm, TextsForm, WholeNumber, name_field
from encounters.forms.two_d12 import FoeForm, ThreatForm
from encounters.forms.worlds_awakening import EncounterForm, LineForm

__all__ = [
    "QUICK_FOE",
    "EncounterForm",
    "FoeForm",
    "LineForm",
    "LongText",
    "PartyForm",
    "PartyMemberForm",
    "PlayerCharacterForm",
    "QuietForm",
    "RowForm",
    "TextsForm",
    "ThreatForm",
    "WholeNumber",
    "name_field",
]
