"""The document of a Foe of 2d12 Traits."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Model

from bestiary.documents.reading import as_object, as_rows, chosen
from bestiary.documents.shared import document_head, document_tail
from bestiary.models import FOE_NUMBERS, RANK_STEPS, TRAIT_NAMES, Creature, FoeEffect, FoeStats
from bestiary.rules import two_d12


def document(creature: Creature) -> dict:
    """Return the Foe as its document; None is a number that nobody typed."""
    stats = creature.two_d12
    return {
        **document_head(creature),
        "rank": stats.rank,
        **{field: getattr(stats, field) for field in FOE_NUMBERS},
        "traits": {name: getattr(stats, name) for name in TRAIT_NAMES},
        "damage": stats.damage,
        "damage_type": stats.damage_type,
        "notes": stats.notes,
        "effects": [_effect_document(effect) for effect in creature.caused_effects.all()],
        **document_tail(creature),
    }


def _effect_document(effect: FoeEffect) -> dict:
    return {
        "effect": effect.effect,
        "charges": effect.charges,
        "damage_type": effect.damage_type,
        "note": effect.note,
    }


# Field → what a document that leaves it out means; the rules refuse None where they need a value.
_FOE_FIELDS = {
    "name": None,
    "rank": None,
    **dict.fromkeys(FOE_NUMBERS),
    "damage": "",
    "damage_type": "",
    "notes": "",
}
_EFFECT_FIELDS = {"effect": None, "charges": None, "damage_type": "", "note": ""}


def read_rules(document: Mapping) -> two_d12.Foe:
    """Return the rules' Foe of a document."""
    traits = as_object(document.get("traits", {}), "traits")
    return two_d12.Foe(
        **chosen(document, _FOE_FIELDS),
        traits=two_d12.TraitMods(**chosen(traits, dict.fromkeys(TRAIT_NAMES))),
        effects=[_rules_effect(row) for row, _ in as_rows(document, "effects")],
    )


def _rules_effect(row: Mapping) -> two_d12.CausedEffect:
    values = chosen(row, _EFFECT_FIELDS)
    if values["charges"] is None:
        # What does not stack has no number of charges; of what does, one is the least.
        values["charges"] = 1
    return two_d12.CausedEffect(**values)


def listed_fields(document: Mapping, rules: two_d12.Foe) -> dict:
    """Return the columns of `Creature` that depend on this game. Its level is one of a Foe's own numbers."""
    return {"level": 1, "power": "", "ar_step": None, "rank_step": RANK_STEPS[rules.rank.value]}


def search_words(rules: two_d12.Foe) -> tuple[str, ...]:
    """Return what a search finds beyond name, description, tags, habitat and family."""
    return (rules.rank.label, rules.notes)


def search_marks(rules: two_d12.Foe) -> list[tuple[str, object]]:
    """Return what filters find a Foe by, as names and values."""
    return [("rank", rules.rank.value), ("damage", rules.damage_type)]


def save_rows(creature: Creature, rules: two_d12.Foe) -> None:
    """Write the choices in place of those stored before."""
    creature.caused_effects.all().delete()
    stats, *effects = make_rows(creature, rules)
    stats.save()
    FoeEffect.objects.bulk_create(effects)


def make_rows(creature: Creature, rules: two_d12.Foe) -> list[Model]:
    """Return the choices as rows that are not stored yet, the stats first."""
    creature.two_d12 = FoeStats(
        creature=creature,
        rank=rules.rank.value,
        **{field: getattr(rules, field) for field in FOE_NUMBERS},
        **{name: getattr(rules.traits, name) for name in TRAIT_NAMES},
        damage=rules.damage,
        damage_type=rules.damage_type,
        notes=rules.notes,
    )
    effects = [
        FoeEffect(
            creature=creature,
            order=order,
            effect=caused.effect.value,
            charges=caused.charges if caused.stacks else None,
            damage_type=caused.damage_type,
            note=caused.note,
        )
        for order, caused in enumerate(rules.effects)
    ]
    return [creature.two_d12, *effects]
