"""One's encounters, those one may add a creature to, and the bin."""

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from bestiary.rules import SYSTEMS
from encounters.lookups import visible_creature
from encounters.models import Encounter, Party
from encounters.presentation import summary
from encounters.samples import shown_encounters

PER_PAGE = 24
OFFERED = 20


@require_safe
def encounter_list(request: HttpRequest) -> HttpResponse:
    """One's own encounters, the last saved first."""
    encounters = Encounter.objects.editable_by(request.user).with_lines()
    page = Paginator(encounters, PER_PAGE).get_page(request.GET.get("page"))
    # Whoever has none yet may look at one.
    samples = shown_encounters() if not page.paginator.count else []
    context = {
        "cards": [summary(encounter) for encounter in page],
        "page": page,
        "samples": samples,
        "systems": SYSTEMS.values(),
    }
    return render(request, "encounters/encounter_list.html", context)


@require_safe
def encounter_pick(request: HttpRequest) -> HttpResponse:
    """One's own encounters of its game to add the creature `?creature=<uid>` to; who has none starts one with it."""
    creature = visible_creature(request.user, request.GET.get("creature", ""))
    if creature is None:
        raise Http404
    encounters = Encounter.objects.editable_by(request.user).of_system(creature.system).with_lines()[:OFFERED]
    if not encounters:
        return redirect(f"{reverse('encounters:encounter_create')}?creature={creature.uid}")
    context = {"creature": creature, "cards": [summary(encounter) for encounter in encounters]}
    return render(request, "encounters/encounter_pick.html", context)


@require_safe
def encounter_bin(request: HttpRequest) -> HttpResponse:
    """What one deleted, the latest first, to be taken back."""
    context = {
        "encounters": Encounter.objects.binned_by(request.user),
        "parties": Party.objects.binned_by(request.user),
    }
    return render(request, "encounters/encounter_bin.html", context)
