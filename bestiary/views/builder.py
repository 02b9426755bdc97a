"""The builder: new, variant, edit, and the live pane.

Every button of the form posts to the page's own address. Save stands first in the markup; the others (rows,
"Recalculate", a restored draft) show the form again with everything typed still in it and save nothing.
"""

from uuid import UUID

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template import loader
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods, require_POST

from accounts.guests import ensure_user
from accounts.models import Paper
from bestiary import pdf
from bestiary.documents import SavedElsewhereError, creature_document, save_document
from bestiary.forms import ROW_BUTTONS, Builder
from bestiary.models import Creature, Visibility
from bestiary.rules import worlds_awakening as wa

PANE = "bestiary/_preview.html"
HINTS = "bestiary/_preview_hints.html"
REGIONS = {"attacks": "bestiary/_attacks.html", "abilities": "bestiary/_abilities.html"}


@require_http_methods(["GET", "HEAD", "POST"])
def creature_create(request: HttpRequest) -> HttpResponse:
    """A new creature: blank, from `?size=&power=`, or a variant of the creature `?variant_of=<uid>`."""
    origin = _origin(request)
    if request.method != "POST":
        return _page(request, _variant(origin) if origin else Builder.blank(**_start(request.GET)), origin=origin)
    return _answer(request, Creature(), origin=origin)


@require_http_methods(["GET", "HEAD", "POST"])
def creature_edit(request: HttpRequest, uid) -> HttpResponse:
    """Change one's own creature."""
    creature = get_object_or_404(Creature.objects.editable_by(request.user).with_stats(), uid=uid)
    if request.method != "POST":
        builder = Builder.from_document(creature_document(creature), visibility=creature.visibility)
        return _page(request, builder, creature=creature)
    return _answer(request, creature)


@require_POST
def creature_preview(request: HttpRequest) -> HttpResponse:
    """The stat block of the form as it stands, typed or half typed; saves nothing.

    A pure function of the form: it asks neither for the user nor for the session, which would halve how many previews
    a server can give. Where the form is wrong, hints go to their fields and the pane stays as it is.
    """
    builder = Builder.from_post(request.POST, draft=True)
    valid = builder.is_valid()
    hints = _hints(request.POST, builder)
    context = {"hints": hints, "hinted": " ".join(name for name, text in hints.items() if text != ""), "oob": True}
    if valid:
        return HttpResponse(loader.get_template(PANE).render(context | pane(builder)))
    context["labelled_errors"] = builder.labelled_errors()
    # Half-typed numbers are the normal state of a form, not an error of the client worth a line in the log.
    response = HttpResponse(loader.get_template(HINTS).render(context))
    response["HX-Reswap"] = "none"
    return response


def _hints(data, builder: Builder) -> dict[str, str | None]:
    """What to write beside which fields: a message, "" to take one away, None to leave the one that is there.

    `hinted` in the form names the fields that have a message. One that saving gave (no name yet) stays until saving
    would not give it any more, though a preview minds it as little as before.
    """
    hinted = [name for name in data.get("hinted", "").split() if name.isascii()][:60]
    errors = builder.errors()
    if not hinted:
        return errors
    strict = Builder.from_post(data)
    strict.is_valid()
    still = strict.errors()
    hints = {name: still.get(name, "") for name in hinted} | errors
    # Only saving knows who asks: the message that publishing needs a name stays as long as "public" is chosen.
    if "visibility" in hints and data.get("visibility") == Visibility.PUBLIC and not hints["visibility"]:
        hints["visibility"] = None
    return hints


def pane(builder: Builder) -> dict:
    """What the live pane shows for a valid form."""
    level = builder.creature.cleaned_data["level"]
    return {
        "stat_block": wa.stat_block(builder.rules, level),
        "table": wa.level_table(builder.rules, wa.DEFAULT_LEVELS),
        "base_hp_advice": wa.base_hp_advice(builder.rules.size),
    }


# --- the page --------------------------------------------------------------------------------------------------------


def _answer(request: HttpRequest, creature: Creature, *, origin: Creature | None = None) -> HttpResponse:
    """Do what the pressed button asks: change rows, show the form again, or save."""
    builder = Builder.from_post(request.POST)
    place = {"creature": creature, "origin": origin, "is_unsaved": True}
    if changed := builder.after_row_action(request.POST):
        return _rows(request, changed) if request.htmx else _page(request, changed, **place)
    if "recalculate" in request.POST or "restore" in request.POST:
        return _page(request, builder.as_typed(), **place)
    if not builder.is_valid() or not _may_save(request, builder, creature):
        return _page(request, builder, **place, status=409 if builder.stale else 422)
    is_new = creature.pk is None
    if is_new:
        creature.owner = ensure_user(request)
        _remember_origin(creature, origin)
    creature.visibility = builder.creature.cleaned_data["visibility"]
    try:
        save_document(creature, builder.document())
    except SavedElsewhereError:
        creature.refresh_from_db()
        builder.stale = True
        return _page(request, builder, **place, status=409)
    messages.success(request, f"“{creature.name}” is {'in your bestiary' if is_new else 'saved'}.")
    return redirect(creature)


def _may_save(request: HttpRequest, builder: Builder, creature: Creature) -> bool:
    """Whether nothing but the fields themselves forbids saving; says at its place what does."""
    is_named = request.user.is_authenticated and not request.user.is_guest
    if builder.creature.cleaned_data["visibility"] == Visibility.PUBLIC and not is_named:
        sign_up = format_html(
            'To publish under a name, <a href="{}" target="_blank">sign up</a> (it opens beside this page) and '
            "save again. Or save it as unlisted: whoever has the link can see it.",
            reverse("accounts:signup"),
        )
        builder.creature.add_error("visibility", sign_up)
        return False
    if creature.pk and request.POST.get("revision") != str(creature.revision):
        builder.stale = True
        return False
    return True


def _page(
    request: HttpRequest,
    builder: Builder,
    *,
    creature: Creature | None = None,
    origin: Creature | None = None,
    is_unsaved: bool = False,
    status: int = 200,
) -> HttpResponse:
    """The builder's page. `is_unsaved`: it shows what was posted, and nothing has been saved."""
    draft = Builder.from_post(builder.posted(), draft=True)
    is_new = creature is None or creature.pk is None
    context = {
        "builder": builder,
        "form": builder.creature,
        "creature": None if is_new else creature,
        "origin": origin,
        "draft_key": f"creature:{'new' if is_new else creature.uid}",
        # A page that only changed rows still edits the revision it was opened with.
        "revision": request.POST.get("revision")
        if is_unsaved and not builder.stale
        else creature and creature.revision,
        "is_unsaved": is_unsaved,
        "errors": builder.labelled_errors() if builder.is_checked else [],
        "hinted": " ".join(builder.errors()) if builder.is_checked else "",
        "papers": Paper.choices,
        "paper": getattr(request.user, "paper", Paper.A4),
        "damage_types": wa.DAMAGE_TYPES,
        "sizes": list(wa.Size),
        "powers": list(wa.Power),
    }
    context |= pane(draft) if draft.is_valid() else {**pane(_as_before(creature)), "is_stale": True}
    pdf.warm_up()
    return render(request, "bestiary/creature_form.html", context, status=status)


def _as_before(creature: Creature | None) -> Builder:
    """The form whose numbers stand in the pane while those of the page are wrong: as stored, or blank."""
    stored = creature is not None and creature.pk is not None
    builder = Builder.from_document(creature_document(creature)) if stored else Builder.blank()
    before = Builder.from_post(builder.posted(), draft=True)
    before.is_valid()
    return before


def _revision(request: HttpRequest, builder: Builder, creature: Creature | None) -> str:
    """The revision this page edits: the one it was opened with, until a conflict has been shown."""
    if request.method == "POST" and not builder.stale:
        return request.POST.get("revision", "")
    return str(creature.revision) if creature else ""


def _rows(request: HttpRequest, builder: Builder) -> HttpResponse:
    """The one region whose rows changed, for HTMX; the pane hears that it must look again."""
    name = next(rows for button, (rows, _) in ROW_BUTTONS.items() if button in request.POST)
    response = render(request, REGIONS[name], {"builder": builder})
    response["HX-Trigger-After-Settle"] = "rows-changed"
    return response


# --- beginnings ------------------------------------------------------------------------------------------------------


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


def _origin(request: HttpRequest) -> Creature | None:
    """The creature that the new one shall be a variant of; 404 for one the user may not see.

    A variant on its way to be saved lives on when the origin was deleted or hidden meanwhile.
    """
    text = request.GET.get("variant_of", "")
    if not text:
        return None
    try:
        origin = Creature.objects.visible_to(request.user).with_stats().filter(uid=UUID(text)).first()
    except ValueError:
        origin = None
    if origin is None and request.method != "POST":
        raise Http404
    return origin


def _variant(origin: Creature) -> Builder:
    return Builder.from_document(creature_document(origin))


def _remember_origin(creature: Creature, origin: Creature | None) -> None:
    if origin is not None:
        creature.origin = origin
        creature.origin_name = origin.name
        creature.origin_author = origin.owner.display_name
