"""The encounter builder: new, edit, the live pane, the search for creatures.

Every button of the form posts to the page's own address. Save stands first in the markup; the others (rows, creatures
found, the +1 and −1 beside the sum, a restored draft) show the form again with everything typed still in it and save
nothing.
"""

from __future__ import annotations

import re

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template import loader
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import AccountGoneError
from bestiary.keeping import ACCOUNT_GONE, NoRoomError, keep_new, no_room
from bestiary.meanwhile import last_change, posted_seen, seen
from bestiary.rules import SYSTEMS
from encounters.drafts import DRAFTS, EncounterDraft, LinesDraft
from encounters.lookups import other_game, own_party, suggest, visible_creature
from encounters.models import Encounter, Party, PartyMode
from encounters.presentation import template_of

FIRST_SYSTEM = "worlds_awakening"
# Under which name a browser keeps the draft of a new encounter.
NEW_DRAFTS = {FIRST_SYSTEM: "new", "two_d12": "new:two_d12"}
NOT_THERE = "This creature is not there, or not yours to see."
FULL = "No room for more: raise a count instead, or remove a row."

_FIELD_ID = re.compile(r"id_[\w-]{1,60}_error", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_create(request: HttpRequest) -> HttpResponse:
    """A new encounter of the game `?system=<slug>`; `?creature=<uid>` puts one of it in and so decides the game,
    `?party=<uid>` takes one of the GM's parties.
    """
    if request.method == "POST":
        return _answer(request, Encounter(system=_posted_system(request)))
    encounter = Encounter(system=_wanted_system(request))
    if party := request.GET.get("party"):
        encounter.party = own_party(request.user, party)
        if encounter.party is None:
            raise Http404
        encounter.party_mode = PartyMode.SAVED
    return _start(request, encounter)


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own encounter; `?creature=<uid>` adds one of it to the page, not yet saved."""
    encounter = get_object_or_404(Encounter.objects.editable_by(request.user).with_lines(), uid=uid)
    if request.method == "POST":
        return _answer(request, encounter)
    return _start(request, encounter)


@require_POST
def encounter_preview(request: HttpRequest) -> HttpResponse:
    """The calibration or the threat of the form as it stands; saves nothing.

    A pure function of the form: it asks neither for the user nor for the session nor for the database, since rows
    and saved parties carry signed tickets. Where the form is wrong the answer is 422: hints go to their fields, the
    numbers stay as they are.
    """
    draft = _posted_draft(request)
    weighing = draft.weigh()
    wrong = draft.messages()
    context = {"weighing": weighing, "can_change": True, "oob": True, "hinted": " ".join(wrong)}
    context["hints"] = dict.fromkeys(_hinted(request), "") | wrong
    pane = loader.get_template(_template(draft, "_preview.html")).render(context)
    response = HttpResponse(pane, status=200 if weighing else 422)
    if weighing is None:
        response["HX-Reswap"] = "none"
    return response


def _hinted(request: HttpRequest) -> list[str]:
    """The fields that show a hint already: those that are right by now must lose it."""
    return [name for name in request.POST.get("hinted", "").split()[:200] if _FIELD_ID.fullmatch(name)]


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_creatures(request: HttpRequest) -> HttpResponse:
    """Creatures to add, found by `q`; with the builder's form posted along, what one of each would do."""
    draft = _posted_draft(request)
    query = request.POST.get("q", "") or request.GET.get("q", "")
    context = {"suggestions": suggest(request.user, query, draft), "system": draft.system}
    return render(request, "encounters/_creatures.html", context)


@require_POST
def encounter_line(request: HttpRequest) -> HttpResponse:
    """For HTMX: the row of a creature to add to the form posted, or the raised count of the row that holds it."""
    draft = _posted_draft(request)
    before = set(draft.lines.numbers)
    number, problem = _add_creature(request, draft, request.POST.get("add_creature", ""))
    added = next((form for form in draft.lines.forms if form.number == number), None)
    if added:
        added.quiet = True
    context = {"draft": draft, "row": added, "is_new": number not in before, "problem": problem}
    context["line_template"] = _template(draft, "_line.html")
    response = render(request, "encounters/_added_line.html", context, status=422 if problem else 200)
    if problem or number in before:
        response["HX-Reswap"] = "none"
    if added:
        response["HX-Trigger-After-Settle"] = "line-added"
    return response


# --- the page --------------------------------------------------------------------------------------------------------


def _wanted_system(request: HttpRequest) -> str:
    """The game of a new encounter; that of the creature it starts with, if there is one."""
    if wanted := request.GET.get("creature"):
        creature = visible_creature(request.user, wanted)
        if creature is None:
            raise Http404
        return creature.system
    system = request.GET.get("system", FIRST_SYSTEM)
    if system not in DRAFTS:
        raise Http404
    return system


def _posted_system(request: HttpRequest) -> str:
    """The game that the form says it is of."""
    system = request.POST.get("system", "")
    return system if system in DRAFTS else FIRST_SYSTEM


def _posted_draft(request: HttpRequest) -> LinesDraft:
    return DRAFTS[_posted_system(request)](request.POST.copy())


def _template(draft: LinesDraft, name: str) -> str:
    return template_of(draft.system, name)


def _start(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    """The page as it opens."""
    draft = DRAFTS[encounter.system].of(encounter)
    wanted, problem = request.GET.get("creature"), ""
    if wanted:
        problem = _add_creature(request, draft, wanted)[1]
        if problem == NOT_THERE:
            raise Http404
    return _page(request, draft, encounter, is_typed=bool(wanted) and not problem, problem=problem)


def _answer(request: HttpRequest, encounter: Encounter) -> HttpResponse:
    """Do what the pressed button asks: change rows, find creatures, show the form again, or save."""
    # What a stored encounter is of stays, whatever is posted.
    draft = DRAFTS[encounter.system](request.POST.copy())
    problem = _add_creature(request, draft, request.POST["add_creature"])[1] if "add_creature" in request.POST else ""
    pressed = draft.press(request.POST)
    pressed |= draft.set_count(request.POST.get("change", ""))
    pressed |= draft.set_levels(request.POST.get("set_level", ""))
    if pressed or request.POST.keys() & {"add_creature", "change", "set_level", "search", "recalculate", "restore"}:
        return _page(request, draft, encounter, problem=problem, check="recalculate" in request.POST)
    if not draft.is_valid():
        return _page(request, draft, encounter, check=True, status=422)
    is_stale = False
    try:
        if encounter.pk is None:
            is_saved = draft.resolve(request.user, encounter)
            if is_saved:
                encounter = keep_new(request, encounter, lambda: draft.save(encounter, timezone.now()))
        else:
            with transaction.atomic():
                mine = Encounter.objects.editable_by(request.user).locked().with_lines()
                encounter = get_object_or_404(mine, pk=encounter.pk)
                is_stale = posted_seen(request) != last_change(encounter)
                is_saved = not is_stale and draft.resolve(request.user, encounter)
                if is_saved:
                    draft.save(encounter, timezone.now())
    except NoRoomError:
        return _page(request, draft, encounter, problem=no_room(Encounter), status=422)
    except AccountGoneError:
        return _page(request, draft, encounter, problem=ACCOUNT_GONE, status=409)
    if is_stale:
        return _page(request, draft, encounter, is_stale=True, status=409)
    if not is_saved:
        return _page(request, draft, encounter, check=True, status=422)
    messages.success(request, f"“{encounter.name}” is saved.")
    for line in draft.changed:
        messages.info(request, draft.changed_text(line))
    if request.POST.get("q", "").strip() and request.POST.get("searched") != request.POST["q"]:
        # Without a script, Enter in the search box presses Save: the words are answered beside what is saved now.
        return redirect(reverse("encounters:encounter_edit", args=[encounter.uid], query={"q": request.POST["q"]}))
    return redirect(encounter)


def _add_creature(request: HttpRequest, draft: LinesDraft, text: str) -> tuple[int | None, str]:
    """Add the creature of that id; the number of its row, or None and what is wrong."""
    creature = visible_creature(request.user, text)
    if creature is None:
        return None, NOT_THERE
    if creature.system != draft.system:
        return None, other_game(creature, draft.system)
    number = draft.add_creature(creature, request.user)
    return number, FULL if number is None else ""


def _page(
    request: HttpRequest,
    draft: LinesDraft,
    encounter: Encounter,
    *,
    is_typed: bool = True,
    check: bool = False,
    problem: str = "",
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The builder's page. `check` shows the messages of the form; `is_typed` says that the page holds unsaved work."""
    if isinstance(draft, EncounterDraft):
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
        "seen": seen(request, encounter, is_stale=is_stale),
        "draft_key": f"encounter:{encounter.uid if encounter.pk else NEW_DRAFTS[draft.system]}",
        "is_unsaved": is_typed,
        "is_stale": is_stale,
        "hinted": " ".join(draft.messages()) if check else "",
        "problems": draft.labelled_errors() if check else [],
        "weighing": weighing,
        "can_change": True,
        "suggestions": suggestions,
        "system": draft.system,
        "systems": SYSTEMS.values(),
        "line_template": _template(draft, "_line.html"),
        "problem": problem,
    }
    return render(request, _template(draft, "encounter_form.html"), context, status=status)


def _parties(request: HttpRequest, encounter: Encounter) -> list[Party]:
    """The parties to choose from: one's own, and the one in use though it lies in the bin."""
    parties = list(Party.objects.editable_by(request.user).with_members())
    if encounter.party and encounter.party.deleted_at:
        parties.append(encounter.party)
    return parties
