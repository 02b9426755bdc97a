"""What a new site is given, kind by kind: each app registers the samples it has, `load_samples` asks them all.

An app that cannot be imported where samples are loaded (the shop) brings its own this way, when it starts.
"""

from __future__ import annotations

import tomllib
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from bestiary.rules.errors import RulesError

# One sample has the same address on every site.
_NAMESPACE = uuid.UUID("6f0e6a5c-3c0b-5b7e-9a51-0f9d5c5f7a11")


@dataclass(frozen=True, slots=True)
class SampleKind:
    """One kind of sample: its files by slug ("item/wick-knife") and what to do with the document of one.

    `check` raises RulesError for what the kind refuses, KeyError for a key that is missing. `make` saves the rows under
    the id that `sample_uid` gives, for an owner, at a time; it too may raise RulesError.
    """

    name: str
    plural: str
    files: Callable[[], Mapping[str, Path]]
    check: Callable[[dict[str, Any]], None]
    make: Callable[[uuid.UUID, dict[str, Any], Any, datetime], None]


_registered: dict[str, SampleKind] = {}


def register_samples(*kinds: SampleKind) -> None:
    """Have `load_samples` load these too, in this order: what others refer to comes first."""
    _registered.update({kind.name: kind for kind in kinds})


def registered_samples() -> tuple[SampleKind, ...]:
    """Every kind that was registered, in order."""
    return tuple(_registered.values())


def sample_uid(slug: str) -> uuid.UUID:
    """The id of a sample, the same on every site."""
    return uuid.uuid5(_NAMESPACE, slug)


def toml_files(folder: Path, kind: str, pattern: str = "*.toml") -> dict[str, Path]:
    """The files of a folder by slug, in the order of their names."""
    return {f"{kind}/{path.stem}": path for path in sorted(folder.glob(pattern))}


def read_toml(path: Path) -> dict[str, Any]:
    """The document in a file."""
    return tomllib.loads(path.read_text(encoding="utf-8"))


def refuse_unknown_keys(row: Mapping[str, Any], known: set[str], field: str = "") -> None:
    """RulesError at `field` for a key that is not known; a misspelt one would otherwise be a lost one."""
    if unknown := sorted(set(row) - known):
        raise RulesError(f"There is no such key: {', '.join(unknown)}.", field)
