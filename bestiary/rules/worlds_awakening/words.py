"""The fixed words of Worlds Awakening: each value is the API's word, each label is for people."""

from enum import StrEnum


class _Labelled(StrEnum):
    """A word with a label: the label is the second of the pair that defines a member."""

    def __new__(cls, value: str, label: str):
        word = str.__new__(cls, value)
        word._value_ = value
        word.label = label
        return word


class Size(_Labelled):
    """From the smallest to the largest; `list(Size)` is in that order."""

    TINY = "tiny", "Tiny"
    SMALL = "small", "Small"
    MEDIUM = "medium", "Medium"
    LARGE = "large", "Large"
    HUGE = "huge", "Huge"
    TITANIC = "titanic", "Titanic"


class AttackKind(_Labelled):
    """Kind of a simple attack; it decides the stat of the roll and the die of the damage."""

    MELEE = "melee", "Melee"
    RANGED = "ranged", "Ranged"
    MAGIC = "magic", "Magic"


class AbilityKind(_Labelled):
    MELEE = "melee", "Melee"
    RANGED = "ranged", "Ranged"
    MAGIC = "magic", "Magic"
    SUPPORT = "support", "Support"


class Power(_Labelled):
    """The power indicator, determined by Base HP and the damage column, never chosen."""

    STANDARD = "standard", "Standard"
    MINI_BOSS_HP = "mini_boss_hp", "Mini-Boss (HP)"
    MINI_BOSS_DM = "mini_boss_dm", "Mini-Boss (DM)"
    BOSS = "boss", "Boss"


class StrengthBand(_Labelled):
    """What the sum of the six stats makes of a creature."""

    WEAK = "weak", "Weak"
    BALANCED = "balanced", "Balanced"
    STRONG = "strong", "Strong"


class Usage(_Labelled):
    """When an ability can be used."""

    COMBAT = "C", "Combat"
    PASSIVE = "P", "Passive"
    ANYTIME = "PC", "In and out of combat"


class Action(_Labelled):
    """What of the turn an ability takes."""

    MOVEMENT = "M", "Movement"
    ATTACK = "A", "Attack"
    TWO_MOVEMENTS = "MM", "Two movements (whole turn)"
    MOVEMENT_AND_ATTACK = "MA", "Movement and attack (whole turn)"
    FREE = "F", "Free"


class LimitKind(_Labelled):
    """How the uses of an ability are limited; cooldown counts rounds."""

    ENCOUNTER = "encounter", "per encounter"
    DAY = "day", "per day"
    COOLDOWN = "cooldown", "rounds of cooldown"
