"""The outfits that a class may be given, wherever on the site outfits are kept.

The app that keeps them registers a source; the bestiary asks here, so that it need not know that app. What a class is
given is a copy: documents of items, which the source can read and price.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Protocol

from bestiary.rules import checks
from bestiary.rules.errors import RulesError


class OutfitSource(Protocol):
    """What the app that keeps outfits does for others. `most_items` is how many one outfit may have."""

    most_items: int

    def outfits_of(self, user) -> Sequence[Mapping]:
        """The outfits of `user`, an authenticated one, by name: {"id", "name", "items": [documents of items]}."""

    def read_item(self, document: object) -> dict:
        """{"name", "about", "effect", "price", "document"} of an item's document, nothing unknown kept of it.

        RulesError at the field that is wrong.
        """

    def addresses(self, user, ids: Iterable[str]) -> Mapping[str, str]:
        """Id → address of those items that `user` may open."""


_sources: list[OutfitSource] = []


def register(source: OutfitSource) -> None:
    """Ask this source from now on; there is one on a site."""
    _sources[:] = [source]


def outfits_of(user) -> Sequence[Mapping]:
    """The outfits of `user` as rows of a class's document; visitors have none."""
    return _sources[0].outfits_of(user) if _sources and user.is_authenticated else ()


def read_items(documents: Sequence, place: str) -> list[dict]:
    """What a class keeps of each item, see `OutfitSource.read_item`. RulesError at `place` and further down."""
    if not _sources:
        raise RulesError("There is no shop here that knows these items.", place)
    checks.at_most(documents, _sources[0].most_items, place, "items of an outfit")
    return [_read_item(document, f"{place}.{number}") for number, document in enumerate(documents)]


def _read_item(document: object, place: str) -> dict:
    try:
        return _sources[0].read_item(document)
    except RulesError as error:
        raise type(error)(error.message, f"{place}.{error.field}" if error.field else place) from error


def addresses(user, ids: Iterable[str]) -> Mapping[str, str]:
    """Id → address of those items that still are where they came from and that `user` may open."""
    return _sources[0].addresses(user, ids) if _sources else {}
