"""Creatures as rows. Ranges and choices are check constraints; the numbers a sheet shows are never stored.

`Creature` is what every game system shares; beside it stand the choices of each system.
"""

from bestiary.models.authored import DESCRIPTION_LENGTH, TAG_LENGTH, Authored, Tag, Visibility
from bestiary.models.constraints import between, labelled, not_blank, one_of
from bestiary.models.creature import RANK_STEPS, SYSTEM_CHOICES, Creature, OrderedRow
from bestiary.models.owned import NAME_LENGTH, TEXT_LENGTH, Owned, OwnedQuerySet
from bestiary.models.revision import CreatureRevision, Revision
from bestiary.models.two_d12 import FOE_NUMBERS, TRAIT_NAMES, FoeEffect, FoeStats
from bestiary.models.worlds_awakening import STAT_NAMES, Ability, Attack, DamageAffinity, WorldsAwakeningStats

__all__ = [
    "DESCRIPTION_LENGTH",
    "FOE_NUMBERS",
    "NAME_LENGTH",
    "RANK_STEPS",
    "STAT_NAMES",
    "SYSTEM_CHOICES",
    "TAG_LENGTH",
    "TEXT_LENGTH",
    "TRAIT_NAMES",
    "Ability",
    "Attack",
    "Authored",
    "Creature",
    "CreatureRevision",
    "DamageAffinity",
    "FoeEffect",
    "FoeStats",
    "OrderedRow",
    "Owned",
    "OwnedQuerySet",
    "Revision",
    "Tag",
    "Visibility",
    "WorldsAwakeningStats",
    "between",
    "labelled",
    "not_blank",
    "one_of",
]
