"""What one does with a library: keep a row, find one to insert, bring creatures up to date after an entry changed.

How a row of a creature remembers the entry it came from: by what it says. An entry knows its former wordings
(`LibraryEntry.earlier`), and a row of one's own creature that says one of them, word for word, is a row to update.
Nothing is written beside the row, since a creature is its document: a key there would be lost wherever rows are made
from a document alone (an import, a restored revision, two tabs put together) or would have to stand in what everybody
exports. And what somebody changed after inserting it is theirs by then: no update ever finds, let alone replaces it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from accounts.guests import ensure_user
from accounts.models import User
from bestiary.documents import SavedElsewhereError, creature_document, save_document
from bestiary.documents.library import read_row, save_entry
from bestiary.documents.worlds_awakening import ability_document, attack_document, row_document
from bestiary.models import Ability, Attack, Creature, EntryKind, LibraryEntry
from bestiary.search import read_search
from bestiary.starter_set import Offer, offer, starter, starter_set

# A library is looked through by hand; what nobody can find again need not be kept.
MOST_ENTRIES = 500
MOST_PICKS = 12
# Creatures that one press updates: each is saved whole, with a revision.
MOST_UPDATED = 50

_GROUPS = {EntryKind.ATTACK: "attacks", EntryKind.ABILITY: "abilities"}


class LibraryFull(Exception):
    """There is no room for one more entry; the message says how many there may be."""


# --- keeping ---------------------------------------------------------------------------------------------------------


def keep(request: HttpRequest, kind: str, row: dict, tags: Iterable[str] = ()) -> tuple[LibraryEntry, bool]:
    """Keep a row in the library of whoever asks; returns the entry and whether it is new.

    A row that is there already, word for word, is not kept twice. Raises RulesError for what the rules refuse, and
    LibraryFull.
    """
    rules = read_row(kind, row)
    row = row_document(rules)
    owner = ensure_user(request)
    with transaction.atomic():
        for same in LibraryEntry.objects.editable_by(owner).of_kind(kind).filter(name=rules.name):
            if same.row == row:
                return same, False
        check_room(owner)
        return save_entry(LibraryEntry(owner=owner, kind=kind), row, list(tags)), True


def check_room(owner: User) -> None:
    """Raise LibraryFull unless `owner` may have one more entry; call it in the transaction that makes it."""
    most = settings.GUEST_THINGS if owner.is_guest else MOST_ENTRIES
    # Until the transaction ends, nobody else makes one for them.
    if not User.objects.select_for_update().filter(pk=owner.pk).exists():
        raise LibraryFull("The account was deleted at this moment, and its library with it: nothing was kept.")
    if LibraryEntry.objects.filter(owner=owner).count() >= most:
        sign_up = " Sign up to keep more." if owner.is_guest else ""
        raise LibraryFull(f"Your library is full: it holds at most {most}, those in the bin included.{sign_up}")


# --- finding ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Picker:
    """What a builder offers to insert: one's own first, then the starter set, `MOST_PICKS` at most."""

    query: str
    offers: list[Offer]
    has_more: bool


class Library:
    """What the page of a builder asks of the library while one request is answered.

    The form says in `library_attack_open` whether its picker is open, in `library_attack_find` what is looked for;
    likewise for abilities.
    """

    def __init__(self, request: HttpRequest):
        self.request = request
        # What a button that opens, closes or searches a picker says, by kind; the form says the rest.
        self.turned: dict[str, str] = {}
        # What a button of the library has done, by kind.
        self.notes: dict[str, str] = {}

    def turn(self, kind: str, verb: str) -> None:
        """Open or close a picker, or have it look again."""
        self.turned[kind] = verb

    @cached_property
    def attack_picker(self) -> Picker | None:
        return self._picker(EntryKind.ATTACK)

    @cached_property
    def ability_picker(self) -> Picker | None:
        return self._picker(EntryKind.ABILITY)

    def _picker(self, kind: str) -> Picker | None:
        data = self.request.POST
        verb = self.turned.get(kind)
        if verb == "close" or not (verb or data.get(f"library_{kind}_open")):
            return None
        query = data.get(f"library_{kind}_find", "").strip()
        mine = LibraryEntry.objects.visible_to(self.request.user).of_kind(kind).found(query)
        found = [offer(entry) for entry in mine[: MOST_PICKS + 1]]
        search = read_search(query)
        found += [one for one in starter_set() if one.kind == kind and one.fits(search)]
        return Picker(query, found[:MOST_PICKS], has_more=len(found) > MOST_PICKS)

    def row(self, kind: str, key: str) -> dict | None:
        """Return the row of the entry with that id, one's own or of the starter set; None for any other."""
        try:
            uid = UUID(key)
        except ValueError:
            return None
        if one := starter(uid):
            return one.row if one.kind == kind else None
        entry = LibraryEntry.objects.visible_to(self.request.user).of_kind(kind).filter(uid=uid).first()
        return entry and entry.row

    def keep(self, kind: str, row: dict) -> None:
        """Keep a row as an entry; as `keep`."""
        entry, is_new = keep(self.request, kind, row)
        self.notes[kind] = kept_text(entry, is_new)


def kept_text(entry: LibraryEntry, is_new: bool) -> str:
    """What is said once a row has been kept."""
    return f"“{entry.name}” is in your library{'' if is_new else ' already'}."


# --- bringing creatures up to date -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Use:
    """A creature with rows that say what an entry said before."""

    creature: Creature
    rows: list[dict]


def uses(entry: LibraryEntry) -> list[Use]:
    """Return the creatures of the entry's owner that an update would change, by name; one query."""
    model, document = (Attack, attack_document) if entry.kind == EntryKind.ATTACK else (Ability, ability_document)
    names = {earlier["name"] for earlier in entry.earlier}
    rows = model.objects.filter(name__in=names, creature__owner_id=entry.owner_id, creature__deleted_at=None)
    found: dict[int, Use] = {}
    for row in rows.select_related("creature").order_by("creature__sort_name", "creature_id", "order"):
        if (said := document(row)) in entry.earlier:
            found.setdefault(row.creature_id, Use(row.creature, [])).rows.append(said)
    return list(found.values())


def update(entry: LibraryEntry, uids: Iterable[UUID], now: datetime) -> tuple[list[Creature], list[Creature]]:
    """Write the entry in place of its former wordings in these creatures of its owner, each with a revision.

    Returns the creatures that were changed, and those that somebody saved at this moment and that stay as they are.
    """
    group = _GROUPS[EntryKind(entry.kind)]
    updated, missed = [], []
    for creature in Creature.objects.editable_by(entry.owner).with_stats().filter(uid__in=list(uids)[:MOST_UPDATED]):
        document = creature_document(creature)
        rows = [entry.row if row in entry.earlier else row for row in document.get(group, [])]
        if rows == document.get(group, []):
            continue
        try:
            save_document(creature, {**document, group: rows}, now=now)
        except SavedElsewhereError:
            missed.append(creature)
        else:
            updated.append(creature)
    return updated, missed
