"""Advice: what the rules suggest and never enforce. Each piece names its rule and where that comes from."""

from collections.abc import Iterator
from dataclasses import dataclass

from bestiary.rules.memory import remembered
from bestiary.rules.numbers import floor_division, ratio
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening.adversity import adversity_ratio, has_boss_hp
from bestiary.rules.worlds_awakening.inputs import Ability, Creature
from bestiary.rules.worlds_awakening.tables import (
    AREA_ABILITY_FROM,
    LOWEST_MAX_HP,
    MAX_LEVEL,
    SIZES,
    Band,
)
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from bestiary.rules.worlds_awakening.words import AbilityKind, Size

NOTE = "note"


@dataclass(frozen=True, slots=True)
class Advice:
    """One suggestion: the slug of its `rule`, a sentence that names the rule, its source tag.

    `level` is "" for something to reconsider and "note" for something merely good to know.
    """

    rule: str
    text: str
    source: Source
    level: str = ""


@dataclass(frozen=True, slots=True)
class BaseHpAdvice:
    """The suggested Base HP of a size, in both columns."""

    standard: Band
    boss: Band


@remembered
def base_hp_advice(size: Size) -> BaseHpAdvice:
    """The bands of Base HP that suit a size: for standard HP and for boss HP. Source: each band's tag."""
    return BaseHpAdvice(SIZES[size].standard_hp, SIZES[size].boss_hp)


def behaviour(size: Size, words: Vocabulary = STANDARD_WORDS) -> str:
    """Which attacks a creature of this size prefers, as a sentence. Source: guide."""
    return f"Favours {_either(words.kind_in_sentence(kind) for kind in SIZES[size].favours)} attacks."


def creature_advice(creature: Creature, words: Vocabulary = STANDARD_WORDS) -> tuple[Advice, ...]:
    """All advice for a creature, whatever its level, in the order of the builder's fields; `words` name its magic."""
    return (
        *_base_hp_band(creature),
        *_hp_floor(creature),
        *_affinity_conflict(creature),
        *_attack_by_size(creature, words),
        *_area_ability(creature),
        *_magic_without_limit(creature, words),
        *_area_without_limit(creature),
        *_upgrade_from_the_start(creature),
    )


def _base_hp_band(creature: Creature) -> Iterator[Advice]:
    boss = has_boss_hp(creature)
    bands = base_hp_advice(creature.size)
    band = bands.boss if boss else bands.standard
    if creature.base_hp not in band:
        yield Advice(
            "base_hp_band",
            f"Base HP by size: {creature.base_hp} is outside {band.text}, the band for {creature.size.label} "
            f"creatures with {'boss' if boss else 'standard'} HP ({band.source.label}).",
            band.source,
        )


def last_floored_level(creature: Creature) -> int:
    """The highest level, up to 20, at which Base HP × level + CON is under 1; 0 when there is none."""
    most = LOWEST_MAX_HP - 1 - creature.stats.constitution
    return min(MAX_LEVEL, max(0, floor_division(most, creature.base_hp)))


def _hp_floor(creature: Creature) -> Iterator[Advice]:
    last = last_floored_level(creature)
    if last:
        levels = "level 1" if last == 1 else f"levels 1–{last}"
        yield Advice(
            "max_hp_floor",
            f"Minimum of Max HP: Base HP × level + CON is under {LOWEST_MAX_HP} at {levels}; "
            f"the sheet shows {LOWEST_MAX_HP} there.",
            Source.OURS,
            NOTE,
        )


def _affinity_conflict(creature: Creature) -> Iterator[Advice]:
    resisted = {word.strip().casefold() for word in creature.resistances}
    for word in creature.weaknesses:
        if word.strip().casefold() in resisted:
            yield Advice(
                "affinity_conflict",
                f"Resistances and weaknesses: {word} is in both lists, so the two cancel each other out.",
                Source.OURS,
            )


def _attack_by_size(creature: Creature, words: Vocabulary) -> Iterator[Advice]:
    favours = SIZES[creature.size].favours
    if creature.attacks and not any(attack.kind in favours for attack in creature.attacks):
        yield Advice(
            "attack_by_size",
            f"Attacks by size: {creature.size.label} creatures tend to favour "
            f"{_either(words.kind_in_sentence(kind) for kind in favours)} attacks, and this one has none.",
            Source.GUIDE,
            NOTE,
        )


def _area_ability(creature: Creature) -> Iterator[Advice]:
    value = adversity_ratio(creature).value
    if value < AREA_ABILITY_FROM:
        return
    wanted = value.numerator
    if not creature.reaches_several:
        yield Advice(
            "area_ability",
            f"Area ability: with an Adversity Ratio of {ratio(value)} it faces {wanted} PCs alone, so give it an "
            f"ability that attacks or controls {wanted} targets at once.",
            Source.GUIDE,
        )
    elif not any(ability.reaches_all or ability.targets >= wanted for ability in creature.abilities):
        most = max(ability.targets for ability in creature.abilities)
        yield Advice(
            "area_ability_targets",
            f"Area ability: the higher the Adversity Ratio, the wider the area. At {ratio(value)} an ability "
            f"should reach {wanted} targets; the widest here reaches {most}.",
            Source.GUIDE,
            NOTE,
        )


def _magic_without_limit(creature: Creature, words: Vocabulary) -> Iterator[Advice]:
    magic = words.kind_in_sentence(AbilityKind.MAGIC)
    for ability in filter(_is_unlimited_magic, creature.abilities):
        yield Advice(
            "magic_without_limit",
            f"Limits of {magic}: {ability.name} has no limit, and creatures have no {words.points_in_sentence} to "
            "spend. Consider so many uses per encounter, per day or a cooldown.",
            Source.GUIDE,
        )


def _area_without_limit(creature: Creature) -> Iterator[Advice]:
    if creature.weaknesses or adversity_ratio(creature).value < AREA_ABILITY_FROM:
        return
    for ability in creature.abilities:
        if ability.reaches_several and ability.limit_kind is None and not _is_unlimited_magic(ability):
            yield Advice(
                "area_without_limit",
                f"Balance of area abilities: {ability.name} has no limit and the creature no weakness. "
                "Give it one or the other, so that the PCs have an answer.",
                Source.GUIDE,
                NOTE,
            )


def _upgrade_from_the_start(creature: Creature) -> Iterator[Advice]:
    for ability in creature.abilities:
        if any(upgrade.level == 1 for upgrade in ability.upgrades):
            yield Advice(
                "upgrade_from_the_start",
                f"Ability upgrades: every ability is usable from level 1, so an upgrade of {ability.name} at "
                "level 1 is always on. Put it into the text, or at a higher level.",
                Source.GUIDE,
                NOTE,
            )


def _is_unlimited_magic(ability: Ability) -> bool:
    return ability.kind is AbilityKind.MAGIC and ability.limit_kind is None


def _either(words: Iterator[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last
