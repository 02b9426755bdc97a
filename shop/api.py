"""The shop's part of the API: the price of an item and an upgrade of one. No query, nothing kept."""

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from ninja.errors import ValidationError
from pydantic import BeforeValidator, Field
from pydantic_core import PydanticCustomError

from bestiary.api_parts import REFUSALS, Input, Output, examples
from bestiary.rules.dice import MAX_TEXT
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import minus
from bestiary.rules.tables import Source
from bestiary.rules.total import Total
from bestiary.rules.worlds_awakening import LONGEST_TEXT, Band
from shop import rules
from shop.rules import LIMITS, ItemKind

router = Router(tags=["Worlds Awakening"])

# ------------------------------------------------------------------------------------------ what comes in

# Fewer than the most dice of a two-handed weapon: one was there before any upgrade.
MOST_ADDED_DICE = LIMITS["two_handed_dice"].high - 1
_ONE_HANDED, _TWO_HANDED, _DAMAGE_BONUS = (
    LIMITS[name] for name in ("one_handed_dice", "two_handed_dice", "damage_bonus")
)
_DICE_TEXT = (
    f"Of a weapon, and needed there: {_ONE_HANDED.low} to {_ONE_HANDED.high} dice ({_TWO_HANDED.high} two-handed) of "
    f"{', '.join(f'd{sides}' for sides in rules.DIE_VALUES)}, with a bonus of {minus(_DAMAGE_BONUS.low)} to "
    f"{_DAMAGE_BONUS.high}."
)


def _within(limit: str, description: str) -> Any:
    """A field of a whole number within the rules' limits of that name."""
    band = LIMITS[limit]
    return Field(ge=band.low, le=band.high, description=description)


def _only_one(value: Any) -> Any:
    """A list of special effects is a misunderstanding that deserves more than "a whole number"."""
    if isinstance(value, list):
        raise PydanticCustomError("invalid", "An item can have one special effect only.")
    return value


EffectText = Annotated[str, Field(max_length=LONGEST_TEXT, description="What the special effect does, set by the GM.")]
EffectValue = Annotated[
    int,
    _within("special_effect_value", "NX, set by the GM; negative for a drawback."),
    BeforeValidator(_only_one),
]
AddedDice = Annotated[
    int,
    Field(
        ge=0,
        le=MOST_ADDED_DICE,
        description="Of a weapon: how many of its dice upgrades added. Each lowers the most of both bonuses by 1.",
    ),
]
Bonus = Annotated[int, _within("equipment_bonus", "Left out or null: it has no such bonus.")]
Points = Annotated[int, _within("upgrade", "Points to add.")]


class BonusesIn(Input):
    """Of a piece of equipment: what it raises or lowers. A bonus at 0 is one that it has, and that can be upgraded."""

    physical_defence: Bonus | None = None
    magical_defence: Bonus | None = None
    melee_attack: Bonus | None = None
    ranged_attack: Bonus | None = None
    magical_attack: Bonus | None = None


class ItemIn(Input):
    """An item by its parts: those of its kind, the others are refused."""

    # Not strict: JSON can only spell the rules' word.
    kind: Annotated[ItemKind, Field(strict=False, description="Decides how the price comes about.")]
    roll_bonus: Annotated[int, _within("roll_bonus", "Of a weapon.")] = 0
    damage: Annotated[str, Field(max_length=MAX_TEXT, description=_DICE_TEXT)] = ""
    two_handed: Annotated[bool, Field(description="Of a weapon.")] = False
    bonuses: BonusesIn | None = None
    price: Annotated[int, _within("service_price", "Of a service, and needed there: NX, set by the GM.")] = 0
    special_effect_text: EffectText = ""
    special_effect_value: EffectValue = 0


class PriceIn(ItemIn):
    """The item whose price is asked."""

    added_dice: AddedDice = 0


class EffectIn(Input):
    """A special effect, put on or in place of the present one."""

    text: Annotated[str, Field(min_length=1, max_length=LONGEST_TEXT, description="Not blank.")]
    value: EffectValue


class PointsIn(Input):
    """Points to add to bonuses that the piece has."""

    physical_defence: Points | None = None
    magical_defence: Points | None = None
    melee_attack: Points | None = None
    ranged_attack: Points | None = None
    magical_attack: Points | None = None


class ChangeIn(Input):
    """What to improve: one thing at a time."""

    roll_bonus: Annotated[int, _within("upgrade", "Points to add to the roll bonus of a weapon.")] | None = None
    damage_bonus: Annotated[int, _within("upgrade", "Points to add to the damage bonus of a weapon.")] | None = None
    dice: Annotated[int, _within("upgrade", "Dice to add to a weapon, of the kind it has.")] | None = None
    bonuses: PointsIn | None = None
    special_effect: EffectIn | None = None
    remove_special_effect: Annotated[bool, Field(description="Take the present one off.")] = False
    gm_price: Annotated[int, _within("gm_price", "NX for a special effect or its removal.")] | None = None
    components: Annotated[str, Field(max_length=LONGEST_TEXT, description="What else the GM asks for it.")] = ""


class ItemUpgradeIn(Input):
    """An item and what to improve."""

    item: ItemIn
    added_dice: AddedDice = 0
    change: ChangeIn


_PARTS = {
    ItemKind.WEAPON: {"roll_bonus", "damage", "two_handed", "added_dice"},
    ItemKind.EQUIPMENT: {"bonuses"},
    ItemKind.SERVICE: {"price"},
}
_NEEDED = {ItemKind.WEAPON: "damage", ItemKind.SERVICE: "price"}
_EFFECT = {"special_effect_text", "special_effect_value"}
# Where the rules' names of a part stand in a request.
_PLACES = {
    "damage.count": "damage",
    "damage.sides": "damage",
    "damage.bonus": "damage",
    "special_effect.text": "special_effect_text",
    "special_effect.value": "special_effect_value",
}


def _refused(place: tuple[str, ...], kind: str, message: str) -> dict[str, Any]:
    # As ninja reports what it refuses: the place of a body begins with "body" and the name of the view's argument.
    return {"type": kind, "loc": ("body", "", *place), "msg": message}


def _item(sent: ItemIn, added_dice: int, place: tuple[str, ...] = ()) -> rules.Item:
    """The rules' item of a request; ValidationError or RulesError at the field under `place` that is wrong."""
    kind = sent.kind
    allowed = {"kind", *_PARTS[kind], *(_EFFECT if kind is not ItemKind.SERVICE else ())}
    problems = [
        _refused((*place, name), "unknown_field", f"There is no such field for the kind “{kind}”.")
        for name in type(sent).model_fields
        if name in sent.model_fields_set - allowed
    ]
    needed = _NEEDED.get(kind)
    if needed and needed not in sent.model_fields_set:
        problems.append(_refused((*place, needed), "missing", ""))
    if problems:
        raise ValidationError(problems)
    try:
        return _built(sent, added_dice)
    except RulesError as error:
        field = _PLACES.get(error.field, error.field)
        error.field = field if field == "added_dice" else ".".join((*place, field))
        raise


def _built(sent: ItemIn, added_dice: int) -> rules.Item:
    if sent.kind is ItemKind.SERVICE:
        return rules.Service(sent.price)
    effect = rules.SpecialEffect.given(sent.special_effect_text, sent.special_effect_value)
    if sent.kind is ItemKind.EQUIPMENT:
        return rules.Equipment(_given(sent.bonuses), effect)
    damage = rules.parse_damage(sent.damage)
    return rules.Weapon(damage, sent.roll_bonus, sent.two_handed, effect, added_dice=added_dice)


def _given(bonuses: BonusesIn | PointsIn | None) -> dict[str, int]:
    return bonuses.model_dump(exclude_none=True) if bonuses else {}


# ------------------------------------------------------------------------------------------ what goes out


class TermOut(Output):
    """One summand."""

    label: str = Field(description="What it is for; a discount says so.")
    value: int = Field(description="NX, negative for a discount.")


class DealOut(Output):
    """Whole NX after each outcome of the one CHA test."""

    standard: int = Field(description="No test, or a failure.")
    success: int = Field(description="A success.")
    critical: int = Field(description="A critical success.")


class PriceOut(Output):
    """What the item costs, and its prices at the counter."""

    terms: list[TermOut] = Field(description="They add up to the list price.")
    list_price: int = Field(description="Whole NX, never under 0.")
    buy: DealOut = Field(description="What a PC pays: list price, 3/4, 1/2, each rounded up.")
    sell: DealOut = Field(description="What a PC is paid: 1/2, 5/4 of that, list price, each rounded down.")
    notes: list[str] = Field(description="Sentences: discounts, what the GM sets, a price that counts as 0.")
    source: Source = Field(description="Where the list price comes from.")


class BandOut(Output):
    """The lowest and the highest it may be."""

    low: int
    high: int


class LimitsOut(Output):
    """What the parts may reach after the upgrade; a weapon has the first three, equipment the last."""

    roll_bonus: BandOut | None = None
    damage_bonus: BandOut | None = None
    dice: BandOut | None = None
    bonuses: BandOut | None = None


class BonusesOut(Output):
    """The bonuses that the piece has."""

    physical_defence: int | None = None
    magical_defence: int | None = None
    melee_attack: int | None = None
    ranged_attack: int | None = None
    magical_attack: int | None = None


class ItemOut(Output):
    """The item as a request sends it, with the parts of its kind."""

    kind: ItemKind
    roll_bonus: int | None = None
    damage: str | None = Field(default=None, description="Dice text in plain ASCII, such as 1d8-3.")
    two_handed: bool | None = None
    bonuses: BonusesOut | None = None
    special_effect_text: str
    special_effect_value: int


class ItemUpgradeOut(Output):
    """What the upgrade costs and makes of the item."""

    cost: int = Field(description="Whole NX.")
    terms: list[TermOut] = Field(description="They add up to the cost.")
    item: ItemOut = Field(description="The item afterwards, ready to be sent again.")
    added_dice: int = Field(description="Its added dice afterwards, to be sent with it.")
    limits: LimitsOut
    effects: list[str] = Field(description="What changes, in words, side effects included.")
    list_price: int = Field(description="List price of the item afterwards.")
    source: Source = Field(description="Where the upgrade comes from.")


def _terms(total: Total) -> list[dict[str, Any]]:
    return [{"label": term.label, "value": term.value} for term in total.terms]


def _deal(prices: rules.DealPrices) -> dict[str, int]:
    return {name: int(getattr(prices, name)) for name in rules.CounterPrice}


def _band(band: Band) -> dict[str, int]:
    return {"low": band.low, "high": band.high}


def _item_out(item: rules.Weapon | rules.Equipment) -> dict[str, Any]:
    effect = item.special_effect
    shared = {
        "special_effect_text": effect.text if effect else "",
        "special_effect_value": effect.value if effect else 0,
    }
    if isinstance(item, rules.Equipment):
        return {"kind": item.kind, "bonuses": {bonus.value: value for bonus, value in item.bonuses}, **shared}
    own = {"roll_bonus": item.roll_bonus, "damage": str(item.damage), "two_handed": item.two_handed}
    return {"kind": item.kind, **own, **shared}


# --------------------------------------------------------------------------------------------- the calls


def price_of(sent: PriceIn) -> dict[str, Any]:
    """The price as the API answers it; raises ValidationError or RulesError where the item breaks a rule."""
    tag = rules.price_tag(_item(sent, sent.added_dice))
    return {
        "terms": _terms(tag.list_price.total),
        "list_price": tag.list_price.value,
        "buy": _deal(tag.counter.buy),
        "sell": _deal(tag.counter.sell),
        "notes": list(tag.notes),
        "source": tag.list_price.total.source,
    }


def upgraded(sent: ItemUpgradeIn) -> dict[str, Any]:
    """The upgrade as the API answers it; raises ValidationError or RulesError where the rules refuse it."""
    item = _item(sent.item, sent.added_dice, ("item",))
    if sent.added_dice and not isinstance(item, rules.Weapon):
        raise RulesError("Only a weapon has added dice.", "added_dice")
    done = rules.upgrade(item, _change(sent.change))
    return {
        "cost": int(done.cost),
        "terms": _terms(done.cost),
        "item": _item_out(done.item),
        "added_dice": getattr(done.item, "added_dice", 0),
        "limits": {name: _band(getattr(done.limits, name)) for name in done.limits.__slots__},
        "effects": list(done.effects),
        "list_price": int(rules.list_price(done.item)),
        "source": done.source,
    }


def _change(sent: ChangeIn) -> rules.Change:
    effect = sent.special_effect and rules.SpecialEffect(sent.special_effect.text, sent.special_effect.value)
    return rules.Change(
        roll_bonus=sent.roll_bonus,
        damage_bonus=sent.damage_bonus,
        dice=sent.dice,
        bonuses=_given(sent.bonuses),
        special_effect=effect,
        remove_special_effect=sent.remove_special_effect,
        gm_price=sent.gm_price,
        components=sent.components,
    )


LONGSWORD = {"kind": "weapon", "roll_bonus": 2, "damage": "1d8+2", "two_handed": False, "special_effect_value": 0}
ARM_GUARD = {"kind": "equipment", "bonuses": {"melee_attack": 2}, "special_effect_value": 0}
A_NIGHT_AT_THE_INN = {"kind": "service", "price": 45}
BETTER_AIM = {"item": LONGSWORD, "added_dice": 0, "change": {"roll_bonus": 1}}
ONE_MORE_DIE = {"item": LONGSWORD, "added_dice": 0, "change": {"dice": 1}}
A_THICKER_ARM_GUARD = {"item": ARM_GUARD, "change": {"bonuses": {"melee_attack": 1}}}


@router.post(
    "shop/price",
    response={200: PriceOut, **REFUSALS},
    summary="Price of an item",
    operation_id="shop_price",
    openapi_extra=examples(
        price_of(PriceIn.model_validate(LONGSWORD)),
        Longsword=LONGSWORD,
        Arm_Guard=ARM_GUARD,
        A_night_at_the_inn=A_NIGHT_AT_THE_INN,
    ),
)
def price(request: HttpRequest, item: PriceIn) -> dict[str, Any]:
    """The list price of a weapon, a piece of equipment or a service, and the six prices at the counter."""
    return price_of(item)


@router.post(
    "shop/upgrade",
    response={200: ItemUpgradeOut, **REFUSALS},
    summary="Upgrade of an item",
    operation_id="shop_upgrade",
    exclude_unset=True,
    openapi_extra=examples(
        upgraded(ItemUpgradeIn.model_validate(BETTER_AIM)),
        Better_aim=BETTER_AIM,
        One_more_die=ONE_MORE_DIE,
        A_thicker_arm_guard=A_THICKER_ARM_GUARD,
    ),
)
def upgrade(request: HttpRequest, wish: ItemUpgradeIn) -> dict[str, Any]:
    """What an upgrade costs and makes of the item. One that the rules refuse is a 422 with the reason."""
    return upgraded(wish)
