"""The PCs that a GM has saved anywhere on the site, for pages that ask which PC does something.

Apps that keep PCs register where to find them; pages ask here, so that neither app has to know the other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Character:
    """A PC with a name: where it is kept (`key`, the same for as long as that place is not changed), and what is known.

    `charisma` is the stat, −4 to 6, None where nobody said.
    """

    key: str
    name: str
    level: int
    charisma: int | None
    party: str


Source = Callable[[object], Iterable[Character]]

_sources: list[Source] = []


def register(source: Source) -> Source:
    """Ask `source(user)` too, for an authenticated user, from now on."""
    if source not in _sources:
        _sources.append(source)
    return source


def characters_of(user) -> list[Character]:
    """The named PCs of `user`'s saved parties in order of party and place; visitors have none."""
    if not user.is_authenticated:
        return []
    return [character for source in _sources for character in source(user)]
