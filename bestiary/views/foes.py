"""The builder of Foes of 2d12 Traits: new, variant, the live card."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_http_methods, require_POST

from bestiary.choices import FOE_DAMAGE_TYPES
from bestiary.documents import creature_document, revision_of, save_document
from bestiary.forms import MOST_COPIES, FoeBuilder
from bestiary.models import Creature
from bestiary.portrait_bench import takes_picture
from bestiary.rules import two_d12
from bestiary.views.beginnings import begin_creature
from bestiary.workbench import Workbench, preview


def pane(builder: FoeBuilder) -> dict:
    """What the live pane shows for a valid form."""
    return {"card": two_d12.foe_card(builder.rules)}


FOES = Workbench(
    model=Creature,
    values={"system": "two_d12"},
    document=creature_document,
    save=save_document,
    form=FoeBuilder,
    page_template="bestiary/two_d12/foe_form.html",
    pane_template="bestiary/two_d12/_preview.html",
    hints_template="bestiary/_preview_hints.html",
    regions={"effects": "bestiary/two_d12/_effects.html"},
    pane=pane,
    home="in your bestiary",
    revision_of=revision_of,
    restore_view="bestiary:creature_restore",
    choices={"damage_types": FOE_DAMAGE_TYPES, "most_copies": MOST_COPIES},
)


@takes_picture
@require_http_methods(["GET", "HEAD", "POST"])
def foe_create(request: HttpRequest) -> HttpResponse:
    """A new Foe: blank, of the rank `?rank=`, or a variant of the Foe `?variant_of=<uid>`."""
    rank = request.GET.get("rank")
    return begin_creature(request, FOES, {"rank": rank} if rank in list(two_d12.Rank) else {})


@require_POST
def foe_preview(request: HttpRequest) -> HttpResponse:
    """The card of the form as it stands."""
    return preview(request, FOES)
