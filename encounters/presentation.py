"""An encounter made ready to read: what the detail page, the shared page and the prints have in common."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import LevelNumbers, StatBlock
from encounters.models import Encounter, EncounterLine, PartyMode
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


def line_views(encounter: Encounter, links: Mapping[int, str]) -> tuple[LineView, ...]:
    """Return the lines in order, for an encounter fetched with `with_documents()`."""
    views = []
    for number, line in enumerate(encounter.lines.all(), start=1):
        block = _block(line)
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


def _block(line: EncounterLine) -> StatBlock | None:
    try:
        return line.stat_block()
    except RulesError:
        # A snapshot from before a rule was tightened: the line still has its name and weight.
        return None


def distinct_sheets(lines: tuple[LineView, ...]) -> tuple[LineView, ...]:
    """Return the lines that have a stat block, each creature at each level once, in order."""
    seen: dict[tuple[str, int], LineView] = {}
    for line in lines:
        if line.block:
            seen.setdefault((json.dumps(line.line.document, sort_keys=True), line.level), line)
    return tuple(seen.values())


def encounter_context(
    encounter: Encounter, *, shared: bool = False, links: Mapping[int, str] = MappingProxyType({})
) -> dict:
    """Return what templates show of an encounter, fetched with `with_documents()`.

    `links` has the addresses of those creatures, by primary key, that the reader may open.
    For a shared page the GM's notes and the names of the party and its PCs are taken off the object itself, so that
    no template can show them by mistake.
    """
    weighing = weigh_encounter(encounter)
    party = party_view(encounter, with_names=not shared)
    if shared:
        encounter.notes = ""
    lines = line_views(encounter, links)
    return {
        "encounter": encounter,
        "weighing": weighing,
        "calibration": weighing.calibration,
        "calibration_problem": weighing.problem,
        "party": party,
        "lines": lines,
        "sheets": distinct_sheets(lines),
        "total_count": sum(line.count for line in lines),
        "with_notes": bool(encounter.notes) and not shared,
    }
