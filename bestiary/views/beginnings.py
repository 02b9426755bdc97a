"""Where new creatures of each game begin."""

from collections.abc import Mapping

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from bestiary.models import Creature
from bestiary.workbench import Workbench, begin, find_origin

CREATE_VIEWS = {"worlds_awakening": "bestiary:creature_create", "two_d12": "bestiary:foe_create"}


def begin_creature(request: HttpRequest, bench: Workbench, values: Mapping) -> HttpResponse:
    """A new creature on the bench: blank but for `values`, or a variant of the creature `?variant_of=<uid>`.

    A variant of another game's creature is begun at that game's bench.
    """
    origin = find_origin(request, Creature.objects.visible_to(request.user).with_stats())
    if origin is not None and origin.system != bench.values["system"]:
        if request.method != "POST":
            return redirect(f"{reverse(CREATE_VIEWS[origin.system])}?variant_of={origin.uid}")
        origin = None
    return begin(request, bench, origin=origin, values=values)
