"""What the cards of a list show."""

from collections.abc import Iterable

from bestiary.bookmarks import bookmarked_among
from bestiary.models import Creature
from bestiary.portraits import portraits_among
from bestiary.rules import get_system


def cards(creatures: Iterable[Creature], user) -> list[dict]:
    """A card for each creature, fetched `with_numbers()`: stat block, picture, and whether `user` bookmarked it."""
    creatures = list(creatures)
    bookmarked, portraits = bookmarked_among(creatures, user), portraits_among(creatures)
    return [
        {
            "creature": creature,
            "block": shown_block(creature),
            "portrait": portraits.get(creature.pk),
            "is_bookmarked": creature.pk in bookmarked,
        }
        for creature in creatures
    ]


def shown_block(creature: Creature):
    """The stat block of a creature at the level its author shows first, or the card of a Foe."""
    return get_system(creature.system).stat_block(creature.to_rules(), creature.level)
