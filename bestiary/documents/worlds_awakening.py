"""The document of a Worlds Awakening creature."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Model

from bestiary.documents.reading import as_list, as_object, as_rows, chosen
from bestiary.documents.shared import document_head, document_tail
from bestiary.models import STAT_NAMES, Ability, Attack, Creature, DamageAffinity, WorldsAwakeningStats
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import OutOfRange, RulesError

STAT_KEYS = dict(zip(("str", "dex", "con", "int", "wis", "cha"), STAT_NAMES, strict=True))


def document(creature: Creature) -> dict:
    """Return the creature as its document."""
    stats = creature.worlds_awakening
    affinities = list(creature.affinities.all())
    return {
        **document_head(creature),
        "size": stats.size,
        "base_hp": stats.base_hp,
        "boss_damage": stats.boss_damage,
        "stats": {key: getattr(stats, name) for key, name in STAT_KEYS.items()},
        "resistances": [a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.RESISTANCE],
        "weaknesses": [a.damage_type for a in affinities if a.kind == DamageAffinity.Kind.WEAKNESS],
        "attacks": [attack_document(attack) for attack in creature.attacks.all()],
        "abilities": [ability_document(ability) for ability in creature.abilities.all()],
        **document_tail(creature),
        "level": creature.level,
    }


def attack_document(attack: Attack) -> dict:
    """Return an attack as a row of its creature's document."""
    return {
        "name": attack.name,
        "kind": attack.kind,
        "roll_bonus": attack.roll_bonus,
        "damage_bonus": attack.damage_bonus,
        "range_metres": attack.range_metres,
        "damage_type": attack.damage_type,
    }


def ability_document(ability: Ability) -> dict:
    """Return an ability as a row of its creature's document."""
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


def row_document(rules: wa.Attack | wa.Ability) -> dict:
    """Return an attack or ability of the rules as the row of a document."""
    if isinstance(rules, wa.Attack):
        return attack_document(_attack_row(None, 0, rules))
    return ability_document(_ability_row(None, 0, rules))


def read_rules(document: Mapping) -> wa.Creature:
    """Return the rules' creature of a document."""
    stats = as_object(document.get("stats"), "stats")
    return wa.Creature(
        name=document.get("name"),
        size=document.get("size"),
        base_hp=document.get("base_hp"),
        boss_damage=document.get("boss_damage", False),
        stats=wa.Stats(**{name: stats.get(key) for key, name in STAT_KEYS.items()}),
        attacks=[read_attack(row) for row, _ in as_rows(document, "attacks")],
        abilities=[read_ability(row, place) for row, place in as_rows(document, "abilities")],
        resistances=as_list(document, "resistances"),
        weaknesses=as_list(document, "weaknesses"),
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


def read_attack(row: Mapping) -> wa.Attack:
    """Return the rules' attack of a row of a document; whoever takes it in has the rules check it."""
    return wa.Attack(**chosen(row, _ATTACK_FIELDS))


def read_ability(row: Mapping, place: str) -> wa.Ability:
    """Return the rules' ability of the row of a document at `place`; as `read_attack`."""
    values = chosen(row, _ABILITY_FIELDS)
    if not isinstance(values["is_radius"], bool):
        raise RulesError("A range is a radius or it is not: true or false.", f"{place}.is_radius")
    upgrades = [wa.Upgrade(u.get("level"), u.get("text")) for u, _ in as_rows(row, "upgrades", f"{place}.upgrades")]
    return wa.Ability(**values, upgrades=upgrades)


def listed_fields(document: Mapping, rules: wa.Creature) -> dict:
    """Return the columns of `Creature` that depend on this game."""
    level = document.get("level", 1)
    if type(level) is not int or level not in wa.LIMITS["level"]:
        raise OutOfRange(f"The level is a whole number, {wa.LIMITS['level'].text}.", "level")
    return {
        "level": level,
        "power": wa.power(rules).value,
        "ar_step": wa.ladder_step(wa.adversity_ratio(rules).value),
        "rank_step": None,
    }


def search_words(rules: wa.Creature) -> tuple[str, ...]:
    """Return what a search finds beyond name, description, tags, habitat and family."""
    return ()


def search_marks(rules: wa.Creature) -> list[tuple[str, object]]:
    """Return what filters find a creature by, as names and values."""
    return [
        ("size", rules.size.value),
        ("power", wa.power(rules).value),
        ("ar", wa.ladder_step(wa.adversity_ratio(rules).value)),
        *(("attack", attack.kind.value) for attack in rules.attacks),
        *(("damage", attack.damage_type) for attack in rules.attacks),
        *(("resistance", damage_type) for damage_type in rules.resistances),
        *(("weakness", damage_type) for damage_type in rules.weaknesses),
    ]


def save_rows(creature: Creature, rules: wa.Creature) -> None:
    """Write the choices in place of those stored before."""
    for rows in (creature.attacks, creature.abilities, creature.affinities):
        rows.all().delete()
    stats, *more = make_rows(creature, rules)
    stats.save()
    for model in (Attack, Ability, DamageAffinity):
        model.objects.bulk_create(row for row in more if type(row) is model)


def make_rows(creature: Creature, rules: wa.Creature) -> list[Model]:
    """Return the choices as rows that are not stored yet, the stats first."""
    stats = {name: getattr(rules.stats, name) for name in STAT_NAMES}
    creature.worlds_awakening = WorldsAwakeningStats(
        creature=creature,
        size=rules.size.value,
        base_hp=rules.base_hp,
        boss_damage=rules.boss_damage,
        **stats,
    )
    return [
        creature.worlds_awakening,
        *(_attack_row(creature, order, row) for order, row in enumerate(rules.attacks)),
        *(_ability_row(creature, order, row) for order, row in enumerate(rules.abilities)),
        *(
            DamageAffinity(creature=creature, kind=kind, damage_type=damage_type, order=order)
            for kind, types in (("resistance", rules.resistances), ("weakness", rules.weaknesses))
            for order, damage_type in enumerate(dict.fromkeys(types))
        ),
    ]


def _attack_row(creature: Creature | None, order: int, attack: wa.Attack) -> Attack:
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


def _ability_row(creature: Creature | None, order: int, ability: wa.Ability) -> Ability:
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
