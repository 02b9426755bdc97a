"""The haggling desk: one page, one form. Each of its buttons posts all of it, so nothing that was typed is lost."""

from __future__ import annotations

from random import SystemRandom

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests import ensure_user
from bestiary.rules.errors import RulesError
from shop import haggling_log
from shop.desk import Desk
from shop.haggling_log import MOST_EVENTS, Log, LogFullError, LogMovedOnError, changing, read_log
from shop.models import HaggleEvent, HaggleKind
from shop.rules import roll_natural

LOG_SHOWN = 40
MOVED_ON = (
    "The log has moved on since you opened this page: in another tab, or by a second click. "
    "Nothing was done; look at the log and decide again."
)
FULL = (
    f"The log is full: it holds at most {MOST_EVENTS:,} lines, and nothing was done. "
    "Undo lines that are no longer needed; what comes next takes their place."
)

_dice = SystemRandom()


@require_http_methods(["GET", "HEAD", "POST"])
def haggling_desk(request: HttpRequest) -> HttpResponse:
    """Choose, see the prices, roll; the log with undo, redo and new days. The address holds what is chosen."""
    if request.method != "POST":
        return _page(request, Desk(request.user, request.GET), read_log(request.user))
    desk, post = Desk(request.user, request.POST), request.POST
    if "roll" in post or "use_roll" in post:
        return _attempt(request, desk, rolled="roll" in post)
    for button, act in (("new_day", _new_day), ("undo", _undo), ("redo", _redo), ("take", _take)):
        if button in post:
            return _change(request, desk, act)
    return _page(request, desk, read_log(request.user))


@require_POST
def haggling_prices(request: HttpRequest) -> HttpResponse:
    """For HTMX: the prices of the desk as it stands."""
    desk = Desk(request.user, request.POST)
    state = read_log(request.user).state
    context = {"desk": desk, "refusal": desk.refusal(state), "agreed": desk.agreed(state), "spoken": bool(desk.goods)}
    return render(request, "shop/_desk_prices.html", context)


@require_POST
def haggling_items(request: HttpRequest) -> HttpResponse:
    """For HTMX: the goods to choose from, for the merchant chosen and the words typed."""
    response = render(request, "shop/_desk_goods.html", {"desk": Desk(request.user, request.POST)})
    response["HX-Trigger-After-Settle"] = "goods-changed"
    return response


def _attempt(request: HttpRequest, desk: Desk, *, rolled: bool) -> HttpResponse:
    """One attempt, if it is allowed: the die is rolled in the transaction that asks the log."""
    if not desk.is_valid(typed_roll=not rolled):
        return _page(request, desk, read_log(request.user), check=True, status=422)
    try:
        with changing(ensure_user(request), request.POST.get("seen", "")) as log:
            roll = roll_natural(_dice) if rolled else desk.typed_roll
            desk.check(log.state)
            event = haggling_log.add(log, desk.attempt(request.user, roll, rolled=rolled))
    except LogMovedOnError:
        return _page(request, desk, read_log(request.user), problem=MOVED_ON, status=409)
    except LogFullError:
        return _page(request, desk, read_log(request.user), problem=FULL, status=422)
    except RulesError as error:
        desk.refuse(error)
        return _page(request, desk, read_log(request.user), check=True, status=422)
    return _to_desk(desk, event)


def _change(request: HttpRequest, desk: Desk, act) -> HttpResponse:
    """Do what a button of the log says, if the log is what the page had shown."""
    try:
        with changing(ensure_user(request), request.POST.get("seen", "")) as log:
            act(request, log)
    except LogMovedOnError:
        return _page(request, desk, read_log(request.user), problem=MOVED_ON, status=409)
    except LogFullError:
        return _page(request, desk, read_log(request.user), problem=FULL, status=422)
    return _to_desk(desk)


def _new_day(request: HttpRequest, log: Log) -> None:
    haggling_log.add(log, HaggleEvent(owner=request.user, kind=HaggleKind.NEW_DAY))
    messages.success(request, f"Day {log.state.day + 1} begins: every merchant talks about prices again.")


def _undo(request: HttpRequest, log: Log) -> None:
    event, put_back = haggling_log.undo(log, timezone.now())
    if event:
        back = f" {event.item_name} is back in the stock." if put_back else ""
        messages.success(request, f"Undone: {event}.{back}")


def _redo(request: HttpRequest, log: Log) -> None:
    if event := haggling_log.redo(log):
        messages.success(request, f"Redone: {event}.")


def _take(request: HttpRequest, log: Log) -> None:
    line = log.line_of(request.POST["take"])
    if line is None or not haggling_log.take_out_of_stock(line, timezone.now()):
        messages.warning(request, "There is none left in the stock: nothing was taken.")
        return
    event = line.event
    messages.success(request, f"One {event.item_name} less in the stock of {event.merchant_name}.")


def _to_desk(desk: Desk, event: HaggleEvent | None = None) -> HttpResponse:
    query = desk.query(**({"done": event.pk} if event else {}))
    place = "#result" if event else "#log"
    return redirect(f"{reverse('shop:haggling_desk')}{f'?{query}' if query else ''}{place}")


def _page(
    request: HttpRequest, desk: Desk, log: Log, *, check: bool = False, problem: str = "", status: int = 200
) -> HttpResponse:
    if not check:
        desk.form.quiet = True
    shown = len(log.lines) if request.GET.get("log") == "all" else LOG_SHOWN
    context = {
        "desk": desk,
        "form": desk.form,
        "log": log,
        "log_lines": log.lines[: -shown - 1 : -1],
        "has_older": len(log.lines) > shown,
        "refusal": desk.refusal(log.state),
        "agreed": desk.agreed(log.state),
        "result": log.line_of(request.GET.get("done", "")),
        "problem": problem,
        "is_wrong": check,
    }
    return render(request, "shop/desk.html", context, status=status)
