"""The unlisted link of a screen: starting, renewing and ending it, and what it shows."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST, require_safe

from bestiary.sharing import change_link, unlisted
from encounters.screens.models import Screen
from encounters.screens.views.single import screen_context, screen_pdf

_DONE = {
    "start": "Whoever has the link can read and print this screen.",
    "renew": "The old link is dead; this is the new one.",
    "end": "The link is dead. Nobody but you can open this screen.",
}


@require_POST
def screen_share(request: HttpRequest, uid) -> HttpResponse:
    """Start, renew or end the link, as the posted `action` says; the old address is dead at once."""
    screen = get_object_or_404(Screen.objects.editable_by(request.user), uid=uid)
    action = request.POST.get("action", "")
    if change_link(Screen.objects.filter(pk=screen.pk), action):
        messages.success(request, _DONE[action])
    return redirect(f"{screen.get_absolute_url()}#share")


@require_safe
def shared_screen(request: HttpRequest, token: str) -> HttpResponse:
    """The shared page: no account, no script, no session."""
    return unlisted(render(request, "encounters/screens/shared_screen.html", screen_context(_shared(token))))


@require_GET
def shared_screen_print(request: HttpRequest, token: str) -> HttpResponse:
    """The shared page on paper."""
    return unlisted(screen_pdf(request, _shared(token)))


def _shared(token: str) -> Screen:
    return get_object_or_404(Screen.objects.shared_under(token).with_panels().select_related("owner"))
