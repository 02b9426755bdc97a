"""Where the names of authors are written down as text: beside copies of their work, in logs, on old versions.

Such a text stays when the thing it came from is gone, and no key leads from it to the account. Apps register their
places here, so that the account page can keep a promise without knowing the apps: a name in any of them is that of
whoever bears it now. When an author changes their name, the places follow, since the old name is free for somebody else
from then on, who must not seem to have made what they did not. When an author leaves, the places say `FORMER_MEMBER`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Model, QuerySet

from accounts.models import User

FORMER_MEMBER = "a former member"
"""What stands for the name of somebody who deleted their account. Nobody can take it: see `names.RESERVED`."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A text field that holds nothing or the name of an author.

    `one` and `many` say what such a row is to somebody else. `owner` is the path to the user where only that user's
    own name can stand in the field: those rows are found by it and go with the account.
    """

    model: type[Model]
    field: str
    one: str = ""
    many: str = ""
    owner: str = ""

    def of(self, user: User) -> QuerySet:
        """The rows in which the name of `user` stands.

        Such fields are indexed where they are not empty, which the condition has to repeat.
        """
        rows = self.model._base_manager.filter(**{self.field: user.username}).exclude(**{self.field: ""})
        return rows.filter(**{self.owner: user}) if self.owner else rows


_mentions: list[Mention] = []


def register(*mentions: Mention) -> None:
    """Keep the names in these fields up to date from now on."""
    _mentions.extend(mention for mention in mentions if mention not in _mentions)


def mentions() -> tuple[Mention, ...]:
    """All that are registered."""
    return tuple(_mentions)


def rewrite(user: User, name: str) -> int:
    """Write `name` wherever that of `user` stands, as `user` has it; returns the number of rows. In a transaction."""
    if user.is_guest:
        return 0  # "Guest" stands for any of them
    return sum(mention.of(user).update(**{mention.field: name}) for mention in _mentions)


def left_with_others(user: User) -> list[str]:
    """What others keep of `user`'s work under the name, in words with numbers: "2 variants"; for a guest nothing."""
    if user.is_guest:
        return []
    counts: dict[tuple[str, str], int] = {}
    for mention in _mentions:
        if not mention.owner:
            words = (mention.one, mention.many)
            counts[words] = counts.get(words, 0) + mention.of(user).count()
    return [f"{count} {one if count == 1 else many}" for (one, many), count in counts.items() if count]
