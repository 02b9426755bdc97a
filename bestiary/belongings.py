"""What the account page needs of the bestiary: everything of a user's, and where the names of authors stand."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from accounts.belongings import CHUNK, Content, Piece, belongings, facts
from accounts.mentions import Mention, register
from accounts.models import User
from bestiary.documents import creature_document
from bestiary.models import Authored, Bookmark, Creature, CreatureBookmark, CreatureDecision, CreatureReport, Report
from bestiary.models import CreatureRevision as Revision

# Said by the document, or made of it for lists and searches.
IN_THE_DOCUMENT = ("uid", "name", "description", "system", "habitat", "family", "level")
FOR_LISTS = ("sort_name", "search_text", "power", "ar_step", "rank_step", "has_portrait")


@belongings(Creature, "creatures")
def creatures_of(user: User) -> Iterator[Piece]:
    """Creatures and Foes, those in the bin too, each with its earlier versions."""
    for creature in Creature.objects.filter(owner=user).with_stats().order_by("id").iterator(CHUNK):
        document = {
            "document": creature_document(creature),
            **facts(creature, *IN_THE_DOCUMENT, *FOR_LISTS),
        }
        yield Piece(creature.name, document, _revisions_of(creature))


def _revisions_of(creature: Creature) -> Iterator[tuple[str, Content]]:
    for revision in Revision.objects.filter(creature=creature).order_by("number").iterator(CHUNK):
        yield f"revision-{revision.number}.json", facts(revision)


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
    Mention(CreatureDecision, "author", "line of the moderators’ log", "lines of the moderators’ log"),
    Mention(CreatureDecision, "moderator", "decision as a moderator", "decisions as a moderator"),
)
