"""What the cards of a list show."""

from collections.abc import Iterable

from bestiary.bookmarks import bookmarked_among
from bestiary.models import Creature
from bestiary.rules import get_system


def cards(creatures: Iterable[Creature], user) -> list[dict]:
    """A card for each creature, fetched `with_numbers()`: its stat block, and whether `user` bookmarked it."""
    creatures = list(creatures)
    bookmarked = bookmarked_among(creatures, user)
    return [
        {"creature": creature, "block": shown_block(creature), "is_bookmarked": creature.pk in bookmarked}
        for creature in creatures
    ]


def shown_block(creature: Creature):
    """The stat block of a creature at the level its author shows first, or the card of a Foe."""
    return get_system(creature.system).stat_block(creature.to_rules(), creature.level)
