"""The fixed words of the shop: each value is the API's word, each label is for people."""

from enum import StrEnum


class _Labelled(StrEnum):
    """A word with a label: the label is the second of the pair that defines a member."""

    def __new__(cls, value: str, label: str):
        word = str.__new__(cls, value)
        word._value_ = value
        word.label = label
        return word


class ItemKind(_Labelled):
    """What a thing for sale is; it decides how its price comes about."""

    WEAPON = "weapon", "Weapon"
    EQUIPMENT = "equipment", "Equipment"
    SERVICE = "service", "Service"


class WeaponStat(_Labelled):
    """The stat an attack with the weapon rolls, in the book's order."""

    STR = "str", "STR"
    DEX = "dex", "DEX"
    CON = "con", "CON"
    INT = "int", "INT"
    WIS = "wis", "WIS"
    CHA = "cha", "CHA"


class BonusKind(_Labelled):
    """What a piece of equipment can raise or lower, in the order of the stat block."""

    PHYSICAL_DEFENCE = "physical_defence", "Phys Def"
    MAGICAL_DEFENCE = "magical_defence", "Mag Def"
    MELEE_ATTACK = "melee_attack", "Melee Atk"
    RANGED_ATTACK = "ranged_attack", "Ranged Atk"
    MAGICAL_ATTACK = "magical_attack", "Mag Atk"


class Deal(_Labelled):
    """Who pays: the PC buys, or the PC sells."""

    BUY = "buy", "Buy"
    SELL = "sell", "Sell"


class CounterPrice(_Labelled):
    """The three prices that a thing has at the counter, for buying as for selling."""

    STANDARD = "standard", "Standard"
    SUCCESS = "success", "Success"
    CRITICAL = "critical", "Critical success"


class Outcome(_Labelled):
    """How a haggling test ends, from the best to the worst; nobody has to take one."""

    CRITICAL_SUCCESS = "critical_success", "Critical success"
    SUCCESS = "success", "Success"
    NO_TEST = "no_test", "No test"
    FAILURE = "failure", "Failure"
    CRITICAL_FAILURE = "critical_failure", "Critical failure"

    @property
    def counter_price(self) -> CounterPrice:
        """Which of the three prices is paid."""
        return _PRICES.get(self, CounterPrice.STANDARD)

    @property
    def refuses_for_the_day(self) -> bool:
        """Whether the merchant refuses all haggling of that PC until a new day."""
        return self is Outcome.CRITICAL_FAILURE


_PRICES = {Outcome.CRITICAL_SUCCESS: CounterPrice.CRITICAL, Outcome.SUCCESS: CounterPrice.SUCCESS}
