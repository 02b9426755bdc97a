"""How a creature becomes a line of an encounter: with its document as it is now."""

from __future__ import annotations

from bestiary.documents import creature_document
from bestiary.models import Creature
from encounters.models import EncounterLine


def line_from_creature(creature: Creature, owner, *, count: int = 1, level: int = 1) -> EncounterLine:
    """Return an unsaved line of `count` copies at `level`, for an encounter of `owner`.

    Fetch the creature with `with_stats()` first. The author is named where it is somebody else.
    """
    rules = creature.to_rules()
    return EncounterLine(
        creature=creature,
        document=creature_document(creature),
        name=creature.name,
        author="" if creature.owner_id == getattr(owner, "pk", None) else creature.owner.display_name,
        ar_step=creature.ar_step,
        reaches_several=any(ability.reaches_several for ability in rules.abilities),
        count=count,
        level=level,
    )
