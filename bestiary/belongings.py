"""What the account page needs of the bestiary: everything of a user's, and where the names of authors stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain

from accounts.belongings import CHUNK, Content, Piece, belongings, facts
from accounts.mentions import Mention, register
from accounts.models import User
from bestiary.documents import creature_document
from bestiary.documents.makings import ancestry_document, class_document
from bestiary.models import (
    STAT_NAMES,
    Ancestry,
    Authored,
    Bookmark,
    CharacterClass,
    Creature,
    CreatureBookmark,
    CreatureDecision,
    CreatureReport,
    LibraryEntry,
    Portrait,
    Report,
)
from bestiary.models import CreatureRevision as Revision
from bestiary.pictures import PAGE
from bestiary.portraits import read_version

# Said by the document, or made of it for lists and searches.
IN_THE_DOCUMENT = ("uid", "name", "description", "system", "habitat", "family", "level")
FOR_LISTS = ("sort_name", "search_text", "power", "ar_step", "rank_step", "has_portrait")
OF_THE_LENDER = ("outfits_of_name", "outfits_of_author", "outfits_of_revision")


@belongings(Creature, "creatures")
def creatures_of(user: User) -> Iterator[Piece]:
    """Creatures and Foes, those in the bin too, each with its earlier versions and the portrait of its page."""
    for creature in Creature.objects.filter(owner=user).with_stats().order_by("id").iterator(CHUNK):
        portrait = Portrait.objects.filter(thing=creature).first() if creature.has_portrait else None
        document = {
            "document": creature_document(creature),
            **facts(creature, *IN_THE_DOCUMENT, *FOR_LISTS),
            "portrait": portrait and facts(portrait, "key"),
        }
        yield Piece(creature.name, document, chain(_picture(portrait), _revisions_of(creature)))


def _picture(portrait: Portrait | None) -> Iterator[tuple[str, Content]]:
    data = portrait and read_version(portrait, PAGE)
    if data:
        yield "portrait.webp", data


def _revisions_of(creature: Creature) -> Iterator[tuple[str, Content]]:
    if creature.revision == 1:
        return  # saved once: most need no query
    for revision in Revision.objects.filter(creature=creature).order_by("number").iterator(CHUNK):
        yield f"revision-{revision.number}.json", facts(revision)


@belongings(Ancestry, "ancestries")
def ancestries_of(user: User) -> Iterator[Piece]:
    """Ancestries, those in the bin too."""
    for ancestry in Ancestry.objects.filter(owner=user).with_rows().order_by("id").iterator(CHUNK):
        rest = facts(ancestry, *IN_THE_DOCUMENT, *FOR_LISTS, *STAT_NAMES, "adaptability")
        yield Piece(ancestry.name, {"document": ancestry_document(ancestry), **rest})


@belongings(CharacterClass, "classes")
def classes_of(user: User) -> Iterator[Piece]:
    """Classes with their outfits, those in the bin too."""
    for character_class in CharacterClass.objects.filter(owner=user).with_rows().order_by("id").iterator(CHUNK):
        rest = facts(character_class, *IN_THE_DOCUMENT, *FOR_LISTS, *STAT_NAMES, "magic_stat", *OF_THE_LENDER)
        yield Piece(character_class.name, {"document": class_document(character_class), **rest})


@belongings(LibraryEntry, "library")
def library_of(user: User) -> Iterator[Piece]:
    """Kept attacks and abilities, those in the bin too."""
    for entry in LibraryEntry.objects.filter(owner=user).order_by("id").iterator(CHUNK):
        yield Piece(entry.name, facts(entry, "sort_name", "searched"))


def bookmarks_of(model: type[Bookmark], user: User) -> Iterator[Piece]:
    """Bookmarks of one model; what was bookmarked is named as long as `user` may open it."""
    for bookmark in model.objects.filter(owner=user).select_related("thing").order_by("id").iterator(CHUNK):
        yield Piece("", {**thing_of(bookmark.thing, user), **facts(bookmark)})


def reports_of(model: type[Report], user: User) -> Iterator[Piece]:
    """Reports of one model that `user` sent."""
    for report in model.objects.filter(owner=user).select_related("thing").order_by("id").iterator(CHUNK):
        yield Piece("", {**thing_of(report.thing, user), **facts(report)})


def thing_of(thing: Authored, user: User) -> dict:
    """The id of a thing, and its name where `user` may know it."""
    is_open = thing.deleted_at is None and thing.held_at is None and thing.visibility != "private"
    return {"id": thing.uid, "name": thing.name if is_open or thing.owner_id == user.pk else ""}


belongings(CreatureBookmark, "bookmarks/creatures", together=True)(partial(bookmarks_of, CreatureBookmark))
belongings(CreatureReport, "reports/creatures", together=True)(partial(reports_of, CreatureReport))

register(
    Mention(Creature, "origin_author", "variant of your creatures", "variants of your creatures"),
    Mention(Creature, "saved_by", owner="owner"),
    Mention(Revision, "saved_by", owner="creature__owner"),
    Mention(Ancestry, "origin_author", "variant of your ancestries", "variants of your ancestries"),
    Mention(CharacterClass, "origin_author", "variant of your classes", "variants of your classes"),
    Mention(CharacterClass, "outfits_of_author", "class with outfits of yours", "classes with outfits of yours"),
    Mention(CreatureDecision, "author", "line of the moderators’ log", "lines of the moderators’ log"),
    Mention(CreatureDecision, "moderator", "decision as a moderator", "decisions as a moderator"),
)
