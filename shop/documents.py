"""One JSON document per item: export, import, API, variants, upgrades, stock and the builder's form all use it.

    form or file -> document -> `rules_from_document` -> the live price
                             -> `save_document`       -> row -> `item_document` -> document

`rules_from_document` trusts nothing: whatever a document lacks or holds in the wrong type is a `RulesError` naming
the field by its dotted address.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from bestiary.documents import SavedElsewhereError
from bestiary.documents.reading import as_object, check_texts
from bestiary.documents.shared import DOCUMENT_VERSION, read_texts, save_authored
from bestiary.rules.errors import RulesError, UnknownChoice
from bestiary.search import searchable
from shop.models import BONUS_NAMES, PARTS_OF_KIND, Item
from shop.rules import (
    BonusKind,
    Change,
    Equipment,
    ItemKind,
    Service,
    SpecialEffect,
    Weapon,
    WeaponStat,
    list_price,
    parse_damage,
)
from shop.rules import Item as RulesItem

__all__ = [
    "DOCUMENT_VERSION",
    "SavedElsewhereError",
    "document_of_rules",
    "item_document",
    "kind_of",
    "rules_from_document",
    "save_document",
]


def kind_of(document: Mapping) -> ItemKind:
    """Return the kind of the document's item; UnknownChoice at "kind" for a word that is none."""
    kind = document.get("kind")
    if not isinstance(kind, str) or kind not in list(ItemKind):
        raise UnknownChoice("An item is a weapon, equipment or a service.", "kind")
    return ItemKind(kind)


def item_document(item: Item) -> dict:
    """Return the item as its document; fetch with `with_texts()` first. Keys stand in the published order."""
    return {
        "type": "item",
        "version": DOCUMENT_VERSION,
        "id": str(item.uid),
        **document_of_rules(item.to_rules()),
        "description": item.description,
        "tags": sorted(tag.name for tag in item.tags.all()),
    }


def document_of_rules(rules: RulesItem) -> dict:
    """Return the part of a document that the rules know: kind, name, parts, special effect."""
    return {"kind": rules.kind.value, "name": rules.name, **_parts(rules)}


def _parts(rules: RulesItem) -> dict:
    if isinstance(rules, Service):
        return {"price": rules.price}
    if isinstance(rules, Equipment):
        return {
            "bonuses": {bonus.value: value for bonus, value in rules.bonuses},
            "special_effect": _special_effect_document(rules.special_effect),
        }
    return {
        "two_handed": rules.two_handed,
        "stat": rules.stat.value,
        "roll_bonus": rules.roll_bonus,
        "damage": str(rules.damage),
        "damage_type": rules.damage_type,
        "added_dice": rules.added_dice,
        "special_effect": _special_effect_document(rules.special_effect),
    }


def _special_effect_document(effect: SpecialEffect | None) -> dict | None:
    return effect and {"text": effect.text, "value": effect.value}


def rules_from_document(document: Mapping, *, texts_are_clean: bool = False) -> RulesItem:
    """Return the rules' item of a document.

    Raises RulesError, its `field` the dotted address in the document, for what is missing, mistyped or beyond a
    hard limit; also for a part that only another kind of item has. What the rules do not know (description, tags) is
    only checked for characters that no database text can hold; a form has done that and says `texts_are_clean`.
    """
    document = as_object(document, "")
    if not texts_are_clean:
        check_texts(document, "")
    kind = kind_of(document)
    _check_parts(document, kind)
    name = document.get("name", "")
    if kind == ItemKind.SERVICE:
        return Service(document.get("price"), name=name)
    effect = _read_special_effect(document.get("special_effect"))
    if kind == ItemKind.EQUIPMENT:
        return Equipment(as_object(document.get("bonuses", {}), "bonuses"), special_effect=effect, name=name)
    return Weapon(
        parse_damage(document.get("damage")),
        roll_bonus=document.get("roll_bonus", 0),
        two_handed=document.get("two_handed", False),
        special_effect=effect,
        name=name,
        stat=document.get("stat", WeaponStat.STR),
        damage_type=document.get("damage_type", ""),
        added_dice=document.get("added_dice", 0),
    )


_KEYS_OF_KIND = {
    ItemKind.WEAPON: ("two_handed", "stat", "roll_bonus", "damage", "damage_type", "added_dice", "special_effect"),
    ItemKind.EQUIPMENT: ("bonuses", "special_effect"),
    ItemKind.SERVICE: ("price",),
}


def _check_parts(document: Mapping, kind: ItemKind) -> None:
    """A price typed for a weapon, say, would otherwise be dropped without a word."""
    for keys in _KEYS_OF_KIND.values():
        for key in keys:
            if key not in _KEYS_OF_KIND[kind] and document.get(key) is not None:
                have = {ItemKind.WEAPON: "A weapon has", ItemKind.EQUIPMENT: "Equipment has"}.get(kind, "A service has")
                raise RulesError(f"{have} no {key.replace('_', ' ')}.", key)


def _read_special_effect(value: object) -> SpecialEffect | None:
    """None also for one that says nothing and is worth nothing. A list goes to the rules, which refuse it."""
    if value is None or isinstance(value, list | tuple):
        return value
    place = "special_effect"
    effect = as_object(value, place)
    text, worth = effect.get("text", ""), effect.get("value", 0)
    SpecialEffect(text, worth).check(place)
    return SpecialEffect.given(text, worth)


def save_document(item: Item, document: Mapping, *, now: datetime | None = None) -> Item:
    """Write `document` into `item`, new or stored, its owner and visibility set by the caller.

    All or nothing. The revision counts up with every save. Raises RulesError for a wrong document or one without a
    name, and SavedElsewhereError when the stored revision is no longer the one that `item` was read with.
    """
    rules = rules_from_document(document)
    if not rules.name:
        raise RulesError("Give it a name.", "name")
    item.description, tags = read_texts(document)
    for field, value in _columns(rules).items():
        setattr(item, field, value)
    item.list_price = list_price(rules).value
    item.search_text = searchable(" ".join((item.name, item.description, *tags, *_search_words(rules))))
    save_authored(item, tags, now=now)
    return item


def _columns(rules: RulesItem) -> dict:
    """Return every column that the rules know, those of other kinds emptied."""
    empty = {field: None for fields in PARTS_OF_KIND.values() for field in fields}
    effect = None if isinstance(rules, Service) else rules.special_effect
    return empty | {
        "kind": rules.kind.value,
        "name": rules.name,
        "stat": "",
        "damage_type": "",
        "special_effect_text": effect.text if effect else "",
        "special_effect_value": effect.value if effect else None,
        **_own_columns(rules),
    }


def _own_columns(rules: RulesItem) -> dict:
    if isinstance(rules, Service):
        return {"price": rules.price}
    if isinstance(rules, Equipment):
        return {bonus: rules.bonus(BonusKind(bonus)) for bonus in BONUS_NAMES}
    return {
        "two_handed": rules.two_handed,
        "stat": rules.stat.value,
        "roll_bonus": rules.roll_bonus,
        "dice_count": rules.damage.count,
        "dice_sides": rules.damage.sides,
        "damage_bonus": rules.damage.bonus,
        "damage_type": rules.damage_type,
        "added_dice": rules.added_dice,
    }


def _search_words(rules: RulesItem) -> tuple[str, ...]:
    """Return what a search finds beyond name, description and tags."""
    words = [rules.kind.label]
    if isinstance(rules, Weapon):
        words += [rules.damage_type, "two-handed" if rules.two_handed else "one-handed"]
    if not isinstance(rules, Service) and rules.special_effect:
        words.append(rules.special_effect.text)
    return tuple(words)


def change_document(change: Change) -> dict:
    """Return what was improved as a document: the one part of the change, with price and components if it has any."""
    [part] = change.parts
    value = getattr(change, part)
    if part == "bonuses":
        value = {bonus.value: points for bonus, points in value}
    elif part == "special_effect":
        value = _special_effect_document(value)
    extra = {"gm_price": change.gm_price, "components": change.components}
    return {part: value} | {key: word for key, word in extra.items() if word not in (None, "")}
