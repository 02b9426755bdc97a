"""One encounter: its page, its print, quick changes, its way into the bin and back."""

from __future__ import annotations

from django.contrib import messages
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts.models import Paper
from bestiary import pdf
from bestiary.meanwhile import last_change, posted_seen
from bestiary.models import Creature
from encounters.drafts import DRAFTS, read_change, read_level
from encounters.lines import has_changed
from encounters.lookups import other_game, visible_creature
from encounters.models import MAX_LINES, Encounter
from encounters.presentation import encounter_context, template_of


@require_safe
def encounter_detail(request: HttpRequest, uid) -> HttpResponse:
    """The encounter as its GM reads it at the table."""
    encounter = get_object_or_404(Encounter.objects.visible_to(request.user).with_documents(), uid=uid)
    used = [line.creature_id for line in encounter.lines.all() if line.creature_id]
    open_to_gm = {each.pk: each for each in Creature.objects.visible_to(request.user).filter(pk__in=used).with_stats()}
    context = {
        **encounter_context(encounter, links={pk: creature.get_absolute_url() for pk, creature in open_to_gm.items()}),
        "changed": [
            line.pk
            for line in encounter.lines.all()
            if line.creature_id in open_to_gm and has_changed(line, open_to_gm[line.creature_id])
        ],
        "can_change": True,
        "seen": last_change(encounter),
        "share_url": shared_address(request, encounter),
        "papers": Paper.choices,
        "paper": getattr(request.user, "paper", Paper.A4),
    }
    pdf.warm_up()
    return render(request, template_of(encounter.system, "encounter_detail.html"), context)


def shared_address(request: HttpRequest, encounter: Encounter) -> str:
    """Return the whole address of the shared page, "" while there is none."""
    path = encounter.get_shared_url()
    return request.build_absolute_uri(path) if path else ""


@require_GET
def encounter_print(request: HttpRequest, uid) -> HttpResponse:
    """The encounter as a PDF, the GM's notes included unless `?notes=0`."""
    encounter = get_object_or_404(Encounter.objects.visible_to(request.user).with_documents(), uid=uid)
    context = encounter_context(encounter)
    if request.GET.get("notes") == "0":
        context["with_notes"] = False
    return encounter_pdf(request, context, shared_address(request, encounter), request.user.paper)


def encounter_pdf(request: HttpRequest, context: dict, url: str, paper: str = Paper.A4) -> HttpResponse:
    """Return the print of an encounter's context on `?paper=`, or a page that says why there is none."""
    paper = request.GET.get("paper", paper)
    if paper not in Paper.values:
        return render(request, "print_error.html", {"message": "The paper is A4 or Letter."}, status=400)
    encounter, printed = context["encounter"], {**context, "paper": paper, "url": url}
    return pdf.sheet_response(request, template_of(encounter.system, "encounter_print.html"), printed, encounter.name)


@require_POST
@transaction.atomic
def encounter_adjust(request: HttpRequest, uid) -> HttpResponse:
    """Do what a button beside the sum says, "3:2" say: two creatures in the fourth line; or level "4" for all.

    `seen` is the encounter's last change as the page knew it: where somebody saved since, the line counted may be
    another one, and nothing is changed.
    """
    encounter = get_object_or_404(Encounter.objects.editable_by(request.user).locked().with_lines(), uid=uid)
    change = read_change(request.POST.get("change", ""))
    level = read_level(request.POST.get("set_level", "")) if encounter.system == "worlds_awakening" else None
    lines = list(encounter.lines.all())
    is_known = posted_seen(request) == last_change(encounter)
    if is_known and level is not None:
        encounter.lines.update(level=level)
        _touch(encounter)
        messages.success(request, f"All creatures are of level {level}.")
        return redirect(encounter)
    if not is_known or change is None or change[0] >= len(lines):
        messages.warning(request, "This encounter was saved elsewhere meanwhile: nothing was changed here.")
        return redirect(encounter)
    place, count = change
    line = lines[place]
    if count:
        line.count = count
        line.save(update_fields=["count"])
    else:
        line.delete()
    _touch(encounter)
    messages.success(request, f"{count} × {line.name}." if count else f"{line.name} is out of the encounter.")
    return redirect(encounter)


@require_POST
@transaction.atomic
def encounter_add(request: HttpRequest, uid) -> HttpResponse:
    """Add one copy of the posted `creature`, as it is now, at the level of the party where the game has levels."""
    encounter = get_object_or_404(Encounter.objects.editable_by(request.user).locked().with_lines(), uid=uid)
    creature = visible_creature(request.user, request.POST.get("creature", ""))
    if creature is None:
        raise Http404
    if creature.system != encounter.system:
        messages.error(request, other_game(creature, encounter.system))
        return redirect(encounter)
    lines = list(encounter.lines.all())
    if len(lines) >= MAX_LINES:
        messages.error(request, f"An encounter has at most {MAX_LINES} rows of creatures.")
        return redirect(encounter)
    line = DRAFTS[encounter.system].of(encounter).line_of(creature, request.user)
    line.encounter = encounter
    line.order = max((each.order for each in lines), default=-1) + 1
    line.save()
    _touch(encounter)
    messages.success(request, f"{creature.name} is in “{encounter.name}” now.")
    return redirect(encounter)


def _touch(encounter: Encounter) -> None:
    encounter.updated = timezone.now()
    encounter.save(update_fields=["updated"])


@require_http_methods(["GET", "HEAD", "POST"])
def encounter_delete(request: HttpRequest, uid) -> HttpResponse:
    """Ask, then put the encounter into its owner's bin."""
    encounter = get_object_or_404(Encounter.objects.editable_by(request.user), uid=uid)
    if request.method == "POST":
        Encounter.objects.filter(pk=encounter.pk).move_to_bin(timezone.now())
        messages.success(request, f"“{encounter.name}” lies in your bin now.")
        return redirect("encounters:encounter_bin")
    return render(request, "encounters/encounter_confirm_delete.html", {"encounter": encounter})


@require_POST
def encounter_restore(request: HttpRequest, uid) -> HttpResponse:
    """Take one's encounter out of the bin, as it was."""
    encounter = get_object_or_404(Encounter.objects.binned_by(request.user), uid=uid)
    Encounter.objects.filter(pk=encounter.pk).restore()
    messages.success(request, f"“{encounter.name}” is back.")
    return redirect(encounter)
