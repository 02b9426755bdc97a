"""How an ancestry and a class go together, and what a player may make of both when the character is created.

Every stat of a character stays within −4 to +6. Two modifiers of −2 to +3 cannot leave that by themselves; the free
stat points of both and the points that adaptability moves from one stat to another can, so these are what is checked.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bestiary.rules.checks import whole_number
from bestiary.rules.numbers import minus
from bestiary.rules.total import Term, Total
from bestiary.rules.worlds_awakening.ancestry import HIGHEST_SUM, Ancestry, CharacterClass
from bestiary.rules.worlds_awakening.inputs import STAT_ABBREVIATIONS, Stats
from bestiary.rules.worlds_awakening.tables import LIMITS, MAX_STAT, MIN_STAT, STAT_MEANINGS

MOST_POINTS = MAX_STAT - MIN_STAT
"""Free points that one stat can take at the very most."""
MOST_MOVED = LIMITS["adaptability"].high


@dataclass(frozen=True, slots=True)
class PairedStat:
    """One stat of both together.

    `lowest` and `highest` are what a player can make of it; `takes` is how many of the free points it can take, `gives`
    how many points adaptability can move away from it.
    """

    abbreviation: str
    name: str
    ancestry: int
    character_class: int
    total: Total
    meaning: str
    lowest: int
    highest: int
    takes: int
    gives: int

    @property
    def range_text(self) -> str:
        """ "−1 to 3", or the one value that is possible."""
        return minus(self.lowest) if self.lowest == self.highest else f"{minus(self.lowest)} to {minus(self.highest)}"


@dataclass(frozen=True, slots=True)
class Pair:
    """An ancestry and a class together, before any choice of a player."""

    ancestry: Ancestry
    character_class: CharacterClass
    stats: tuple[PairedStat, ...]
    free_points: Total
    final_sum: int
    """What the six stats of every such character add up to, however the points are spent."""

    @property
    def adaptability(self) -> int:
        return self.ancestry.adaptability

    @property
    def tight(self) -> tuple[PairedStat, ...]:
        """The stats that cannot take every free point, or cannot give as many points as adaptability moves."""
        return tuple(
            stat for stat in self.stats if stat.takes < self.free_points.value or stat.gives < self.adaptability
        )


def pair(ancestry: Ancestry, character_class: CharacterClass) -> Pair:
    """An ancestry and a class added up, with what is possible for each stat. Source: published; sums guide."""
    free = tuple(Term(label, HIGHEST_SUM - part.modifiers.sum) for label, part in _parts(ancestry, character_class))
    points = Total(free, "free points of the ancestry + free points of the class", LIMITS["modifier_sum"].source)
    stats = tuple(_paired(name, ancestry, character_class, points.value) for name in STAT_ABBREVIATIONS)
    return Pair(ancestry, character_class, stats, points, sum(stat.total.value for stat in stats) + points.value)


def _parts(ancestry: Ancestry, character_class: CharacterClass) -> tuple:
    return ("ancestry", ancestry), ("class", character_class)


def _paired(name: str, ancestry: Ancestry, character_class: CharacterClass, free: int) -> PairedStat:
    terms = tuple(Term(label, getattr(part.modifiers, name)) for label, part in _parts(ancestry, character_class))
    total = Total(terms, "modifier of the ancestry + modifier of the class", LIMITS["stat"].source)
    takes = min(free, MAX_STAT - total.value)
    gives = min(ancestry.adaptability, total.value - MIN_STAT)
    return PairedStat(
        abbreviation=STAT_ABBREVIATIONS[name],
        name=name.capitalize(),
        ancestry=terms[0].value,
        character_class=terms[1].value,
        total=total,
        meaning=STAT_MEANINGS[total.value],
        # The other five always have a point to give and room for one: their sums are far from all being at one end.
        lowest=total.value - gives,
        highest=min(MAX_STAT, total.value + free + ancestry.adaptability),
        takes=takes,
        gives=gives,
    )


# ------------------------------------------------------------------------------ what a player chooses


@dataclass(frozen=True, slots=True)
class ChosenStat:
    """A stat with the free points given to it and the points moved to it, or away from it where `moved` is negative."""

    stat: PairedStat
    points: int
    moved: int
    total: Total
    meaning: str
    """"" beyond −4 to +6."""
    problem: str
    """What is wrong with it and what would make it fit; "" when nothing is."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The choices of a player for a pair: does it fit, and if not, what would make it fit.

    `problems` are those of the whole; each stat has its own. `points_left` are free points still to give.
    """

    pair: Pair
    stats: tuple[ChosenStat, ...]
    points_left: int
    moves_left: int
    problems: tuple[str, ...]

    @property
    def fits(self) -> bool:
        """Whether nothing breaks a limit; free points may be left."""
        return not self.problems and not self.wrong_stats

    @property
    def wrong_stats(self) -> tuple[ChosenStat, ...]:
        """The stats beyond −4 to +6."""
        return tuple(stat for stat in self.stats if stat.problem)

    @property
    def is_complete(self) -> bool:
        """Whether it fits and every free point is given. Adaptability need not be used."""
        return self.fits and not self.points_left


def plan(both: Pair, points: Stats, moved: Stats) -> Plan:
    """Check what a player makes of a pair: free points given to stats (0 to 10), points moved between them (−3 to +3).

    OutOfRange at "points.str" or "moved.str" for other numbers. Source: guide and published.
    """
    for (short, given), (_, shift) in zip(points.items(), moved.items(), strict=True):
        whole_number(given, 0, MOST_POINTS, f"points.{short.lower()}", f"The free points on {short}")
        whole_number(shift, -MOST_MOVED, MOST_MOVED, f"moved.{short.lower()}", f"The points moved to {short}")
    points_left = both.free_points.value - points.sum
    into = sum(value for _, value in moved.items() if value > 0)
    moves_left = both.adaptability - into
    totals = [
        _total(stat, given, shift)
        for stat, (_, given), (_, shift) in zip(both.stats, points.items(), moved.items(), strict=True)
    ]
    others = [(stat.abbreviation, total.value) for stat, total in zip(both.stats, totals, strict=True)]
    stats = tuple(
        ChosenStat(
            stat,
            given,
            shift,
            total,
            STAT_MEANINGS.get(total.value, ""),
            _problem(total.value, given, shift, moves_left, others),
        )
        for stat, total, (_, given), (_, shift) in zip(both.stats, totals, points.items(), moved.items(), strict=True)
    )
    problems = (*_too_many_points(points_left, both), *_moves(moved, into, both.adaptability, others))
    return Plan(both, stats, max(0, points_left), max(0, moves_left), problems)


def _total(stat: PairedStat, given: int, shift: int) -> Total:
    chosen = (Term("free points", given), Term("moved", shift))
    terms = (*stat.total.terms, *(term for term in chosen if term.value))
    return Total(terms, "ancestry + class + free points + moved points", LIMITS["stat"].source)


def _problem(value: int, given: int, shift: int, moves_left: int, others: list[tuple[str, int]]) -> str:
    """What is wrong with one stat, and what would make it fit."""
    if value > MAX_STAT:
        over = value - MAX_STAT
        ways = []
        if given:
            ways.append(f"give {_points(min(over, given))} of it to another stat (room: {_room(others)})")
        if shift > 0:
            ways.append(f"move {min(over, shift)} fewer to it")
        elif moves_left > 0:
            ways.append(f"move {min(over, moves_left)} away from it with adaptability")
        return f"{minus(value)} is above {MAX_STAT}: {' or '.join(ways)}."
    if value < MIN_STAT:
        under = MIN_STAT - value
        return f"{minus(value)} is below {minus(MIN_STAT)}: move {under} fewer away from it, or give it a free point."
    return ""


def _too_many_points(points_left: int, both: Pair) -> Iterable[str]:
    if points_left < 0:
        given, free = both.free_points.value - points_left, both.free_points.value
        yield f"{_points(given)} given, but there {'is' if free == 1 else 'are'} {free}: take {-points_left} back."


def _moves(moved: Stats, into: int, adaptability: int, others: list[tuple[str, int]]) -> Iterable[str]:
    away = into - moved.sum
    most = max(into, away)
    if most > adaptability:
        allowed = f"adaptability moves {adaptability} at most" if adaptability else "there are no adaptability points"
        yield f"{_points(most)} moved, but {allowed}: move {most - adaptability} fewer."
    if into > away:
        givers = _named(others, lambda value: value - MIN_STAT)
        yield (
            f"{into} moved to stats, but only {away} away from others: take {into - away} from a stat "
            f"above {minus(MIN_STAT)} ({givers}), or move fewer."
        )
    elif away > into:
        yield (
            f"{away} moved away from stats, but only {into} to others: move {away - into} to a stat with room "
            f"({_room(others)}), or move fewer."
        )


def _points(count: int) -> str:
    return f"{count} point{'' if count == 1 else 's'}"


def _room(others: list[tuple[str, int]]) -> str:
    return _named(others, lambda value: MAX_STAT - value)


def _named(others: list[tuple[str, int]], spare: Callable[[int], int]) -> str:
    """The stats that have something to spare, with how much: "DEX 4, CHA 2"."""
    return ", ".join(f"{short} {spare(value)}" for short, value in others if spare(value) > 0)
