"""The revisions of one's own creature: the list, one of them, two side by side, and back to one.

A revision may hold what its author took back, so nobody else sees any, however public the creature is.
"""

from itertools import zip_longest

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.vocabulary import words_of
from bestiary.comparing import compare, fields_of
from bestiary.comparing.shared import FACTS
from bestiary.documents import SavedElsewhereError, current_revision, revision_of, rules_from_document, save_document
from bestiary.models import Creature, CreatureRevision
from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError

PAGE_SIZE = 20
NAMED_CHANGES = 4


@require_safe
def creature_revisions(request: HttpRequest, uid) -> HttpResponse:
    """The revisions, the latest first, each with what it changed; a page of them ends before `?before=`."""
    creature = _own(request, uid)
    latest = current_revision(creature)
    before = _whole(request.GET.get("before"), creature.revision + 1)
    # One more than is shown: the last one's changes are seen beside it.
    kept = list(creature.revisions.filter(number__lt=min(before, creature.revision))[: PAGE_SIZE + 1])
    found = [latest, *kept][: PAGE_SIZE + 1] if before > creature.revision else kept
    rows = [
        {"revision": revision, "earlier": earlier, "changes": _changes(earlier, revision)}
        for revision, earlier in zip_longest(found, found[1:])
    ]
    context = {
        "creature": creature,
        "rows": rows[:PAGE_SIZE],
        "next_url": f"?before={rows[PAGE_SIZE - 1]['revision'].number}" if len(rows) > PAGE_SIZE else "",
        "is_latest_page": before > creature.revision,
        "first_kept": rows[-1]["revision"].number if rows and len(rows) <= PAGE_SIZE else 1,
        "numbers": {"from": max(creature.revision - 1, 1), "to": creature.revision},
    }
    return _private(render(request, "bestiary/creature_revisions.html", context))


@require_safe
def creature_revision(request: HttpRequest, uid, number: int) -> HttpResponse:
    """One revision as its stat block; its fields alone where today's rules refuse it."""
    creature = _own(request, uid)
    revision = _revision(creature, number)
    context = {
        "creature": creature,
        "revision": revision,
        "document": revision.document,
        "is_current": number == creature.revision,
        "facts": [(field.label, field.read(_whole_document(revision), None)) for field in FACTS],
        **_shown(revision.document),
    }
    if "problem" in context:
        context["fields"] = fields_of(revision.document, words=words_of(request.user))
    return _private(render(request, "bestiary/creature_revision.html", context))


@require_safe
def creature_compare(request: HttpRequest, uid) -> HttpResponse:
    """The revisions `?from=` and `?to=` field by field; without them the last change."""
    creature = _own(request, uid)
    numbers = {
        "from": request.GET.get("from", str(max(creature.revision - 1, 1))),
        "to": request.GET.get("to", str(creature.revision)),
    }
    context = {"creature": creature, "numbers": numbers}
    try:
        old, new = (_typed_revision(creature, number) for number in numbers.values())
    except ValueError as error:
        context["problem"] = str(error)
        return _private(render(request, "bestiary/creature_compare.html", context, status=400))
    context |= {"old": old, "new": new}
    context["differences"] = compare(_whole_document(old), _whole_document(new), words=words_of(request.user))
    return _private(render(request, "bestiary/creature_compare.html", context))


@require_POST
def creature_revert(request: HttpRequest, uid, number: int) -> HttpResponse:
    """Save the revision's document again, as a new revision. Who may see the creature stays as it is now."""
    creature = _own(request, uid)
    revision = _revision(creature, number)
    if number == creature.revision:
        messages.info(request, f"Revision {number} is the one in force; nothing had to change.")
        return redirect("bestiary:creature_revisions", uid)
    try:
        save_document(creature, revision.document)
    except RulesError as error:
        messages.error(request, f"Revision {number} breaks a rule of today and was not restored: {error}")
        return redirect("bestiary:creature_revision", uid, number)
    except SavedElsewhereError:
        messages.warning(
            request, "This creature was saved or deleted at the same moment. Look at it, then restore again."
        )
        return redirect("bestiary:creature_revisions", uid)
    messages.success(
        request, f"“{creature.name}” is as it was in revision {number} again. This is revision {creature.revision}."
    )
    return redirect(creature)


def _own(request: HttpRequest, uid) -> Creature:
    return get_object_or_404(Creature.objects.editable_by(request.user).with_stats(), uid=uid)


def _revision(creature: Creature, number: int) -> CreatureRevision:
    try:
        return revision_of(creature, number)
    except CreatureRevision.DoesNotExist as error:
        raise Http404 from error


def _typed_revision(creature: Creature, text: str) -> CreatureRevision:
    """The revision of a typed number; ValueError with what to type instead."""
    number = _whole(text, 0)
    try:
        return revision_of(creature, number)
    except CreatureRevision.DoesNotExist:
        shown = f"There is no revision {number}" if number else "A revision is a whole number"
        raise ValueError(f"{shown}: type one from the list, {creature.revision} at most.") from None


def _whole(text: str | None, otherwise: int) -> int:
    """The whole number in `text`, from 1 to what a database column holds."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 and int(text) else otherwise


def _whole_document(revision: CreatureRevision) -> dict:
    """The document with who could see it."""
    return {**revision.document, "visibility": revision.visibility}


def _changes(old: CreatureRevision | None, new: CreatureRevision) -> dict:
    """What a save changed: the names of the first few places, and how many more there are."""
    if old is None:
        return {}
    # Several fields of one row are one change of that row.
    names = list(dict.fromkeys(one.heading or one.label for one in compare(_whole_document(old), _whole_document(new))))
    return {"names": names[:NAMED_CHANGES], "more": len(names[NAMED_CHANGES:]), "is_none": not names}


def _shown(document: dict) -> dict:
    """The stat block or card of a document, or the `problem` that today's rules have with it."""
    try:
        rules = rules_from_document(document)
    except RulesError as error:
        return {"problem": str(error)}
    if document["system"] == "two_d12":
        return {"card": two_d12.foe_card(rules)}
    return {
        "stat_block": wa.stat_block(rules, document["level"]),
        "table": wa.level_table(rules, wa.DEFAULT_LEVELS),
    }


def _private(response: HttpResponse) -> HttpResponse:
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response
