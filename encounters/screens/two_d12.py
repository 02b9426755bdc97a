"""The tables of the 2d12 Traits screen, read from the rules."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from bestiary.rules import two_d12 as rules
from bestiary.rules.numbers import mixed, signed
from bestiary.rules.two_d12 import Injury, KeyTerm, RollKind, SuccessRule
from encounters.rules.two_d12 import THREAT_CUTS, threat
from encounters.screens.panels import Cell, Panel, cell, number_column, terms, text_column

GAUGE_PERSONAS = range(2, 7)
"""The sizes of a party whose limits the gauge spells out."""

ODDS_TOGETHER = 4
"""So many bonuses stay in one column of a print: nobody should look for the last two at the top of the next."""

_KINDS = {RollKind.PLAIN: "plain", RollKind.ADVANTAGE: "Adv.", RollKind.DISADVANTAGE: "Disadv."}


@cache
def panels(rule: SuccessRule) -> tuple[Panel, ...]:
    """All tables in the order of the screen, for a table that reads the Threshold by that rule."""
    return (
        _thresholds(rule),
        _odds(rule),
        _effects(),
        _traits(),
        _key_terms(rule),
        _chance(),
        _rests(),
        _injuries(),
        _initiative(),
        _ranks(),
        _gauge(),
        _threat_levels(),
        _rulings(rule),
    )


def _key_terms(rule: SuccessRule) -> Panel:
    rows = ((row.name, row.text, row.source) for row in rules.key_terms(rule).values())
    return terms("two_d12.key_terms", "Key terms", rows)


def _thresholds(rule: SuccessRule) -> Panel:
    columns = (
        text_column("Threshold", 20),
        number_column("Number"),
        *(number_column(name, group="Odds in % at +0") for name in _KINDS.values()),
        number_column("Possible from"),
        number_column("Certain from"),
    )
    rows = []
    for threshold, row in rules.THRESHOLDS.items():
        odds, least = rules.odds(0, threshold, rule), rules.minimum_bonus(threshold, rule)
        rows.append(
            (
                cell(row.name, row.source),
                cell(row.number, row.source),
                *(cell(_in_percent(odds.of(kind))) for kind in _KINDS),
                cell(signed(least.possible_from)),
                cell(signed(least.certain_from)),
            )
        )
    ruling = next(ruling for ruling in rules.rulings(rule) if ruling.slug == "success")
    dice = f"{rules.CHECK_DICE.typeset} + Trait MOD, + EXP when Adept, {rules.SUCCESS_RULES[rule].sign} Threshold."
    return Panel(
        "two_d12.thresholds",
        "Thresholds",
        columns,
        tuple(rows),
        ((cell(dice),), (cell(ruling.text, ruling.source),)),
    )


def _odds(rule: SuccessRule) -> Panel:
    """One line for each kind of roll inside every row: a bonus is looked up once.

    What the numbers are stands in the head, which a column that takes the rest of the table over repeats.
    """
    against = f"Odds in percent that 2d12 + bonus is {rules.SUCCESS_RULES[rule].sign}"
    columns = (
        number_column("Bonus", 10),
        text_column("Roll", 12),
        *(number_column(f"{row.name} {row.number}", group=against) for row in rules.THRESHOLDS.values()),
    )
    rows = tuple(
        (
            Cell(row.bonus_text),
            Cell("\n".join(_KINDS.values())),
            *(Cell("\n".join(_in_percent(odds.of(kind)) for kind in _KINDS)) for odds in row.odds),
        )
        for row in rules.odds_table(rule=rule)
    )
    return Panel("two_d12.odds", "Odds in percent", columns, rows, is_long=True, together=ODDS_TOGETHER)


def _in_percent(chance: Fraction) -> str:
    """Without the sign: the heading has it, and a table would repeat it two hundred times."""
    return rules.percent(chance).removesuffix(" %")


def _effects() -> Panel:
    columns = (
        text_column("Effect", 19),
        text_column("What it does"),
        text_column("When", 20),
        text_column("Stacks", 13),
    )
    rows = tuple(
        (
            cell(row.name, row.source),
            cell(row.text, row.source),
            cell(row.when_text, row.source),
            cell(row.stacks_text, row.source),
        )
        for row in rules.EFFECTS.values()
    )
    return Panel("two_d12.effects", "Effects", columns, rows, is_long=True)


def _ranks() -> Panel:
    rows = tuple((cell(row.name, row.source), cell(row.threat_text, row.source)) for row in rules.RANKS.values())
    return Panel("two_d12.ranks", "Threat per Foe", (text_column("Rank"), number_column("Threat", 20)), rows)


def _threat_levels() -> Panel:
    columns = (text_column("Level", 17), text_column("Danger"), text_column("Asks for"))
    rows = tuple(
        (cell(row.name, row.source), cell(row.danger, row.source), cell(row.needs, row.source))
        for row in rules.THREAT_LEVELS.values()
    )
    return Panel("two_d12.threat_levels", "Threat level of a place", columns, rows)


def _gauge() -> Panel:
    """Up to which threat an encounter is Low, Moderate or High, for parties of several sizes; all ours."""
    columns = (
        text_column("Level"),
        number_column("each", 12, group="Personas"),
        *(number_column(f"{personas}", 9, group="Personas") for personas in GAUGE_PERSONAS),
    )
    rows = []
    for place, level in enumerate(rules.THREAT_PER_PERSONA):
        limits = (threat(personas, ()).limits[place] for personas in GAUGE_PERSONAS)
        rows.append(
            (
                Cell(f"{level.label} up to"),
                Cell(mixed(THREAT_CUTS.of(level))),
                *(Cell(mixed(limit)) for limit in limits),
            )
        )
    highest = list(rules.ThreatLevel)[-1]
    note = f"Above that {highest.label}. Threat: count × threat per Foe, added up. Any table may move these cuts."
    return Panel("two_d12.gauge", "Threat of an encounter", columns, tuple(rows), ((Cell(note),),), suggested=True)


def _traits() -> Panel:
    rows = ((row.name, row.text, row.source) for row in rules.TRAITS.values())
    return terms("two_d12.traits", "The nine Traits", rows)


def _rests() -> Panel:
    """What either rest gives back, from the numbers of the rules."""
    trivial, harmful, grave = (rules.INJURIES[injury] for injury in Injury)
    columns = (text_column("", 22), text_column("Light Rest"), text_column("Full Rest"))
    rows = (
        (Cell("Chance"), Cell(f"+{rules.LIGHT_REST_CHANCE} charge"), Cell("all charges")),
        (Cell(f"{trivial.name} injuries"), Cell("heal"), Cell("heal")),
        (Cell(f"{harmful.name} injuries"), Cell("stay"), Cell(f"heal after {rules.HARMFUL_RESTS} in a row")),
        (Cell(f"{grave.name} injuries"), cell("stay", grave.source), cell("stay", grave.source)),
    )
    return Panel("two_d12.rests", "Rests", columns, rows)


def _chance() -> Panel:
    chance, complication = rules.KEY_TERMS[KeyTerm.CHANCE], rules.KEY_TERMS[KeyTerm.COMPLICATION]
    rows = ((row.name, row.text, row.source) for row in (chance, complication))
    return terms("two_d12.chance", "Chance and Complications", rows)


def _injuries() -> Panel:
    rows = ((row.name, row.text, row.source) for row in rules.INJURIES.values())
    return terms("two_d12.injuries", "Injuries", rows)


def _initiative() -> Panel:
    ruling = next(ruling for ruling in rules.RULINGS if ruling.slug == "initiative")
    term = rules.KEY_TERMS[KeyTerm.INITIATIVE]
    rows = [
        (term.name, term.text, term.source),
        ("Formula and ties", ruling.text, ruling.source),
    ]
    return terms("two_d12.initiative", "Initiative", rows, on_screen=False)


def _rulings(rule: SuccessRule) -> Panel:
    rows = ((ruling.about, ruling.text, None) for ruling in rules.rulings(rule))
    return terms("two_d12.rulings", "Where the game is silent", rows, suggested=True)
