"""Invented creatures by the thousand, to see how the site does with many: believable, and the same for the same seed.

Words are drawn unevenly, as in a real bestiary: a few are common, most are rare.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import TypeVar
from uuid import UUID

from bestiary.choices import FAMILIES, HABITATS
from bestiary.models import Creature
from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa

Word = TypeVar("Word")

_WORDS = tomllib.loads(Path(__file__).with_name("words.toml").read_text(encoding="utf-8"))
QUALITIES = _WORDS["qualities"].split()
PLACES = _WORDS["places"].split()
BEINGS = {family: [word.replace("-", " ") for word in words.split()] for family, words in _WORDS["beings"].items()}
TAGS = [word.replace("_", " ") for word in _WORDS["tags"]["list"].split()]
ATTACKS = [line.split(" | ") for line in _WORDS["attacks"]["list"]]
ABILITIES = [[part.strip() for part in line.split("|")] for line in _WORDS["abilities"]["list"]]
UPGRADES = _WORDS["abilities"]["upgrades"]
DESCRIPTIONS = tuple(_WORDS["descriptions"][part] for part in ("origins", "habits", "weak_sides"))
NOTES = _WORDS["notes"]["list"]
DAMAGE_TYPES = [name for names in wa.DAMAGE_TYPES.values() for name in names]
FAMILY_WORDS = [family for family, _ in FAMILIES]
HABITAT_WORDS = [habitat for habitat, _ in HABITATS]

VISIBILITIES = ("public",) * 9 + ("private",)
FOES_IN_TEN = 2
# Chosen so that standard creatures of a middling size are the most.
SIZE_WEIGHTS = (2, 4, 6, 4, 2, 1)
MINUTES_BETWEEN = 7


def demo_creatures(
    owners: Sequence, count: int, *, seed: int, now: datetime, first: int = 0
) -> Iterator[tuple[Creature, dict]]:
    """Yield new creatures with their documents: numbers `first` and up of the endless row that belongs to the seed."""
    for number in range(first, first + count):
        random = Random(f"{seed} {number}")  # noqa: S311 (nothing secret)
        made = now - timedelta(minutes=MINUTES_BETWEEN * number + random.randrange(MINUTES_BETWEEN))
        creature = Creature(
            uid=UUID(int=random.getrandbits(128), version=4),
            owner=random.choice(owners),
            visibility=(visibility := random.choice(VISIBILITIES)),
            created=made,
            updated=made,
            published_at=made if visibility == "public" else None,
        )
        make = foe_document if random.randrange(10) < FOES_IN_TEN else creature_document
        yield creature, make(random)


def creature_document(random: Random) -> dict:
    """Return the document of an invented creature of Worlds Awakening."""
    (size,) = random.choices(list(wa.Size), SIZE_WEIGHTS)
    has_boss_hp, boss_damage = random.random() < 0.12, random.random() < 0.15
    hp = wa.SIZES[size].boss_hp if has_boss_hp else wa.SIZES[size].standard_hp
    affinities = random.sample(DAMAGE_TYPES, random.randrange(5))
    cut = random.randrange(len(affinities) + 1)
    return {
        "system": "worlds_awakening",
        "size": size.value,
        "base_hp": random.randint(hp.low, hp.high),
        "boss_damage": boss_damage,
        "stats": {
            key: random.randint(-3, 3) + random.randrange(3) for key in ("str", "dex", "con", "int", "wis", "cha")
        },
        "resistances": affinities[:cut],
        "weaknesses": affinities[cut:],
        "attacks": [_attack(random, line) for line in random.sample(ATTACKS, random.randint(1, 4))],
        "abilities": [_ability(random, line) for line in random.sample(ABILITIES, random.randrange(5))],
        "level": random.randint(1, 8),
        **_shared(random),
    }


def foe_document(random: Random) -> dict:
    """Return the document of an invented Foe of 2d12 Traits."""
    strength = random.randrange(10)
    effects = random.sample(list(two_d12.Effect), random.randrange(3))
    return {
        "system": "two_d12",
        "rank": _uneven(random, list(two_d12.Rank)).value,
        "level": strength,
        "exp": 1 + strength // 2,
        "guard": 8 + 2 * strength,
        "vitality": 10 + 4 * strength,
        "stamina": 8 + strength,
        "motion": 5 * random.randint(4, 10),
        "traits": {trait.value: random.randint(-3, 6) for trait in random.sample(list(two_d12.Trait), 4)},
        "damage": f"{1 + strength // 3}d{random.choice((6, 8, 12))}",
        "damage_type": random.choice(DAMAGE_TYPES).lower(),
        "notes": random.choice(NOTES),
        "effects": [{"effect": effect.value, "note": "on a hit"} for effect in effects],
        **_shared(random),
    }


def _shared(random: Random) -> dict:
    """What creatures of both games have."""
    family, place = _uneven(random, FAMILY_WORDS), _uneven(random, PLACES)
    return {
        "name": _name(random, _uneven(random, BEINGS[family]), place),
        "description": " ".join(random.choice(part) for part in DESCRIPTIONS).replace("{place}", place),
        "habitat": _uneven(random, HABITAT_WORDS),
        "family": family,
        "tags": [_uneven(random, TAGS) for _ in range(random.randrange(5))],
    }


def _name(random: Random, being: str, place: str) -> str:
    quality, shape = _uneven(random, QUALITIES), random.randrange(5)
    if shape == 0:
        return f"{being} of the {place}".capitalize()
    parts = {1: (place, being), 2: (quality, place, being)}.get(shape, (quality, being))
    return " ".join(parts).title()


def _attack(random: Random, line: list[str]) -> dict:
    name, kind, types = line
    return {
        "name": name,
        "kind": kind,
        "roll_bonus": random.randint(-1, 2),
        "damage_bonus": random.randint(-1, 3),
        "range_metres": None if kind == "melee" else 5 * random.randint(1, 8),
        "damage_type": random.choice(types.split(", ")),
    }


def _ability(random: Random, line: list[str]) -> dict:
    name, usage, action, kind, reach, targets, limit, text = line
    limit_kind, _, limit_count = limit.partition(" ")
    upgrades = random.sample(UPGRADES, random.randrange(3))
    return {
        "name": name,
        "usage": usage,
        "action": action,
        "kind": kind or None,
        "range_metres": int(reach.rstrip("r")) if reach else None,
        "is_radius": reach.endswith("r"),
        "targets": int(targets),
        "text": text.replace("{n}", str(random.randint(1, 6))),
        "upgrades": [{"level": 3 + 2 * number, "text": upgrade} for number, upgrade in enumerate(upgrades)],
        "limit_kind": limit_kind or None,
        "limit_count": int(limit_count) if limit_count else None,
    }


def _uneven(random: Random, words: Sequence[Word]) -> Word:
    """One of the words, the first ones oftener."""
    return words[int(len(words) * random.random() ** 1.7)]
