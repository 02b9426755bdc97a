"""Makers of library entries, and pages that start no printer."""

import pytest

from bestiary import pdf
from bestiary.documents.library import save_entry
from bestiary.models import EntryKind, LibraryEntry
from tests.factories import ability_document, attack_document


@pytest.fixture(autouse=True)
def _no_worker_for_pages(monkeypatch):
    monkeypatch.setattr(pdf, "warm_up", lambda: None)


@pytest.fixture
def make_attack():
    """Keep an attack: `make_attack(owner, name="Claw")`, with `tags`."""

    def make(owner, tags=(), **fields) -> LibraryEntry:
        return save_entry(LibraryEntry(owner=owner, kind=EntryKind.ATTACK), attack_document(**fields), list(tags))

    return make


@pytest.fixture
def make_ability():
    """Keep an ability, likewise."""

    def make(owner, tags=(), **fields) -> LibraryEntry:
        return save_entry(LibraryEntry(owner=owner, kind=EntryKind.ABILITY), ability_document(**fields), list(tags))

    return make
