"""What stands on the shop's prints, and how much of a text fits on one card.

A card to cut out is 63 × 88 mm, nine to a page. What an item does stands on it whole: a special effect too long for
one card goes on to the next, which is cut out and kept with the first. How wide letters are is estimated, rather too
wide than too narrow, since the layout itself happens in another process.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import category, east_asian_width

from django.conf import settings

from bestiary.rules.numbers import signed
from shop.models import Item
from shop.rules import Equipment, PriceTag, Service, Weapon
from shop.rules import Item as RulesItem
from shop.shelves import ShownLine, about, effect_text

STYLESHEET = "print_shop.css"
FIGURE_SPACE = "\N{FIGURE SPACE}"

# --- tables ----------------------------------------------------------------------------------------------------------

# The most figures of a price, and one for the gap: laying out one cell with three prices is three times as quick.
PRICE_FIGURES = 7


@dataclass(frozen=True, slots=True)
class PriceRow:
    """A line of a printed price list: prices under each other by figure spaces."""

    shown: ShownLine

    @property
    def reduced(self) -> str:
        """What a PC pays after a success and a critical success."""
        buy = self.shown.tag.counter.buy
        return _figures(buy.success, buy.critical)

    @property
    def sell(self) -> str:
        """The three prices that a PC is paid."""
        sell = self.shown.tag.counter.sell
        return _figures(sell.standard, sell.success, sell.critical)


def _figures(*prices: object) -> str:
    return "".join(str(price).rjust(PRICE_FIGURES, FIGURE_SPACE) for price in prices)


@dataclass(frozen=True, slots=True)
class Fact:
    """A large number of an item with what it is."""

    label: str
    text: str


def facts(item: RulesItem) -> tuple[Fact, ...]:
    """The numbers one plays with: roll and damage of a weapon, the bonuses of a piece of equipment."""
    if isinstance(item, Weapon):
        damage = item.damage
        return (
            Fact(f"Roll ({item.stat.label})", signed(item.roll_bonus)),
            Fact(f"Damage ({item.damage_type})" if item.damage_type else "Damage", damage.typeset),
        )
    if isinstance(item, Equipment):
        return tuple(Fact(bonus.label, signed(value)) for bonus, value in item.bonuses)
    return ()


def reach(item: RulesItem) -> str:
    """What upgrades may still make of it, in words; "" for a service."""
    if isinstance(item, Service) or (isinstance(item, Equipment) and not item.bonuses):
        return ""
    if isinstance(item, Equipment):
        return f"each bonus {signed(item.limits.bonuses.high)}"
    limits = item.limits
    roll, damage = signed(limits.roll_bonus.high), signed(limits.damage_bonus.high)
    dice = f"{limits.dice.high}d{item.damage.sides}"
    added = f", {item.added_dice} of its dice added already" if item.added_dice else ""
    return f"roll bonus {roll}, damage bonus {damage}, dice {dice}{added}"


# --- cards to cut out ------------------------------------------------------------------------------------------------

PER_ROW, PER_PAGE = 3, 9
CARD_WIDTH, CARD_HEIGHT = 63, 88
POINT = 25.4 / 72
# Inside a card, in points: its width and height less 3 mm on each side.
TEXT_WIDTH = (CARD_WIDTH - 6) / POINT
TEXT_HEIGHT = (CARD_HEIGHT - 6) / POINT

# Sizes of the name by its length, largest first: (estimated width in em up to which it is so large, size, class).
NAME_SIZES = ((20, 13.0, "large"), (40, 10.5, "medium"), (10_000, 8.0, "small"))
NAME_LEADING = 1.1
ABOUT_SIZE, ABOUT_LEADING = 7.0, 1.25
# Sizes of the text, largest first: (size, class).
TEXT_SIZES = ((8.5, "large"), (7.25, "medium"), (6.25, "small"))
TEXT_LEADING = 1.25
HEADING_HEIGHT = 10.0
GAPS = 8.0
# The list price, three lines of prices at the counter, and the gap above them.
PRICES_HEIGHT = 50.0
# A text of very many short lines is set as one paragraph rather than on more cards than these.
MOST_FACES = 6


@dataclass(frozen=True, slots=True)
class CardFace:
    """One card to cut out. `tag` is None on a card that goes on with the text of the one before."""

    name: str
    name_size: str
    about: str
    tag: PriceTag | None
    part: str
    effect: str
    effect_value: int | None
    text_size: str
    description: str
    description_size: str


def card_faces(tag: PriceTag, description: str = "") -> tuple[CardFace, ...]:
    """The card of an item, several where its special effect is too long for one.

    Of the description whole paragraphs are printed, as many as fit below the effect.
    """
    item = tag.item
    card = _Card(item.name or item.kind.label, about(item))
    value = item.special_effect.value if not isinstance(item, Service) and item.special_effect else None
    texts, text_size, free = _spread(effect_text(item), card, value is not None)
    flavour, flavour_size = _fitting(description, free)
    faces = []
    for number, text in enumerate(texts, start=1):
        is_first, part = number == 1, f"{number} of {len(texts)}" if len(texts) > 1 else ""
        faces.append(
            CardFace(
                name=card.name,
                name_size=card.name_size,
                about=card.about if is_first else "",
                tag=tag if is_first else None,
                part=part,
                effect=text,
                effect_value=value if is_first else None,
                text_size=text_size,
                description=flavour if is_first else "",
                description_size=flavour_size,
            )
        )
    return tuple(faces)


@dataclass(frozen=True, slots=True)
class _Card:
    """What stands at the top of every card of an item."""

    name: str
    about: str

    @property
    def name_size(self) -> str:
        return self._size[2]

    @property
    def _size(self) -> tuple[float, float, str]:
        return next(size for size in NAME_SIZES if width(self.name) <= size[0])

    @property
    def room(self) -> float:
        """The height below the name, in points."""
        points = self._size[1]
        return TEXT_HEIGHT - GAPS - len(_broken(self.name, TEXT_WIDTH / points)) * points * NAME_LEADING

    @property
    def room_above_prices(self) -> float:
        """The height between what it is and the prices."""
        about_lines = len(_broken(self.about, TEXT_WIDTH / ABOUT_SIZE))
        return self.room - about_lines * ABOUT_SIZE * ABOUT_LEADING - PRICES_HEIGHT


def _spread(text: str, card: _Card, has_heading: bool) -> tuple[list[str], str, float]:
    """The text cut for as many cards as it needs, its size, and the height in points that is free below it."""
    first = card.room_above_prices - (HEADING_HEIGHT if has_heading else 0)
    for points, size in TEXT_SIZES:
        free = first - len(_lines(text, points)) * points * TEXT_LEADING
        if free >= 0:
            return [text], size, free
    # The first card says "1 of 2" too.
    lines, leading = _lines(text, points), points * TEXT_LEADING
    cut, step = (max(1, int((height - HEADING_HEIGHT) / leading)) for height in (first, card.room))
    if len(lines) > cut + (MOST_FACES - 1) * step:
        lines = _lines(" ".join(text.split()), points)
    parts = [lines[:cut], *(lines[start : start + step] for start in range(cut, len(lines), step))]
    return [_joined(part) for part in parts], size, 0


@dataclass(frozen=True, slots=True)
class CardPage:
    """Up to nine cards, and the path of the cut marks at their corners, in mm from the first one's."""

    faces: tuple[CardFace, ...]

    @property
    def marks(self) -> str:
        rows, columns = -(-len(self.faces) // PER_ROW), min(len(self.faces), PER_ROW)
        corners = ((x * CARD_WIDTH, y * CARD_HEIGHT) for y in range(rows + 1) for x in range(columns + 1))
        return "".join(f"M{x - 2.5} {y}h5M{x} {y - 2.5}v5" for x, y in corners)


def card_pages(cards: Iterable[Sequence[CardFace]]) -> tuple[CardPage, ...]:
    """Pages of the cards in their order."""
    faces = tuple(face for card in cards for face in card)
    return tuple(CardPage(faces[start : start + PER_PAGE]) for start in range(0, len(faces), PER_PAGE))


def width(text: str) -> float:
    """The estimated width of a text in em, rather too much than too little."""
    return sum(_width(character) for character in text)


# The widest of these letters in any of the fonts, in em.
_WIDTHS = {
    **dict.fromkeys(" ", 0.27),
    **dict.fromkeys("iljI|.,:;'!ftrJ()-", 0.42),
    **dict.fromkeys("acesz", 0.53),
    **dict.fromkeys("bdghknopquvxy", 0.58),
    **dict.fromkeys("mw", 0.9),
    **dict.fromkeys("MW@%—…", 1.06),
    **dict.fromkeys("0123456789", 0.62),
}


def _width(character: str) -> float:
    if character in _WIDTHS:
        return _WIDTHS[character]
    if east_asian_width(character) in "WF" or category(character) in ("So", "Sk", "Co", "Cn"):
        return 1.4
    return 0.82


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of a broken text; `end` is what stood there in the text: a space, a line's end, nothing in a word."""

    text: str
    end: str


def _lines(text: str, points: float) -> list[_Line]:
    """The text in lines that surely fit across a card in letters of that size."""
    return _broken(text, TEXT_WIDTH / points)


def _broken(text: str, most: float) -> list[_Line]:
    return [line for paragraph in text.splitlines() for line in _paragraph(paragraph, most)]


def _paragraph(text: str, most: float) -> Iterator[_Line]:
    line, used = "", 0.0
    for word in text.split():
        needed = width(word)
        if line and used + width(" ") + needed > most:
            yield _Line(line, " ")
            line, used = "", 0.0
        while needed > most:
            end = _longest(word, most)
            yield _Line(word[:end], "")
            word = word[end:]
            needed = width(word)
        line, used = (f"{line} {word}", used + width(" ") + needed) if line else (word, needed)
    yield _Line(line, "\n")


def _longest(word: str, most: float) -> int:
    """How many letters of a word fit on a line, one at least."""
    end = 1
    while width(word[: end + 1]) <= most:
        end += 1
    return end


def _joined(lines: Iterable[_Line]) -> str:
    """The text of these lines, to be broken again by the layout."""
    return "".join(line.text + line.end for line in lines).strip()


def _fitting(description: str, height: float) -> tuple[str, str]:
    """The paragraphs that fit into so many points and their size: all of them, or the first ones, whole ones alone."""
    paragraphs = description.replace("\r\n", "\n").split("\n\n")
    for count in range(len(paragraphs), 0, -1):
        for points, size in TEXT_SIZES[:-1]:
            # The gap above each paragraph is less than a line.
            lines = sum(1 + len(_lines(paragraph, points)) for paragraph in paragraphs[:count])
            if lines * points * TEXT_LEADING <= height:
                return "\n\n".join(paragraphs[:count]), size
    return "", ""


# --- what the templates are given ------------------------------------------------------------------------------------


def print_options() -> dict:
    """What `bestiary.pdf` needs beside template and context."""
    return {"assets": {STYLESHEET: (settings.BASE_DIR / "static" / "css" / STYLESHEET).read_bytes()}}


def item_context(item: Item, tag: PriceTag) -> dict:
    """An item's card on a page of its own; fetch the item with `with_texts()`."""
    rules = tag.item
    return {
        "item": item,
        "tag": tag,
        "title": item.name,
        "about": about(rules),
        "facts": facts(rules),
        "effect": None if isinstance(rules, Service) else rules.special_effect,
        "reach": reach(rules),
        "tags": [each.name for each in item.tags.all()],
        "author": item.owner.display_name,
        "upgrades": item.upgrades.all(),
    }


def cards_context(items: Iterable[tuple[PriceTag, str]], title: str) -> dict:
    """Cards to cut out for (price tag, description)."""
    return {"title": title, "pages": card_pages(card_faces(tag, description) for tag, description in items)}


def price_list_context(name: str, place: str, lines: Iterable[ShownLine]) -> dict:
    """A merchant's price list: what the page shows to everybody. The GM's notes are not asked for."""
    return {"title": name, "place": place, "rows": [PriceRow(line) for line in lines]}
