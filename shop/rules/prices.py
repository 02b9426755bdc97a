"""The list price of an item as the sum of its parts, and the six prices at the counter that follow from it.

All prices are whole NX. A list price is never under 0; a price at the counter is rounded once, in its own step, in
the merchant's favour.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bestiary.rules import checks
from bestiary.rules.dice import Dice
from bestiary.rules.numbers import ceiling_division, floor_division, minus, mixed, summand
from bestiary.rules.tables import Source
from bestiary.rules.total import Term, Total
from shop.rules.items import Equipment, Item, Service, SpecialEffect, Weapon, check_die
from shop.rules.tables import COUNTER, CURRENCY, DIE_VALUES, LIMITS, LOWEST_PRICE, POINT_PRICES, limited
from shop.rules.words import CounterPrice, Deal, Outcome

# What the label of a term ends with that makes the item cheaper.
DISCOUNT = ", a discount"

# ------------------------------------------------------------------------------ the costs of the book


def roll_bonus_cost(roll_bonus: int) -> int:
    """Roll bonus × 20 NX; a negative one is a discount. Source: guide."""
    return roll_bonus * POINT_PRICES["roll_bonus"].price


def bonus_cost(bonus: int) -> int:
    """Bonus of a piece of equipment × 20 NX; a negative one is a discount. Source: guide."""
    return bonus * POINT_PRICES["equipment_bonus"].price


def damage_bonus_cost(damage_bonus: int) -> int:
    """Damage bonus × 20 NX; a negative one is a discount. Source: guide."""
    return damage_bonus * POINT_PRICES["damage_bonus"].price


def die_value(sides: int) -> int:
    """NX for one die: d4 40, d6 60, d8 80, d10 100, d12 120. UnknownChoice for another. Source: published, d8 guide."""
    return DIE_VALUES[check_die(sides, "damage.sides")].price


def damage_cost(damage: Dice) -> int:
    """Number of dice × die value + damage bonus × 20, in NX. UnknownChoice for a die without a value. Source: guide."""
    return damage.count * die_value(damage.sides) + damage_bonus_cost(damage.bonus)


# -------------------------------------------------------------------------------------- the list price


@dataclass(frozen=True, slots=True)
class ListPrice:
    """What an item costs before anybody haggles: never under 0.

    `total` has a term for each part; a discount is named so, and where the sum was under 0 a last term says that it
    counts as 0 (ours). `discounts` are the terms that make the item cheaper.
    """

    total: Total
    is_raised_to_0: bool

    @property
    def value(self) -> int:
        return self.total.value

    @property
    def discounts(self) -> tuple[Term, ...]:
        return tuple(term for term in self.total.terms if term.value < 0)

    def __int__(self) -> int:
        return self.total.value

    def __str__(self) -> str:
        return str(self.total)


def list_price(item: Item) -> ListPrice:
    """The list price of a valid item in NX.

    Weapon: roll bonus cost + damage cost + special effect value. Equipment: bonus cost + special effect value.
    Service: the price typed. Source: guide (die values other than d8: published).
    """
    if isinstance(item, Weapon):
        rule = "Price = roll bonus cost + damage cost + special effect value"
        return _price(_weapon_terms(item), rule, DIE_VALUES[item.damage.sides].source)
    if isinstance(item, Equipment):
        return _price(_equipment_terms(item), "Price = bonus cost + special effect value", Source.GUIDE)
    return _price(_service_terms(item), "Price = what the game master asks", Source.GUIDE)


def outfit_price(items: Sequence[Item]) -> Total:
    """The list prices of up to 30 items added up in their order, in NX; each counts as 0 at least by itself.

    OutOfRange at "items" for more. Source: ours.
    """
    checks.at_most(items, LIMITS["outfit_items"].high, "items", "items")
    terms = tuple(Term(item.name or item.kind.label, list_price(item).value) for item in items)
    return Total(terms or (Term("no items", 0),), "Price of an outfit = its items added up", Source.OURS)


def _weapon_terms(weapon: Weapon) -> Iterable[Term]:
    damage = weapon.damage
    value = die_value(damage.sides)
    yield _points("roll bonus", weapon.roll_bonus, POINT_PRICES["roll_bonus"].price)
    yield Term("damage dice", damage.count * value, f"{damage.count} × {value} (damage dice, d{damage.sides})")
    yield _points("damage bonus", damage.bonus, POINT_PRICES["damage_bonus"].price)
    yield _special_effect(weapon.special_effect)


def _equipment_terms(equipment: Equipment) -> Iterable[Term]:
    for bonus, value in equipment.bonuses:
        yield _points(bonus.label, value, POINT_PRICES["equipment_bonus"].price)
    yield _special_effect(equipment.special_effect)


def _service_terms(service: Service) -> Iterable[Term]:
    yield Term("price of the service", service.price, f"{service.price} (set by the GM)")


def _points(name: str, points: int, price: int) -> Term:
    label = f"{name}{DISCOUNT}" if points < 0 else name
    return Term(label, points * price, f"{summand(points)} × {price} ({label})")


def _special_effect(effect: SpecialEffect | None) -> Term:
    if effect is None:
        return Term("no special effect", 0, "0 (no special effect)")
    label = f"special effect{DISCOUNT}" if effect.is_negative else "special effect"
    return Term(label, effect.value, f"{summand(effect.value)} ({label}, set by the GM)")


def _price(parts: Iterable[Term], rule: str, source: Source) -> ListPrice:
    terms = tuple(parts)
    missing = LOWEST_PRICE - sum(term.value for term in terms)
    if missing <= 0:
        return ListPrice(Total(terms, rule, source), False)
    label = f"under {LOWEST_PRICE} counts as {LOWEST_PRICE}"
    raised = Term(label, missing, f"{missing} ({label})")
    return ListPrice(Total((*terms, raised), f"{rule}; {label}", Source.OURS), True)


# ------------------------------------------------------------------------------- prices at the counter


@dataclass(frozen=True, slots=True)
class Price:
    """One price at the counter in whole NX, and how it comes about: "34 = ¾ × 45 = 33¾, rounded up"."""

    value: int
    text: str
    source: Source

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        return minus(self.value)


@dataclass(frozen=True, slots=True)
class DealPrices:
    """The three prices of buying or of selling."""

    standard: Price
    success: Price
    critical: Price

    def of(self, outcome: Outcome) -> Price:
        """What is paid after that outcome."""
        return getattr(self, outcome.counter_price.value)


@dataclass(frozen=True, slots=True)
class CounterPrices:
    """The six prices at the counter that follow from one list price."""

    list_price: int
    buy: DealPrices
    sell: DealPrices

    def of(self, deal: Deal, outcome: Outcome) -> Price:
        """What is paid when the PC buys or sells after that outcome."""
        return getattr(self, deal.value).of(outcome)


@dataclass(frozen=True, slots=True)
class PriceTag:
    """Everything a price list or card shows about the price of an item."""

    item: Item
    list_price: ListPrice
    counter: CounterPrices

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences for the GM: each discount, a sum that counts as 0, what the GM sets."""
        return tuple(_notes(self.item, self.list_price))


def price_tag(item: Item) -> PriceTag:
    """The list price of a valid item and its six prices at the counter."""
    price = list_price(item)
    return PriceTag(item, price, counter_prices(price.value))


def _notes(item: Item, price: ListPrice) -> Iterable[str]:
    for term in price.discounts:
        name = term.label.removesuffix(DISCOUNT)
        yield f"Discount: {name} takes {-term.value} {CURRENCY} off."
    if price.is_raised_to_0:
        parts = minus(LOWEST_PRICE - price.total.terms[-1].value)
        yield f"The parts add up to {parts} {CURRENCY}; under {LOWEST_PRICE} counts as {LOWEST_PRICE}."
    if isinstance(item, Service):
        yield "The price of a service is set by the GM."
    elif item.special_effect is not None:
        yield "The value of the special effect is set by the GM."


def counter_prices(price: int) -> CounterPrices:
    """The six prices at the counter for a list price of 0 to 999999 NX; OutOfRange at "list_price" otherwise.

    Buying: list, ¾, ½. Selling: the resale price, which is half the list price, 1¼ of the resale price as rounded,
    the list price. Each is rounded once, up when the PC pays, down when the PC is paid. Source: guide.
    """
    limited("list_price", price, "list_price", "The list price in NX")
    buy, sell = (_deal_prices(deal, price) for deal in (Deal.BUY, Deal.SELL))
    return CounterPrices(price, buy, sell)


def resale_price(price: int) -> int:
    """What a merchant pays without haggling for an item of that list price, in NX. Source: guide."""
    return counter_prices(price).sell.standard.value


def rounded_up_when_the_pc_pays(amount: Fraction) -> int:
    """The smallest whole price that is not under the exact amount."""
    return ceiling_division(amount.numerator, amount.denominator)


def rounded_down_when_the_pc_is_paid(amount: Fraction) -> int:
    """The largest whole price that is not over the exact amount."""
    return floor_division(amount.numerator, amount.denominator)


_ROUNDED = {
    Deal.BUY: (rounded_up_when_the_pc_pays, "rounded up"),
    Deal.SELL: (rounded_down_when_the_pc_is_paid, "rounded down"),
}


def _deal_prices(deal: Deal, price: int) -> DealPrices:
    found: dict[CounterPrice, Price] = {}
    for name, row in COUNTER[deal].items():
        base = found[CounterPrice.STANDARD].value if row.of_resale else price
        found[name] = Price(*_share(deal, row.share, base), row.source)
    return DealPrices(*found.values())


def _share(deal: Deal, share: Fraction, base: int) -> tuple[int, str]:
    exact = share * base
    rounded, direction = _ROUNDED[deal]
    value = rounded(exact)
    if share == 1:
        return value, f"{value}, the list price"
    calculation = f"{value} = {mixed(share)} × {base}"
    return value, calculation if value == exact else f"{calculation} = {mixed(exact)}, {direction}"
