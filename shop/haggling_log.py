"""The haggling log of a GM: reading its state, adding to it, undoing and redoing.

Every change happens in a transaction that holds the GM's row, and names the state of the log that its page had shown
(`mark`): of two tabs, or two clicks, the second finds another state and changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import F

from accounts.models import User
from bestiary.rules.errors import RulesError
from shop.models import HaggleEvent, HaggleKind, Merchant, StockLine
from shop.rules import LIMITS, Bargaining, Deal, Haggle


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line of the log: what happened, on which day, with which result.

    `refusal` says why an event does not count: only where two logs became one can that be.
    """

    event: HaggleEvent
    day: int
    result: Haggle | None = None
    refusal: str = ""

    @property
    def is_day(self) -> bool:
        return self.event.kind == HaggleKind.NEW_DAY

    @property
    def is_undone(self) -> bool:
        return self.event.undone_at is not None

    @property
    def can_be_taken(self) -> bool:
        """Whether the item was bought from a stock in which it still stands."""
        event = self.event
        return bool(self.result and event.deal == Deal.BUY and event.line_id and not event.taken)


@dataclass(frozen=True, slots=True)
class Log:
    """All of it: the state, the lines from the first to the last, and those that were undone, in order."""

    state: Bargaining
    lines: tuple[LogLine, ...]
    undone: tuple[HaggleEvent, ...]
    mark: str

    @property
    def last(self) -> HaggleEvent | None:
        """What undoing takes back."""
        return self.lines[-1].event if self.lines else None

    @property
    def next(self) -> HaggleEvent | None:
        """What redoing brings back; nothing that lies before a line which counts."""
        later = [event for event in self.undone if self.last is None or event.pk > self.last.pk]
        return later[0] if later else None

    def line_of(self, number: str) -> LogLine | None:
        """The line of the event with this id."""
        return next((line for line in self.lines if str(line.event.pk) == number), None)


def read_log(user) -> Log:
    """Return the log of `user` in one query: events that were not undone, one after the other, give its state."""
    events = list(HaggleEvent.objects.of(user).select_related("merchant", "line"))
    state, lines, undone = Bargaining(), [], []
    for event in events:
        if event.undone_at:
            undone.append(event)
            continue
        try:
            state = state.after(event.to_rules())
        except RulesError as error:
            lines.append(LogLine(event, state.day, refusal=error.message))
        else:
            lines.append(LogLine(event, state.day, state.entries[-1].result))
    last = events[-1].pk if events else 0
    return Log(state, tuple(lines), tuple(undone), f"{len(lines)}-{len(undone)}-{last}")


MOST_EVENTS = 1_000
"""In the log of one GM, those that are undone left out: all of it is read for every page of the desk."""


class LogMovedOnError(Exception):
    """The log is no longer what the page had shown."""


class LogFullError(Exception):
    """The log has as many events as one may have."""


@contextmanager
def changing(user: User, mark: str) -> Iterator[Log]:
    """Hold the log of `user` until the block ends; LogMovedOnError where it is not in the state `mark`."""
    with transaction.atomic():
        # SQLite's transactions take turns anyway; elsewhere the GM's own row makes them.
        User.objects.select_for_update().get(pk=user.pk)
        log = read_log(user)
        if log.mark != mark:
            raise LogMovedOnError
        yield log


def add(log: Log, event: HaggleEvent) -> HaggleEvent:
    """Write `event` behind the others; what had been undone is gone for good.

    RulesError where it is refused, LogFullError where there is no room for it.
    """
    if len(log.lines) >= MOST_EVENTS:
        raise LogFullError
    log.state.after(event.to_rules())
    HaggleEvent.objects.filter(pk__in=[undone.pk for undone in log.undone]).delete()
    event.save()
    return event


def undo(log: Log, now: datetime) -> tuple[HaggleEvent | None, bool]:
    """Take the last event back, and the item that it had taken out of the stock; (event, whether there was one)."""
    event = log.last
    if event is None:
        return None, False
    put_back = event.taken and _change_stock(event, 1, now)
    HaggleEvent.objects.filter(pk=event.pk).update(undone_at=now, taken=False)
    return event, put_back


def redo(log: Log) -> HaggleEvent | None:
    """Bring the event that was undone last back."""
    event = log.next
    if event is not None:
        HaggleEvent.objects.filter(pk=event.pk).update(undone_at=None)
    return event


def take_out_of_stock(line: LogLine, now: datetime) -> bool:
    """Take what was bought out of the merchant's stock, once; False where none is left."""
    if not line.can_be_taken or not _change_stock(line.event, -1, now):
        return False
    HaggleEvent.objects.filter(pk=line.event.pk).update(taken=True)
    return True


def _change_stock(event: HaggleEvent, by: int, now: datetime) -> bool:
    rows = StockLine.objects.filter(pk=event.line_id, merchant__owner=event.owner_id)
    low, high = LIMITS["stock"].low - min(by, 0), LIMITS["stock"].high - max(by, 0)
    if not rows.filter(count__range=(low, high)).update(count=F("count") + by):
        return False
    # A stock that is being edited in another tab must ask before it writes the old count.
    Merchant.objects.filter(lines=event.line_id).update(updated=now)
    return True
