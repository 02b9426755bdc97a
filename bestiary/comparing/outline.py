"""What a document consists of, in words for people: its fields, its groups of rows, and how each reads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from bestiary.rules.numbers import minus, signed
from bestiary.rules.worlds_awakening.vocabulary import Vocabulary

Text = Callable[..., str]
"""Called with the reader's words and the values of a field's keys; returns "" for nothing."""


@dataclass(frozen=True, slots=True)
class Field:
    """One thing that a game master decides: one key of a document or row, or several that mean nothing apart."""

    label: str
    keys: tuple[str, ...]
    text: Text

    @property
    def slug(self) -> str:
        return self.keys[0].replace(".", "-")

    def values(self, row: Mapping) -> tuple:
        """Return what stands in a document or a row; None for a key that it lacks."""
        return tuple(_at(row, key) for key in self.keys)

    def same_in(self, one: Mapping, other: Mapping) -> bool:
        """Whether both say the same. "" and None are both nothing; words of a list have no order."""
        return [_plain(value) for value in self.values(one)] == [_plain(value) for value in self.values(other)]

    def copy(self, source: Mapping, target: dict) -> None:
        """Put what stands in `source` into `target`."""
        for key in self.keys:
            *way, last = key.split(".")
            inner = target
            for step in way:
                inner = inner.setdefault(step, {})
            inner[last] = _at(source, key)

    def read(self, row: Mapping, words: Vocabulary) -> str:
        return self.text(words, *self.values(row))


@dataclass(frozen=True, slots=True)
class Rows:
    """A group of rows, "attacks": what one and several are called, its fields, and how a row is named."""

    key: str
    noun: str
    plural: str
    fields: tuple[Field, ...]
    name: Callable[[Mapping], str]

    def of(self, document: Mapping) -> list[dict]:
        return list(document.get(self.key) or ())

    def title(self, row: Mapping) -> str:
        """ "Attack “Claw”"."""
        return f"{self.noun} “{self.name(row)}”"

    def read(self, row: Mapping, words: Vocabulary) -> str:
        """Return the whole row, a field on each line."""
        texts = [(field.label, field.read(row, words)) for field in self.fields]
        return "\n".join(f"{label}: {text}" for label, text in texts if text)


@dataclass(frozen=True, slots=True)
class Outline:
    """All of a game's document, in the order of its form."""

    fields: tuple[Field, ...]
    groups: tuple[Rows, ...]


def _at(row: Mapping, key: str):
    value = row
    for step in key.split("."):
        value = value.get(step) if isinstance(value, Mapping) else None
    return value


def _plain(value):
    if isinstance(value, list | tuple):
        return sorted(map(str, value))
    return None if value in ("", None) else value


# --- how values read ---------------------------------------------------------------------------------------------


def plain(words, value) -> str:
    """A text or a plain number."""
    return "" if value is None else minus(value) if isinstance(value, int) else str(value)


def bonus(words, value) -> str:
    return "" if value is None else signed(value)


def yes_or_no(words, value) -> str:
    return "yes" if value else "no"


def listed(words, values) -> str:
    return ", ".join(values or ())


def unit(name: str) -> Text:
    """A number with its unit."""
    return lambda words, value: "" if value is None else f"{value} {name}"


def choice(labels: Mapping) -> Text:
    """A word from a list, by its label; one that no list has any more as it is stored."""
    return lambda words, value: labels.get(value, value) if value else ""


def labels(enumeration) -> dict[str, str]:
    return {word.value: word.label for word in enumeration}
