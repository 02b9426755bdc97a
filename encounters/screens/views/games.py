"""The screens of the two games, and the hazards beside one of them."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET, require_safe

from accounts.models import Paper, ThresholdReading
from accounts.success import asked_success_rule
from accounts.vocabulary import words_of
from bestiary import pdf
from bestiary.rules.worlds_awakening.vocabulary import UNIVERSES, Vocabulary
from encounters.screens.catalogue import PATHS, Game
from encounters.screens.hazards import HazardForm
from encounters.screens.models import Orientation, TextSize
from encounters.screens.printing import Print
from encounters.screens.views.options import print_options

# What takes more than two sheets with medium text. Letter is shorter than A4; three columns of the one game hold less.
_TIGHT = {("two_d12", Paper.A4, Orientation.LANDSCAPE)}


def text_size(game: Game, paper: str, orientation: str) -> TextSize:
    """The larger of two sizes with which a game takes two sheets."""
    is_tight = paper == Paper.LETTER or (game.slug, paper, orientation) in _TIGHT
    return TextSize.SMALL if is_tight else TextSize.MEDIUM


def _game(path: str) -> Game:
    if path not in PATHS:
        raise Http404
    return PATHS[path]


def _words(request: HttpRequest) -> Vocabulary:
    """The words of `?universe=`, else of the one who asks."""
    return UNIVERSES.get(request.GET.get("universe", "")) or words_of(request.user)


@require_safe
def game_screen(request: HttpRequest, game: str) -> HttpResponse:
    """All tables of a game; those of Worlds Awakening in the words of a universe, with its hazards.

    Those of 2d12 Traits as `?success_rule=` reads the Threshold, else the account of the one who asks.
    """
    game = _game(game)
    words, rule = _words(request), asked_success_rule(request)
    panels = game.screen(words, rule)
    context = {
        "game": game,
        "panels": panels,
        "has_suggestions": any(panel.has_suggestions for panel in panels),
        "papers": Paper.choices,
        "orientations": Orientation.choices,
        "paper": getattr(request.user, "paper", Paper.A4),
        "orientation": Orientation.PORTRAIT,
    }
    if game.has_magic:
        chosen = request.GET.get("universe", "")
        context["universes"] = UNIVERSES.values()
        context["words"] = words
        context["universe"] = chosen if chosen in UNIVERSES else ""
        context["hazards"] = HazardForm.of(request.GET)
    if game.has_thresholds:
        context |= {"readings": ThresholdReading.choices, "reading": rule.value}
    pdf.warm_up()
    return render(request, "encounters/screens/game_screen.html", context)


@require_GET
def game_screen_print(request: HttpRequest, game: str) -> HttpResponse:
    """The screen of a game as a PDF on `?paper=`, `?orientation=`."""
    game = _game(game)
    options, problem = print_options(request, getattr(request.user, "paper", Paper.A4))
    if problem:
        return render(request, "print_error.html", {"message": problem}, status=400)
    paper, orientation = options
    sheet = Print(
        title=f"{game.name}: GM screen",
        panels=game.screen(_words(request), asked_success_rule(request)),
        paper=paper,
        orientation=orientation,
        text_size=text_size(game, paper, orientation),
        url=request.build_absolute_uri(f"/screens/{game.path}/"),
    )
    return sheet.response(request)


@require_safe
def screen_hazards(request: HttpRequest) -> HttpResponse:
    """What a fall does and what going without sleep and food costs; for HTMX the answers alone."""
    context = {"hazards": HazardForm.of(request.GET), "oob": True}
    template = "_hazard_results.html" if request.htmx else "hazards.html"
    return render(request, f"encounters/screens/{template}", context)
