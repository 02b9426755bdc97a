"""Both games' screens with one's own, and the bin."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from encounters.samples.screens import shown_screen
from encounters.screens.catalogue import GAMES
from encounters.screens.drafts import panels_of
from encounters.screens.models import Screen

PER_PAGE = 24


@require_safe
def screen_list(request: HttpRequest) -> HttpResponse:
    """The screens of the games, then one's own, the last saved first."""
    page = Paginator(Screen.objects.editable_by(request.user).with_panels(), PER_PAGE).get_page(request.GET.get("page"))
    cards = [{"screen": screen, "titles": [panel.title for panel in panels_of(screen)]} for screen in page]
    # Whoever has none yet may look at one.
    sample = shown_screen() if not page.paginator.count else None
    context = {"games": GAMES.values(), "cards": cards, "page": page, "sample": sample}
    return render(request, "encounters/screens/screen_list.html", context)


@require_safe
def screen_bin(request: HttpRequest) -> HttpResponse:
    """What one deleted, the latest first, to be taken back."""
    return render(request, "encounters/screens/screen_bin.html", {"screens": Screen.objects.binned_by(request.user)})
