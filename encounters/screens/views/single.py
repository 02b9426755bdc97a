"""One screen of a GM's own: its page, its print, its way into the bin and back."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts.models import Paper
from accounts.success import success_rule_of
from accounts.vocabulary import words_of
from bestiary import pdf
from encounters.screens.catalogue import GAMES, games_of
from encounters.screens.drafts import panels_of
from encounters.screens.models import Orientation, Screen
from encounters.screens.panels import Panel
from encounters.screens.printing import Print
from encounters.screens.views.options import print_options


def screen_context(screen: Screen) -> dict:
    """What the page and the shared page show of a screen, fetched with `with_panels()` and its owner."""
    panels = panels_of(screen, words_of(screen.owner), success_rule_of(screen.owner))
    slugs = [panel.slug for panel in panels if isinstance(panel, Panel)]
    return {
        "screen": screen,
        "panels": panels,
        "has_suggestions": any(panel.has_suggestions for panel in panels),
        "games": games_of(slugs) or list(GAMES.values()),
    }


@require_safe
def screen_detail(request: HttpRequest, uid) -> HttpResponse:
    """The screen as its GM reads it."""
    screens = Screen.objects.visible_to(request.user).with_panels().select_related("owner")
    screen = get_object_or_404(screens, uid=uid)
    context = {
        **screen_context(screen),
        "share_url": shared_address(request, screen),
        "papers": Paper.choices,
        "orientations": Orientation.choices,
    }
    pdf.warm_up()
    return render(request, "encounters/screens/screen_detail.html", context)


def shared_address(request: HttpRequest, screen: Screen) -> str:
    """Return the whole address of the shared page, "" while there is none."""
    path = screen.get_shared_url()
    return request.build_absolute_uri(path) if path else ""


@require_GET
def screen_print(request: HttpRequest, uid) -> HttpResponse:
    """The screen as a PDF, on its own paper unless `?paper=` and `?orientation=` say otherwise."""
    screens = Screen.objects.visible_to(request.user).with_panels().select_related("owner")
    return screen_pdf(request, get_object_or_404(screens, uid=uid))


def screen_pdf(request: HttpRequest, screen: Screen) -> HttpResponse:
    """Return the print of a screen fetched with its panels and owner, or a page that says why there is none."""
    (paper, orientation), problem = print_options(request, screen.paper, screen.orientation)
    if problem:
        return render(request, "print_error.html", {"message": problem}, status=400)
    sheet = Print(
        title=screen.name,
        panels=tuple(panels_of(screen, words_of(screen.owner), success_rule_of(screen.owner))),
        paper=paper,
        orientation=orientation,
        text_size=screen.text_size,
        url=shared_address(request, screen),
        author=screen.owner.display_name,
    )
    return sheet.response(request)


@require_http_methods(["GET", "HEAD", "POST"])
def screen_delete(request: HttpRequest, uid) -> HttpResponse:
    """Ask, then put the screen into its owner's bin."""
    screen = get_object_or_404(Screen.objects.editable_by(request.user), uid=uid)
    if request.method == "POST":
        Screen.objects.filter(pk=screen.pk).move_to_bin(timezone.now())
        messages.success(request, f"“{screen.name}” lies in your bin now.")
        return redirect("encounters:screen_bin")
    return render(request, "encounters/screens/screen_confirm_delete.html", {"screen": screen})


@require_POST
def screen_restore(request: HttpRequest, uid) -> HttpResponse:
    """Take one's screen out of the bin, as it was."""
    screen = get_object_or_404(Screen.objects.binned_by(request.user), uid=uid)
    Screen.objects.filter(pk=screen.pk).restore()
    messages.success(request, f"“{screen.name}” is back.")
    return redirect(screen)
