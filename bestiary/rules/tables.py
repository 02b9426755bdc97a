"""Read-only tables from TOML, each value with the tag that says where it comes from.

A table that holds a value must hold a `source` too. A missing row, an unknown row or an unknown tag stops
the import: better no program than a wrong number.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import Any


class Source(StrEnum):
    """Where a value comes from; `label` is what a game master reads."""

    GUIDE = "guide"
    PUBLISHED = "published"
    INFERRED = "inferred"
    OURS = "ours"

    @property
    def label(self) -> str:
        return _SOURCE_LABELS[self]


_SOURCE_LABELS = {
    Source.GUIDE: "from the guide",
    Source.PUBLISHED: "published by the game",
    Source.INFERRED: "follows from the game's rules",
    Source.OURS: "suggested",
}


class TableError(Exception):
    """A table file that must not be used: a row is missing or unknown, or a source tag is."""


def load_tables(path: Path) -> Mapping[str, Any]:
    """The tables of a TOML file as nested read-only mappings and tuples.

    Raises TableError where a table with values lacks a known `source`.
    """
    with path.open("rb") as file:
        return _frozen(tomllib.load(file), path.name)


def _frozen(node: Any, place: str) -> Any:
    if isinstance(node, dict):
        if any(not _holds_tables(value) for value in node.values()):
            node = {**node, "source": _source(node.get("source"), place)}
        return MappingProxyType({key: _frozen(value, f"{place}: {key}") for key, value in node.items()})
    if isinstance(node, list):
        return tuple(_frozen(item, place) for item in node)
    return node


def _holds_tables(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, list) and bool(value) and isinstance(value[0], dict))


def _source(tag: Any, place: str) -> Source:
    try:
        return Source(tag)
    except ValueError:
        raise TableError(f"{place} has no known source tag: {tag!r}") from None


def rows(table: Mapping[str, Any], name: str, keys: Iterable[Any]) -> Mapping[Any, Any]:
    """The rows of `table[name]` under exactly the given keys, in their order.

    Keys are the members of an enumeration or plain words. Raises TableError when a row is missing or one
    too many.
    """
    if name not in table:
        raise TableError(f"table {name} is missing")
    found, wanted = table[name], list(keys)
    if missing := [str(key) for key in wanted if key not in found]:
        raise TableError(f"table {name} lacks {', '.join(missing)}")
    if unknown := sorted(set(found) - set(wanted)):
        raise TableError(f"table {name} has unknown rows {', '.join(unknown)}")
    return MappingProxyType({key: found[key] for key in wanted})


def spans(table: Mapping[str, Any], name: str, low: int, high: int) -> Sequence[Mapping[str, Any]]:
    """The rows of a list whose `from` … `to` follow on each other from `low` to `high` without a gap.

    Raises TableError for a gap, an overlap or a missing end.
    """
    if name not in table:
        raise TableError(f"table {name} is missing")
    expected = low
    for row in table[name]:
        if row["from"] != expected or row["to"] < row["from"]:
            raise TableError(f"table {name} has a gap or an overlap at {expected}")
        expected = row["to"] + 1
    if expected != high + 1:
        raise TableError(f"table {name} ends at {expected - 1}, not at {high}")
    return table[name]
