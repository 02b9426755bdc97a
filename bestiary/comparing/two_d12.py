"""The outline of a Foe of 2d12 Traits."""

from __future__ import annotations

from bestiary.comparing.outline import Field, Outline, Rows, bonus, choice, labels, plain, unit
from bestiary.comparing.shared import ENDING, NAME
from bestiary.rules import two_d12

EFFECTS = Rows(
    key="effects",
    noun="Effect",
    plural="Effects",
    name=lambda row: choice(labels(two_d12.Effect))(None, row["effect"]),
    fields=(
        Field("Effect", ("effect",), choice(labels(two_d12.Effect))),
        Field("Charges", ("charges",), plain),
        Field("Damage type", ("damage_type",), plain),
        Field("When and how", ("note",), plain),
    ),
)

OUTLINE = Outline(
    fields=(
        NAME,
        Field("Rank", ("rank",), choice(labels(two_d12.Rank))),
        Field("Level", ("level",), plain),
        Field("EXP", ("exp",), plain),
        Field("Guard", ("guard",), plain),
        Field("Vitality", ("vitality",), plain),
        Field("Stamina", ("stamina",), plain),
        Field("Motion", ("motion",), unit("ft")),
        Field("Damage", ("damage",), plain),
        Field("Damage type", ("damage_type",), plain),
        *(Field(trait.label, (f"traits.{trait.value}",), bonus) for trait in two_d12.Trait),
        Field("Notes", ("notes",), plain),
        *ENDING,
    ),
    groups=(EFFECTS,),
)
