"""One JSON document per creature: export, import, API, variants, snapshots and the builder's form all use it.

    form or file -> document -> `rules_from_document` -> the live pane
                             -> `save_document`       -> rows -> `creature_document` -> document

`rules_from_document` trusts nothing: whatever a document lacks or holds in the wrong type is a `RulesError` naming
the field, so API and form can put the message at its place.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from bestiary.choices import FAMILIES, HABITATS
from bestiary.models import (
    DESCRIPTION_LENGTH,
    STAT_NAMES,
    TAG_LENGTH,
    Ability,
    Attack,
    Creature,
    DamageAffinity,
    Tag,
    WorldsAwakeningStats,
)
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.search import UNSTORABLE, fold

DOCUMENT_VERSION = 1


class SavedElsewhereError(Exception):
    """Somebody saved this creature after it was read: in another tab, on another device."""


STAT_KEYS = dict(zip(("str", "dex", "con", "int", "wis", "cha"), STAT_NAMES, strict=True))
MAX_TAGS = 12

_HABITAT_LABELS = dict(HABITATS)
_FAMILY_LABELS = dict(FAMILIES)


def creature_document(creature: Creature) -> dict:
    """Return the creature as its document; fetch with `with_stats()` first. Keys stand in the published order."""
    stats = creature.worlds_awakening
    affinities = list(creature.affinities.all())
    return {
        "type": "creature",
        "version": DOCUMENT_VERSION,
        "id": str(creature.uid),
        "system": creature.system,
        "name": creature.name,
        "size": stats.size,
        "base_hp": stats.base_hp,
        "boss_damage": stats.boss_damage,
        "stats": {key: getattr(stats, name) for key, name in STAT_KEYS.items()},
        "resistances": [a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.RESISTANCE],
        "weaknesses": [a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.WEAKNESS],
        "attacks": [_attack_document(attack) for attack in creature.attacks.all()],
        "abilities": [_ability_document(ability) for ability in creature.abilities.all()],
        "description": creature.description,
        "habitat": creature.habitat,
        "family": creature.family,
        "tags": sorted(tag.name for tag in creature.tags.all()),
        "level": creature.level,
    }


def _attack_document(attack: Attack) -> dict:
    return {
        "name": attack.name,
        "kind": attack.kind,
        "roll_bonus": attack.roll_bonus,
        "damage_bonus": attack.damage_bonus,
        "range_metres": attack.range_metres,
        "damage_type": attack.damage_type,
    }


def _ability_document(ability: Ability) -> dict:
    return {
        "name": ability.name,
        "usage": ability.usage,
        "action": ability.action,
        "kind": ability.kind or None,
        "range_metres": ability.range_metres,
        "is_radius": ability.is_radius,
        "targets": ability.targets,
        "text": ability.text,
        "upgrades": [{"level": upgrade["level"], "text": upgrade["text"]} for upgrade in ability.upgrades],
        "limit_kind": ability.limit_kind or None,
        "limit_count": ability.limit_count,
    }


# --- reading ---------------------------------------------------------------------------------------------------------


def rules_from_document(document: Mapping, *, texts_are_clean: bool = False) -> wa.Creature:
    """Return the rules' creature of a document.

    Raises RulesError, its `field` the dotted address in the document, for what is missing, mistyped or beyond a
    hard limit. Fields the rules do not know (description, tags, …) are only checked for characters that no database
    text can hold; a form has done that field by field and says `texts_are_clean`.
    """
    document = _object(document, "")
    if not texts_are_clean:
        _check_texts(document, "")
    stats = _object(document.get("stats"), "stats")
    return wa.Creature(
        name=document.get("name"),
        size=document.get("size"),
        base_hp=document.get("base_hp"),
        boss_damage=document.get("boss_damage", False),
        stats=wa.Stats(**{name: stats.get(key) for key, name in STAT_KEYS.items()}),
        attacks=[wa.Attack(**_chosen(row, _ATTACK_FIELDS)) for row, _ in _rows(document, "attacks")],
        abilities=[_rules_ability(row, place) for row, place in _rows(document, "abilities")],
        resistances=_list(document, "resistances"),
        weaknesses=_list(document, "weaknesses"),
    )


# Field → what a document that leaves it out means; the rules refuse None where they need a value.
_ATTACK_FIELDS = {
    "name": None,
    "kind": None,
    "roll_bonus": 0,
    "damage_bonus": 0,
    "range_metres": None,
    "damage_type": "",
}
_ABILITY_FIELDS = {
    "name": None,
    "usage": None,
    "action": None,
    "kind": None,
    "range_metres": None,
    "is_radius": False,
    "targets": 1,
    "text": "",
    "limit_kind": None,
    "limit_count": None,
}


def _rules_ability(row: Mapping, place: str) -> wa.Ability:
    chosen = _chosen(row, _ABILITY_FIELDS)
    if not isinstance(chosen["is_radius"], bool):
        raise RulesError("A range is a radius or it is not: true or false.", f"{place}.is_radius")
    upgrades = [wa.Upgrade(u.get("level"), u.get("text")) for u, _ in _rows(row, "upgrades", f"{place}.upgrades")]
    return wa.Ability(**chosen, upgrades=upgrades)


def _chosen(row: Mapping, fields: Mapping[str, object]) -> dict:
    return {field: row.get(field, default) for field, default in fields.items()}


def _object(value: object, place: str) -> Mapping:
    if not isinstance(value, Mapping):
        raise RulesError("Here a document has an object with named fields.", place)
    return value


def _list(row: Mapping, key: str, place: str = "") -> Sequence:
    value = row.get(key, ())
    if not isinstance(value, list | tuple):
        raise RulesError("Here a document has a list.", place or key)
    return value


def _rows(row: Mapping, key: str, place: str = "") -> Iterator[tuple[Mapping, str]]:
    for number, item in enumerate(_list(row, key, place)):
        address = f"{place or key}.{number}"
        yield _object(item, address), address


def _check_texts(value: object, place: str) -> None:
    if isinstance(value, str):
        if UNSTORABLE.search(value):
            raise RulesError("This text holds a character that cannot be stored: type it again.", place)
    elif isinstance(value, Mapping):
        for key, item in value.items():
            _check_texts(item, f"{place}.{key}" if place else str(key))
    elif isinstance(value, list | tuple):
        for number, item in enumerate(value):
            _check_texts(item, f"{place}.{number}")


def normal_tags(tags: Sequence[str]) -> list[str]:
    """Return tags as they are kept: lower case, single blanks, each once, in alphabetical order."""
    return sorted({tag for tag in (" ".join(tag.split()).lower() for tag in tags) if tag})


def _shared_fields(document: Mapping) -> dict:
    """Return what creatures of every system have beside their rules; raises RulesError like `rules_from_document`."""
    description = document.get("description", "")
    if not isinstance(description, str) or len(description) > DESCRIPTION_LENGTH:
        raise OutOfRange(f"A description is a text of at most {DESCRIPTION_LENGTH:,} characters.", "description")
    habitat, family = document.get("habitat", ""), document.get("family", "")
    if habitat not in ("", *_HABITAT_LABELS):
        raise UnknownChoice("Choose a habitat from the list, or none.", "habitat")
    if family not in ("", *_FAMILY_LABELS):
        raise UnknownChoice("Choose a family from the list, or none.", "family")
    tags = _list(document, "tags")
    if not all(isinstance(tag, str) for tag in tags):
        raise RulesError("Tags are words.", "tags")
    tags = normal_tags(tags)
    if len(tags) > MAX_TAGS or any(len(tag) > TAG_LENGTH for tag in tags):
        raise OutOfRange(f"At most {MAX_TAGS} tags of {TAG_LENGTH} characters each.", "tags")
    level = document.get("level", 1)
    if type(level) is not int or level not in wa.LIMITS["level"]:
        raise OutOfRange(f"The level is a whole number, {wa.LIMITS['level'].text}.", "level")
    return {"description": description, "habitat": habitat, "family": family, "tags": tags, "level": level}


# --- saving ----------------------------------------------------------------------------------------------------------


def save_document(creature: Creature, document: Mapping, *, now: datetime | None = None) -> Creature:
    """Write `document` into `creature` (new or stored, its owner and visibility set by the caller) and its rows.

    All or nothing. The revision counts up with every save. Raises RulesError for a wrong document, and
    SavedElsewhereError when the stored revision is no longer the one that `creature` was read with.
    """
    rules = rules_from_document(document)
    shared = _shared_fields(document)
    tags = shared.pop("tags")
    for field, value in shared.items():
        setattr(creature, field, value)
    creature.name = rules.name
    creature.sort_name = fold(rules.name)[:200]
    creature.power = wa.power(rules).value
    creature.ar_step = wa.ladder_step(wa.adversity_ratio(rules).value)
    creature.search_text = search_text(creature, tags)
    creature.updated = now or timezone.now()
    with transaction.atomic():
        if creature.pk:
            # One statement, so that of two saves at the same moment exactly one finds the revision it expects.
            read = Creature.objects.filter(pk=creature.pk, revision=creature.revision)
            if not read.update(revision=F("revision") + 1):
                raise SavedElsewhereError
            creature.revision += 1
        creature.save()
        _save_rows(creature, rules)
        Tag.objects.bulk_create([Tag(name=tag) for tag in tags], ignore_conflicts=True)
        creature.tags.set(Tag.objects.filter(name__in=tags))
    # Rows prefetched before the save would show the creature as it was.
    creature._prefetched_objects_cache = {}
    return creature


def search_text(creature: Creature, tags: Sequence[str]) -> str:
    """Return the folded text that a search looks through."""
    labels = (_FAMILY_LABELS.get(creature.family, ""), _HABITAT_LABELS.get(creature.habitat, ""))
    return fold(" ".join((creature.name, creature.description, *tags, *labels)))


def _save_rows(creature: Creature, rules: wa.Creature) -> None:
    stats = {name: getattr(rules.stats, name) for name in STAT_NAMES}
    creature.worlds_awakening = WorldsAwakeningStats(
        creature=creature,
        size=rules.size.value,
        base_hp=rules.base_hp,
        boss_damage=rules.boss_damage,
        **stats,
    )
    creature.worlds_awakening.save()
    for rows in (creature.attacks, creature.abilities, creature.affinities):
        rows.all().delete()
    Attack.objects.bulk_create(_attack_row(creature, order, row) for order, row in enumerate(rules.attacks))
    Ability.objects.bulk_create(_ability_row(creature, order, row) for order, row in enumerate(rules.abilities))
    DamageAffinity.objects.bulk_create(
        DamageAffinity(creature=creature, kind=kind, damage_type=damage_type, order=order)
        for kind, types in (("resistance", rules.resistances), ("weakness", rules.weaknesses))
        for order, damage_type in enumerate(dict.fromkeys(types))
    )


def _attack_row(creature: Creature, order: int, attack: wa.Attack) -> Attack:
    return Attack(
        creature=creature,
        order=order,
        name=attack.name,
        kind=attack.kind.value,
        roll_bonus=attack.roll_bonus,
        damage_bonus=attack.damage_bonus,
        range_metres=attack.range_metres,
        damage_type=attack.damage_type,
    )


def _ability_row(creature: Creature, order: int, ability: wa.Ability) -> Ability:
    return Ability(
        creature=creature,
        order=order,
        name=ability.name,
        usage=ability.usage.value,
        action=ability.action.value,
        kind=ability.kind.value if ability.kind else "",
        range_metres=ability.range_metres,
        is_radius=ability.is_radius,
        targets=ability.targets,
        text=ability.text,
        upgrades=[{"level": upgrade.level, "text": upgrade.text} for upgrade in ability.upgrades],
        limit_kind=ability.limit_kind.value if ability.limit_kind else "",
        limit_count=ability.limit_count,
    )
