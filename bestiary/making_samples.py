"""The samples of ancestries and classes: TOML files with the keys of their documents, in `samples`.

A class may name another sample class in `outfits_of` instead of having `outfits`. Loading is `bestiary.sample_kinds`.
"""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any
from uuid import UUID

from bestiary.documents import STAT_KEYS
from bestiary.documents.makings import (
    ancestry_from_document,
    class_from_document,
    lends_outfits,
    save_ancestry,
    save_class,
)
from bestiary.models import DESCRIPTION_LENGTH, Ancestry, CharacterClass, Visibility
from bestiary.rules.checks import visible_text
from bestiary.rules.errors import RulesError
from bestiary.sample_kinds import SampleKind, refuse_unknown_keys, register_samples, sample_uid, toml_files

FOLDER = Path(__file__).parent / "samples"

_SHARED_KEYS = {"name", "modifiers", "description", "tags"}
ANCESTRY_KEYS = _SHARED_KEYS | {"adaptability", "innate_abilities"}
CLASS_KEYS = _SHARED_KEYS | {"magic_stat", "outfits", "outfits_of"}
ABILITY_KEYS = {"name", "text", "limit_kind", "limit_count"}
OUTFIT_KEYS = {"name", "items"}


def ancestry_files() -> dict[str, Path]:
    return toml_files(FOLDER / "ancestries", "ancestry")


def class_files() -> dict[str, Path]:
    """The files of classes, those last that have the outfits of another one."""
    files = toml_files(FOLDER / "classes", "class")
    borrows = {slug: "\noutfits_of" in path.read_text(encoding="utf-8") for slug, path in files.items()}
    return dict(sorted(files.items(), key=lambda entry: borrows[entry[0]]))


def check_ancestry(document: dict[str, Any]) -> None:
    """RulesError for what breaks a hard limit and for keys that an ancestry does not have."""
    _check_shared(document, ANCESTRY_KEYS)
    document["adaptability"]  # missing: KeyError
    for index, row in enumerate(document["innate_abilities"]):
        refuse_unknown_keys(row, ABILITY_KEYS, f"innate_abilities.{index}")
    ancestry_from_document(document)


def check_class(document: dict[str, Any]) -> None:
    """RulesError for what breaks a hard limit, for unknown keys, and for outfits of a class that is no sample."""
    _check_shared(document, CLASS_KEYS)
    document["magic_stat"]  # missing: KeyError
    lender = document.get("outfits_of")
    if lender is not None and f"class/{lender}" not in class_files():
        raise RulesError(f"There is no sample class “{lender}”.", "outfits_of")
    if lender is not None and document.get("outfits"):
        raise RulesError("Outfits of its own or those of another class, not both.", "outfits")
    for index, row in enumerate(document.get("outfits", ())):
        refuse_unknown_keys(row, OUTFIT_KEYS, f"outfits.{index}")
    class_from_document({**document, "outfits_of": None})


def _check_shared(document: dict[str, Any], keys: set[str]) -> None:
    refuse_unknown_keys(document, keys)
    refuse_unknown_keys(document["modifiers"], set(STAT_KEYS), "modifiers")
    for key in STAT_KEYS:
        document["modifiers"][key]  # missing: KeyError
    document["tags"]  # missing: KeyError
    visible_text(document["description"], DESCRIPTION_LENGTH, "description", "The description")


def make_ancestry(uid: UUID, document: dict[str, Any], owner: Any, now: datetime) -> None:
    """Save the ancestry for everybody to see."""
    save_ancestry(Ancestry(uid=uid, owner=owner, visibility=Visibility.PUBLIC, created=now), document, now=now)


def make_class(uid: UUID, document: dict[str, Any], owner: Any, now: datetime) -> None:
    """Save the class for everybody to see; without outfits where the one that it has them from is gone."""
    lent: dict[str, Any] = {"outfits_of": None}
    if slug := document.get("outfits_of"):
        lenders = CharacterClass.objects.visible_to(owner).with_rows().filter(uid=sample_uid(f"class/{slug}"))
        if lender := lenders.first():
            lent = lends_outfits(lender)
    made = CharacterClass(uid=uid, owner=owner, visibility=Visibility.PUBLIC, created=now)
    save_class(made, {**document, **lent}, now=now)


def register() -> None:
    """Have `load_samples` load these too."""
    register_samples(
        SampleKind("ancestry", "ancestries", ancestry_files, check_ancestry, make_ancestry),
        SampleKind("class", "classes", class_files, check_class, make_class),
    )
