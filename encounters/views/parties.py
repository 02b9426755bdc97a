"""Saved parties: the list, the form, the way into the bin and back."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.limits import AccountGoneError
from bestiary.keeping import ACCOUNT_GONE, NoRoomError, keep_new, no_room
from bestiary.meanwhile import last_change, posted_seen, seen
from encounters.drafts import PartyDraft
from encounters.models import Party
from encounters.tickets import PartyTicket
from encounters.weighing import levels_text


@require_safe
def party_list(request: HttpRequest) -> HttpResponse:
    """One's own parties by name."""
    parties = Party.objects.editable_by(request.user).with_members()
    cards = [{"party": party, "text": levels_text(PartyTicket.of(party).levels)} for party in parties]
    return render(request, "encounters/party_list.html", {"cards": cards})


@require_http_methods(["GET", "HEAD", "POST"])
def party_create(request: HttpRequest) -> HttpResponse:
    """A new party."""
    return _answer(request, Party())


@require_http_methods(["GET", "HEAD", "POST"])
def party_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own party; encounters that use it follow."""
    return _answer(request, get_object_or_404(Party.objects.editable_by(request.user).with_members(), uid=uid))


def _answer(request: HttpRequest, party: Party) -> HttpResponse:
    if request.method != "POST":
        return _page(request, PartyDraft.of(party), party, is_typed=False)
    draft = PartyDraft(request.POST.copy())
    if draft.press(request.POST) or "restore" in request.POST:
        return _page(request, draft, party)
    if not draft.is_valid():
        return _page(request, draft, party, check=True, status=422)
    is_stale = False
    try:
        if party.pk is None:
            party = keep_new(request, party, lambda: draft.save(party, timezone.now()))
        else:
            with transaction.atomic():
                party = get_object_or_404(Party.objects.editable_by(request.user).locked(), pk=party.pk)
                is_stale = posted_seen(request) != last_change(party)
                if not is_stale:
                    draft.save(party, timezone.now())
    except NoRoomError:
        return _page(request, draft, party, problem=no_room(Party), status=422)
    except AccountGoneError:
        return _page(request, draft, party, problem=ACCOUNT_GONE, status=409)
    if is_stale:
        return _page(request, draft, party, is_stale=True, status=409)
    messages.success(request, f"“{party.name}” is saved.")
    return redirect("encounters:party_list")


def _page(
    request: HttpRequest,
    draft: PartyDraft,
    party: Party,
    *,
    is_typed: bool = True,
    check: bool = False,
    problem: str = "",
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    draft.set_defaults()
    if not check:
        draft.quieten()
    context = {
        "draft": draft,
        "form": draft.form,
        "party": party if party.pk else None,
        "seen": seen(request, party, is_stale=is_stale),
        "draft_key": f"party:{party.uid if party.pk else 'new'}",
        "is_unsaved": is_typed,
        "is_stale": is_stale,
        "problem": problem,
    }
    return render(request, "encounters/party_form.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def party_delete(request: HttpRequest, uid) -> HttpResponse:
    """Ask, then put the party into its owner's bin; encounters that use it keep it."""
    party = get_object_or_404(Party.objects.editable_by(request.user), uid=uid)
    if request.method == "POST":
        Party.objects.filter(pk=party.pk).move_to_bin(timezone.now())
        messages.success(request, f"“{party.name}” lies in your bin now.")
        return redirect("encounters:encounter_bin")
    return render(request, "encounters/party_confirm_delete.html", {"party": party})


@require_POST
def party_restore(request: HttpRequest, uid) -> HttpResponse:
    """Take one's party out of the bin, as it was."""
    party = get_object_or_404(Party.objects.binned_by(request.user), uid=uid)
    Party.objects.filter(pk=party.pk).restore()
    messages.success(request, f"“{party.name}” is back.")
    return redirect("encounters:party_list")
