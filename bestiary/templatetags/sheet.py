"""What printed sheets need beyond the stat block: boxes to cross off, and a level table split to fit the paper.

Nothing here computes a number of the game; it only decides how much of what fits where.
"""

from dataclasses import dataclass
from fractions import Fraction

from django import template

from bestiary.forms.filters import MOST_COPIES
from bestiary.rules.numbers import signed

register = template.Library()

# Attacks that fit beside the numbers of a level, and in a table of their own, on A4 and Letter.
ATTACKS_BESIDE_NUMBERS = 4
ATTACKS_ALONE = 8

# The level table is set in columns of figures: in the sheet's typeface digits, signs and FIGURE_SPACE are equally wide.
# So many of them make a number's column, and a column of a roll with its damage by how many of those there are.
FIGURE_SPACE = "\N{FIGURE SPACE}"
NUMBER_FIGURES = 6
PAIR_FIGURES_WITH_NUMBERS = {0: 24, 1: 18, 2: 14, 3: 12, 4: 12}
PAIR_FIGURES_ALONE = {5: 18, 6: 15, 7: 12, 8: 11}
ROLL_FIGURES = 4

# Abilities with texts up to so many letters stay in one piece. Longer ones might not fit on any page: they would leave
# a page with nothing but their heading.
LONGEST_KEPT_WHOLE = 2000
LETTERS_PER_LINE = 56

# Up to here hit points are boxes to cross off, beyond it there are lines to write on.
MOST_BOXES = 60
BOXES_PER_ROW = 20
BOXES_PER_GROUP = 5
WRITING_LINES = 2
# So many copies fit beside the numbers of a sheet; more stand below, three in a row.
COPIES_ASIDE = 6

# Millimetres. A copy is its number, then boxes; COPY_WIDTH is that of a full row of them.
LABEL_WIDTH, BOX, PITCH, GROUP_GAP = 3.2, 2.2, 2.65, 0.9
COPY_WIDTH, ROW_PITCH, COPY_GAP, COLUMN_GAP = 58.9, 2.9, 1.2, 2.6
LINE_PITCH = 6.5


@dataclass(frozen=True, slots=True)
class HpBoxes:
    """Places for the hit points of several copies: an SVG path and its texts (x, y, text), all in millimetres."""

    copies: int
    left_out: int
    path: str
    texts: tuple[tuple[float, float, str], ...]
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class AbilityRow:
    """One or two abilities side by side; `kept_whole` when a page end may not cut them."""

    abilities: tuple
    kept_whole: bool


@dataclass(frozen=True, slots=True)
class TablePart:
    """Part of the level table: with the numbers of the creature or without, and with some of its attacks.

    `rows` are levels with their cells, each a text and how many columns it takes; `pair_figures` is how wide a
    column of a roll with its damage is.
    """

    numbers: bool
    attacks: tuple
    pair_figures: int
    rows: tuple


@register.filter
def usual_copies(block):
    """How many copies of a creature a sheet gives places for: the more, the less it is worth by its AR."""
    ratio = block.adversity_ratio.value
    if ratio >= 2:
        return 1
    if ratio == 1:
        return 3
    return 4 if ratio == Fraction(1, 2) else 6


@register.filter
def usual_foes(card):
    """How many copies of a Foe a card gives places for: the more, the less threat there is in one."""
    if card.threat < 1:
        return 6
    if card.threat == 1:
        return 4
    return 2 if card.threat == 2 else 1


@register.filter
def fit_aside(copies):
    """Whether the boxes of so many copies stand beside the numbers of a sheet."""
    return int(copies) <= COPIES_ASIDE


@register.simple_tag
def hp_boxes(max_hp, copies, columns=1):
    """Places to keep the hit points of `copies` creatures in: boxes, or lines where `max_hp` needs too many.

    `max_hp` is a Total, or empty for a creature whose hit points nobody knows.
    """
    count = int(max_hp) if max_hp else 0
    drawn = min(int(copies), MOST_COPIES)
    boxed = 0 < count <= MOST_BOXES
    rows = -(-count // BOXES_PER_ROW) if boxed else WRITING_LINES if count else 1
    step = rows * (ROW_PITCH if boxed else LINE_PITCH) + COPY_GAP
    path, texts = [], []
    for index in range(drawn):
        row, column = divmod(index, columns)
        x, y = column * (COPY_WIDTH + COLUMN_GAP), row * step
        baseline = round(y + (1.9 if boxed else LINE_PITCH - 0.8), 2)
        texts.append((round(x, 2), baseline, str(index + 1)))
        if boxed:
            path += _boxes(x + LABEL_WIDTH, y, count)
        else:
            if count:
                texts.append((round(x + LABEL_WIDTH + 1, 2), baseline, str(count)))
            path += (
                f"M{x + LABEL_WIDTH:.5g} {y + line * LINE_PITCH:.5g}H{x + COPY_WIDTH:.5g}"
                for line in range(1, rows + 1)
            )
    used = min(columns, drawn)
    return HpBoxes(
        copies=drawn,
        left_out=int(copies) - drawn,
        path="".join(path),
        texts=tuple(texts),
        width=round(used * COPY_WIDTH + (used - 1) * COLUMN_GAP, 2),
        height=round(-(-drawn // columns) * step, 2),
    )


def _boxes(left, top, count):
    for index in range(count):
        row, column = divmod(index, BOXES_PER_ROW)
        x = left + column * PITCH + column // BOXES_PER_GROUP * GROUP_GAP
        yield f"M{x:.5g} {top + row * ROW_PITCH:.5g}h{BOX}v{BOX}h-{BOX}z"


@register.filter
def in_rows(abilities):
    """The abilities two and two, the last one alone when their number is odd."""
    abilities = tuple(abilities)
    pairs = (abilities[start : start + 2] for start in range(0, len(abilities), 2))
    return tuple(AbilityRow(pair, max(map(_length, pair)) <= LONGEST_KEPT_WHOLE) for pair in pairs)


def _length(ability):
    """How much room the texts of an ability take, in letters; a line's end takes that of half a line."""
    texts = [ability.text, *(upgrade.text for upgrade in ability.upgrades)]
    return sum(len(text) + LETTERS_PER_LINE // 2 * (1 + text.count("\n")) for text in texts)


@register.simple_tag
def level_tables(table):
    """The level table as one part that fits the paper's width, or several when there are many attacks.

    Columns of a kind share one cell in each row, their figures set under each other by figure spaces: laying out a
    cell takes a millisecond, and a cell for each of the eleven columns made a sheet of 20 levels half as slow again.
    """
    rows = tuple(table)
    count = len(rows[0].attacks) if rows else 0
    if count <= ATTACKS_BESIDE_NUMBERS:
        return (_part(rows, slice(0, count), PAIR_FIGURES_WITH_NUMBERS[count], numbers=True),)
    each = -(-count // -(-count // ATTACKS_ALONE))
    return (
        _part(rows, slice(0, 0), PAIR_FIGURES_WITH_NUMBERS[0], numbers=True),
        *(
            _part(rows, slice(start, start + each), PAIR_FIGURES_ALONE[each], numbers=False)
            for start in range(0, count, each)
        ),
    )


def _part(rows, chosen, figures, *, numbers):
    attacks = tuple(line.attack for line in rows[0].attacks[chosen]) if rows else ()
    return TablePart(numbers, attacks, figures, tuple((row, _cells(row, chosen, figures, numbers)) for row in rows))


def _cells(row, chosen, figures, numbers):
    cells = []
    if numbers:
        damage = row.base_damage
        cells.append(_numbers(row.max_hp, row.physical_defence, row.magical_defence))
        kinds = ((row.melee_attack, "melee"), (row.ranged_attack, "ranged"), (row.magical_attack, "magic"))
        cells.append(_pairs(((roll, damage[kind]) for roll, kind in kinds), figures))
    lines = row.attacks[chosen]
    if lines:
        cells.append(_pairs(((line.roll, line.damage) for line in lines), figures))
    return tuple(cells)


def _numbers(*totals):
    return len(totals), "".join(str(total).rjust(NUMBER_FIGURES, FIGURE_SPACE) for total in totals)


def _pairs(pairs, figures):
    """Rolls with their damage; between two columns there is room for one figure at least."""
    texts = [f"{signed(roll.value):{FIGURE_SPACE}<{ROLL_FIGURES}}{damage.typeset}" for roll, damage in pairs]
    gap = FIGURE_SPACE * (1 if figures < 12 else 2)
    return len(texts), "".join((gap + text).ljust(figures, FIGURE_SPACE) for text in texts).rstrip(FIGURE_SPACE)
