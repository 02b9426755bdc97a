"""The check of an ancestry and a class together, and of what a player makes of both."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from bestiary.forms.making_filters import PlanForm
from bestiary.models import STAT_NAMES, Making
from bestiary.paging import first_listed
from bestiary.rules import worlds_awakening as wa
from bestiary.search import MAX_QUERY_LENGTH
from bestiary.views.makings.kinds import ANCESTRIES, CLASSES, Kind

MOST_OFFERED = 40


@dataclass(frozen=True, slots=True)
class Pick:
    """One of both menus: its things by name, narrowed by `query`, and the one that is chosen."""

    kind: Kind
    chosen: Making | None
    options: list[Making]
    query: str

    @property
    def find(self) -> str:
        """The name of the field that narrows the menu."""
        return f"find_{self.kind.noun}"


@require_safe
def pair_check(request: HttpRequest) -> HttpResponse:
    """The six stats of `?ancestry=<uid>&class=<uid>`, with the points that `points_…` and `moved_…` give and move."""
    picks = [_pick(request, kind) for kind in (ANCESTRIES, CLASSES)]
    ancestry, character_class = (pick.chosen for pick in picks)
    context = {"picks": picks, "is_paired": bool(ancestry and character_class), "ancestry": ancestry}
    context["character_class"] = character_class
    status = 200
    if ancestry and character_class:
        form = PlanForm(request.GET)
        both = wa.pair(ancestry.to_rules(), character_class.to_rules())
        status = 200 if form.is_valid() else 422
        plan = wa.plan(both, form.stats("points"), form.stats("moved"))
        rows = [(stat, *form.pair_of(name)) for stat, name in zip(plan.stats, STAT_NAMES, strict=True)]
        is_planned = any(value for stats in ("points", "moved") for _, value in form.stats(stats).items())
        context |= {"pair": both, "plan": plan, "rows": rows, "is_wrong": status == 422, "is_planned": is_planned}
    return render(request, "bestiary/makings/check.html", context, status=status)


def _pick(request: HttpRequest, kind: Kind) -> Pick:
    """One menu; 404 for something that is not there or not for this reader."""
    chosen, text = None, request.GET.get(kind.noun, "")
    things = kind.objects.with_rows().defer("search_text")
    if text:
        try:
            chosen = things.visible_to(request.user).get(uid=UUID(text))
        except (ValueError, kind.model.DoesNotExist):
            raise Http404 from None
    query = request.GET.get(f"find_{kind.noun}", "")[:MAX_QUERY_LENGTH]
    offered = kind.objects.select_related("owner").found(query)
    options = first_listed(offered, request.user, ("sort_name", False), MOST_OFFERED)
    if chosen is not None and chosen not in options:
        options.insert(0, chosen)
    return Pick(kind, chosen, options, query)
