"""The unlisted link: starting, renewing and ending it, and what it shows."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST, require_safe

from bestiary.sharing import change_link, unlisted
from encounters.models import Encounter
from encounters.presentation import encounter_context, template_of
from encounters.views.single import encounter_pdf, shared_address

_DONE = {
    "start": "Whoever has the link can read this encounter, without your notes.",
    "renew": "The old link is dead; this is the new one.",
    "end": "The link is dead. Nobody but you can open this encounter.",
}


@require_POST
def encounter_share(request: HttpRequest, uid) -> HttpResponse:
    """Start, renew or end the link, as the posted `action` says; the old address is dead at once."""
    encounter = get_object_or_404(Encounter.objects.editable_by(request.user), uid=uid)
    action = request.POST.get("action", "")
    if change_link(Encounter.objects.filter(pk=encounter.pk), action):
        messages.success(request, _DONE[action])
    return redirect(f"{encounter.get_absolute_url()}#share")


@require_safe
def shared_encounter(request: HttpRequest, token: str) -> HttpResponse:
    """The shared page: no account, no script, no session, nothing that is the GM's alone."""
    encounter = get_object_or_404(Encounter.objects.shared_under(token).with_documents())
    context = {**encounter_context(encounter, shared=True), "can_change": False}
    return unlisted(render(request, template_of(encounter.system, "shared_encounter.html"), context))


@require_GET
def shared_encounter_print(request: HttpRequest, token: str) -> HttpResponse:
    """The shared page on paper."""
    encounter = get_object_or_404(Encounter.objects.shared_under(token).with_documents())
    context = encounter_context(encounter, shared=True)
    return unlisted(encounter_pdf(request, context, shared_address(request, encounter)))
