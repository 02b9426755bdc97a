"""A 2d12 Traits encounter made ready to read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from accounts.success import success_rule_of
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import mixed
from bestiary.rules.two_d12 import RANKS, FoeCard, Rank, foe_card
from encounters.models import Encounter, EncounterLine
from encounters.presentation.shared import Summary, stat_block_of
from encounters.weighing import Gauge, gauge, personas_text


@dataclass(frozen=True, slots=True)
class FoeLineView:
    """A line as it is read; `number` counts from 1. `block` is the card of the Foe as it was when added.

    `threat_text` is the threat of one such Foe, `total_text` that of the whole line. `url` is the Foe's page, ""
    where the reader may not open it.
    """

    number: int
    name: str
    count: int
    rank: str
    threat_text: str
    total_text: str
    author: str
    is_quick_foe: bool
    line: EncounterLine
    block: FoeCard | None = None
    url: str = ""


def weigh_encounter(encounter: Encounter) -> Gauge:
    """Weigh a stored encounter, fetched with its lines."""
    try:
        arguments = encounter.to_rules()
    except RulesError as error:
        # Cuts of one's own that no longer rise, since a suggested one beside them moved.
        return Gauge(None, problem=str(error))
    return gauge(*arguments, place_level=encounter.place_threat_level)


def line_views(encounter: Encounter, links: Mapping[int, str], *, shared: bool) -> tuple[FoeLineView, ...]:
    """Return the lines in order, for an encounter fetched with `with_documents()`.

    A shared page has no Foe's notes: they are what its GM typed to run it.
    """
    return tuple(
        FoeLineView(
            number=number,
            name=line.name,
            count=line.count,
            rank=line.get_rank_display(),
            threat_text=RANKS[Rank(line.rank)].threat_text,
            total_text=mixed(line.count * RANKS[Rank(line.rank)].threat),
            author=line.author,
            is_quick_foe=line.is_quick_foe,
            line=line,
            block=_card(line, shared),
            url=links.get(line.creature_id, ""),
        )
        for number, line in enumerate(encounter.lines.all(), start=1)
    )


def _card(line: EncounterLine, shared: bool) -> FoeCard | None:
    card = stat_block_of(line)
    return foe_card(replace(card.foe, notes="")) if card and shared else card


def summary(encounter: Encounter) -> Summary:
    """Return what a list says of an encounter fetched with its lines."""
    weighing, who = weigh_encounter(encounter), personas_text(encounter.personas)
    threat = weighing.threat
    if threat is None or threat.missing:
        return Summary(encounter, who, problem=_capital(threat.missing) if threat else weighing.problem)
    level = threat.shown_level
    note = f"The GM’s own word; by the sum {threat.threat_level.label}" if threat.is_overruled else ""
    return Summary(encounter, who, f"threat--{level}", level.label, weighing.mark, mixed(threat.threat), note)


def context(encounter: Encounter, *, shared: bool) -> dict:
    """Return what only this game's templates read; Personas have no names here that a shared page could tell."""
    return {
        "weighing": weigh_encounter(encounter),
        "who": personas_text(encounter.personas),
        # Whoever reads it shared reads it as the table it was made for.
        "success_rule": success_rule_of(encounter.owner),
    }


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
