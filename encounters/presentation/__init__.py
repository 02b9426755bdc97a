"""An encounter made ready to read: what the detail page, the shared page, the lists and the prints have in common.

Each game has a module of its own with `summary`, `line_views` and `context`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from encounters.models import Encounter
from encounters.presentation import two_d12, worlds_awakening
from encounters.presentation.shared import Summary, distinct_sheets

__all__ = ["Summary", "encounter_context", "summary", "template_of"]

# By the slug of the system.
_GAMES = MappingProxyType({"worlds_awakening": worlds_awakening, "two_d12": two_d12})
_FOLDERS = MappingProxyType({"worlds_awakening": "encounters", "two_d12": "encounters/two_d12"})


def template_of(system: str, name: str) -> str:
    """Return the template of that name for a game, "encounter_detail.html" say."""
    return f"{_FOLDERS[system]}/{name}"


def summary(encounter: Encounter) -> Summary:
    """Return what a list says of an encounter fetched with its lines."""
    return _GAMES[encounter.system].summary(encounter)


def encounter_context(
    encounter: Encounter, *, shared: bool = False, links: Mapping[int, str] = MappingProxyType({})
) -> dict:
    """Return what templates show of an encounter, fetched with `with_documents()`.

    `links` has the addresses of those creatures, by primary key, that the reader may open.
    For a shared page the GM's notes and the names of the party and its PCs are taken off the object itself, so that
    no template can show them by mistake.
    """
    game = _GAMES[encounter.system]
    if shared:
        encounter.notes = ""
    lines = game.line_views(encounter, links, shared=shared)
    return {
        "encounter": encounter,
        "lines": lines,
        "sheets": distinct_sheets(lines),
        "total_count": sum(line.count for line in lines),
        "is_shared": shared,
        "with_notes": bool(encounter.notes) and not shared,
        "words": encounter.words,
        **game.context(encounter, shared=shared),
    }
