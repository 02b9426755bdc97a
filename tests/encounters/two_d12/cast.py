"""Foes, encounters and posted forms of 2d12 Traits, and ways to read what a page says of the threat."""

from html import unescape
from itertools import count
from re import DOTALL, search

from bestiary.models import Creature
from encounters.lines import line_from_creature
from encounters.models import Encounter, EncounterLine
from tests import factories

_names = count(1)


def make_foe(owner, name="", *, rank="soldier", visibility="private", **document) -> Creature:
    """A Foe of `owner`, a Soldier unless told otherwise, fetched with all a snapshot needs."""
    made = factories.make_foe(owner, visibility, name=name or f"Foe {next(_names)}", rank=rank, **document)
    return Creature.objects.with_stats().get(pk=made.pk)


def make_encounter(owner, *lines, **fields) -> Encounter:
    """An encounter of `owner` for 4 Personas. Each line is (Foe, count), or (rank, count) for a quick foe."""
    encounter = Encounter.objects.create(
        **{"owner": owner, "system": "two_d12", "name": f"Encounter {next(_names)}", "personas": 4, **fields}
    )
    for order, (foe, number) in enumerate(lines):
        if isinstance(foe, str):
            line = EncounterLine(name=foe.capitalize(), rank=foe, ar_step=None, count=number)
        else:
            line = line_from_creature(foe, owner, count=number)
        line.encounter, line.order = encounter, order
        line.save()
    return encounter


def form(**fields) -> dict:
    """The builder's form as posted: a name and 4 Personas, the suggested cuts, no Foe yet."""
    return {"system": "two_d12", "name": "Behind the scenes", "personas": "4", **fields}


def foe(number, **fields) -> dict:
    """Row `number` of the form, a quick foe: one Soldier."""
    values = {"name": "Understudy", "rank": "soldier", "count": "1", **fields}
    return {f"lines-{number}-{field}": str(value) for field, value in values.items()}


def foes(*ranks_and_counts) -> dict:
    """Rows of quick foes, each (rank, count)."""
    rows = (foe(number, rank=rank, count=many) for number, (rank, many) in enumerate(ranks_and_counts))
    return {field: value for row in rows for field, value in row.items()}


def gauge(html: str) -> str:
    """The threat fragment of a page, tag by tag as it stands there."""
    return search(r'<section class="calibration threat".*?</section>', html, DOTALL)[0]


def level(html: str) -> str:
    """The threat level that a page shows in large, "High" say, or "No Foes"."""
    words = search(r'<p class="challenge threat--\w+">(?:<span[^>]*>[^<]*</span>)?(.*?)</p>', html)[1]
    return unescape(words).strip()
