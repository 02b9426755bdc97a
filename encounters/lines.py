"""How a creature becomes a line of an encounter: with its document as it is now."""

from __future__ import annotations

from bestiary.comparing import compare
from bestiary.documents import creature_document
from bestiary.models import Creature
from encounters.models import EncounterLine


def line_from_creature(creature: Creature, owner, *, count: int = 1, level: int = 1) -> EncounterLine:
    """Return an unsaved line of `count` copies, for an encounter of `owner` in the creature's game.

    Fetch the creature with `with_stats()` first. The author is named where it is somebody else. `level` is Worlds
    Awakening's: a Foe is as it is.
    """
    line = EncounterLine(
        creature=creature,
        document=creature_document(creature),
        name=creature.name,
        author="" if creature.owner_id == getattr(owner, "pk", None) else creature.owner.display_name,
        count=count,
    )
    if creature.system == "two_d12":
        line.ar_step, line.rank, line.reaches_several = None, creature.two_d12.rank, False
    else:
        line.ar_step, line.level = creature.ar_step, level
        line.reaches_several = any(ability.reaches_several for ability in creature.to_rules().abilities)
    return line


def has_changed(line: EncounterLine, creature: Creature) -> bool:
    """Whether the creature of a line, fetched with `with_stats()`, says anything else than the line's copy of it."""
    return bool(compare(creature_document(creature), line.document))
