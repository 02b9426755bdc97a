"""The outline of a Worlds Awakening creature."""

from __future__ import annotations

from bestiary.comparing.outline import Field, Outline, Rows, bonus, choice, labels, listed, plain, unit, yes_or_no
from bestiary.comparing.shared import ENDING, NAME
from bestiary.rules import worlds_awakening as wa

STATS = ("str", "dex", "con", "int", "wis", "cha")


def kind(words, value) -> str:
    """The kind of an attack or ability; magic is called as its reader calls it."""
    return words.kind(wa.AbilityKind(value)) if value in list(wa.AbilityKind) else value or ""


def reach(words, metres, is_radius) -> str:
    if metres is None:
        return "radius" if is_radius else ""
    return f"{metres} m radius" if is_radius else f"{metres} m"


def targets(words, count) -> str:
    if count == wa.ALL_IN_AREA:
        return "all in the area"
    return "one target" if count == 1 else f"{count} targets"


def limit(words, limit_kind, count) -> str:
    return f"{count} {choice(labels(wa.LimitKind))(words, limit_kind)}" if limit_kind else ""


def upgrades(words, rows) -> str:
    return "\n".join(f"Level {row['level']}: {row['text']}" for row in rows or ())


ATTACKS = Rows(
    key="attacks",
    noun="Attack",
    plural="attacks",
    name=lambda row: row["name"],
    fields=(
        Field("Name", ("name",), plain),
        Field("Kind", ("kind",), kind),
        Field("Roll bonus", ("roll_bonus",), bonus),
        Field("Damage bonus", ("damage_bonus",), bonus),
        Field("Range", ("range_metres",), unit("m")),
        Field("Damage type", ("damage_type",), plain),
    ),
)

ABILITIES = Rows(
    key="abilities",
    noun="Ability",
    plural="abilities",
    name=lambda row: row["name"],
    fields=(
        Field("Name", ("name",), plain),
        Field("Usage", ("usage",), choice(labels(wa.Usage))),
        Field("Action", ("action",), choice(labels(wa.Action))),
        Field("Kind", ("kind",), kind),
        Field("Range", ("range_metres", "is_radius"), reach),
        Field("Reaches", ("targets",), targets),
        Field("What it does", ("text",), plain),
        Field("Level upgrades", ("upgrades",), upgrades),
        Field("Limit", ("limit_kind", "limit_count"), limit),
    ),
)

OUTLINE = Outline(
    fields=(
        NAME,
        Field("Size", ("size",), choice(labels(wa.Size))),
        Field("Base HP", ("base_hp",), plain),
        Field("Boss damage", ("boss_damage",), yes_or_no),
        *(Field(key.upper(), (f"stats.{key}",), bonus) for key in STATS),
        Field("Resistances", ("resistances",), listed),
        Field("Weaknesses", ("weaknesses",), listed),
        *ENDING,
        Field("Level shown first", ("level",), plain),
    ),
    groups=(ATTACKS, ABILITIES),
)
