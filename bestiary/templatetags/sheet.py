"""What printed sheets need beyond the stat block: boxes to cross off, and a level table split to fit the paper.

Nothing here computes a number of the game; it only decides how much of what fits where.
"""

from dataclasses import dataclass
from fractions import Fraction

from django import template

register = template.Library()

# Attacks that fit beside the seven numbers of a level, and in a table of their own, on A4 and Letter.
ATTACKS_BESIDE_NUMBERS = 4
ATTACKS_ALONE = 8

# Up to here hit points are boxes to cross off, beyond it there is a line to write on.
MOST_BOXES = 60
BOXES_PER_ROW = 20
BOXES_PER_GROUP = 5

# Millimetres: side of a box, from one box to the next, extra space between groups, and from row to row.
BOX, PITCH, GROUP_GAP, ROW_PITCH = 2.2, 2.7, 0.9, 3.2


@dataclass(frozen=True, slots=True)
class HpStrip:
    """The boxes for the hit points of one copy: an SVG path in millimetres, and its size."""

    number: int
    path: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class TablePart:
    """Part of the level table: with the numbers of the creature or without, and with some of its attacks."""

    numbers: bool
    attacks: tuple
    rows: tuple


@register.simple_tag
def hp_copies(block, copies=None):
    """How many copies get a place for their hit points, 1 to 12: the number asked for, or what the AR suggests."""
    if copies:
        return range(1, min(int(copies), 12) + 1)
    ratio = block.adversity_ratio.value
    if ratio >= 2:
        return range(1, 2)
    if ratio == 1:
        return range(1, 4)
    return range(1, 5 if ratio >= Fraction(1, 2) else 7)


@register.simple_tag
def hp_boxes(max_hp):
    """The boxes for `max_hp` hit points (a Total), or None when there are too many to cross off."""
    count = int(max_hp)
    if count > MOST_BOXES:
        return None
    path = []
    for index in range(count):
        row, column = divmod(index, BOXES_PER_ROW)
        x = column * PITCH + column // BOXES_PER_GROUP * GROUP_GAP
        path.append(f"M{x:.4g} {row * ROW_PITCH:.4g}h{BOX}v{BOX}h-{BOX}z")
    rows = -(-count // BOXES_PER_ROW)
    columns = min(count, BOXES_PER_ROW)
    width = columns * PITCH + (columns - 1) // BOXES_PER_GROUP * GROUP_GAP
    return HpStrip(count, "".join(path), round(width, 2), round(rows * ROW_PITCH, 2))


@register.filter
def in_pairs(items):
    """Two and two, the last one alone when the number is odd."""
    items = tuple(items)
    return tuple(items[start : start + 2] for start in range(0, len(items), 2))


@register.simple_tag
def level_tables(table):
    """The level table as one part that fits the paper's width, or several when there are many attacks."""
    rows = tuple(table)
    attacks = rows[0].attacks if rows else ()
    if len(attacks) <= ATTACKS_BESIDE_NUMBERS:
        return (_part(rows, True, 0, len(attacks)),)
    tables = -(-len(attacks) // ATTACKS_ALONE)
    each = -(-len(attacks) // tables)
    return (
        _part(rows, True, 0, 0),
        *(_part(rows, False, start, start + each) for start in range(0, len(attacks), each)),
    )


def _part(rows, numbers, start, end):
    attacks = tuple(line.attack for line in rows[0].attacks[start:end]) if rows else ()
    return TablePart(numbers, attacks, tuple((row, row.attacks[start:end]) for row in rows))
