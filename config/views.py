"""The pages that belong to no app: home and about, and the site's mark."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static

from bestiary.models import Creature
from bestiary.rules import get_system
from encounters.samples import shown_encounter_url


def home(request: HttpRequest) -> HttpResponse:
    """The front page, with the stat block of a published creature beside it as soon as there is one."""
    creature = Creature.objects.published().of_system("worlds_awakening").with_stats().order_by("pk").first()
    if creature is None:
        return render(request, "home.html")
    context = {
        "stat_block": get_system(creature.system).stat_block(creature.to_rules(), creature.level),
        "sample_url": creature.get_absolute_url(),
        "shared_sample_url": shown_encounter_url(),
    }
    return render(request, "home.html", context)


def about(request: HttpRequest) -> HttpResponse:
    """What the site is, and whose games it serves."""
    return render(request, "about.html")


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for a mark when a page, a PDF or an answer of the API names none."""
    return redirect(static("img/mark.svg"))
