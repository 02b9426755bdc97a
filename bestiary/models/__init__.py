"""Creatures as rows. Ranges and choices are check constraints; the numbers a sheet shows are never stored.

`Creature` is what every game system shares; beside it stand the choices of each system.
"""

from bestiary.models.authored import DESCRIPTION_LENGTH, NOTE_LENGTH, TAG_LENGTH, Authored, Tag, Visibility
from bestiary.models.community import (
    REPORT_LENGTH,
    Action,
    Bookmark,
    CreatureBookmark,
    CreatureDecision,
    CreatureReport,
    Decision,
    Reason,
    Report,
    ReportStatus,
)
from bestiary.models.constraints import between, labelled, not_blank, one_of
from bestiary.models.creature import RANK_STEPS, SYSTEM_CHOICES, Creature, OrderedRow
from bestiary.models.library import EntryKind, LibraryEntry
from bestiary.models.makings import Ancestry, CharacterClass, ClassOutfit, InnateAbility, Making
from bestiary.models.owned import NAME_LENGTH, TEXT_LENGTH, Owned, OwnedQuerySet
from bestiary.models.portrait import ALT_LENGTH, Picture, Portrait
from bestiary.models.revision import CreatureRevision, Revision
from bestiary.models.two_d12 import FOE_NUMBERS, TRAIT_NAMES, FoeEffect, FoeStats
from bestiary.models.worlds_awakening import STAT_NAMES, Ability, Attack, DamageAffinity, WorldsAwakeningStats

__all__ = [
    "ALT_LENGTH",
    "DESCRIPTION_LENGTH",
    "FOE_NUMBERS",
    "NAME_LENGTH",
    "NOTE_LENGTH",
    "RANK_STEPS",
    "REPORT_LENGTH",
    "STAT_NAMES",
    "SYSTEM_CHOICES",
    "TAG_LENGTH",
    "TEXT_LENGTH",
    "TRAIT_NAMES",
    "Ability",
    "Action",
    "Ancestry",
    "Attack",
    "Authored",
    "Bookmark",
    "CharacterClass",
    "ClassOutfit",
    "Creature",
    "CreatureBookmark",
    "CreatureDecision",
    "CreatureReport",
    "CreatureRevision",
    "DamageAffinity",
    "Decision",
    "EntryKind",
    "FoeEffect",
    "FoeStats",
    "InnateAbility",
    "LibraryEntry",
    "Making",
    "OrderedRow",
    "Owned",
    "OwnedQuerySet",
    "Picture",
    "Portrait",
    "Reason",
    "Report",
    "ReportStatus",
    "Revision",
    "Tag",
    "Visibility",
    "WorldsAwakeningStats",
    "between",
    "labelled",
    "not_blank",
    "one_of",
]
