"""What a game master chooses for a creature, with the hard limits of every choice.

The parts (`Stats`, `Attack`, `Ability`, `Upgrade`) are plain records; building the `Creature` checks them all,
because only there the place of a part is known ("attacks.0.roll_bonus"). Words may be given as text.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from bestiary.rules import checks
from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening.tables import LIMITS
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from bestiary.rules.worlds_awakening.words import AbilityKind, Action, AttackKind, LimitKind, Size, Usage

ALL_IN_AREA = 0
LONGEST_NAME = 80
LONGEST_DAMAGE_TYPE = 40
LONGEST_TEXT = 2_000

STAT_ABBREVIATIONS = {
    "strength": "STR",
    "dexterity": "DEX",
    "constitution": "CON",
    "intelligence": "INT",
    "wisdom": "WIS",
    "charisma": "CHA",
}


@dataclass(frozen=True, slots=True)
class Stats:
    """The six base stats, −4 to +6 each, always in this order."""

    strength: int = 0
    dexterity: int = 0
    constitution: int = 0
    intelligence: int = 0
    wisdom: int = 0
    charisma: int = 0

    def items(self) -> Iterator[tuple[str, int]]:
        """Pairs of abbreviation and value: ("STR", 2), ("DEX", 0), …"""
        return ((short, getattr(self, name)) for name, short in STAT_ABBREVIATIONS.items())

    @property
    def sum(self) -> int:
        """−24 to 36."""
        return self.strength + self.dexterity + self.constitution + self.intelligence + self.wisdom + self.charisma

    def check(self, field: str) -> None:
        for name, abbreviation in STAT_ABBREVIATIONS.items():
            limited("stat", getattr(self, name), f"{field}.{abbreviation.lower()}", abbreviation)


@dataclass(frozen=True, slots=True)
class Attack:
    """A simple attack: both bonuses −5 to +5, range in metres or None."""

    name: str
    kind: AttackKind
    roll_bonus: int = 0
    damage_bonus: int = 0
    range_metres: int | None = None
    damage_type: str = ""

    def __post_init__(self):
        object.__setattr__(self, "kind", checks.known(AttackKind, self.kind))

    def check(self, field: str) -> None:
        checks.visible_text(self.name, LONGEST_NAME, f"{field}.name", "The name of an attack")
        checks.member(AttackKind, self.kind, f"{field}.kind", "The kind of an attack")
        limited("roll_bonus", self.roll_bonus, f"{field}.roll_bonus", "The roll bonus")
        limited("damage_bonus", self.damage_bonus, f"{field}.damage_bonus", "The damage bonus")
        if self.range_metres is not None:
            limited("range_metres", self.range_metres, f"{field}.range_metres", "The range")
        checks.short_text(self.damage_type, LONGEST_DAMAGE_TYPE, f"{field}.damage_type", "The damage type")

    @property
    def range_text(self) -> str:
        """ "12 m", or "" without a range."""
        return "" if self.range_metres is None else f"{self.range_metres} m"


@dataclass(frozen=True, slots=True)
class Upgrade:
    """What an ability gains from `level` on, 1 to 20."""

    level: int
    text: str

    def check(self, field: str) -> None:
        limited("level", self.level, f"{field}.level", "The level of an upgrade")
        checks.visible_text(self.text, LONGEST_TEXT, f"{field}.text", "The text of an upgrade")


@dataclass(frozen=True, slots=True)
class Ability:
    """A special ability, usable from level 1.

    `range_metres` is a reach, or the radius around the creature when `is_radius`; None is neither. `targets` is
    how many it reaches, 1 to 12, or ALL_IN_AREA. A limit has a kind and a count of 1 to 99 (uses, or rounds of
    cooldown) or neither.
    """

    name: str
    usage: Usage
    action: Action
    kind: AbilityKind | None = None
    range_metres: int | None = None
    is_radius: bool = False
    targets: int = 1
    text: str = ""
    upgrades: tuple[Upgrade, ...] = ()
    limit_kind: LimitKind | None = None
    limit_count: int | None = None

    def __post_init__(self):
        object.__setattr__(self, "usage", checks.known(Usage, self.usage))
        object.__setattr__(self, "action", checks.known(Action, self.action))
        # A form or a document says "none" with an empty word.
        object.__setattr__(self, "kind", checks.known(AbilityKind, self.kind) or None)
        object.__setattr__(self, "limit_kind", checks.known(LimitKind, self.limit_kind) or None)
        object.__setattr__(self, "upgrades", tuple(self.upgrades))

    def check(self, field: str) -> None:
        checks.visible_text(self.name, LONGEST_NAME, f"{field}.name", "The name of an ability")
        checks.member(Usage, self.usage, f"{field}.usage", "The usage")
        checks.member(Action, self.action, f"{field}.action", "The action")
        if self.kind is not None:
            checks.member(AbilityKind, self.kind, f"{field}.kind", "The kind of an ability")
        if self.range_metres is not None:
            limited("range_metres", self.range_metres, f"{field}.range_metres", "The range")
        limited("targets", self.targets, f"{field}.targets", "The number of targets")
        checks.short_text(self.text, LONGEST_TEXT, f"{field}.text", "The text of an ability")
        checks.at_most(self.upgrades, LIMITS["level"].high, f"{field}.upgrades", "upgrades")
        for index, upgrade in enumerate(self.upgrades):
            upgrade.check(f"{field}.upgrades.{index}")
        check_limit(self.limit_kind, self.limit_count, field)

    @property
    def reaches_several(self) -> bool:
        """Whether it can hit or control more than one target at once."""
        return self.targets != 1 or self.is_radius

    @property
    def reaches_all(self) -> bool:
        """Whether everyone in its area is a target, however many there are."""
        return self.targets == ALL_IN_AREA or (self.is_radius and self.targets == 1)

    @property
    def range_text(self) -> str:
        """ "12 m", "5 m radius", or "" without a range."""
        if self.range_metres is None:
            return ""
        return f"{self.range_metres} m radius" if self.is_radius else f"{self.range_metres} m"

    @property
    def targets_text(self) -> str:
        """ "all in the area", "3 targets", or "" for a single target."""
        if self.reaches_all:
            return "all in the area"
        return f"{self.targets} targets" if self.targets > 1 else ""

    @property
    def heading(self) -> str:
        """The line after the name, as the game writes it: "C - MA - Magic - 5 m radius"."""
        return self.heading_in(STANDARD_WORDS)

    def heading_in(self, words: Vocabulary) -> str:
        """The same with a table's words for magic."""
        kind = words.kind(self.kind) if self.kind else ""
        parts = (self.usage.value, self.action.value, kind, self.range_text)
        return " - ".join(part for part in parts if part)

    @property
    def limit_text(self) -> str:
        """ "3 / Encounter", "1 / Day", "Cooldown 2 rounds", or "" without a limit."""
        return limit_text(self.limit_kind, self.limit_count)


@dataclass(frozen=True, slots=True)
class Creature:
    """All choices for one creature. Whatever breaks a hard limit raises RulesError with its field.

    `base_hp` is 1 to 30; `boss_damage` chooses the boss column of the damage table; resistances and weaknesses
    are words, the suggested ones are in DAMAGE_TYPES.
    """

    name: str
    size: Size
    base_hp: int
    boss_damage: bool
    stats: Stats
    attacks: tuple[Attack, ...] = ()
    abilities: tuple[Ability, ...] = ()
    resistances: tuple[str, ...] = ()
    weaknesses: tuple[str, ...] = ()

    def __post_init__(self):
        object.__setattr__(self, "size", checks.known(Size, self.size))
        for name in ("attacks", "abilities", "resistances", "weaknesses"):
            object.__setattr__(self, name, tuple(getattr(self, name)))
        checks.visible_text(self.name, LONGEST_NAME, "name", "The name")
        checks.member(Size, self.size, "size", "Size")
        limited("base_hp", self.base_hp, "base_hp", "Base HP")
        if type(self.boss_damage) is not bool:
            raise RulesError("Boss damage is either on or off.", "boss_damage")
        self.stats.check("stats")
        for name, limit in (
            ("attacks", "attacks"),
            ("abilities", "abilities"),
            ("resistances", "affinities"),
            ("weaknesses", "affinities"),
        ):
            checks.at_most(getattr(self, name), LIMITS[limit].high, name, name)
        for name in ("attacks", "abilities"):
            for index, part in enumerate(getattr(self, name)):
                part.check(f"{name}.{index}")
        for name in ("resistances", "weaknesses"):
            for index, word in enumerate(getattr(self, name)):
                checks.visible_text(word, LONGEST_DAMAGE_TYPE, f"{name}.{index}", "A damage type")

    @property
    def reaches_several(self) -> bool:
        """Whether any of its abilities can hit or control more than one target at once."""
        return any(ability.reaches_several for ability in self.abilities)


def limit_text(kind: LimitKind | None, count: int | None) -> str:
    """ "3 / Encounter", "1 / Day", "Cooldown 2 rounds", or "" without a limit."""
    if kind is None:
        return ""
    if kind is LimitKind.COOLDOWN:
        return f"Cooldown {count} round{'' if count == 1 else 's'}"
    return f"{count} / {kind.value.capitalize()}"


def check_limit(kind: object, count: object, field: str) -> None:
    """RulesError below `field` unless this is a kind of limit with a count of 1 to 99, or neither."""
    if kind is None:
        if count is not None:
            raise RulesError("Choose what the limit counts, or leave it empty.", f"{field}.limit_kind")
        return
    checks.member(LimitKind, kind, f"{field}.limit_kind", "The limit")
    limited("limit_count", count, f"{field}.limit_count", "The number of the limit")


def limited(limit: str, value: object, field: str, name: str) -> None:
    """OutOfRange at `field` unless `value` is a whole number within LIMITS[limit]."""
    band = LIMITS[limit]
    # The comparison comes first: this runs for every number of every keystroke.
    if type(value) is not int or not band.low <= value <= band.high:
        checks.whole_number(value, band.low, band.high, field, name)
