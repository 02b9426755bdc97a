"""An encounter or a party while its GM works on it: what was posted, checked, weighed, and saved as rows.

    stored encounter -> draft -> the builder's form -> posted -> draft -> the live pane
                                                                       -> `resolve` and `save` -> rows

A draft is the form's data and nothing else, so whatever was typed comes back in the page that follows. Checking and
weighing ask the database nothing; `resolve` and `save` do, by what the GM may see. Each game has its own draft; what
they do alike with rows of creatures stands in `encounter.py`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from bestiary.drafts import Draft
from encounters.drafts.encounter import LinesDraft, Offer, read_change, read_level
from encounters.drafts.parties import PartyDraft
from encounters.drafts.two_d12 import ThreatDraft
from encounters.drafts.worlds_awakening import EncounterDraft

DRAFTS: Mapping[str, type[LinesDraft]] = MappingProxyType(
    {draft.system: draft for draft in (EncounterDraft, ThreatDraft)}
)
"""The builder's form of each game, by its slug."""

__all__ = [
    "DRAFTS",
    "Draft",
    "EncounterDraft",
    "LinesDraft",
    "Offer",
    "PartyDraft",
    "ThreatDraft",
    "read_change",
    "read_level",
]
