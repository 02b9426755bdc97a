"""Hard limits, each as one small check that names the field and says what is allowed."""

from collections.abc import Sized
from enum import StrEnum
from typing import Any

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.rules.numbers import minus

# NUL is left, which no text may hold and which is refused by name.
_CONTROLS = dict.fromkeys((*range(1, 32), *range(127, 160), 0x2028, 0x2029), " ")


# Letters and marks by their class, and yet blank: fillers, joiners, selectors of a variant.
_FILLERS = frozenset(
    map(
        chr,
        (
            *(0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0),
            *range(0x180B, 0x1810),
            *range(0xFE00, 0xFE10),
            *range(0xE0100, 0xE01F0),
        ),
    )
)


def whole_number(value: Any, low: int, high: int, field: str, name: str) -> int:
    """`value` as it is when it is an int from `low` to `high`; OutOfRange at `field` otherwise."""
    if type(value) is not int or not low <= value <= high:
        raise OutOfRange(f"{name} must be a whole number from {minus(low)} to {minus(high)}.", field)
    return value


def short_text(value: Any, longest: int, field: str, name: str) -> str:
    """`value` as it is when it is a text of at most `longest` characters; it may be empty."""
    if not isinstance(value, str):
        raise RulesError(f"{name} must be a text.", field)
    if len(value) > longest:
        raise OutOfRange(f"{name} may have at most {longest:,} characters; this has {len(value):,}.", field)
    return value


def storable_text(value: str, field: str) -> None:
    """RulesError at `field` for a text with a character that no database text can hold."""
    if any(character == "\0" or "\ud800" <= character <= "\udfff" for character in value):
        raise RulesError("This text holds a character that cannot be stored: type it again.", field)


def visible_text(value: Any, longest: int, field: str, name: str) -> str:
    """Like `short_text`, and at least one character must show on paper."""
    short_text(value, longest, field, name)
    if not shows(value):
        raise RulesError(f"{name} must not be blank.", field)
    return value


def shows(text: str) -> bool:
    """Whether a character of `text` can be seen on paper."""
    return any(is_seen(character) for character in text)


def is_seen(character: str) -> bool:
    """Whether a character leaves a mark on paper, or changes the mark of the one before."""
    return character.isprintable() and not character.isspace() and character not in _FILLERS


def one_line(text: str) -> str:
    """`text` with a blank for every line break and other sign of control but NUL, and none around it."""
    return text.translate(_CONTROLS).strip()


def at_most(items: Sized, most: int, field: str, name: str) -> None:
    """OutOfRange at `field` when there are more than `most` items; `name` is their plural."""
    if len(items) > most:
        raise OutOfRange(f"At most {most} {name} are allowed; these are {len(items)}.", field)


def member(choices: type[StrEnum], value: Any, field: str, name: str) -> StrEnum:
    """`value` as it is when it is a member of `choices`; UnknownChoice at `field` otherwise."""
    if type(value) is not choices:
        allowed = ", ".join(choices)
        raise UnknownChoice(f"{name} must be one of: {allowed}.", field)
    return value


def known(choices: type[StrEnum], value: Any) -> Any:
    """The member that `value` spells, or `value` unchanged for `member` to refuse where its place is known."""
    if type(value) is choices or not isinstance(value, str):
        return value
    return choices._value2member_map_.get(value, value)
