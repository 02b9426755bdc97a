"""The upgrade bench: every step an item can take, with cost and effect before it is taken."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from accounts.limits import AccountGoneError
from bestiary.documents import SavedElsewhereError
from bestiary.keeping import ACCOUNT_GONE, NoRoomError, keep_new, no_room
from shop.benches import take, take_as_variant
from shop.forms.upgrade import EffectForm, RemovalForm
from shop.models import Item
from shop.rules import Item as RulesItem
from shop.rules import ItemKind, Upgrade, UpgradeOption, price_tag, special_effect_refusal, upgrade_options

GM_FORMS = {"special_effect": EffectForm, "remove_special_effect": RemovalForm}


@require_http_methods(["GET", "HEAD", "POST"])
def item_upgrade(request: HttpRequest, uid) -> HttpResponse:
    """The bench of an item one may see. A step taken from somebody else's item makes a copy of one's own."""
    seen = Item.objects.visible_to(request.user)
    if request.method == "POST":
        # Another tab may have put the item into the bin meanwhile: the page says so, and keeps what was typed.
        seen |= Item.objects.binned_by(request.user)
    seen = seen.with_texts().filter(uid=uid)
    item = get_object_or_404(seen)
    if request.method != "POST":
        return bench(request, item)
    forms = {}
    wanted = request.POST.get("take") or request.POST.get("look") or ""
    if wanted in GM_FORMS:
        forms[wanted] = GM_FORMS[wanted](request.POST, prefix=wanted)
        step = forms[wanted].upgrade(item.to_rules())
    else:
        option = find_option(item.to_rules(), wanted)
        step = option and option.upgrade
    if item.deleted_at:
        return bench(request, item, forms, status=409)
    if step is None:
        if request.POST.get("revision") != str(item.revision):
            return bench(request, item, forms, is_stale=True, status=409)
        return bench(request, item, forms, problem=_why_not(item, wanted), status=422)
    if "look" in request.POST:
        return bench(request, item, forms, looked={wanted: step})
    if request.POST.get("revision") != str(item.revision):
        return bench(request, item, forms, is_stale=True, status=409)
    try:
        if item.owner_id == request.user.pk:
            mine = take(item, step)
        else:
            new = Item()
            mine = keep_new(request, new, lambda: take_as_variant(item, step, new))
    except SavedElsewhereError:
        item = get_object_or_404(seen)
        return bench(request, item, forms, is_stale=not item.deleted_at, status=409)
    except AccountGoneError:
        return bench(request, item, forms, problem=ACCOUNT_GONE, status=409)
    except NoRoomError:
        return bench(request, item, forms, problem=no_room(Item), status=422)
    messages.success(request, f"{mine.name}: {'; '.join(step.effects)}, for {step.cost.value} NX.")
    return redirect("shop:item_upgrade", mine.uid)


def bench(
    request: HttpRequest,
    item: Item,
    forms: dict | None = None,
    *,
    looked: dict[str, Upgrade] | None = None,
    is_stale: bool = False,
    problem: str = "",
    status: int = 200,
) -> HttpResponse:
    """The bench's page; `forms` are those that were sent, `looked` the costs and effects that they were sent for."""
    rules = item.to_rules()
    forms, looked = forms or {}, looked or {}
    effect = getattr(rules, "special_effect", None)
    context = {
        "item": item,
        "tag": price_tag(rules),
        "options": [{"word": option_word(option), "option": option} for option in upgrade_options(rules)],
        "is_owner": item.owner_id == request.user.pk,
        "is_service": item.kind == ItemKind.SERVICE,
        "effect": effect,
        "effect_refusal": special_effect_refusal(rules),
        "effect_form": forms.get("special_effect") or EffectForm(prefix="special_effect"),
        "removal_form": forms.get("remove_special_effect") or RemovalForm(prefix="remove_special_effect"),
        "looked": looked,
        "upgrades": item.upgrades.all(),
        "is_stale": is_stale,
        "problem": problem,
    }
    response = render(request, "shop/upgrade.html", context, status=status)
    response["X-Robots-Tag"] = "noindex, nofollow"
    return response


def option_word(option: UpgradeOption) -> str:
    """What the option's button sends: the part to improve, or the bonus of a piece of equipment."""
    [part] = option.change.parts
    return option.change.bonuses[0][0].value if part == "bonuses" else part


def _why_not(item: Item, word: str) -> str:
    """Why a press did nothing, in a sentence."""
    if word in GM_FORMS:
        return "Nothing was taken: the marked fields need another look. Everything you typed is still here."
    option = find_option(item.to_rules(), word)
    if option is None:
        return "Nothing was taken: this item has no such step. Here is what it can take."
    return f"Nothing was taken. {option.label}: {option.refusal}"


def find_option(rules: RulesItem, word: str) -> UpgradeOption | None:
    """The option that a button was pressed for; None for a word that means nothing."""
    return next((option for option in upgrade_options(rules) if option_word(option) == word), None)
