"""The values of `tables.toml` under names and types. Importing this module checks that none is missing."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bestiary.rules import checks
from bestiary.rules.numbers import parse_ratio
from bestiary.rules.tables import Source, TableError, load_tables, rows
from bestiary.rules.worlds_awakening import Band, Critical
from shop.rules.words import CounterPrice, Deal

CURRENCY = "NX"


@dataclass(frozen=True, slots=True)
class PriceRow:
    """NX for one point of a bonus, or for one die."""

    price: int
    source: Source


@dataclass(frozen=True, slots=True)
class CounterRow:
    """A price at the counter: an exact share of the list price, or of the rounded resale price."""

    share: Fraction
    of_resale: bool
    source: Source


_tables = load_tables(Path(__file__).with_name("tables.toml"))

_LIMIT_NAMES = (
    "roll_bonus",
    "equipment_bonus",
    "damage_bonus",
    "one_handed_dice",
    "two_handed_dice",
    "special_effect_value",
    "service_price",
    "gm_price",
    "list_price",
    "upgrade",
    "natural_roll",
    "difficulty",
    "stock",
    "outfit_items",
)
LIMITS: Mapping[str, Band] = MappingProxyType(
    {name: Band(row["from"], row["to"], row["source"]) for name, row in rows(_tables, "limits", _LIMIT_NAMES).items()}
)
LOWEST_PRICE: int = LIMITS["list_price"].low

_POINTS = ("roll_bonus", "equipment_bonus", "damage_bonus")


def _price_rows(table: Mapping[str, Any], names: tuple[str, ...]) -> Mapping[str, PriceRow]:
    return MappingProxyType({name: PriceRow(table[name]["price"], table[name]["source"]) for name in names})


POINT_PRICES: Mapping[str, PriceRow] = _price_rows(rows(_tables, "point_prices", _POINTS), _POINTS)

_dice = rows(_tables, "die_values", ("d4", "d6", "d8", "d10", "d12"))
DIE_VALUES: Mapping[int, PriceRow] = MappingProxyType(
    {row["sides"]: PriceRow(row["price"], row["source"]) for row in _dice.values()}
)
if [f"d{sides}" for sides in DIE_VALUES] != list(_dice):
    raise TableError("table die_values names a die that is not the row's")

_upgrades = rows(_tables, "upgrade_prices", (*_POINTS, "dice"))
UPGRADE_PRICES: Mapping[str, PriceRow] = _price_rows(_upgrades, _POINTS)
DIE_VALUES_PER_ADDED_DIE: int = _upgrades["dice"]["die_values"]
ADDED_DICE_SOURCE: Source = _upgrades["dice"]["source"]

_side_effect = rows(_tables, "added_die", ("side_effect",))["side_effect"]
BONUS_LOST_PER_ADDED_DIE: int = _side_effect["current_bonus"]
MOST_LOST_PER_ADDED_DIE: int = _side_effect["highest_bonus"]
SIDE_EFFECT_SOURCE: Source = _side_effect["source"]

_OF_RESALE = {"list": False, "resale": True}
COUNTER: Mapping[Deal, Mapping[CounterPrice, CounterRow]] = MappingProxyType(
    {
        deal: MappingProxyType(
            {
                price: CounterRow(parse_ratio(row["share"]), _OF_RESALE[row["of"]], row["source"])
                for price, row in rows(_tables, deal, CounterPrice).items()
            }
        )
        for deal in Deal
    }
)

_plain = rows(_tables, "plain_critical", ("natural",))["natural"]
PLAIN_CRITICAL = Critical(_plain["success_from"], _plain["failure_to"])


def limited(limit: str, value: object, field: str, name: str) -> int:
    """`value` as it is when it is a whole number within LIMITS[limit]; OutOfRange at `field` otherwise."""
    band = LIMITS[limit]
    return checks.whole_number(value, band.low, band.high, field, name)
