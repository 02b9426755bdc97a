"""Tables of the Worlds Awakening screen about creatures and their numbers, read from the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import groupby
from typing import Any

from bestiary.rules import worlds_awakening as rules
from bestiary.rules.numbers import decimal, ratio, signed
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening import AttackKind, Band, Creature, LimitKind, Size, Stats, Usage
from bestiary.rules.worlds_awakening import tables as values
from bestiary.rules.worlds_awakening.vocabulary import OWN, UNIVERSES, Vocabulary
from encounters.screens.panels import Cell, Panel, Row, cell, number_column, pairs, terms, text_column

STANDARD, BOSS = "Standard", "Boss"

_STEPS = {-1: "one step down", 0: "no step", 1: "one step up"}


def _creature(base_hp: int = 6, boss_damage: bool = False, **stats: int) -> Creature:
    """Somebody to ask the formulas about."""
    return Creature("Anybody", Size.MEDIUM, base_hp, boss_damage, Stats(**stats))


def formulas(words: Vocabulary) -> Panel:
    anybody, level = _creature(), rules.MIN_LEVEL
    weakling = _creature(rules.LIMITS["base_hp"].low, constitution=rules.MIN_STAT)
    floored = rules.max_hp(weakling, level)
    roll = rules.attack_roll(anybody, rules.Attack("Anything", AttackKind.MELEE), level)
    stat = rules.STAT_ABBREVIATIONS[values.ATTACK_KINDS[AttackKind.MELEE].stat]
    totals = (
        ("Max HP", rules.max_hp(anybody, level)),
        ("Init", rules.initiative(anybody)),
        ("Phys Def", rules.physical_defence(anybody, level)),
        (words.defence, rules.magical_defence(anybody, level)),
        ("Melee Atk", rules.melee_attack(anybody, level)),
        ("Ranged Atk", rules.ranged_attack(anybody, level)),
        (words.attack, rules.magical_attack(anybody, level)),
    )
    rows = [(name, _formula(total.rule), total.source) for name, total in totals]
    rows += [
        ("Attack roll", f"d20 + {_formula(roll.rule).replace(stat, 'stat')}", roll.source),
        ("Damage", "base damage + damage bonus; no stat added", Source.PUBLISHED),
        ("Max HP on a sheet", _formula(floored.rule).rpartition(", ")[2], floored.source),
    ]
    return Panel("worlds_awakening.formulas", "Creature formulas", (text_column("", 30), text_column("")), pairs(rows))


def _formula(rule: str) -> str:
    return rule.partition(" = ")[2]


def attack_kinds(words: Vocabulary) -> Panel:
    columns = (text_column("Kind"), text_column("Stat", 16), text_column("Damage die", 20), text_column("Range", 22))
    rows = tuple(
        (
            Cell(words.kind(kind)),
            Cell(rules.STAT_ABBREVIATIONS[row.stat]),
            Cell(f"d{row.die}"),
            Cell("" if kind is AttackKind.MELEE else "in metres"),
        )
        for kind, row in values.ATTACK_KINDS.items()
    )
    bonus = rules.LIMITS["roll_bonus"]
    melee = words.kind(AttackKind.MELEE)
    note = f"An attack has a roll bonus and a damage bonus, {bonus.text} each. Written: Bite ({melee}) −2/+2."
    return Panel("worlds_awakening.attack_kinds", "Simple attacks", columns, rows, ((Cell(note),),))


def base_damage(words: Vocabulary, levels: Iterable[int], *, on_screen: bool = True) -> Panel:
    """Both columns of base damage at these levels."""
    levels = tuple(levels)
    groups = ((False, values.STANDARD_DAMAGE, STANDARD), (True, values.BOSS_DAMAGE, f"{BOSS} damage (DM)"))
    columns = [number_column("Level", 9)]
    for _, column, group in groups:
        ours = column.source is Source.OURS
        columns += (number_column(_head(words, kind), group=group, suggested=ours) for kind in AttackKind)
    rows = tuple(
        (
            Cell(str(level)),
            *(
                Cell(rules.base_damage(kind, boss_damage, level).typeset)
                for boss_damage, _, _ in groups
                for kind in AttackKind
            ),
        )
        for level in levels
    )
    half = Fraction(1, 2)
    averages = [rules.damage_target(boss_damage, 1) + half for boss_damage, _, _ in groups]
    note = f"Average {averages[0]} × level − ½, with boss damage {averages[1]} × level − ½: dice and a fixed bonus."
    return Panel(
        f"worlds_awakening.base_damage_{levels[0]}",
        f"Base damage, levels {levels[0]}–{levels[-1]}",
        tuple(columns),
        rows,
        ((Cell(note),),),
        on_screen=on_screen,
    )


def _head(words: Vocabulary, kind: AttackKind) -> str:
    return words.head if kind is AttackKind.MAGIC else words.kind(kind)


def sizes() -> Panel:
    """Base HP, Adversity Ratio and token by size."""
    standard, boss = f"{STANDARD}, Mini-Boss (DM)", f"{BOSS}, Mini-Boss (HP)"
    columns = (
        text_column("Size", 16),
        number_column("Base HP", group=standard),
        number_column("AR", 13, group=standard),
        number_column("Base HP", group=boss),
        number_column("AR", 13, group=boss),
        number_column("Token ⌀ mm", 17),
    )
    rows = []
    for size, row in rules.SIZES.items():
        rows.append(
            (
                Cell(size.label),
                cell(row.standard_hp.text, row.standard_hp.source),
                cell(ratio(row.standard_ratio), row.standard_ratio_source),
                cell(row.boss_hp.text, row.boss_hp.source),
                cell(ratio(row.boss_ratio), row.boss_ratio_source),
                cell(decimal(row.token_mm), row.token_source),
            )
        )
    note = "AR: so many PCs for so many creatures. The bands of Base HP are advice."
    return Panel("worlds_awakening.sizes", "Base HP and AR by size", columns, tuple(rows), ((Cell(note),),))


def power() -> Panel:
    """The power indicator: what Base HP and the damage column make of a creature."""
    low, boss = rules.LIMITS["base_hp"], rules.LIMITS["boss_hp"]
    bands = (Band(low.low, boss.low - 1, low.source), boss)
    columns = (text_column("Base HP", 20), text_column("Damage column", 28), text_column("Power"))
    rows = tuple(
        (
            cell(band.text, band.source),
            Cell("boss" if boss_damage else "standard"),
            Cell(rules.power(_creature(band.low, boss_damage)).label),
        )
        for band in bands
        for boss_damage in (False, True)
    )
    return Panel("worlds_awakening.power", "Power indicator", columns, rows)


def strengths() -> Panel:
    columns = (text_column("Stat sum", 20), text_column("Strength", 24), text_column("AR on the ladder"))
    groups = _grouped(values.STRENGTHS)
    rows = []
    for place, (low, high, row) in enumerate(groups):
        first, last = place == 0, place == len(groups) - 1
        span = f"{high} or less" if first else f"{low} or more" if last else f"{low}–{high}"
        rows.append((cell(span, row.source), cell(row.band.label, row.source), cell(_STEPS[row.shift], row.source)))
    ladder = " · ".join(ratio(step) for step in rules.LADDER)
    return Panel("worlds_awakening.strengths", "Strength", columns, tuple(rows), ((Cell("Ladder"), Cell(ladder)),))


def _grouped(table: Mapping[int, Any]) -> list[tuple[int, int, Any]]:
    """Neighbouring numbers with the same value as (lowest, highest, value)."""
    groups = []
    for value, numbers in groupby(table, key=lambda number: table[number]):
        found = list(numbers)
        groups.append((found[0], found[-1], value))
    return groups


def stats() -> Panel:
    rows = tuple(
        (Cell(_signed_span(low, high)), Cell(meaning)) for low, high, meaning in _grouped(values.STAT_MEANINGS)
    )
    order = " ".join(rules.STAT_ABBREVIATIONS.values())
    columns = (number_column("Stat", 30), text_column("Meaning"))
    note = f"Always in this order: {order}."
    return Panel("worlds_awakening.stats", "What a stat means", columns, rows, ((Cell(note),),))


def _signed_span(low: int, high: int) -> str:
    if low == high:
        return _signed(low)
    return f"{_signed(low)} to {_signed(high)}"


def _signed(number: int) -> str:
    return signed(number) if number else "0"


def criticals() -> Panel:
    """Natural rolls that are critical, by CHA."""
    table = {cha: rules.critical(_creature(charisma=cha)) for cha in range(rules.MIN_STAT, rules.MAX_STAT + 1)}
    columns = (number_column("CHA", 30), number_column("Failure on"), number_column("Success on"))
    rows = tuple(
        (Cell(_signed_span(low, high)), Cell(value.failure_text), Cell(value.success_text))
        for low, high, value in _grouped(table)
    )
    return Panel("worlds_awakening.criticals", "Critical rolls (natural d20)", columns, rows)


def affinities() -> Panel:
    rows = (
        ("Weakness", f"{signed(rules.WEAKNESS_ROLL)} to the attacker’s roll.", Source.GUIDE),
        ("Resistance", f"{signed(rules.RESISTANCE_ROLL)} to the attacker’s roll.", Source.GUIDE),
        ("Margin", "They count in it, on criticals and with Progressive damage.", Source.GUIDE),
    )
    return terms("worlds_awakening.affinities", "Weakness and resistance", rows)


def behaviours(words: Vocabulary) -> Panel:
    """Which attacks suit a size."""
    favours = {size: row.favours for size, row in rules.SIZES.items()}
    rows = []
    for kinds, found in groupby(favours, key=lambda size: favours[size]):
        same = list(found)
        name = same[0].label if len(same) == 1 else f"{same[0].label} to {same[-1].label}"
        rows.append((name, _either([words.kind_in_sentence(kind) for kind in kinds]), Source.GUIDE))
    return terms("worlds_awakening.behaviours", "Attacks by size", rows)


def _either(words: list[str]) -> str:
    *first, last = words
    return f"{', '.join(first)} or {last}" if first else last


def ability_line(words: Vocabulary) -> Panel:
    """How an ability is written, from the words of the rules."""
    usages = "; ".join(f"{usage.value} {usage.label.lower()}" for usage in Usage)
    kinds = ", ".join(words.kind(kind) for kind in rules.AbilityKind)
    limits = ", ".join(kind.label for kind in LimitKind)
    most, magic = rules.LIMITS["abilities"], words.kind_in_sentence(AttackKind.MAGIC)
    rows: list[tuple[str, str, Source | None]] = [
        ("Line", "Name | usage - action - kind - range: text; then upgrades by level, then the limit.", Source.GUIDE),
        ("Usage", f"{usages}.", None),
        ("Kind", f"{kinds}, or none.", None),
        ("Limit", f"{limits}, or none. Creatures have no {words.points_short}: limit abilities of {magic}.", None),
        ("How many", f"{most.high} at most, all usable from level {rules.MIN_LEVEL}.", most.source),
    ]
    return terms("worlds_awakening.ability_line", "Abilities", rows)


def universes(words: Vocabulary) -> Panel:
    """What each universe calls magic; words of one's own stand last."""
    columns = (text_column("Universe", 27), text_column("Magic"), text_column("Points"))
    known = [*UNIVERSES.values(), *([words] if words.slug == OWN else [])]
    rows: list[Row] = [
        (
            cell(each.name),
            Cell(f"{each.magic} ({each.magic_short})"),
            Cell(f"{each.points} ({each.points_short})"),
        )
        for each in known
    ]
    return Panel("worlds_awakening.universes", "Words of the universes", columns, tuple(rows))


def damage_types() -> Panel:
    rows = ((group, ", ".join(names), None) for group, names in rules.DAMAGE_TYPES.items())
    return terms("worlds_awakening.damage_types", "Damage types", rows, suggested=True, on_screen=False)
