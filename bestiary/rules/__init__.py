"""The door to the rules: which game systems there are, and what each makes of a creature at a level."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bestiary.rules import two_d12, worlds_awakening
from bestiary.rules.errors import UnknownChoice
from bestiary.rules.version import digest


@dataclass(frozen=True, slots=True)
class GameSystem:
    """One game: its slug in data and addresses, its name for people, `stat_block(creature, level)`."""

    slug: str
    name: str
    stat_block: Callable[[Any, int], Any]


SYSTEMS: Mapping[str, GameSystem] = MappingProxyType(
    {
        system.slug: system
        for system in (
            GameSystem("worlds_awakening", "Worlds Awakening", worlds_awakening.stat_block),
            GameSystem("two_d12", "2d12 Traits", lambda foe, level: two_d12.foe_card(foe)),
        )
    }
)
"""In the order in which pages name them. A Foe has no level to be shown at: its own is one of its numbers."""


def get_system(slug: str) -> GameSystem:
    """The game system of that slug; UnknownChoice at "system" when there is none."""
    try:
        return SYSTEMS[slug]
    except KeyError:
        raise UnknownChoice(f"The game system must be one of: {', '.join(SYSTEMS)}.", "system") from None


rules_version: str = digest(Path(__file__).parent)
"""Changes whenever a rule or a table does: part of the key of everything cached that the rules computed."""
