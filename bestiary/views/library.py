"""The library: lists, one entry, keeping rows of creatures, bringing creatures up to date."""

from __future__ import annotations

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import ensure_user
from bestiary.documents import SavedElsewhereError
from bestiary.documents.library import read_row, save_entry
from bestiary.documents.worlds_awakening import ability_document, attack_document
from bestiary.forms.library import ENTRY_FORMS, EntryForm, LibraryFilters, entry_form
from bestiary.library import MOST_ENTRIES, MOST_UPDATED, LibraryFull, check_room, keep, kept_text, update, uses
from bestiary.models import Creature, EntryKind, LibraryEntry
from bestiary.paging import keyset_page, page_address
from bestiary.rules import worlds_awakening as wa
from bestiary.search import facets, read_search
from bestiary.starter_set import offer, starter, starter_set

# --- lists -----------------------------------------------------------------------------------------------------------


@require_safe
def library_list(request: HttpRequest) -> HttpResponse:
    """One's own entries, or with `?set=starter` the starter set; search, filters and page stand in the address."""
    is_starter = request.GET.get("set") == "starter"
    filters = LibraryFilters(request.GET)
    context = {
        "filters": filters,
        "is_starter": is_starter,
        "is_searched": bool(filters.query or filters.is_narrowed),
        "log_in_url": f"{reverse('accounts:login')}?{urlencode({'next': request.path})}",
        "most": MOST_ENTRIES,
        "guest_most": settings.GUEST_THINGS,
    }
    if is_starter:
        search = read_search(filters.query, facets((name, filters.chosen(name)) for name in filters.facet_names))
        context["offers"] = [one for one in starter_set() if one.fits(search)]
    else:
        page = keyset_page(
            filters.narrow(LibraryEntry.objects.visible_to(request.user)),
            filters.order,
            after=request.GET.get("after", ""),
            before=request.GET.get("before", ""),
        )
        context |= {
            "offers": [offer(entry) for entry in page.items],
            "next_url": page_address(request, after=page.next),
            "previous_url": page_address(request, before=page.previous),
        }
    response = render(request, "bestiary/library/list.html", context)
    if request.htmx:
        response["HX-Push-Url"] = request.path + page_address(request)
    return response


@require_safe
def library_bin(request: HttpRequest) -> HttpResponse:
    """What one deleted, the latest first, to be taken back."""
    return render(request, "bestiary/library/bin.html", {"entries": LibraryEntry.objects.binned_by(request.user)})


# --- one entry -------------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def library_create(request: HttpRequest, kind: str) -> HttpResponse:
    """A new attack or ability of one's library."""
    if kind not in EntryKind.values:
        raise Http404
    if request.method != "POST":
        return _form_page(request, kind, entry_form(kind))
    form = ENTRY_FORMS[EntryKind(kind)](request.POST)
    if "restore" in request.POST:
        return _form_page(request, kind, form.as_typed())
    if not form.is_valid():
        return _form_page(request, kind, form, status=422)
    try:
        with transaction.atomic():
            owner = ensure_user(request)
            check_room(owner)
            entry = save_entry(LibraryEntry(owner=owner, kind=kind), form.document(), form.cleaned_data["tags"])
    except LibraryFull as error:
        form.add_error(None, str(error))
        return _form_page(request, kind, form, status=422)
    messages.success(request, kept_text(entry, is_new=True))
    return redirect("bestiary:library_list")


@require_http_methods(["GET", "HEAD", "POST"])
def library_edit(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Change an entry. Where creatures have it as it was, the next page offers to update them."""
    mine = LibraryEntry.objects.editable_by(request.user)
    if request.method == "POST":
        # What was typed must not be lost because another tab put the entry into the bin meanwhile.
        mine = LibraryEntry.objects.owned_by(request.user)
    entry = get_object_or_404(mine, uid=uid)
    if request.method != "POST":
        return _form_page(request, entry.kind, entry_form(entry.kind, entry.row, entry.tags), entry)
    form = ENTRY_FORMS[EntryKind(entry.kind)](request.POST)
    if "restore" in request.POST:
        return _form_page(request, entry.kind, form.as_typed(), entry)
    if not form.is_valid():
        return _form_page(request, entry.kind, form, entry, status=422)
    try:
        if request.POST.get("revision") != str(entry.revision):
            raise SavedElsewhereError
        save_entry(entry, form.document(), form.cleaned_data["tags"])
    except SavedElsewhereError:
        # The page tells of the revision there is now: saving again from there puts the typed one in its place.
        return _form_page(request, entry.kind, form, get_object_or_404(mine, uid=uid), is_stale=True, status=409)
    messages.success(request, f"“{entry.name}” is saved.")
    return redirect("bestiary:library_update", uid) if uses(entry) else redirect("bestiary:library_list")


def _form_page(
    request: HttpRequest,
    kind: str,
    form: EntryForm,
    entry: LibraryEntry | None = None,
    *,
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    context = {
        "kind": EntryKind(kind),
        "row": form,
        "thing": entry,
        # What was opened: only who has been told of a later save may put theirs in its place.
        "revision": entry and (entry.revision if is_stale else request.POST.get("revision", entry.revision)),
        "restore_url": entry and reverse("bestiary:library_restore", args=[entry.uid]),
        "is_unsaved": request.method == "POST",
        "builder": {"stale": is_stale and entry.deleted_at is None, "is_checked": form.is_bound},
        "errors": form.labelled_errors() if form.is_bound else [],
        "uses": len(uses(entry)) if entry else 0,
        "damage_types": wa.DAMAGE_TYPES,
        "offered_tags": LibraryFilters.offered_tags,
    }
    return render(request, "bestiary/library/form.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def library_delete(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Ask, then put the entry into its owner's bin."""
    entry = get_object_or_404(LibraryEntry.objects.editable_by(request.user), uid=uid)
    if request.method != "POST":
        return render(request, "bestiary/library/confirm_delete.html", {"entry": entry})
    LibraryEntry.objects.filter(pk=entry.pk).move_to_bin(timezone.now())
    messages.success(request, f"“{entry.name}” lies in your bin now.")
    return redirect("bestiary:library_list")


@require_POST
def library_restore(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Take an entry out of the bin, as it was."""
    entry = get_object_or_404(LibraryEntry.objects.binned_by(request.user), uid=uid)
    LibraryEntry.objects.filter(pk=entry.pk).restore()
    messages.success(request, f"“{entry.name}” is back.")
    return redirect("bestiary:library_list")


@require_http_methods(["GET", "HEAD", "POST"])
def library_update(request: HttpRequest, uid: UUID) -> HttpResponse:
    """The creatures that have an entry as it was; those ticked get it as it is now, each with a revision."""
    entry = get_object_or_404(LibraryEntry.objects.editable_by(request.user).select_related("owner"), uid=uid)
    if request.method != "POST":
        return _update_page(request, entry)
    chosen = set(request.POST.getlist("creature"))
    uids = [use.creature.uid for use in uses(entry) if str(use.creature.uid) in chosen]
    if not uids:
        return _update_page(request, entry, "Tick the creatures to update, or leave all of them as they are.", 422)
    updated, missed = update(entry, uids, timezone.now())
    if updated:
        count = f"{len(updated)} creature{'' if len(updated) == 1 else 's'}"
        messages.success(request, f"“{entry.name}” is up to date in {count}. Their revisions keep what was there.")
    if missed:
        names = ", ".join(f"“{creature.name}”" for creature in missed)
        messages.warning(request, f"Left as they are, since they were saved at the same moment: {names}.")
    return redirect("bestiary:library_update", entry.uid) if uses(entry) else redirect("bestiary:library_list")


def _update_page(request: HttpRequest, entry: LibraryEntry, problem: str = "", status: int = 200) -> HttpResponse:
    found = uses(entry)
    context = {
        "offer": offer(entry),
        "entry": entry,
        "uses": [
            {"creature": use.creature, "rows": [read_row(entry.kind, row) for row in use.rows]}
            for use in found[:MOST_UPDATED]
        ],
        "count": len(found),
        "most": MOST_UPDATED,
        "problem": problem,
    }
    return render(request, "bestiary/library/update.html", context, status=status)


# --- keeping ---------------------------------------------------------------------------------------------------------


@require_POST
def library_copy(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Copy an entry of the starter set into one's own library, to be changed there."""
    one = starter(uid)
    if one is None:
        raise Http404
    return _keep(request, one.kind, one.row, one.own_tags, reverse("bestiary:library_list"))


@require_POST
def creature_keep_row(request: HttpRequest, uid: UUID) -> HttpResponse:
    """Keep an attack or ability of a creature that one may see: `row=attack-0`, and its name as the page showed it."""
    creatures = Creature.objects.visible_to(request.user).of_system("worlds_awakening").with_stats()
    creature = get_object_or_404(creatures, uid=uid)
    kind, _, number = request.POST.get("row", "").partition("-")
    rows = {
        EntryKind.ATTACK: [attack_document(row) for row in creature.attacks.all()],
        EntryKind.ABILITY: [ability_document(row) for row in creature.abilities.all()],
    }.get(kind, [])
    row = next((row for place, row in enumerate(rows) if str(place) == number), None)
    if row is None or str(creature.revision) != request.POST.get("revision"):
        messages.warning(request, f"“{creature.name}” has changed meanwhile: look at it again, then keep the row.")
        return redirect(creature)
    return _keep(request, kind, row, [], creature.get_absolute_url())


def _keep(request: HttpRequest, kind: str, row: dict, tags: list[str], back: str) -> HttpResponse:
    try:
        messages.success(request, kept_text(*keep(request, kind, row, tags)))
    except LibraryFull as error:
        messages.warning(request, str(error))
    return redirect(back)
