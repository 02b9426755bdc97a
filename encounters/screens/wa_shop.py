"""Tables of the Worlds Awakening screen about buying and selling, read from the rules of the shop."""

from __future__ import annotations

from bestiary.rules.numbers import mixed
from bestiary.rules.tables import Source
from bestiary.rules.worlds_awakening.vocabulary import Vocabulary
from encounters.screens.panels import Cell, Panel, Row, cell, pairs, text_column
from shop.rules import (
    COUNTER,
    CURRENCY,
    DIE_VALUES,
    LIMITS,
    PLAIN_CRITICAL,
    POINT_PRICES,
    CounterPrice,
    Deal,
    Outcome,
    counter_prices,
)
from shop.rules.tables import (
    ADDED_DICE_SOURCE,
    BONUS_LOST_PER_ADDED_DIE,
    LOWEST_PRICE,
    MOST_LOST_PER_ADDED_DIE,
    SIDE_EFFECT_SOURCE,
)

EXAMPLE_PRICE = 45
"""NX: odd enough to show every rounding."""


def haggling() -> Panel:
    """What is paid after each outcome of the one test, with an example."""
    columns = (
        text_column("CHA test"),
        *(text_column(heading, 30) for heading in ("PC buys at", "PC sells at")),
    )
    by_price: dict[CounterPrice, list[Outcome]] = {}
    for outcome in Outcome:
        if not outcome.refuses_for_the_day:
            by_price.setdefault(outcome.counter_price, []).append(outcome)
    rows = [_outcome_row(" or ".join(one.label.lower() for one in found), price) for price, found in by_price.items()]
    refused = next(outcome for outcome in Outcome if outcome.refuses_for_the_day)
    rows.append(_outcome_row(f"{refused.label.lower()}: no more haggling here today", refused.counter_price))
    natural = f"natural {PLAIN_CRITICAL.success_text} succeeds, natural {PLAIN_CRITICAL.failure_text} fails."
    rounding = "in the merchant’s favour, up when the PC pays, down when the PC is paid."
    notes = (
        ("One try", "for each item or service and PC. The GM sets the difficulty.", Source.GUIDE),
        ("Critical", natural, Source.GUIDE),
        ("Rounding", f"{rounding} {_example()}", Source.GUIDE),
    )
    return Panel("worlds_awakening.haggling", "Haggling", columns, tuple(rows), pairs(notes))


def _example() -> str:
    """ "45 NX: buy 45, 34, 23; sell 22, 27, 45."."""
    example = counter_prices(EXAMPLE_PRICE)
    shown = []
    for deal, prices in ((Deal.BUY, example.buy), (Deal.SELL, example.sell)):
        amounts = ", ".join(str(price) for price in (prices.standard, prices.success, prices.critical))
        shown.append(f"{deal.label.lower()} {amounts}")
    return f"{EXAMPLE_PRICE} {CURRENCY}: {'; '.join(shown)}."


def _outcome_row(name: str, price: CounterPrice) -> Row:
    shares = (_share(deal, price) for deal in Deal)
    return (Cell(name[0].upper() + name[1:]), *shares)


def _share(deal: Deal, price: CounterPrice) -> Cell:
    """ "¾ × list price", "1¼ × resale price"."""
    row = COUNTER[deal][price]
    base = "resale price" if row.of_resale else "list price"
    text = base if row.share == 1 else f"{mixed(row.share)} × {base}"
    if deal is Deal.SELL and price is CounterPrice.STANDARD:
        text += " (resale)"
    return cell(text, row.source)


def prices(words: Vocabulary) -> Panel:
    """The parts of a list price, and what upgrades cost."""
    columns = (text_column("Part", 36), text_column(CURRENCY), text_column("Limit", 18))
    one, two = LIMITS["one_handed_dice"], LIMITS["two_handed_dice"]
    names = {
        "roll_bonus": "Roll bonus of a weapon",
        "damage_bonus": "Damage bonus of a weapon",
        "equipment_bonus": "Bonus of equipment",
    }
    rows: list[Row] = [
        (
            Cell(name),
            cell(f"{POINT_PRICES[key].price} a point", POINT_PRICES[key].source),
            cell(LIMITS[key].text, LIMITS[key].source),
        )
        for key, name in names.items()
    ]
    dice = ", ".join(f"d{sides} {row.price}" for sides, row in DIE_VALUES.items())
    rows += [
        (Cell("Damage die, each"), Cell(dice), cell(f"{one.high}; two-handed {two.high}", one.source)),
        (Cell("Special effect"), Cell("the GM’s price, may be negative"), Cell("1")),
    ]
    lowered = (
        f"a die costs its value, stays of its type, and takes {BONUS_LOST_PER_ADDED_DIE} from roll and damage bonus, "
        f"and {MOST_LOST_PER_ADDED_DIE} from the most each may reach."
    )
    notes = (
        ("Negative points", "are a discount.", Source.GUIDE),
        ("Sum under 0", f"counts as {LOWEST_PRICE}.", LIMITS["list_price"].source),
        (
            "Equipment",
            f"is off-hand, no attack of its own; bonuses to Phys Def, {words.defence}, attacks.",
            Source.GUIDE,
        ),
        ("Upgrades", "cost the same a point; equipment only where it has a bonus.", Source.GUIDE),
        ("Added die", lowered, SIDE_EFFECT_SOURCE if SIDE_EFFECT_SOURCE is Source.OURS else ADDED_DICE_SOURCE),
        ("New effect", "for the GM’s price and components; a negative one must be removed first.", Source.GUIDE),
    )
    return Panel("worlds_awakening.prices", "Prices of weapons and equipment", columns, tuple(rows), pairs(notes))
