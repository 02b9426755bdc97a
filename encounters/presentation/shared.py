"""What pages and prints of every game show of an encounter."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bestiary.rules.errors import RulesError
from encounters.models import Encounter, EncounterLine


@dataclass(frozen=True, slots=True)
class Summary:
    """An encounter as a list shows it. `number` and `mark` stand beside the word, `note` under it; `problem` says
    why there is none.
    """

    encounter: Encounter
    who: str
    css_class: str = ""
    level: str = ""
    mark: str = ""
    number: str = ""
    note: str = ""
    problem: str = ""


def stat_block_of(line: EncounterLine):
    """Return the sheet of the creature as it was when added; None for a quick foe."""
    try:
        return line.stat_block()
    except RulesError:
        # A snapshot from before a rule was tightened: the line still has its name and weight.
        return None


def distinct_sheets(lines: Sequence) -> tuple:
    """Return the lines that have a stat block, each creature at each level once, in order."""
    seen = {}
    for line in lines:
        if line.block:
            seen.setdefault((json.dumps(line.line.document, sort_keys=True), line.line.level), line)
    return tuple(seen.values())
