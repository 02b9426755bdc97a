"""The haggling desk while its GM works at it: what was typed and chosen, looked up and checked.

What is half chosen shows half: prices as soon as there is an item, chances as soon as there is a test, a refusal as
soon as PC, merchant and item are known. A test needs all of it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from uuid import NAMESPACE_URL, uuid5

from django.http import QueryDict
from django.utils.http import urlencode

from accounts.characters import Character, characters_of
from bestiary.rules.errors import RulesError
from bestiary.rules.numbers import signed
from shop.forms.desk import DeskForm
from shop.models import HaggleEvent, HaggleKind, Item, Merchant, StockLine
from shop.rules import (
    Bargaining,
    Deal,
    Haggle,
    Outcome,
    Price,
    PriceTag,
    critical_range,
    haggle_outcome,
    pc_key,
    price_tag,
)
from shop.rules import Item as RulesItem
from shop.shelves import ShownLine, Suggestions, about, read_uid, shown_lines, suggest, visible_items

KEPT = ("pc", "pc_name", "charisma", "critical_by_charisma", "deal", "difficulty", "merchant", "merchant_name", "item")
"""What stays on the desk from one attempt to the next."""


@dataclass(frozen=True, slots=True)
class Goods:
    """What is haggled over: out of a stock (`line`), or any item."""

    value: str
    key: str
    name: str
    rules: RulesItem
    line: StockLine | None = None

    @property
    def tag(self) -> PriceTag:
        return price_tag(self.rules)

    @property
    def about(self) -> str:
        return about(self.rules)


@dataclass(frozen=True, slots=True)
class Chance:
    """A price at the counter before the die falls: what leads to it, and on how many of 20 faces."""

    label: str
    price: Price
    faces: int | None


class Desk:
    """The desk of `user` with `data` on it, posted or out of the address."""

    def __init__(self, user, data: QueryDict):
        self.user = user
        # A desk that nobody has touched holds what the form begins with.
        start = {name: field.initial for name, field in DeskForm.base_fields.items() if field.initial is not None}
        self.data = data.copy()
        for name, value in start.items():
            self.data.setdefault(name, str(value))
        self.form = DeskForm(self.data)
        self.form.fields["pc"].widget.choices = [("", "Somebody else"), *self._pc_choices()]
        self.form.fields["merchant"].widget.choices = [("", "Somebody else"), *self._merchant_choices()]

    def _typed(self, name: str) -> str:
        return str(self.form[name].value() or "").strip()

    def _number(self, name: str) -> int | None:
        """The number in a field, None while it holds none that the field takes."""
        return self._values.get(name)

    @cached_property
    def _values(self) -> Mapping:
        """What of the form is right, whether all of it is or not."""
        checked = DeskForm(self.data)
        checked.is_valid()
        return checked.cleaned_data

    # --- choices

    @cached_property
    def characters(self) -> dict[str, Character]:
        return {character.key: character for character in characters_of(self.user)}

    def _pc_choices(self) -> list:
        groups: dict[str, list] = {}
        for key, character in self.characters.items():
            known = "" if character.charisma is None else f", CHA {signed(character.charisma)}"
            groups.setdefault(character.party, []).append((key, f"{character.name}, level {character.level}{known}"))
        return list(groups.items())

    @cached_property
    def merchants(self) -> dict[str, Merchant]:
        return {str(merchant.uid): merchant for merchant in Merchant.objects.editable_by(self.user)}

    def _merchant_choices(self) -> list:
        return [(uid, f"{m.name}, {m.place}" if m.place else m.name) for uid, m in self.merchants.items()]

    @cached_property
    def character(self) -> Character | None:
        return self.characters.get(self._typed("pc"))

    @property
    def pc(self) -> str:
        return self.character.name if self.character else self._values.get("pc_name", "")

    @property
    def charisma(self) -> int | None:
        """The CHA typed, else that of the PC chosen."""
        if self._typed("charisma"):
            return self._number("charisma")
        return self.character.charisma if self.character else None

    @cached_property
    def merchant(self) -> Merchant | None:
        """The merchant chosen, or the one of the GM's own whose name was typed."""
        if self._typed("merchant"):
            return self.merchants.get(self._typed("merchant"))
        return self._namesakes[0] if len(self._namesakes) == 1 else None

    @cached_property
    def _namesakes(self) -> list[Merchant]:
        """The GM's own merchants of the name that was typed."""
        key = pc_key(self._values.get("merchant_name", ""))
        return [merchant for merchant in self.merchants.values() if key and pc_key(merchant.name) == key]

    @property
    def merchant_name(self) -> str:
        return self.merchant.name if self.merchant else self._values.get("merchant_name", "")

    @property
    def merchant_key(self) -> str:
        """What the log knows the merchant by: the id, or one made of the name that was typed."""
        if self.merchant:
            return str(self.merchant.uid)
        return self._key_of_name if self.merchant_name else ""

    @property
    def _key_of_name(self) -> str:
        """What the log knows a merchant of this name by who was typed before there was one of the GM's own."""
        return str(uuid5(NAMESPACE_URL, pc_key(self.merchant_name)))

    @property
    def deal(self) -> Deal | None:
        return Deal(self._values["deal"]) if "deal" in self._values else None

    # --- goods

    @cached_property
    def stock(self) -> tuple[ShownLine, ...]:
        """What lies on the counter of the merchant chosen."""
        if self.merchant is None:
            return ()
        lines = StockLine.objects.filter(merchant=self.merchant)
        return shown_lines(lines)

    @cached_property
    def suggestions(self) -> Suggestions:
        return suggest(self.user, self.data.get("q", ""))

    @property
    def others(self) -> list[Item]:
        """Items that the counter does not have: those found, and the one chosen among them before."""
        on_the_counter = {shown.line.item_key for shown in self.stock}
        found = [item for item in self.suggestions.found if str(item.uid) not in on_the_counter]
        chosen = self._chosen_item
        return found if chosen is None or chosen in found else [chosen, *found]

    @cached_property
    def _chosen_item(self) -> Item | None:
        kind, _, text = self._typed("item").partition(":")
        return visible_items(self.user, [text]).get(text) if kind == "item" and read_uid(text) else None

    @cached_property
    def goods(self) -> Goods | None:
        """What was chosen, as far as it is there."""
        value = self._typed("item")
        if match := re.fullmatch("line:([0-9]{1,18})", value):
            shown = next((each for each in self.stock if each.line.pk == int(match[1])), None)
            return shown and Goods(value, shown.line.item_key, shown.line.name, shown.tag.item, shown.line)
        item = self._chosen_item
        return item and Goods(value, str(item.uid), item.name, item.to_rules())

    @property
    def list_price(self) -> int | None:
        return self.goods.tag.list_price.value if self.goods else None

    # --- before the die falls

    @property
    def rows(self) -> tuple[tuple[Chance, Chance], ...]:
        """What buying and selling bring with each result, the best first, with its faces of the die where known."""
        faces, counter = self._faces, self.goods.tag.counter
        return tuple(
            tuple(
                Chance(label, getattr(prices, name), faces and sum(faces[outcome] for outcome in outcomes))
                for prices in (counter.buy, counter.sell)
            )
            for label, name, outcomes in (
                ("Critical success", "critical", (Outcome.CRITICAL_SUCCESS,)),
                ("Success", "success", (Outcome.SUCCESS,)),
                ("Failure, or no test", "standard", (Outcome.FAILURE, Outcome.CRITICAL_FAILURE)),
            )
        )

    @property
    def _faces(self) -> Counter | None:
        """How many faces of the die lead to which outcome; None while the test is not known."""
        difficulty, critical = self._number("difficulty"), self.critical
        if difficulty is None or critical is None:
            return None
        return Counter(haggle_outcome(face, face + self.charisma, difficulty, critical) for face in range(1, 21))

    @property
    def critical(self):
        """The natural rolls that are critical; None while the CHA is not known."""
        if self.charisma is None:
            return None
        return critical_range(self.charisma, bool(self._values.get("critical_by_charisma")))

    def refusal(self, state: Bargaining) -> str:
        """Why this attempt would be refused, "" where it would not, or is not known yet."""
        if not (self.pc and self.goods and self.merchant_key):
            return ""
        refusals = (state.refusal(key, self.pc, self.goods.key) for key in (self.merchant_key, self._key_of_name))
        return next(filter(None, refusals), "")

    def agreed(self, state: Bargaining) -> Haggle | None:
        """What this PC has haggled over this item already, None where it has not."""
        return state.result(self.pc, self.goods.key) if self.pc and self.goods else None

    def check(self, state: Bargaining) -> None:
        """RulesError where this attempt is refused by what the log says of the merchant's name."""
        if (self._key_of_name, pc_key(self.pc)) in state.closed:
            raise RulesError(self.refusal(state), "merchant")

    # --- the attempt

    def is_valid(self, *, typed_roll: bool) -> bool:
        """Check everything that an attempt needs; messages stand at their fields afterwards."""
        form = self.form
        form.is_valid()
        if self._typed("pc") and self.character is None:
            form.add_error("pc", "This PC is not there any more: choose again.")
        elif not self.pc and "pc_name" not in form.errors:
            form.add_error("pc_name", "Choose a PC, or type a name.")
        if self.charisma is None and "charisma" not in form.errors:
            form.add_error("charisma", "Type the PC's CHA: the party does not say it.")
        if self._typed("merchant") and self.merchant is None:
            form.add_error("merchant", "This merchant is not there any more: choose again.")
        elif not self.merchant_name and "merchant_name" not in form.errors:
            form.add_error("merchant_name", "Choose a merchant, or type a name.")
        elif not self._typed("merchant") and len(self._namesakes) > 1:
            form.add_error("merchant_name", "Several of your merchants have this name: choose one of them.")
        if self.goods is None:
            gone = "This item is not there any more: choose again." if self._typed("item") else "Choose an item."
            form.add_error("item", gone)
        if typed_roll and not self._typed("natural_roll"):
            form.add_error("natural_roll", form.fields["natural_roll"].error_messages["invalid"])
        if not typed_roll:
            # What stands in the field is not used then.
            form.errors.pop("natural_roll", None)
        return not form.errors

    def attempt(self, owner, natural_roll: int, *, rolled: bool) -> HaggleEvent:
        """The attempt of a valid desk, not yet in the log."""
        goods = self.goods
        return HaggleEvent(
            owner=owner,
            kind=HaggleKind.ATTEMPT,
            merchant=self.merchant,
            merchant_key=self.merchant_key,
            merchant_name=self.merchant_name,
            line=goods.line,
            item_key=goods.key,
            item_name=goods.name,
            pc=self.pc,
            deal=self.deal,
            list_price=self.list_price,
            natural_roll=natural_roll,
            rolled=rolled,
            charisma=self.charisma,
            difficulty=self._number("difficulty"),
            critical_by_charisma=bool(self._values.get("critical_by_charisma")),
        )

    @property
    def typed_roll(self) -> int:
        """The natural roll of a desk that is valid with it."""
        return self._number("natural_roll")

    def refuse(self, error: RulesError) -> None:
        """Put what the rules say at its field: a merchant who is typed has another one than one who is chosen."""
        field = {"merchant": "merchant" if self._typed("merchant") else "merchant_name"}.get(error.field, "item")
        self.form.add_error(field, error.message)

    def query(self, **more) -> str:
        """The desk as an address, so that it looks the same after an attempt."""
        kept = {name: self.data[name] for name in KEPT if self.data.get(name)}
        return urlencode({**kept, **more})
