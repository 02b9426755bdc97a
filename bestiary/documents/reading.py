"""Reading parts of a document that nobody has checked yet; each refusal names its dotted address."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bestiary.rules.errors import RulesError
from bestiary.search import UNSTORABLE


def chosen(row: Mapping, fields: Mapping[str, object]) -> dict:
    """Return these fields of the row, each with its default where the row leaves it out."""
    return {field: row.get(field, default) for field, default in fields.items()}


def as_object(value: object, place: str) -> Mapping:
    if not isinstance(value, Mapping):
        raise RulesError("Here a document has an object with named fields.", place)
    return value


def as_list(row: Mapping, key: str, place: str = "") -> Sequence:
    value = row.get(key, ())
    if not isinstance(value, list | tuple):
        raise RulesError("Here a document has a list.", place or key)
    return value


def as_rows(row: Mapping, key: str, place: str = "") -> Iterator[tuple[Mapping, str]]:
    for number, item in enumerate(as_list(row, key, place)):
        address = f"{place or key}.{number}"
        yield as_object(item, address), address


def check_texts(value: object, place: str) -> None:
    """Refuse characters that no database text can hold, wherever in the document they are."""
    if isinstance(value, str):
        if UNSTORABLE.search(value):
            raise RulesError("This text holds a character that cannot be stored: type it again.", place)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            check_texts(item, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            check_texts(item, f"{place}.{number}")
