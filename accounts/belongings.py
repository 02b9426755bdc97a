"""Everything that somebody keeps on this site, for the one file in which they can take it along.

Apps register what they keep for a user, so that `archive` can write it without knowing the apps. A test holds that
every model with an owner is registered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Model

from accounts.models import User

Content = Mapping | bytes
"""What becomes one file: a document, or the bytes of a picture."""

CHUNK = 100
"""Rows that are in memory at a time."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing: its name, its document, and further files that lie in a folder of its own, by their file names."""

    name: str
    document: Mapping
    files: Iterable[tuple[str, Content]] = ()


@dataclass(frozen=True, slots=True)
class Belongings:
    """What one model holds of a user: `read(user)` yields a piece for each row, in bounded memory.

    Each becomes a file in `folder`, or all `together` one file of that name.
    """

    model: type[Model]
    folder: str
    read: Callable[[User], Iterator[Piece]]
    together: bool = False

    @property
    def label(self) -> str:
        """What the rows are called."""
        return str(self.model._meta.verbose_name_plural)


_belongings: list[Belongings] = []


def belongings(model: type[Model], folder: str, *, together: bool = False) -> Callable:
    """Decorate the function that reads what a user has of `model`."""

    def register(read: Callable[[User], Iterator[Piece]]) -> Callable[[User], Iterator[Piece]]:
        _belongings.append(Belongings(model, folder, read, together))
        return read

    return register


def all_belongings() -> tuple[Belongings, ...]:
    """All that are registered."""
    return tuple(_belongings)


def facts(row: Model, *left_out: str) -> dict:
    """The columns of a row by name, without keys of the database and those that are said elsewhere.

    Whatever column a model gets is in the file from then on.
    """
    return {
        field.name: getattr(row, field.attname)
        for field in row._meta.concrete_fields
        if not field.primary_key and not field.is_relation and field.name not in left_out
    }
