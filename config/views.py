"""The pages that belong to no app: home, about and conduct, and the site's mark."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.templatetags.static import static
from django.utils import timezone

from bestiary.daily import creature_of_the_day
from bestiary.pictures import RULE
from bestiary.rules import get_system
from encounters.samples import shown_encounter_url


def home(request: HttpRequest) -> HttpResponse:
    """The front page, with the creature of the day beside it as soon as one is published."""
    now = timezone.now()
    creature = creature_of_the_day(now)
    if creature is None:
        return render(request, "home.html")
    block = get_system(creature.system).stat_block(creature.to_rules(), creature.level)
    context = {
        "day": now,
        "creature": creature,
        "card" if creature.system == "two_d12" else "stat_block": block,
        "shared_sample_url": shown_encounter_url(),
    }
    return render(request, "home.html", context)


def about(request: HttpRequest) -> HttpResponse:
    """What the site is, and whose games it serves."""
    return render(request, "about.html")


def conduct(request: HttpRequest) -> HttpResponse:
    """What may stand in the bestiary, what moderators do, and what is limited."""
    context = {
        "reports": settings.REPORTS_PER_HOUR,
        "guest_reports": settings.GUEST_REPORTS_PER_HOUR,
        "guest_things": settings.GUEST_THINGS,
        "pictures": settings.PICTURES_PER_HOUR,
        "guest_pictures": settings.GUEST_PICTURES_PER_HOUR,
        "picture_rule": RULE,
    }
    return render(request, "conduct.html", context)


def favicon(request: HttpRequest) -> HttpResponse:
    """Where browsers look for a mark when a page, a PDF or an answer of the API names none."""
    return redirect(static("img/mark.svg"))
