"""Creatures to print: an ordinary one, a heavy one, and what a sheet's template is given."""

import io
from functools import cache

import pypdf

from bestiary.rules.worlds_awakening import Ability, Attack, Creature, Size, Stats, Upgrade, level_table, stat_block

SHEET = "bestiary/worlds_awakening/sheet.html"
ADDRESS = "https://folio.example/bestiary/creatures/3f2c9a1e-7d54-4b7c-9d2e-0a1b2c3d4e5f/"

DESCRIPTION = (
    "Sentries who live on rooftops and gateposts, paid in stolen buttons. They see everything, understand about half "
    "of it and report all of it at the top of their voices."
)
LONG_TEXT = (
    "It draws a slow breath, and the air around it stiffens. Whoever stands within reach takes the cold into their "
    "bones and moves as if through deep water until the end of their next turn; whoever is already so slowed drops "
    "what they hold. Open flames no larger than a torch go out, standing water freezes a hand deep, and doors and "
    "shutters stick in their frames until somebody spends a movement on them. The breath can be seen coming: those "
    "who act before the creature in this round may step out of reach, if their movement is not yet spent. Nobody who "
    "stands in the light of a great fire suffers any of this."
)


def ordinary():
    """Two attacks and two abilities: what most sheets hold."""
    return Creature(
        name="Goblin Lookout",
        size=Size.SMALL,
        base_hp=4,
        boss_damage=False,
        stats=Stats(-1, 3, -2, 0, 1, -2),
        attacks=(
            Attack("Rusty Scimitar", "melee", -2, 2, None, "slashing"),
            Attack("Short Bow", "ranged", 1, 0, 30, "piercing"),
        ),
        abilities=(
            Ability(
                "Slip Away",
                "C",
                "M",
                text="Leaves a melee without giving anyone a free strike, and may hide at once if there is anything "
                "at all to hide behind: a barrel, a comrade, a shadow.",
                limit_kind="encounter",
                limit_count=2,
            ),
            Ability(
                "Sound the Horn",
                "C",
                "F",
                "support",
                40,
                True,
                0,
                "Every goblin within earshot gains +1 to its next attack roll. Those asleep wake up.",
                (Upgrade(3, "The bonus is +2."), Upgrade(6, "They also move up to 5 m at once.")),
                "day",
                1,
            ),
        ),
        resistances=("poison",),
        weaknesses=("fire", "radiant light"),
    )


def heavy():
    """Four attacks and four abilities of 600 characters with three upgrades each."""
    shapes = (
        ("Frost Aura", "C", "MA", "magic", 5, True, 0, "encounter", 2),
        ("Breath of the Long Winter", "C", "MA", "ranged", 30, False, 0, "cooldown", 3),
        ("Shattering Roar", "PC", "A", "support", 20, True, 0, "day", 1),
        ("Ice in the Veins", "P", "F", None, None, False, 1, None, None),
    )
    upgrades = (Upgrade(3, LONG_TEXT[:90]), Upgrade(6, LONG_TEXT[90:200]), Upgrade(9, LONG_TEXT[200:270]))
    return Creature(
        name="Frost Wyrm of the Shattered Crown",
        size=Size.LARGE,
        base_hp=20,
        boss_damage=True,
        stats=Stats(5, 1, 4, 2, 3, 4),
        attacks=(
            Attack("Bite", "melee", 1, 3, None, "piercing"),
            Attack("Claw", "melee", 2, 0, None, "slashing"),
            Attack("Tail Sweep", "melee", -2, 5, 3, "crushing"),
            Attack("Spit of Rime", "ranged", 0, 1, 60, "cold"),
        ),
        abilities=tuple(
            Ability(name, usage, action, kind, metres, radius, targets, LONG_TEXT[:600], upgrades, limit, count)
            for name, usage, action, kind, metres, radius, targets, limit, count in shapes
        ),
        resistances=("cold", "all weapons"),
        weaknesses=("fire", "thunder"),
    )


def sheet_context(creature, level=5, levels=range(1, 9), paper="a4", url=ADDRESS, **texts):
    """What the sheet's template is given for a creature."""
    usual = {"description": DESCRIPTION, "habitat": "Ruins", "tags": ["sentry"], "author": "Maren"}
    return {
        "block": stat_block(creature, level),
        "table": level_table(creature, levels),
        "creature_text": usual | texts,
        "paper": paper,
        "levels": levels,
        "url": url,
    }


def read(pdf: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(pdf))


@cache
def texts(pdf: bytes) -> tuple[str, ...]:
    """The text of each page, with blanks and line ends made one space."""
    return tuple(" ".join(page.extract_text().split()) for page in read(pdf).pages)


def whole_text(pdf: bytes) -> str:
    return " ".join(texts(pdf))
