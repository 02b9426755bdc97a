"""The composer: new, edit, the live page count, adding tables, the print of what is not saved yet.

Every button of the form posts to the page's own address. Save stands first in the markup; the others show the form
again with everything typed still in it and save nothing.
"""

from __future__ import annotations

import re

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template import loader
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from accounts.limits import AccountGoneError
from accounts.models import Paper
from accounts.success import read_success_rule
from bestiary import pdf
from bestiary.keeping import ACCOUNT_GONE, NoRoomError, keep_new, no_room
from bestiary.meanwhile import last_change, posted_seen, seen
from bestiary.rules.worlds_awakening.vocabulary import vocabulary
from encounters.screens.catalogue import GAMES
from encounters.screens.drafts import ScreenDraft
from encounters.screens.models import Screen
from encounters.screens.printing import Print, pages_of

UNNAMED = "GM screen"

_FIELD_ID = re.compile(r"id_[\w-]{1,60}_error", re.ASCII)


@require_http_methods(["GET", "HEAD", "POST"])
def screen_create(request: HttpRequest) -> HttpResponse:
    """A new screen; `?from=two_d12` starts with all tables of that game."""
    screen = Screen(paper=getattr(request.user, "paper", Paper.A4))
    if request.method == "POST":
        return _answer(request, screen)
    draft = ScreenDraft.of(screen)
    if wanted := request.GET.get("from"):
        if wanted not in GAMES:
            raise Http404
        draft.add_tables(f"game:{wanted}")
        draft.data["name"] = f"My {GAMES[wanted].name} screen"
    return _page(request, draft, screen, is_typed=bool(wanted))


@require_http_methods(["GET", "HEAD", "POST"])
def screen_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own screen."""
    screen = get_object_or_404(Screen.objects.editable_by(request.user).with_panels(), uid=uid)
    if request.method == "POST":
        return _answer(request, screen)
    return _page(request, ScreenDraft.of(screen), screen, is_typed=False)


@require_POST
def screen_pages(request: HttpRequest) -> HttpResponse:
    """How many pages the form as it stands takes, laid out as it would be printed; saves nothing.

    It asks neither for the user nor for the session: the words for magic travel in the form. Where the form is
    wrong, which half-typed it always is for a moment, hints go to their fields and the count stays as it was.
    """
    draft = ScreenDraft(request.POST.copy())
    wrong = draft.messages()
    count = count_pages(draft) if draft.has_layout() else None
    context = {"count": count, "oob": True, "hinted": " ".join(wrong)}
    context["hints"] = dict.fromkeys(_hinted(request), "") | wrong
    response = HttpResponse(loader.get_template("encounters/screens/_pages.html").render(context))
    if count is None:
        response["HX-Reswap"] = "none"
    return response


def count_pages(draft: ScreenDraft) -> dict:
    """For a draft that has a layout: its `pages`, each with the titles on it, or the `problem` that kept it back."""
    sheet = _print(draft)
    if not sheet.panels:
        return {"pages": [], "problem": ""}
    try:
        return {"pages": pages_of(sheet.pdf()), "problem": ""}
    except pdf.PdfError as error:
        return {"pages": [], "problem": error.message}


def _print(draft: ScreenDraft) -> Print:
    values = draft.form.cleaned_data
    # Both travel in the form, so that nobody has to ask whose they are.
    words, rule = vocabulary(draft.data.get("words", "")), read_success_rule(draft.data.get("success_rule", ""))
    return Print(
        title=values.get("name") or UNNAMED,
        panels=tuple(draft.shown_panels(words, rule)),
        paper=values["paper"],
        orientation=values["orientation"],
        text_size=values["text_size"],
    )


def _hinted(request: HttpRequest) -> list[str]:
    """The fields that show a hint already: those that are right by now must lose it."""
    return [name for name in request.POST.get("hinted", "").split()[:200] if _FIELD_ID.fullmatch(name)]


@require_POST
def screen_preview_print(request: HttpRequest) -> HttpResponse:
    """The PDF of the form as it stands, saved or not."""
    draft = ScreenDraft(request.POST.copy())
    if not draft.has_layout():
        message = next(iter(draft.messages().values()), "The form cannot be printed yet.")
        return render(request, "print_error.html", {"message": message}, status=422)
    sheet = _print(draft)
    if not sheet.panels:
        return render(request, "print_error.html", {"message": "There is no panel on it yet."}, status=422)
    return sheet.response(request)


@require_POST
def screen_panel(request: HttpRequest) -> HttpResponse:
    """For HTMX: the rows of the tables to add to the form posted."""
    draft = ScreenDraft(request.POST.copy())
    numbers, problem = draft.add_tables(request.POST.get("add_table", ""))
    added = [form for form in draft.panels.forms if form.number in numbers]
    for form in added:
        form.quiet = True
    context = {"draft": draft, "added": added, "problem": problem}
    response = render(request, "encounters/screens/_added_panels.html", context)
    response["HX-Trigger-After-Settle"] = "panels-added"
    return response


def _pickers(draft: ScreenDraft) -> list[dict]:
    """For each game the tables to choose from, each with whether it is on the screen already."""
    present = {form.slug for form in draft.panels.forms}
    return [
        {
            "game": game,
            "tables": [(panel, panel.slug in present) for panel in game.all_panels],
            "is_complete": present.issuperset(panel.slug for panel in game.screen()),
        }
        for game in GAMES.values()
    ]


# --- the page --------------------------------------------------------------------------------------------------------


def _answer(request: HttpRequest, screen: Screen) -> HttpResponse:
    """Do what the pressed button asks: change panels, count pages, show the form again, or save."""
    draft = ScreenDraft(request.POST.copy())
    if "add_table" in request.POST:
        _, problem = draft.add_tables(request.POST["add_table"])
        return _page(request, draft, screen, problem=problem)
    if draft.press(request.POST) or "restore" in request.POST:
        return _page(request, draft, screen)
    if "recalculate" in request.POST:
        return _page(request, draft, screen, check=True, counted=True)
    if not draft.is_valid():
        return _page(request, draft, screen, check=True, status=422)
    is_stale = False
    try:
        if screen.pk is None:
            screen = keep_new(request, screen, lambda: draft.save(screen, timezone.now()))
        else:
            with transaction.atomic():
                screen = get_object_or_404(Screen.objects.editable_by(request.user).locked(), pk=screen.pk)
                is_stale = posted_seen(request) != last_change(screen)
                if not is_stale:
                    draft.save(screen, timezone.now())
    except NoRoomError:
        return _page(request, draft, screen, problem=no_room(Screen), status=422)
    except AccountGoneError:
        return _page(request, draft, screen, problem=ACCOUNT_GONE, status=409)
    if is_stale:
        return _page(request, draft, screen, is_stale=True, status=409)
    messages.success(request, f"“{screen.name}” is saved.")
    return redirect(screen)


def _page(
    request: HttpRequest,
    draft: ScreenDraft,
    screen: Screen,
    *,
    is_typed: bool = True,
    check: bool = False,
    counted: bool = False,
    problem: str = "",
    is_stale: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The composer's page. `check` shows the messages of the form; `counted` lays it out to count its pages."""
    draft.set_defaults()
    count = count_pages(draft) if counted and draft.has_layout() else None
    if not check:
        draft.quieten()
    context = {
        "draft": draft,
        "form": draft.form,
        "pickers": _pickers(draft),
        "screen": screen if screen.pk else None,
        "seen": seen(request, screen, is_stale=is_stale),
        "draft_key": f"screen:{screen.uid if screen.pk else 'new'}",
        "is_unsaved": is_typed,
        "is_stale": is_stale,
        "hinted": " ".join(draft.messages()) if check else "",
        "problems": draft.labelled_errors() if check else [],
        "count": count,
        "problem": problem,
    }
    pdf.warm_up()
    return render(request, "encounters/screens/screen_form.html", context, status=status)
