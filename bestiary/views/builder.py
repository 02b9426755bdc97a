"""The builder of Worlds Awakening creatures, and the one address where creatures of every game are changed."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_POST

from bestiary.documents import creature_document, revision_of, save_document
from bestiary.forms import MOST_COPIES, Builder
from bestiary.library import Library
from bestiary.models import Creature
from bestiary.portrait_bench import fill, takes_picture
from bestiary.rules import worlds_awakening as wa
from bestiary.views.beginnings import begin_creature
from bestiary.views.foes import FOES
from bestiary.workbench import Workbench, answer, page, preview


def pane(builder: Builder) -> dict:
    """What the live pane shows for a valid form."""
    level = builder.main.cleaned_data["level"]
    return {
        "stat_block": wa.stat_block(builder.rules, level),
        "table": wa.level_table(builder.rules, wa.DEFAULT_LEVELS),
        "base_hp_advice": wa.base_hp_advice(builder.rules.size),
    }


CREATURES = Workbench(
    model=Creature,
    values={"system": "worlds_awakening"},
    document=creature_document,
    save=save_document,
    form=Builder,
    page_template="bestiary/creature_form.html",
    pane_template="bestiary/_preview.html",
    hints_template="bestiary/_preview_hints.html",
    regions={"attacks": "bestiary/_attacks.html", "abilities": "bestiary/_abilities.html"},
    pane=pane,
    home="in your bestiary",
    revision_of=revision_of,
    restore_view="bestiary:creature_restore",
    choices={
        "most_copies": MOST_COPIES,
        "damage_types": wa.DAMAGE_TYPES,
        "sizes": list(wa.Size),
        "powers": list(wa.Power),
    },
)
BENCHES = {bench.values["system"]: bench for bench in (CREATURES, FOES)}


@takes_picture
@require_http_methods(["GET", "HEAD", "POST"])
def creature_create(request: HttpRequest) -> HttpResponse:
    """A new creature: blank, from `?size=&power=`, or a variant of the creature `?variant_of=<uid>`."""
    return begin_creature(request, _with_library(request, CREATURES), _start(request.GET))


@takes_picture
@require_http_methods(["GET", "HEAD", "POST"])
def creature_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own creature, of whichever game."""
    mine = Creature.objects.editable_by(request.user)
    if request.method == "POST":
        # What was typed must not be lost because another tab put the creature into the bin meanwhile.
        mine |= Creature.objects.binned_by(request.user)
    creature = get_object_or_404(mine.with_stats(), uid=uid)
    bench = _with_library(request, BENCHES[creature.system])
    if request.method == "POST":
        return answer(request, bench, creature)
    builder = bench.form.from_document(creature_document(creature), visibility=creature.visibility)
    return page(request, bench, fill(builder, creature), thing=creature)


@require_POST
def creature_preview(request: HttpRequest) -> HttpResponse:
    """The stat block of the form as it stands."""
    return preview(request, CREATURES)


def _with_library(request: HttpRequest, bench: Workbench) -> Workbench:
    """The bench with the library of whoever asks beside its rows, where there is one for its game."""
    return replace(bench, form=Builder.with_library(Library(request))) if bench.form is Builder else bench


def _start(wanted) -> dict:
    """The first values for "a Large boss": `?size=large&power=boss`; words that mean nothing are ignored."""
    if wanted.get("size") not in list(wa.Size) and wanted.get("power") not in list(wa.Power):
        return {}
    size = wa.Size(wanted["size"]) if wanted.get("size") in list(wa.Size) else wa.Size.MEDIUM
    power = wanted.get("power")
    bands = wa.base_hp_advice(size)
    has_boss_hp = power in (wa.Power.BOSS, wa.Power.MINI_BOSS_HP)
    return {
        "size": size.value,
        "base_hp": (bands.boss if has_boss_hp else bands.standard).low,
        "boss_damage": power in (wa.Power.BOSS, wa.Power.MINI_BOSS_DM),
    }
