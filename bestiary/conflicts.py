"""Two saves of one thing from pages opened at the same revision: the second one is asked what shall be.

    POST edit, its `revision` no longer the stored one ─→ the conflict page: what was saved meanwhile, what was typed
    POST from there, `seen` still the stored one       ─→ all of mine, all of theirs, or place by place

The page carries on everything typed, so whatever is pressed there, and if yet another save comes between, nothing is
lost. What was saved meanwhile stays among the revisions anyway.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from django.contrib import messages
from django.core.exceptions import ObjectDoesNotExist, ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from accounts.vocabulary import words_of
from bestiary.comparing import MINE, THEIRS, compare, merge
from bestiary.forms import WholeForm
from bestiary.models import Authored

if TYPE_CHECKING:
    from bestiary.workbench import Workbench

PICK = "pick-"


def is_stale(data: Mapping, thing: Authored) -> bool:
    """Whether the form was opened before the last save, and whoever sends it has not been told of that one."""
    return str(thing.revision) not in (data.get("revision"), data.get("seen"))


def conflict(
    request: HttpRequest, bench: Workbench, builder: WholeForm, thing: Authored, draft_key: str, *, problem: str = ""
) -> HttpResponse:
    """The page that shows both versions; a redirect where they say the same. `builder` is valid, `thing` as stored.

    `problem` says why what is marked cannot be put together.
    """
    base = _base(request, bench, thing)
    differences = compare(_stored(bench, thing), _typed(bench, builder, thing), base, words=words_of(request.user))
    if not differences:
        messages.success(request, f"“{thing.name}” is saved: another page had saved the very same.")
        return redirect(thing)
    context = {
        "thing": thing,
        "theirs": bench.revision_of(thing, thing.revision),
        "base": request.POST.get("revision", "") if base else "",
        "choices": [_choice(request, one) for one in differences],
        "contested": sum(one.is_contested for one in differences),
        "typed": _hidden(request, builder),
        "draft_key": draft_key,
        "noun": bench.form.noun,
        "problem": problem,
    }
    return render(request, "bestiary/creature_conflict.html", context, status=422 if problem else 409)


def says_the_same(bench: Workbench, builder: WholeForm, thing: Authored) -> bool:
    """Whether the valid form is what is stored by now."""
    return not compare(_stored(bench, thing), _typed(bench, builder, thing))


def merged(request: HttpRequest, bench: Workbench, builder: WholeForm, thing: Authored) -> WholeForm:
    """The form put together from both versions as picked on the conflict page. `builder`, all of mine, is valid.

    Raises ValidationError for more rows than there may be: the form would not even show them all.
    """
    picked = {
        name.removeprefix(PICK): side
        for name, side in request.POST.items()
        if name.startswith(PICK) and side in (MINE, THEIRS)
    }
    document = merge(_stored(bench, thing), _typed(bench, builder, thing), _base(request, bench, thing), picked)
    for name, group in bench.form.groups.items():
        if (count := len(document[name])) > group.most:
            raise ValidationError(
                f"At most {group.most} {name}: marked are {count}. Mark “not there” for {count - group.most} of them."
            )
    visibility = document.pop("visibility")
    posted = bench.form.from_document(document, visibility=visibility).posted()
    for name, value in builder.beside_document().items():
        posted[name] = value
    return bench.form.from_post(posted)


def _choice(request: HttpRequest, difference) -> dict:
    """A difference with the side that is marked: the one marked before, where another save came between again."""
    picked = request.POST.get(f"{PICK}{difference.key}")
    return {
        "difference": difference,
        "name": f"{PICK}{difference.key}",
        "picked": picked if picked in (MINE, THEIRS) else difference.likely,
    }


def _stored(bench: Workbench, thing: Authored) -> dict:
    return {**bench.document(thing), "visibility": thing.visibility}


def _typed(bench: Workbench, builder: WholeForm, thing: Authored) -> dict:
    """What the form says as a document of the stored thing."""
    return {**bench.document(thing), **builder.document(), "visibility": builder.main.cleaned_data["visibility"]}


def _base(request: HttpRequest, bench: Workbench, thing: Authored) -> dict | None:
    """The version that the form was opened with; None where nobody knows it."""
    text = request.POST.get("revision", "")
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        return None
    try:
        revision = bench.revision_of(thing, int(text))
    except ObjectDoesNotExist:
        return None
    return {**revision.document, "visibility": revision.visibility}


def _hidden(request: HttpRequest, builder: WholeForm) -> list[tuple[str, str]]:
    """Everything typed as (name, value), to be sent again."""
    pairs = [(name, value) for name, values in builder.posted().lists() for value in values]
    return [*pairs, ("words", request.POST.get("words", "")), ("revision", request.POST.get("revision", ""))]
