"""The form of one item: its kind, and the parts that each kind has.

The parts of all kinds stand in the page; those of the chosen kind are read. What was typed for another kind stays in
its fields and means nothing until that kind is chosen again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from django import forms

from bestiary.forms.fields import Limit, OneOfField, TextField, TickField, WholeNumberField, share_fields
from bestiary.forms.shared import BuilderForm, description_field, short_text, tags_field, visibility_field
from bestiary.forms.whole import WholeForm
from bestiary.models import labelled
from bestiary.rules.dice import MAX_TEXT
from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening import LONGEST_DAMAGE_TYPE, LONGEST_NAME, LONGEST_TEXT
from shop.documents import rules_from_document
from shop.models import BONUS_NAMES
from shop.rules import LIMITS, BonusKind, ItemKind, Weapon, WeaponStat, parse_damage

# Nothing but these fields is read of an item of that kind, beside what every item has.
FIELDS_OF_KIND = MappingProxyType(
    {
        ItemKind.WEAPON: (
            "two_handed",
            "stat",
            "roll_bonus",
            "damage",
            "damage_type",
            "added_dice",
            "special_effect_text",
            "special_effect_value",
        ),
        ItemKind.EQUIPMENT: (*BONUS_NAMES, "special_effect_text", "special_effect_value"),
        ItemKind.SERVICE: ("price",),
    }
)
_OF_SOME_KIND = frozenset(name for names in FIELDS_OF_KIND.values() for name in names)


class MoneyField(WholeNumberField):
    """An amount of NX. The control is a text: a number control would forget whatever else was typed."""

    def __init__(self, limit: str, **kwargs):
        super().__init__(LIMITS[limit], **kwargs)
        self.widget = forms.TextInput(attrs={"class": "number", "inputmode": "text", "autocomplete": "off"})


def effect_text_field(**kwargs) -> TextField:
    return TextField(
        LONGEST_TEXT, label="What it does", widget=forms.Textarea(attrs={"rows": 3, "class": "text"}), **kwargs
    )


def bonus_field(bonus: BonusKind) -> WholeNumberField:
    return WholeNumberField(LIMITS["equipment_bonus"], required=False, label=bonus.label)


@share_fields
class ItemForm(BuilderForm):
    """Everything of an item."""

    unnamed = "Unnamed item"

    kind = OneOfField(choices=labelled(ItemKind), widget=forms.RadioSelect, label="What it is")
    name = TextField(LONGEST_NAME, widget=short_text(enterkeyhint="done"))

    two_handed = TickField(
        label="Two-handed", help_text=f"Up to {LIMITS['two_handed_dice'].high} damage dice instead of 3."
    )
    stat = OneOfField(choices=labelled(WeaponStat), label="Stat it attacks with")
    roll_bonus = WholeNumberField(LIMITS["roll_bonus"], label="Roll bonus")
    damage = TextField(MAX_TEXT, label="Damage", widget=short_text("1d8+2"), help_text="Dice and a bonus, as 1d8+2.")
    damage_type = TextField(
        LONGEST_DAMAGE_TYPE, label="Damage type", widget=short_text("Slashing", list="damage-types")
    )
    added_dice = WholeNumberField(
        Limit(0, LIMITS["two_handed_dice"].high - 1),
        required=False,
        label="Of its dice, added by upgrades",
        help_text="Each lowers the most that both bonuses may be by 1.",
    )

    physical_defence = bonus_field(BonusKind.PHYSICAL_DEFENCE)
    magical_defence = bonus_field(BonusKind.MAGICAL_DEFENCE)
    melee_attack = bonus_field(BonusKind.MELEE_ATTACK)
    ranged_attack = bonus_field(BonusKind.RANGED_ATTACK)
    magical_attack = bonus_field(BonusKind.MAGICAL_ATTACK)

    price = MoneyField("service_price", label="Price in NX", help_text="Set by the GM.")

    special_effect_text = effect_text_field()
    special_effect_value = MoneyField(
        "special_effect_value",
        required=False,
        label="Value in NX",
        help_text="Set by the GM; under 0 for a drawback, which makes it cheaper.",
    )

    description = description_field()
    tags = tags_field()
    visibility = visibility_field()

    def fields_in_use(self) -> Iterable[tuple[str, forms.Field]]:
        """The fields of every item and those of the kind that is chosen."""
        own = FIELDS_OF_KIND.get(self.data.get(self.add_prefix("kind")), ())
        return [(name, field) for name, field in self.fields.items() if name in own or name not in _OF_SOME_KIND]

    def clean(self) -> dict:
        """Damage that no weapon can do gets its message also while another field is wrong."""
        values = self.cleaned_data
        if "damage" in values:
            try:
                Weapon(parse_damage(values["damage"]), two_handed=values["two_handed"])
            except RulesError as error:
                self.add_error("damage", error.message)
        return values

    def special_effects(self) -> list[dict]:
        """Every special effect that was sent; a page of this site has fields for one."""
        values = self.cleaned_data
        sent = []
        if hasattr(self.data, "getlist"):
            sent = [self.data.getlist(f"special_effect_{part}") for part in ("text", "value")]
        effect = {"text": values["special_effect_text"], "value": values["special_effect_value"] or 0}
        return [effect] * max((1, *map(len, sent)))

    @property
    def bonuses(self) -> list[forms.BoundField]:
        """The fields of the five bonuses, in the order of the stat block."""
        return [self[name] for name in BONUS_NAMES]


# Part of a document → field of the form; all others are called alike.
_FIELD_OF = MappingProxyType({"special_effect": "special_effect_text"})


class ItemBuilder(WholeForm):
    """A new one is a one-handed weapon that throws one small die."""

    form = ItemForm
    noun = "item"
    blank_values = MappingProxyType(
        {"kind": "weapon", "stat": "str", "roll_bonus": 0, "damage": "1d6", "visibility": "private"}
    )
    read_document = staticmethod(rules_from_document)

    @classmethod
    def from_document(cls, document: Mapping, *, visibility: str = "private") -> ItemBuilder:
        effect = document.get("special_effect") or {"text": "", "value": None}
        values = {**cls.blank_values, **document, **document.get("bonuses", {}), "visibility": visibility}
        values |= {"special_effect_text": effect["text"], "special_effect_value": effect["value"]}
        values["added_dice"] = document.get("added_dice") or None
        return cls.filled(values, {})

    def field_of(self, head: str, rest: list[str]) -> str:
        if head == "bonuses" and rest:
            return rest[0]
        if head == "special_effect" and rest:
            return f"special_effect_{rest[0]}"
        return _FIELD_OF.get(head, head)

    def document(self) -> dict:
        values = self.main.cleaned_data
        return {
            "kind": values["kind"],
            "name": values["name"],
            **_PARTS[values["kind"]](self.main),
            "description": values["description"],
            "tags": values["tags"],
        }


def _weapon_parts(form: ItemForm) -> dict:
    values = form.cleaned_data
    return {
        "two_handed": values["two_handed"],
        "stat": values["stat"],
        "roll_bonus": values["roll_bonus"],
        "damage": values["damage"],
        "damage_type": values["damage_type"],
        "added_dice": values["added_dice"] or 0,
        "special_effect": _special_effect(form),
    }


def _equipment_parts(form: ItemForm) -> dict:
    values = form.cleaned_data
    return {
        "bonuses": {bonus: values[bonus] for bonus in BONUS_NAMES if values[bonus] is not None},
        "special_effect": _special_effect(form),
    }


def _service_parts(form: ItemForm) -> dict:
    return {"price": form.cleaned_data["price"]}


def _special_effect(form: ItemForm) -> dict | list[dict]:
    effects = form.special_effects()
    return effects[0] if len(effects) == 1 else effects


_PARTS = MappingProxyType(
    {
        ItemKind.WEAPON.value: _weapon_parts,
        ItemKind.EQUIPMENT.value: _equipment_parts,
        ItemKind.SERVICE.value: _service_parts,
    }
)
