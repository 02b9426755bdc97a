"""Things that somebody named in an address or pressed a button for, as far as they may see them."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from bestiary.models import Creature
from bestiary.paging import SORTS, first_listed
from bestiary.rules import get_system
from encounters.drafts import LinesDraft, Offer
from encounters.models import Party

SUGGESTIONS = 10


def read_uid(text: str) -> UUID | None:
    """Return the id in `text`, None for anything else."""
    try:
        return UUID(text)
    except (ValueError, AttributeError, TypeError):
        return None


def visible_creature(user, text: str) -> Creature | None:
    """Return the creature of this id with all a snapshot needs; None where `user` may not see it.

    Of whichever game: an encounter takes those of its own alone.
    """
    uid = read_uid(text)
    return Creature.objects.visible_to(user).with_stats().filter(uid=uid).first() if uid else None


def other_game(creature: Creature, system: str) -> str:
    """Say why an encounter of `system` does not take a creature of another game."""
    games = get_system(creature.system).name, get_system(system).name
    return f"{creature.name} belongs to {games[0]}, this encounter to {games[1]}: an encounter is of one game."


def own_party(user, text: str) -> Party | None:
    uid = read_uid(text)
    return Party.objects.editable_by(user).with_members().filter(uid=uid).first() if uid else None


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Creatures found; `has_more` says that further words would narrow it."""

    query: str
    found: tuple[Offer, ...]
    has_more: bool


def suggest(user, query: str, draft: LinesDraft) -> Suggestions:
    """Find creatures that lists offer `user`: by words in alphabetical order, without words the newest."""
    creatures = Creature.objects.of_system(draft.system).select_related("worlds_awakening", "two_d12", "owner")
    order = SORTS["name" if query.strip() else "newest"]
    found = first_listed(creatures.found(query), user, order, SUGGESTIONS + 1)
    return Suggestions(query, tuple(draft.offers(found[:SUGGESTIONS])), len(found) > SUGGESTIONS)
