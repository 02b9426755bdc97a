"""What the pages of merchants and outfits do alike: the form with its rows and its search, saving, the bin.

Every button of the form posts to the page's own address. Save stands first in the markup; the others (rows, items
found, a restored draft) show the form again with everything typed still in it and save nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode

from accounts.limits import AccountGoneError
from bestiary.keeping import ACCOUNT_GONE, NoRoomError, keep_new, no_room
from bestiary.meanwhile import last_change, posted_seen, seen
from shop.drafts import NOT_THERE, MerchantDraft, OutfitDraft, ShelfDraft
from shop.models import Item
from shop.shelves import suggest, visible_items

FULL = "No room for more: remove a row first."


@dataclass(frozen=True, slots=True)
class Shelf:
    """What merchants and outfits are called in addresses, templates and messages."""

    noun: str
    draft: type[ShelfDraft]

    def address(self, page: str, *args) -> str:
        return reverse(f"shop:{self.noun}_{page}", args=args)

    def template(self, page: str) -> str:
        return f"shop/{self.noun}_{page}.html"

    @property
    def objects(self):
        return self.draft.model.objects


MERCHANTS = Shelf("merchant", MerchantDraft)
OUTFITS = Shelf("outfit", OutfitDraft)


def picks(request: HttpRequest, shelf: Shelf) -> HttpResponse:
    """Items to add, found by `q`."""
    query = request.POST.get("q", "") or request.GET.get("q", "")
    context = {"suggestions": suggest(request.user, query), "line_url": shelf.address("line")}
    return render(request, "shop/_item_picks.html", context)


def create(request: HttpRequest, shelf: Shelf) -> HttpResponse:
    """A new one; `?item=<uid>` puts that item into it."""
    thing = shelf.draft.model()
    if request.method == "POST":
        return _answer(request, shelf, thing)
    draft = shelf.draft.of(thing)
    wanted = request.GET.get("item")
    if wanted and _add_item(request, draft, wanted)[1]:
        raise Http404
    return _page(request, shelf, draft, thing, is_typed=bool(wanted))


def edit(request: HttpRequest, shelf: Shelf, uid) -> HttpResponse:
    """Change one's own."""
    mine = shelf.objects.editable_by(request.user)
    if request.method == "POST":
        # What was typed must not be lost because another tab put it into the bin meanwhile.
        mine = shelf.objects.owned_by(request.user)
    thing = get_object_or_404(mine.with_lines(), uid=uid)
    if request.method == "POST":
        return _answer(request, shelf, thing)
    return _page(request, shelf, shelf.draft.of(thing), thing, is_typed=False)


def line(request: HttpRequest, shelf: Shelf) -> HttpResponse:
    """For HTMX: the row of an item to add to the form posted, or the raised count of the row that holds it."""
    draft = shelf.draft(request.POST.copy())
    before = set(draft.lines.numbers)
    number, problem = _add_item(request, draft, request.POST.get("add_item", ""))
    draft.look_up(request.user, draft.model())
    added = next((form for form in draft.lines.forms if form.number == number), None)
    if added:
        added.quiet = True
    is_new = bool(added) and number not in before
    context = {"draft": draft, "row": added, "is_new": is_new, "problem": problem}
    response = render(request, "shop/_added_line.html", context, status=422 if problem else 200)
    if not is_new:
        response["HX-Reswap"] = "none"
    if added:
        response["HX-Trigger-After-Settle"] = "line-added"
    return response


def _answer(request: HttpRequest, shelf: Shelf, thing) -> HttpResponse:
    """Do what the pressed button asks: change rows, find items, show the form again, or save."""
    draft = shelf.draft(request.POST.copy())
    problem = _add_item(request, draft, request.POST["add_item"])[1] if "add_item" in request.POST else ""
    pressed = draft.press(request.POST)
    pressed |= draft.refresh(request.POST.get("refresh", ""))
    if pressed or request.POST.keys() & {"add_item", "search", "restore"}:
        return _page(request, shelf, draft, thing, problem=problem)
    if not draft.is_valid():
        return _page(request, shelf, draft, thing, check=True, status=422)
    is_stale = False
    try:
        if thing.pk is None:
            is_saved = draft.resolve(request.user, thing)
            if is_saved:
                thing = keep_new(request, thing, lambda: draft.save(thing, timezone.now()))
        else:
            with transaction.atomic():
                stored = shelf.objects.owned_by(request.user).locked().with_lines().filter(pk=thing.pk).first()
                if stored is None:
                    raise AccountGoneError
                thing = stored
                is_stale = posted_seen(request) != last_change(thing)
                is_saved = not (is_stale or thing.deleted_at) and draft.resolve(request.user, thing)
                if is_saved:
                    draft.save(thing, timezone.now())
    except NoRoomError:
        return _page(request, shelf, draft, thing, problem=no_room(shelf.draft.model), status=422)
    except AccountGoneError:
        return _page(request, shelf, draft, thing, problem=ACCOUNT_GONE, status=409)
    if thing.deleted_at:
        return _page(request, shelf, draft, thing, status=409)
    if is_stale:
        return _page(request, shelf, draft, thing, is_stale=True, status=409)
    if not is_saved:
        return _page(request, shelf, draft, thing, check=True, status=422)
    messages.success(request, f"“{thing.name}” is saved.")
    if request.POST.get("q", "").strip() and request.POST.get("searched") != request.POST["q"]:
        # Without a script, Enter in the search box presses Save: the words are answered beside what is saved now.
        return redirect(f"{shelf.address('edit', thing.uid)}?{urlencode({'q': request.POST['q']})}")
    return redirect(thing)


def _add_item(request: HttpRequest, draft: ShelfDraft, text: str) -> tuple[int | None, str]:
    """Add the item of that id; the number of its row, or None and what is wrong."""
    item: Item | None = visible_items(request.user, [text]).get(text)
    if item is None:
        return None, NOT_THERE
    number = draft.add_item(item)
    return number, FULL if number is None else ""


def _page(
    request: HttpRequest,
    shelf: Shelf,
    draft: ShelfDraft,
    thing,
    *,
    is_typed: bool = True,
    check: bool = False,
    problem: str = "",
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The form's page. `check` shows its messages; `is_typed` says that the page holds unsaved work."""
    draft.look_up(request.user, thing)
    draft.set_defaults()
    if not check:
        draft.quieten()
    query = request.POST.get("q", "") or request.GET.get("q", "")
    context = {
        "draft": draft,
        "form": draft.form,
        "noun": shelf.noun,
        "thing": thing if thing.pk else None,
        "list_url": shelf.address("list"),
        "line_url": shelf.address("line"),
        "picks_url": shelf.address("items"),
        "restore_url": shelf.address("restore", thing.uid) if thing.pk else "",
        "seen": seen(request, thing, is_stale=is_stale),
        "draft_key": f"{shelf.noun}:{thing.uid if thing.pk else 'new'}",
        "is_unsaved": is_typed,
        "is_stale": is_stale,
        "is_wrong": check,
        "problem": problem,
        "suggestions": suggest(request.user, query),
    }
    return render(request, shelf.template("form"), context, status=status)


def delete(request: HttpRequest, shelf: Shelf, uid) -> HttpResponse:
    """Ask, then put it into its owner's bin."""
    thing = get_object_or_404(shelf.objects.editable_by(request.user), uid=uid)
    if request.method == "POST":
        shelf.objects.filter(pk=thing.pk).move_to_bin(timezone.now())
        messages.success(request, f"“{thing.name}” lies in your bin now.")
        return redirect("shop:item_bin")
    return render(request, shelf.template("confirm_delete"), {"thing": thing})


def restore(request: HttpRequest, shelf: Shelf, uid) -> HttpResponse:
    """Take it out of the bin, as it was."""
    thing = get_object_or_404(shelf.objects.binned_by(request.user), uid=uid)
    shelf.objects.filter(pk=thing.pk).restore()
    messages.success(request, f"“{thing.name}” is back.")
    return redirect(thing)
