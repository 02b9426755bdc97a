"""The unlisted link: starting, renewing and ending it, and what it shows."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST, require_safe

from encounters.models import Encounter, new_share_token
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
    changed = Encounter.objects.filter(pk=encounter.pk)
    if action == "start":
        changed = changed.filter(share_token=None)  # after a second click the link one has perhaps sent already stays
    token = None if action == "end" else new_share_token()
    if action in _DONE and changed.update(share_token=token):
        messages.success(request, _DONE[action])
    return redirect(f"{encounter.get_absolute_url()}#share")


@require_safe
def shared_encounter(request: HttpRequest, token: str) -> HttpResponse:
    """The shared page: no account, no script, no session, nothing that is the GM's alone."""
    encounter = get_object_or_404(Encounter.objects.shared_under(token).with_documents())
    context = {**encounter_context(encounter, shared=True), "can_change": False}
    return _unlisted(render(request, template_of(encounter.system, "shared_encounter.html"), context))


@require_GET
def shared_encounter_print(request: HttpRequest, token: str) -> HttpResponse:
    """The shared page on paper."""
    encounter = get_object_or_404(Encounter.objects.shared_under(token).with_documents())
    context = encounter_context(encounter, shared=True)
    return _unlisted(encounter_pdf(request, context, shared_address(request, encounter)))


def _unlisted(response: HttpResponse) -> HttpResponse:
    """Keep the address out of search engines, other sites' logs and caches that would outlive the link."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response
