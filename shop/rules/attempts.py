"""Who has haggled over what: events in their order, and the state that they add up to.

    events -> replay(events) -> Bargaining -> refusal(…) or after(event)

Only events are kept; the state is computed from them, so undoing the last one is a replay without it.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any
from unicodedata import normalize

from bestiary.rules import checks
from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import LONGEST_NAME
from shop.rules.haggle import Haggle, haggle
from shop.rules.words import Deal


@dataclass(frozen=True, slots=True)
class Attempt:
    """One PC's one attempt at one item with one merchant, with the test that was made.

    `merchant` and `item` are what the caller knows them by, an id or a name, compared as they are. `pc` is an id or a
    name that was typed, compared without regard to capitals and extra spaces. What the test needs is explained at
    `haggle`.
    """

    merchant: str
    pc: str
    item: str
    deal: Deal
    list_price: int
    natural_roll: int
    charisma: int
    difficulty: int
    critical_by_charisma: bool = False

    def __post_init__(self):
        object.__setattr__(self, "deal", checks.known(Deal, self.deal))

    def haggle(self) -> Haggle:
        """The test and its result. RulesError as `haggle` has it."""
        return haggle(
            self.list_price,
            self.deal,
            self.natural_roll,
            self.charisma,
            self.difficulty,
            self.critical_by_charisma,
        )


@dataclass(frozen=True, slots=True)
class NewDay:
    """The GM starts a new day: every merchant talks to everybody again. What was tried stays tried."""


Event = Attempt | NewDay


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: the event, the day it happened on (the new one for NewDay), the result of an attempt."""

    event: Event
    day: int
    result: Haggle | None = None

    @property
    def text(self) -> str:
        return f"Day {self.day} begins" if self.result is None else self.result.text


@dataclass(frozen=True, slots=True)
class Bargaining:
    """What all events so far add up to.

    `tried` holds PC and item of every attempt, for good; `closed` merchant and PC after a critical failure, until a
    new day. PCs stand there as `pc_key` has them.
    """

    day: int = 1
    tried: frozenset[tuple[str, str]] = frozenset()
    closed: frozenset[tuple[str, str]] = frozenset()
    entries: tuple[Entry, ...] = ()

    def refusal(self, merchant: str, pc: str, item: str) -> str:
        """Why that PC may not haggle over that item with that merchant now, or "" when it may."""
        if (merchant, pc_key(pc)) in self.closed:
            return "After a critical failure this merchant refuses to haggle with this PC until a new day."
        if (pc_key(pc), item) in self.tried:
            return "This PC has already haggled over this item: there is one attempt for each item and PC."
        return ""

    def result(self, pc: str, item: str) -> Haggle | None:
        """What that PC's attempt at that item came to, None while there was none."""
        for entry in self.entries:
            event = entry.event
            if entry.result is not None and (pc_key(event.pc), event.item) == (pc_key(pc), item):
                return entry.result
        return None

    def after(self, event: Event) -> "Bargaining":
        """The state after one more event.

        RulesError for an attempt that is refused, at "merchant" or "item", and for one that is no valid test.
        """
        if isinstance(event, NewDay):
            day = self.day + 1
            return replace(self, day=day, closed=frozenset(), entries=(*self.entries, Entry(event, day)))
        for name in ("merchant", "pc", "item"):
            checks.visible_text(getattr(event, name), LONGEST_NAME, name, _NAMES[name])
        key = pc_key(event.pc)
        if refusal := self.refusal(event.merchant, event.pc, event.item):
            raise RulesError(refusal, "merchant" if (event.merchant, key) in self.closed else "item")
        result = event.haggle()
        return replace(
            self,
            tried=self.tried | {(key, event.item)},
            closed=self.closed | {(event.merchant, key)} if result.refuses_for_the_day else self.closed,
            entries=(*self.entries, Entry(event, self.day, result)),
        )


_NAMES = {"merchant": "The merchant", "pc": "The PC", "item": "The item"}


def replay(events: Iterable[Event]) -> Bargaining:
    """The state after all the events in their order; RulesError at "events.3.item" for one that is refused.

    Any beginning of events that can be replayed can be replayed too, so the last one can always be undone.
    """
    state = Bargaining()
    for index, event in enumerate(events):
        try:
            state = state.after(event)
        except RulesError as error:
            raise type(error)(error.message, f"events.{index}.{error.field}") from None
    return state


def pc_key(pc: Any) -> str:
    """A PC as attempts compare it: "Lía ", "lía" and "LÍA" are the same, and so is one with signs that do not show.

    Merchants whose names are typed are compared alike.
    """
    shown = "".join(sign for sign in normalize("NFC", str(pc)) if checks.is_seen(sign) or sign.isspace())
    return " ".join(normalize("NFC", shown).split()).casefold()
