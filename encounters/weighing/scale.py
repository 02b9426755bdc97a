"""The steps of a scale as pages show them: a word, a shape, and which one it is."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import NamedTuple


class Step(NamedTuple):
    """One step of a scale; `mark` is the shape that stands for it beside the word."""

    level: StrEnum
    mark: str
    is_current: bool


def steps(levels: Iterable[StrEnum], current: StrEnum | None) -> tuple[Step, ...]:
    """The steps from the lightest up; a mark has as many filled diamonds as the step's place on the scale."""
    levels = list(levels)
    return tuple(
        Step(level, "◆" * (place + 1) + "◇" * (len(levels) - place - 1), level is current)
        for place, level in enumerate(levels)
    )
