"""How an item becomes a line of a stock or an outfit, and how lines are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from uuid import UUID

from bestiary.paging import SORTS, first_listed
from bestiary.rules.numbers import signed
from shop.documents import item_document, rules_from_document
from shop.models import Item
from shop.models.shelf import ShelfLine
from shop.rules import Equipment, PriceTag, Service, Weapon, price_tag
from shop.rules import Item as RulesItem

SUGGESTIONS = 10


def read_uid(text: str) -> UUID | None:
    """Return the id in `text`, None for anything else."""
    try:
        return UUID(text)
    except (ValueError, AttributeError, TypeError):
        return None


def fill_line(line: ShelfLine, item: Item, owner) -> ShelfLine:
    """Put `item`, as it is now, into `line`, which belongs to something of `owner`; fetch it with `with_texts()`.

    The author is named where it is somebody else.
    """
    line.item = item
    line.document = item_document(item)
    line.name = item.name
    line.author = "" if item.owner_id == getattr(owner, "pk", None) else item.owner.display_name
    line.revision = item.revision
    line.list_price = item.list_price
    return line


def visible_items(user, uids: Iterable[str]) -> dict[str, Item]:
    """Return the items of these ids that `user` may see, by id."""
    wanted = {uid for text in uids if (uid := read_uid(text))}
    if not wanted:
        return {}
    return {str(item.uid): item for item in Item.objects.visible_to(user).with_texts().filter(uid__in=wanted)}


def about(item: RulesItem) -> str:
    """What an item is in one line, without its name: "Weapon, two-handed · STR +2 · 2d8+1 slashing"."""
    if isinstance(item, Weapon):
        hands = ", two-handed" if item.two_handed else ""
        roll = f"{item.stat.label} {signed(item.roll_bonus)}"
        return f"{item.kind.label}{hands} · {roll} · {f'{item.damage.typeset} {item.damage_type}'.strip()}"
    if isinstance(item, Equipment):
        bonuses = ", ".join(f"{bonus.label} {signed(value)}" for bonus, value in item.bonuses)
        return f"{item.kind.label} · {bonuses}" if bonuses else item.kind.label
    return item.kind.label


def effect_text(item: RulesItem) -> str:
    """The text of the item's special effect, "" where it has none."""
    return item.special_effect.text if not isinstance(item, Service) and item.special_effect else ""


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line ready to show: every price of the item as it was when added.

    `url` leads to the item as it is now where the reader may see it; `is_changed` says that it is another one by now.
    """

    line: ShelfLine
    tag: PriceTag
    url: str = ""
    is_changed: bool = False

    @property
    def about(self) -> str:
        return about(self.tag.item)

    @property
    def effect(self) -> str:
        return effect_text(self.tag.item)


def shown_lines(lines: Iterable[ShelfLine], visible: Mapping[str, Item] | None = None) -> tuple[ShownLine, ...]:
    """Return the lines with their prices; `visible` are the items that the reader may open, by id."""
    found = []
    for line in lines:
        item = (visible or {}).get(line.item_key)
        tag = price_tag(rules_from_document(line.document, texts_are_clean=True))
        url = item.get_absolute_url() if item else ""
        found.append(ShownLine(line, tag, url, bool(item) and item.revision != line.revision))
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Items found; `has_more` says that further words would narrow it."""

    query: str
    found: tuple[Item, ...]
    has_more: bool


def suggest(user, query: str) -> Suggestions:
    """Find items that lists offer `user`: by words in alphabetical order, without words the newest."""
    items = Item.objects.select_related("owner").found(query)
    found = first_listed(items, user, SORTS["name" if query.strip() else "newest"], SUGGESTIONS + 1)
    return Suggestions(query, tuple(found)[:SUGGESTIONS], len(found) > SUGGESTIONS)
