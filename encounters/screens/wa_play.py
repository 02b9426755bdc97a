"""Tables of the Worlds Awakening screen about fights, rewards and hazards, read from the rules."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from bestiary.rules.numbers import minus, signed
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening import Action
from bestiary.rules.worlds_awakening.vocabulary import Vocabulary
from encounters.rules.worlds_awakening import CHALLENGE_LEVELS, CHALLENGE_SOURCES, HIGHEST_STEP, LOWEST_STEP
from encounters.rules.worlds_awakening.at_the_table import (
    CALIBRATION_RULES,
    EFFECT_RULES,
    FIGHT,
    REWARD_RULES,
    TableRule,
)
from encounters.rules.worlds_awakening.hazards import DIFFICULTIES, PENALTY_SOURCE, Fall, FallOutcome, fall, privation
from encounters.rules.worlds_awakening.rewards import (
    MONEY_FACTORS,
    Quest,
    Reward,
    Strongest,
    combat_reward,
    quest_reward,
)
from encounters.screens.panels import Cell, Panel, Row, cell, number_column, pairs, terms, text_column

EXAMPLE_DAYS = 2
"""The guide's example of going without sleep and food."""

# The last height at which the outcome changes is below this; each outcome lasts a metre at least.
_HEIGHTS = range(20)


def _said(found: Iterable[TableRule], words: Vocabulary) -> Iterable[tuple[str, str, Source]]:
    return ((rule.name, rule.say(words), rule.source) for rule in found)


def fight(words: Vocabulary) -> Panel:
    return terms("worlds_awakening.fight", "A fight", _said(FIGHT, words))


def actions() -> Panel:
    rows = ((action.value, action.label, None) for action in Action)
    return terms("worlds_awakening.actions", "Actions", rows)


def effects(words: Vocabulary) -> Panel:
    return terms("worlds_awakening.effects", "Lasting effects", _said(EFFECT_RULES, words))


def difficulties() -> Panel:
    columns = (text_column("Difficulty"), number_column("Number", 30))
    rows = tuple(
        (cell(band.difficulty.label, band.source), cell(band.text, band.source)) for band in DIFFICULTIES.values()
    )
    note = "A test is d20 + stat: reach or beat the number."
    return Panel("worlds_awakening.difficulties", "Difficulty of a test", columns, rows, ((Cell(note),),))


def calibration(words: Vocabulary) -> Panel:
    columns = (number_column("Calibration", 30), text_column("The fight is"))
    beyond = {LOWEST_STEP: " and less", HIGHEST_STEP: " and more"}
    rows = tuple(
        (
            cell(f"{signed(step) if step > 0 else minus(step)}{beyond.get(step, '')}", CHALLENGE_SOURCES[level]),
            cell(level.label, CHALLENGE_SOURCES[level]),
        )
        for step, level in CHALLENGE_LEVELS.items()
    )
    notes = pairs(_said(CALIBRATION_RULES, words))
    return Panel("worlds_awakening.calibration", "Calibration", columns, rows, notes)


def rewards(words: Vocabulary) -> Panel:
    """Points and money for each PC; the money by level."""
    columns = (
        text_column("Strongest creature, or quest"),
        number_column("XP", 8),
        number_column("AP", 8),
        *(
            number_column(row.levels, 10, group="NX at level", suggested=row.source is Source.OURS)
            for row in MONEY_FACTORS
        ),
    )
    rows = [
        *(_reward(kind.label, [combat_reward(kind, row.low) for row in MONEY_FACTORS]) for kind in Strongest),
        *(_reward(f"{quest.label} quest", [quest_reward(quest, row.low) for row in MONEY_FACTORS]) for quest in Quest),
    ]
    notes = pairs(_said(REWARD_RULES, words))
    return Panel("worlds_awakening.rewards", "Rewards for each PC", columns, tuple(rows), notes)


def _reward(name: str, by_level: list[Reward]) -> Row:
    first = by_level[0]
    return (
        Cell(name),
        cell(first.xp, first.source),
        cell(first.ap or "–", first.source),
        *(Cell(str(reward.nx)) for reward in by_level),
    )


def falls() -> Panel:
    """Every outcome of a fall with its heights, asked of the rules metre by metre."""
    columns = (text_column("Height", 34), text_column("What happens"))
    spans = [list(same) for _, same in groupby(map(fall, _HEIGHTS), key=lambda each: (each.outcome, each.dice))]
    rows = tuple(
        (cell(_height(span, spans[place + 1 :]), span[0].source), cell(_outcome(span[0]), span[0].source))
        for place, span in enumerate(spans)
    )
    return Panel("worlds_awakening.falls", "Falls", columns, rows)


def _height(span: list[Fall], after: list[list[Fall]]) -> str:
    """Falls of one outcome: dice change at the next full step, unconscious is meant up to and with its last metre."""
    low, high = int(span[0].height), int(span[-1].height)
    if span[0].outcome is FallOutcome.UNCONSCIOUS:
        return f"{low} to {high} m"
    if not after:
        return f"above {low - 1} m"
    return f"under {high + 1} m" if not low else f"from {low} m"


def _outcome(one: Fall) -> str:
    """ "1d6 damage", or the rules' sentence without the height."""
    sentence = one.text.partition(": ")[2]
    return sentence[0].upper() + sentence[1:]


def privations() -> Panel:
    one, both = privation(1, 0), privation(EXAMPLE_DAYS, EXAMPLE_DAYS)
    a_day = f"{minus(one.value)} for each day in a row"
    rows = (
        ("No sleep", f"{a_day} on all test rolls.", PENALTY_SOURCE),
        ("No food or drink", f"{a_day} on all test rolls.", PENALTY_SOURCE),
        ("Together", f"They add up: {EXAMPLE_DAYS} days of both are {minus(both.value)}.", both.source),
    )
    return terms("worlds_awakening.privations", "Sleep and hunger", rows)
