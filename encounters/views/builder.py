"""The encounter builder: new, edit, the live pane, the search for creatures.

Every button of the form posts to the page's own address. Save stands first in the markup; the others (rows, creatures
found, the calibration's +1 and −1, a restored draft) show the form again with everything typed still in it and save
nothing.
"""

from __future__ import annotations

import re

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template import loader
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests import ensure_user
from bestiary.rules.numbers import ratio
from encounters.drafts import EncounterDraft
from encounters.lookups import own_party, suggest, visible_creature
from encounters.models import Encounter, Party, PartyMode

PANE = "encounters/_preview.html"
NOT_THERE = "This creature is not there, or not yours to see."
FULL = "No room for more: raise a count instead, or remove a row."

_FIELD_ID = re.compile(r"id_[\w-]{1,60}_error", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_create(request: HttpRequest) -> HttpResponse:
    """A new encounter; `?creature=<uid>` puts one of it in, `?party=<uid>` takes one of the GM's parties."""
    encounter = Encounter()
    if request.method == "POST":
        return _answer(request, encounter)
    if party := request.GET.get("party"):
        encounter.party = own_party(request.user, party)
        if encounter.party is None:
            raise Http404
        encounter.party_mode = PartyMode.SAVED
    return _start(request, EncounterDraft.of(encounter), encounter)


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own encounter; `?creature=<uid>` adds one of it to the page, not yet saved."""
    encounter = get_object_or_404(Encounter.objects.editable_by(request.user).with_lines(), uid=uid)
    if request.method == "POST":
        return _answer(request, encounter)
    return _start(request, EncounterDraft.of(encounter), encounter)


@require_POST
def encounter_preview(request: HttpRequest) -> HttpResponse:
    """The calibration of the form as it stands; saves nothing.

    A pure function of the form: it asks neither for the user nor for the session nor for the database, since rows
    and saved parties carry signed tickets. Where the form is wrong the answer is 422: hints go to their fields, the
    numbers stay as they are.
    """
    draft = EncounterDraft(request.POST.copy())
    weighing = draft.weigh()
    wrong = draft.messages()
    context = {"weighing": weighing, "can_change": True, "oob": True, "hinted": " ".join(wrong)}
    context["hints"] = dict.fromkeys(_hinted(request), "") | wrong
    response = HttpResponse(loader.get_template(PANE).render(context), status=200 if weighing else 422)
    if weighing is None:
        response["HX-Reswap"] = "none"
    return response


def _hinted(request: HttpRequest) -> list[str]:
    """The fields that show a hint already: those that are right by now must lose it."""
    return [name for name in request.POST.get("hinted", "").split()[:200] if _FIELD_ID.fullmatch(name)]


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_creatures(request: HttpRequest) -> HttpResponse:
    """Creatures to add, found by `q`; with the builder's form posted along, what one of each would do."""
    draft = EncounterDraft(request.POST.copy())
    query = request.POST.get("q", "") or request.GET.get("q", "")
    context = {"suggestions": suggest(request.user, query, draft)}
    return render(request, "encounters/_creatures.html", context)


@require_POST
def encounter_line(request: HttpRequest) -> HttpResponse:
    """For HTMX: the row of a creature to add to the form posted, or the raised count of the row that holds it."""
    draft = EncounterDraft(request.POST.copy())
    before = set(draft.lines.numbers)
    creature = visible_creature(request.user, request.POST.get("add_creature", ""))
    number = draft.add_creature(creature, request.user) if creature else None
    problem = "" if number is not None else FULL if creature else NOT_THERE
    added = next((form for form in draft.lines.forms if form.number == number), None)
    if added:
        added.quiet = True
    context = {"draft": draft, "row": added, "is_new": number not in before, "problem": problem}
    response = render(request, "encounters/_added_line.html", context, status=422 if problem else 200)
    if problem or number in before:
        response["HX-Reswap"] = "none"
    if added:
        response["HX-Trigger-After-Settle"] = "line-added"
    return response


# --- the page --------------------------------------------------------------------------------------------------------


def _start(request: HttpRequest, draft: EncounterDraft, encounter: Encounter) -> HttpResponse:
    """The page as it opens."""
    wanted = request.GET.get("creature")
    if wanted:
        creature = visible_creature(request.user, wanted)
        if creature is None:
            raise Http404
        draft.add_creature(creature, request.user)
    return _page(request, draft, encounter, is_typed=bool(wanted))


def _answer(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    """Do what the pressed button asks: change rows, find creatures, show the form again, or save."""
    draft = EncounterDraft(request.POST.copy())
    problem = _add_creature(request, draft)
    pressed = problem is not None or draft.press(request.POST)
    pressed |= draft.set_count(request.POST.get("change", ""))
    if pressed or request.POST.keys() & {"add_creature", "change", "search", "recalculate", "restore"}:
        return _page(request, draft, encounter, problem=problem or "", check="recalculate" in request.POST)
    if not draft.is_valid() or not draft.resolve(request.user, encounter):
        return _page(request, draft, encounter, check=True, status=422)
    if encounter.pk and request.POST.get("seen") != encounter.updated.isoformat():
        return _page(request, draft, encounter, is_stale=True, status=409)
    is_new = encounter.pk is None
    if is_new:
        encounter.owner = ensure_user(request)
    draft.save(encounter, timezone.now())
    messages.success(request, f"“{encounter.name}” is saved.")
    for line in draft.changed:
        text = f"{line.name} was changed while you worked: its AR is {ratio(line.adversity_ratio)} now."
        messages.info(request, text)
    if request.POST.get("q", "").strip() and request.POST.get("searched") != request.POST["q"]:
        # Without a script, Enter in the search box presses Save: the words are answered beside what is saved now.
        return redirect(reverse("encounters:encounter_edit", args=[encounter.uid], query={"q": request.POST["q"]}))
    return redirect(encounter)


def _add_creature(request: HttpRequest, draft: EncounterDraft) -> str | None:
    """Add the creature whose button was pressed. None when there was none, "" when it worked, or what is wrong."""
    if "add_creature" not in request.POST:
        return None
    creature = visible_creature(request.user, request.POST["add_creature"])
    if creature is None:
        return NOT_THERE
    return FULL if draft.add_creature(creature, request.user) is None else ""


def _page(
    request: HttpRequest,
    draft: EncounterDraft,
    encounter: Encounter,
    *,
    is_typed: bool = True,
    check: bool = False,
    problem: str = "",
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The builder's page. `check` shows the messages of the form; `is_typed` says that the page holds unsaved work."""
    draft.offer_parties(_parties(request, encounter))
    weighing = draft.weigh()
    query = request.POST.get("q", "") or request.GET.get("q", "")
    suggestions = suggest(request.user, query, draft)
    draft.set_defaults()
    if not check:
        draft.quieten()
    context = {
        "draft": draft,
        "form": draft.form,
        "encounter": encounter if encounter.pk else None,
        "seen": encounter.updated.isoformat(),
        "draft_key": f"encounter:{encounter.uid if encounter.pk else 'new'}",
        "is_unsaved": is_typed,
        "is_stale": is_stale,
        "hinted": " ".join(draft.messages()) if check else "",
        "weighing": weighing,
        "can_change": True,
        "suggestions": suggestions,
        "problem": problem,
    }
    return render(request, "encounters/encounter_form.html", context, status=status)


def _parties(request: HttpRequest, encounter: Encounter) -> list[Party]:
    """The parties to choose from: one's own, and the one in use though it lies in the bin."""
    parties = list(Party.objects.editable_by(request.user).with_members())
    if encounter.party and encounter.party.deleted_at:
        parties.append(encounter.party)
    return parties
