"""One creature: its page, its printed sheet, its way into the bin and back."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts.models import Paper, ThresholdReading
from accounts.success import asked_success_rule, read_success_rule
from accounts.vocabulary import words_of
from bestiary import pdf
from bestiary.bookmarks import bookmarked_among
from bestiary.forms import MOST_COPIES, Builder, FoeBuilder, WholeForm, read_copies, read_level, read_levels
from bestiary.models import Creature, Portrait, Visibility
from bestiary.portrait_bench import named_portrait
from bestiary.portraits import PAPER_CHOICES, portrait_of, printed
from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.two_d12 import SuccessRule
from bestiary.rules.worlds_awakening.vocabulary import Vocabulary, vocabulary
from bestiary.summary import summary
from bestiary.views.beginnings import CREATE_VIEWS


@require_safe
def creature_detail(request: HttpRequest, uid) -> HttpResponse:
    """The creature's page; one of Worlds Awakening at `?level=`, with the table for the levels `?from=&to=`."""
    creature = get_object_or_404(Creature.objects.visible_to(request.user).with_stats(), uid=uid)
    variants = Creature.objects.listed_for(request.user).filter(origin=creature).select_related("owner")
    pdf.warm_up()
    context = {
        "creature": creature,
        "create_view": CREATE_VIEWS[creature.system],
        "is_owner": creature.owner_id == request.user.pk,
        "is_bookmarked": creature.pk in bookmarked_among([creature], request.user),
        "summary": summary(creature),
        "origin": _listed_origin(creature, request.user),
        "variants": variants[:12],
        "portrait": portrait_of(creature),
        "portrait_papers": PAPER_CHOICES.items(),
        "papers": Paper.choices,
        "paper": getattr(request.user, "paper", Paper.A4),
        "most_copies": MOST_COPIES,
        "typed_copies": request.GET.get("copies", ""),
        **_shown(request, creature),
    }
    status = 400 if context.get("level_problem") or context.get("levels_problem") else 200
    return _for_search_engines(creature, render(request, "bestiary/creature_detail.html", context, status=status))


def _for_search_engines(creature: Creature, response: HttpResponse) -> HttpResponse:
    """Keep what is not public out of search engines; its page leads to more of it, as a PDF and as a variant to be."""
    if creature.visibility != Visibility.PUBLIC or creature.held_at:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def _shown(request: HttpRequest, creature: Creature) -> dict:
    """What the page shows of the creature by the rules of its game."""
    rules = creature.to_rules()
    if creature.system == "two_d12":
        return {"card": two_d12.foe_card(rules), "readings": ThresholdReading.choices}
    level_problem = levels_problem = ""
    try:
        level = read_level(request.GET, creature.level)
    except ValidationError as error:
        level, level_problem = creature.level, error.messages[0]
    try:
        levels = read_levels(request.GET)
    except ValidationError as error:
        levels, levels_problem = wa.DEFAULT_LEVELS, error.messages[0]
    return {
        "stat_block": wa.stat_block(rules, level),
        "table": wa.level_table(rules, levels),
        "level_problem": level_problem,
        "levels_problem": levels_problem,
        "typed_levels": {
            "level": request.GET.get("level") or level,
            "from": request.GET.get("from", levels[0]),
            "to": request.GET.get("to", levels[-1]),
        },
    }


# --- the printed sheet -----------------------------------------------------------------------------------------------


@require_GET
def creature_sheet(request: HttpRequest, uid) -> HttpResponse:
    """The creature's sheet as a PDF, `?paper=` one's own by default; at `?level=`, with the levels `?from=&to=`.

    Without these, at the level its author shows first, with levels 1 to 8. Boxes to cross off are for `?copies=`.
    """
    creature = get_object_or_404(Creature.objects.visible_to(request.user).with_stats(), uid=uid)
    origin = f"Variant of {creature.origin_name}" if creature.origin_name else ""
    text = {
        "description": creature.description,
        "habitat": creature.get_habitat_display(),
        "family": creature.get_family_display(),
        "tags": [tag.name for tag in creature.tags.all()],
        "author": creature.owner.display_name,
        "origin": f"{origin} by {creature.origin_author}" if origin and creature.origin_author else origin,
    }
    # The address of what is private or held, printed on paper, would lead everybody else to "not found".
    shown = creature.visibility != Visibility.PRIVATE and creature.held_at is None
    url = request.build_absolute_uri(creature.get_absolute_url()) if shown else ""
    rules, words = creature.to_rules(), words_of(request.user)
    level = creature.level
    if creature.system != "two_d12":
        try:
            level = read_level(request.GET, level)
        except ValidationError as error:
            return render(request, "print_error.html", {"message": error.messages[0]}, status=400)
    rule = asked_success_rule(request)
    portrait = portrait_of(creature)
    sheet = _sheet(request, request.GET, creature.system, rules, level, text, url, words, rule, portrait)
    return _for_search_engines(creature, sheet)


@require_POST
def creature_preview_sheet(request: HttpRequest) -> HttpResponse:
    """The sheet of the creature in the builder, saved or not. Asks who is there for a saved picture alone."""
    return _unsaved_sheet(request, Builder)


@require_POST
def foe_preview_sheet(request: HttpRequest) -> HttpResponse:
    """The sheet of the Foe in the builder, saved or not. Asks who is there for a saved picture alone."""
    return _unsaved_sheet(request, FoeBuilder)


def _unsaved_sheet(request: HttpRequest, form: type[WholeForm]) -> HttpResponse:
    builder = form.from_post(request.POST, draft=True)
    if not builder.is_valid():
        message = " ".join(f"{label}: {text}" for label, text in builder.labelled_errors())
        return render(request, "print_error.html", {"message": message}, status=422)
    document = builder.document()
    labels = dict(builder.main.fields["habitat"].choices), dict(builder.main.fields["family"].choices)
    text = {
        "description": document["description"],
        "habitat": labels[0][document["habitat"]] if document["habitat"] else "",
        "family": labels[1][document["family"]] if document["family"] else "",
        "tags": document["tags"],
    }
    words = vocabulary(request.POST.get("words", ""))
    rule = read_success_rule(request.POST.get("success_rule", ""))
    portrait = named_portrait(request, builder)
    return _sheet(
        request, request.POST, document["system"], builder.rules, document["level"], text, "", words, rule, portrait
    )


def _sheet(
    request: HttpRequest,
    options,
    system: str,
    rules: wa.Creature | two_d12.Foe,
    level: int,
    text: dict,
    url: str,
    words: Vocabulary,
    rule: SuccessRule,
    portrait: Portrait | None,
) -> HttpResponse:
    """The sheet, or a page that says which option cannot be. `level` is the one at the top; a Foe's says nothing."""
    paper = options.get("paper") or getattr(request.user, "paper", Paper.A4)
    context = {"creature_text": text, "words": words, "paper": paper, "url": url}
    try:
        if paper not in Paper.values:
            raise ValidationError("The paper is A4 or Letter.")
        context["hp_copies"] = read_copies(options)
        if system == "two_d12":
            context |= {"card": two_d12.foe_card(rules), "success_rule": rule}
        else:
            levels = read_levels(options)
            context |= {
                "block": wa.stat_block(rules, level),
                "table": wa.level_table(rules, levels),
                "levels": levels,
            }
    except ValidationError as error:
        return render(request, "print_error.html", {"message": error.messages[0]}, status=400)
    assets = {}
    if picture := printed(portrait, options.get("picture", "")):
        assets["portrait.jpg"] = picture
        context["portrait_alt"] = portrait.alt or rules.name
    return pdf.sheet_response(request, f"bestiary/{system}/sheet.html", context, rules.name, assets=assets)


# --- bin and back ----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def creature_delete(request: HttpRequest, uid) -> HttpResponse:
    """Ask, then put the creature into its owner's bin."""
    creature = get_object_or_404(Creature.objects.editable_by(request.user), uid=uid)
    if request.method == "POST":
        Creature.objects.filter(pk=creature.pk).move_to_bin(timezone.now())
        messages.success(request, f"“{creature.name}” lies in your bin now.")
        return redirect("bestiary:creature_bin")
    return render(request, "bestiary/creature_confirm_delete.html", {"creature": creature})


@require_POST
def creature_restore(request: HttpRequest, uid) -> HttpResponse:
    """Take one's creature out of the bin, as it was."""
    creature = get_object_or_404(Creature.objects.binned_by(request.user), uid=uid)
    Creature.objects.filter(pk=creature.pk).restore()
    messages.success(request, f"“{creature.name}” is back.")
    return redirect(creature)


def _listed_origin(creature: Creature, user) -> Creature | None:
    """The creature this is a variant of, where lists offer it to `user`: an unlisted address is not told."""
    if creature.origin_id is None:
        return None
    return Creature.objects.listed_for(user).filter(pk=creature.origin_id).select_related("owner").first()
