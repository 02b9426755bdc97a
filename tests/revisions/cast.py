"""What the tests of revisions share: creatures of both games, and the conflict page as a browser would send it."""

import re
from html import unescape

from bestiary.documents import creature_document, save_document
from bestiary.models import Creature
from tests.bestiary.forms import posted as posted_creature
from tests.bestiary.two_d12.forms import posted as posted_foe
from tests.factories import (
    ability_document,
    attack_document,
    effect_document,
    foe_document,
    make_creature,
    make_foe,
)
from tests.factories import creature_document as goblin_document

GAMES = ("worlds_awakening", "two_d12")

# Everything a document of the game can hold, and a second version in which all of it is different.
FULL = {
    "worlds_awakening": (
        goblin_document(
            resistances=["Fire", "song"],
            weaknesses=["Cold"],
            attacks=[attack_document(range_metres=3), attack_document(name="Spit", kind="magic", damage_type="acid")],
            abilities=[
                ability_document(
                    upgrades=[{"level": 4, "text": "Faster"}], limit_kind="day", limit_count=2, kind="support"
                )
            ],
            description="Lives under bridges.\n\nBites.",
            habitat="swamp",
            family="goblinoid",
            tags=["night", "sneaky"],
        ),
        goblin_document(
            name="Hobgoblin",
            size="medium",
            base_hp=5,
            boss_damage=True,
            stats={"str": 2, "dex": 2, "con": -1, "int": 2, "wis": 1, "cha": 2},
            resistances=["Cold"],
            weaknesses=["Fire"],
            attacks=[attack_document(roll_bonus=1, damage_type="rust")],
            abilities=[ability_document(text="It stays.", targets=3, is_radius=True, range_metres=5)],
            description="Lives in towns.",
            habitat="settlement",
            family="humanoid",
            tags=["day"],
            level=6,
        ),
    ),
    "two_d12": (
        foe_document(
            notes="Flees at half Vitality.",
            effects=[effect_document(), effect_document(effect="exposed", charges=2, damage_type="cold")],
            description="It burns all night.",
            habitat="settlement",
            family="construct",
            tags=["lamp"],
        ),
        foe_document(
            name="Lamp marshal",
            rank="leader",
            level=3,
            exp=None,
            guard=7,
            vitality=20,
            stamina=4,
            motion=None,
            traits={"agility": 3, "might": None, "sneak": 0},
            damage="3d6",
            damage_type="cold",
            notes="Stays.",
            effects=[effect_document(charges=2, note="always")],
            description="It went out.",
            habitat="ruins",
            family="undead",
            tags=["dark"],
        ),
    ),
}
DOCUMENT_ONLY = ("type", "version", "id")


def make(game: str, owner, **fields) -> Creature:
    return (make_creature if game == "worlds_awakening" else make_foe)(owner, **fields)


def post_of(game: str, document: dict | None = None, **changes) -> dict:
    """The builder's form of a document."""
    return (posted_creature if game == "worlds_awakening" else posted_foe)(document, **changes)


def short(document: dict) -> dict:
    """A document without what no form and no file has."""
    return {key: value for key, value in document.items() if key not in DOCUMENT_ONLY}


def stored(creature: Creature) -> dict:
    """The document of the creature as it is in the database."""
    return short(creature_document(Creature.objects.with_stats().get(pk=creature.pk)))


def save_again(creature: Creature, **fields) -> Creature:
    """Save the creature with some fields of its document changed, as another tab would."""
    fresh = Creature.objects.with_stats().get(pk=creature.pk)
    return save_document(fresh, {**creature_document(fresh), **fields})


def address(creature: Creature, rest: str = "") -> str:
    return f"/bestiary/creatures/{creature.uid}/{rest}"


def conflict_fields(html: str) -> dict:
    """What a browser would post of the conflict page: everything hidden, and the sides that are marked."""
    body = re.search(r"<form[^>]*data-draft=.*?</form>", html, re.DOTALL)[0]
    fields: dict[str, list[str]] = {}
    for tag in re.findall(r"<input[^>]*>", body):
        kind, name, value = (re.search(rf' ?{part}="([^"]*)"', tag) for part in ("type", "name", "value"))
        if kind[1] == "hidden" or " checked" in tag:
            fields.setdefault(unescape(name[1]), []).append(unescape(value[1]) if value else "")
    fields.pop("csrfmiddlewaretoken", None)
    return fields


def marked(html: str) -> dict[str, str]:
    """The side marked on the conflict page by place."""
    return {
        name.removeprefix("pick-"): values[0]
        for name, values in conflict_fields(html).items()
        if name.startswith("pick-")
    }
