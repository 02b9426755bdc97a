"""The forms of a Foe of 2d12 Traits: what it is, one Effect that it causes, and both as a whole."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.core.exceptions import ValidationError

from bestiary.forms.fields import Limit, OneOfField, TextField, WholeNumberField, share_fields
from bestiary.forms.portrait import PortraitForm
from bestiary.forms.shared import (
    MARKDOWN_HINT,
    RowForm,
    description_field,
    family_field,
    habitat_field,
    short_text,
    tags_field,
    visibility_field,
)
from bestiary.forms.whole import Rows, WholeForm
from bestiary.models import FOE_NUMBERS, TRAIT_NAMES
from bestiary.rules import two_d12

RANK_CHOICES = [(rank.value, f"{row.name}: threat {row.threat_text}") for rank, row in two_d12.RANKS.items()]
EFFECT_CHOICES = [
    ("", "choose an Effect"),
    *(
        (effect.value, row.name if row.stacks is two_d12.Stacking.NO else f"{row.name} ({row.stacks_text})")
        for effect, row in two_d12.EFFECTS.items()
    ),
]
STACKING_EFFECTS = frozenset(effect for effect, row in two_d12.EFFECTS.items() if row.stacks is not two_d12.Stacking.NO)


def number(limit: str, label: str, **more) -> WholeNumberField:
    """A whole number within the rules' limit of that name, or nothing."""
    return WholeNumberField(Limit(*two_d12.LIMITS[limit]), required=False, label=label, **more)


def trait_mod(trait: two_d12.Trait) -> WholeNumberField:
    return number("trait_mod", trait.label)


@share_fields
class FoeForm(PortraitForm):
    """Everything of a Foe that is not a row. Only name and rank are needed."""

    unnamed = "Unnamed Foe"

    name = TextField(two_d12.LONGEST_NAME, widget=short_text(enterkeyhint="done"))
    rank = OneOfField(choices=RANK_CHOICES, label="Rank")
    level = number("level", "Level")
    exp = number("exp", "EXP")
    guard = number("points", "Guard")
    vitality = number("points", "Vitality")
    stamina = number("points", "Stamina")
    motion = number("motion", "Motion in feet")
    agility = trait_mod(two_d12.Trait.AGILITY)
    control = trait_mod(two_d12.Trait.CONTROL)
    insight = trait_mod(two_d12.Trait.INSIGHT)
    might = trait_mod(two_d12.Trait.MIGHT)
    resist = trait_mod(two_d12.Trait.RESIST)
    sneak = trait_mod(two_d12.Trait.SNEAK)
    study = trait_mod(two_d12.Trait.STUDY)
    tinker = trait_mod(two_d12.Trait.TINKER)
    track = trait_mod(two_d12.Trait.TRACK)
    damage = TextField(
        two_d12.LONGEST_DAMAGE,
        widget=short_text("2d6+1"),
        help_text="Dice such as 2d6+1, or words of your own.",
    )
    damage_type = TextField(
        two_d12.LONGEST_DAMAGE_TYPE, label="Damage type", widget=short_text("fire", list="damage-types")
    )
    notes = TextField(
        two_d12.LONGEST_NOTES,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text=f"On the card: how it fights, what it wants, what undoes it. {MARKDOWN_HINT}",
    )
    description = description_field()
    habitat = habitat_field()
    family = family_field()
    tags = tags_field()
    visibility = visibility_field()

    @property
    def traits(self) -> list[forms.BoundField]:
        """The fields of the nine Traits, in the game's order."""
        return [self[name] for name in TRAIT_NAMES]


@share_fields
class EffectForm(RowForm):
    """An Effect that the Foe causes. Charges count where they stack, a damage type where the Effect has one."""

    unnamed = "Effect"
    first_field = "effect"

    effect = OneOfField(choices=EFFECT_CHOICES, required=False, label="Effect")
    charges = number("charges", "Charges", help_text="Where they stack.")
    damage_type = TextField(
        two_d12.LONGEST_DAMAGE_TYPE,
        label="Damage type",
        widget=short_text(list="damage-types"),
        help_text="Of Exposed and Fortified.",
    )
    note = TextField(two_d12.LONGEST_EFFECT_NOTE, label="When and how", widget=short_text("on a hit"))

    def clean(self) -> dict:
        """What the rules say of one Effect, for all rows at once: they stop at the first."""
        if self.cleaned_data.get("effect") is None:
            if "effect" not in self.errors:
                raise ValidationError({"effect": "Choose the Effect, or remove the row."})
            return self.cleaned_data
        effect = two_d12.Effect(self.cleaned_data["effect"])
        if "charges" not in self.errors and (self.cleaned_data["charges"] or 1) > 1 and effect not in STACKING_EFFECTS:
            self.add_error("charges", f"{effect.label} doesn't stack: 1 charge.")
        if self.cleaned_data.get("damage_type") and effect not in two_d12.TYPED_EFFECTS:
            self.add_error("damage_type", f"{effect.label} has no damage type.")
        return self.cleaned_data

    def counts(self) -> bool:
        """A draft leaves out the row whose Effect is still to be chosen."""
        return bool(self["effect"].value()) if self.draft else not self.is_blank()

    @property
    def heading(self) -> str:
        effect = self.cleaned_data.get("effect")
        return two_d12.Effect(effect).label if effect else self.unnamed


class FoeBuilder(WholeForm):
    """A new one is a Soldier of whom nothing else is known."""

    form = FoeForm
    blank_values = {"rank": "soldier", "visibility": "private"}
    groups = {"effects": Rows(EffectForm, two_d12.LIMITS["caused_effects"][1], {}, "effect")}
    noun = "Foe"
    # For the script that shows a field of an Effect where it means something.
    stacking_effects = " ".join(sorted(STACKING_EFFECTS))
    typed_effects = " ".join(sorted(two_d12.TYPED_EFFECTS))

    @classmethod
    def from_document(cls, document: Mapping, *, visibility: str = "private") -> FoeBuilder:
        return cls.filled(
            {**document, **document["traits"], "visibility": visibility}, {"effects": document["effects"]}
        )

    def field_of(self, head: str, rest: list[str]) -> str:
        return rest[0] if head == "traits" and rest else head

    def document(self) -> dict:
        values = self.main.cleaned_data
        return {
            "system": "two_d12",
            "name": values["name"],
            "rank": values["rank"],
            **{name: values[name] for name in FOE_NUMBERS},
            "traits": {name: values[name] for name in TRAIT_NAMES},
            "damage": values["damage"],
            "damage_type": values["damage_type"],
            "notes": values["notes"],
            "effects": [row.cleaned_data for row in self.used_rows("effects")],
            "description": values["description"],
            "habitat": values["habitat"] or "",
            "family": values["family"] or "",
            "tags": values["tags"],
        }
