"""A Worlds Awakening encounter made ready to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from bestiary.rules.numbers import mixed
from bestiary.rules.worlds_awakening import LevelNumbers, StatBlock
from encounters.models import Encounter, EncounterLine, PartyMode
from encounters.presentation.shared import Summary, stat_block_of
from encounters.weighing import Weighing, levels_text, weigh


@dataclass(frozen=True, slots=True)
class PartyView:
    """The party in use. `pcs` (name, level, present) is empty where PCs have no names to show."""

    title: str
    pcs: tuple[tuple[str, int, bool], ...]
    levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class LineView:
    """A line as it is read; `number` counts from 1. `block` and `table` are of the creature as it was when added.

    `url` is the creature's page, "" where the reader may not open it.
    """

    number: int
    name: str
    count: int
    level: int
    adversity_ratio: Fraction
    author: str
    is_quick_foe: bool
    line: EncounterLine
    block: StatBlock | None = None
    table: tuple[LevelNumbers, ...] = ()
    url: str = ""


def party_view(encounter: Encounter, *, with_names: bool = True) -> PartyView:
    """Return the party of an encounter fetched with its lines; without names it says numbers and levels only."""
    levels = tuple(encounter.pc_levels())
    title = levels_text(levels)
    if not with_names:
        return PartyView(title, (), levels)
    if encounter.party_mode == PartyMode.SAVED and encounter.party:
        title = f"{encounter.party.name} ({title})"
    pcs = tuple((pc.name or "PC", pc.level, pc.present) for pc in encounter.party_pcs())
    return PartyView(title, pcs, levels)


def weigh_encounter(encounter: Encounter) -> Weighing:
    """Weigh a stored encounter, fetched with its lines."""
    return weigh(*encounter.to_rules())


def line_views(encounter: Encounter, links: Mapping[int, str], *, shared: bool) -> tuple[LineView, ...]:
    """Return the lines in order, for an encounter fetched with `with_documents()`."""
    views = []
    for number, line in enumerate(encounter.lines.all(), start=1):
        block = stat_block_of(line)
        views.append(
            LineView(
                number=number,
                name=line.name,
                count=line.count,
                level=line.level,
                adversity_ratio=line.adversity_ratio,
                author=line.author,
                is_quick_foe=line.is_quick_foe,
                line=line,
                block=block,
                table=(block.numbers,) if block else (),
                url=links.get(line.creature_id, ""),
            )
        )
    return tuple(views)


def summary(encounter: Encounter) -> Summary:
    """Return what a list says of an encounter fetched with its lines."""
    weighing, who = weigh_encounter(encounter), party_view(encounter).title
    calibration = weighing.calibration
    if calibration is None:
        return Summary(encounter, who, problem=weighing.problem)
    level = calibration.challenge_level
    return Summary(encounter, who, f"challenge--{level}", level.label, weighing.mark, mixed(calibration.value))


def context(encounter: Encounter, *, shared: bool) -> dict:
    """Return what only this game's templates read; no names of the party or its PCs for a shared page."""
    weighing = weigh_encounter(encounter)
    party = party_view(encounter, with_names=not shared)
    return {
        "weighing": weighing,
        "calibration": weighing.calibration,
        "calibration_problem": weighing.problem,
        "party": party,
        "who": party.title,
    }
