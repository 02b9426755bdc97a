"""Makers of rows for tests: every argument has a default worth reading."""

from itertools import count

from accounts.models import User
from bestiary.documents import save_document
from bestiary.models import Creature

PASSWORD = "a goblin ate my dice"

_numbers = count(1)


def make_user(username: str = "", **fields) -> User:
    """A named user whose password is `PASSWORD`."""
    username = username or f"gm{next(_numbers)}"
    fields.setdefault("email", f"{username}@example.org")
    return User.objects.create_user(username, password=PASSWORD, **fields)


def make_guest(**fields) -> User:
    """A guest: a row with no password and no name to show."""
    user = User(username=f"guest-{next(_numbers):032x}", is_guest=True, **fields)
    user.set_unusable_password()
    user.save()
    return user


def creature_document(**fields) -> dict:
    """The document of a Worlds Awakening creature, by default the guide's Goblin at level 5: 18 HP."""
    stats = {"str": 1, "dex": 3, "con": -2, "int": 1, "wis": 0, "cha": 1} | fields.pop("stats", {})
    return {
        "system": "worlds_awakening",
        "name": "Goblin",
        "size": "small",
        "base_hp": 4,
        "boss_damage": False,
        "stats": stats,
        "resistances": [],
        "weaknesses": [],
        "attacks": [],
        "abilities": [],
        "description": "",
        "habitat": "",
        "family": "",
        "tags": [],
        "level": 5,
        **fields,
    }


def attack_document(**fields) -> dict:
    """An attack inside a creature's document."""
    return {
        "name": "Rusty hook",
        "kind": "melee",
        "roll_bonus": -2,
        "damage_bonus": 2,
        "range_metres": None,
        "damage_type": "",
        **fields,
    }


def ability_document(**fields) -> dict:
    """An ability inside a creature's document."""
    return {
        "name": "Slip Away",
        "usage": "C",
        "action": "M",
        "kind": None,
        "range_metres": None,
        "is_radius": False,
        "targets": 1,
        "text": "It moves 7 m without being struck.",
        "upgrades": [],
        "limit_kind": None,
        "limit_count": None,
        **fields,
    }


def make_creature(owner: User | None = None, visibility: str = "private", **fields) -> Creature:
    """A saved creature of `owner` (somebody new by default); `fields` are its document's."""
    creature = Creature(owner=owner or make_user(), visibility=visibility)
    return save_document(creature, creature_document(**fields))


def foe_document(**fields) -> dict:
    """The document of a Foe of 2d12 Traits, by default a Soldier with some numbers and Traits typed, others not."""
    traits = dict.fromkeys(("agility", "control", "insight", "might", "resist", "sneak", "study", "tinker", "track"))
    traits |= {"agility": 2, "might": 4, "sneak": -1} | fields.pop("traits", {})
    return {
        "system": "two_d12",
        "name": "Lamp warden",
        "rank": "soldier",
        "level": 2,
        "exp": 3,
        "guard": 6,
        "vitality": 12,
        "stamina": None,
        "motion": 30,
        "traits": traits,
        "damage": "2d6+1",
        "damage_type": "fire",
        "notes": "",
        "effects": [],
        "description": "",
        "habitat": "",
        "family": "",
        "tags": [],
        **fields,
    }


def effect_document(**fields) -> dict:
    """An Effect inside a Foe's document."""
    return {"effect": "burning", "charges": 4, "damage_type": "", "note": "on a hit", **fields}


def make_foe(owner: User | None = None, visibility: str = "private", **fields) -> Creature:
    """A saved Foe of `owner` (somebody new by default); `fields` are its document's."""
    creature = Creature(owner=owner or make_user(), visibility=visibility)
    return save_document(creature, foe_document(**fields))
