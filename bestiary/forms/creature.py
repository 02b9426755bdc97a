"""The forms of one Worlds Awakening creature: what it is, one attack row, one ability row. `builder` joins them."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from bestiary.forms.fields import (
    OneOfField,
    SeveralOfField,
    TextField,
    TickField,
    UpgradesField,
    WholeNumberField,
    WordsField,
    share_fields,
)
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
from bestiary.models import labelled
from bestiary.rules import worlds_awakening as wa

MIN_UPGRADE_SLOTS = 4
DAMAGE_TYPE_CHOICES = [(group, [(name, name) for name in names]) for group, names in wa.DAMAGE_TYPES.items()]
TARGET_CHOICES = [
    ("1", "one target"),
    *((str(n), f"{n} targets") for n in range(2, wa.LIMITS["targets"].high + 1)),
    (str(wa.ALL_IN_AREA), "all in the area"),
]


@share_fields
class CreatureForm(PortraitForm):
    """Everything of a creature that is not a row."""

    unnamed = "Unnamed creature"

    name = TextField(wa.LONGEST_NAME, widget=short_text(enterkeyhint="done"))
    size = OneOfField(choices=labelled(wa.Size))
    base_hp = WholeNumberField(wa.LIMITS["base_hp"], label="Base HP")
    boss_damage = TickField(label="Boss damage", help_text="Attacks use the boss column of the damage table.")
    strength = WholeNumberField(wa.LIMITS["stat"], label="STR")
    dexterity = WholeNumberField(wa.LIMITS["stat"], label="DEX")
    constitution = WholeNumberField(wa.LIMITS["stat"], label="CON")
    intelligence = WholeNumberField(wa.LIMITS["stat"], label="INT")
    wisdom = WholeNumberField(wa.LIMITS["stat"], label="WIS")
    charisma = WholeNumberField(wa.LIMITS["stat"], label="CHA")
    resistances = SeveralOfField(choices=DAMAGE_TYPE_CHOICES, required=False)
    resistances_other = WordsField(
        wa.LIMITS["affinities"].high,
        wa.LONGEST_DAMAGE_TYPE,
        label="Other resistances",
        widget=short_text("Silver, song"),
    )
    weaknesses = SeveralOfField(choices=DAMAGE_TYPE_CHOICES, required=False)
    weaknesses_other = WordsField(
        wa.LIMITS["affinities"].high,
        wa.LONGEST_DAMAGE_TYPE,
        label="Other weaknesses",
        widget=short_text("Salt, iron"),
    )
    # Stands beside the sheet, outside the form.
    level = WholeNumberField(
        wa.LIMITS["level"], help_text="Shown first on its page and sheet.", attributes={"form": "creature-form"}
    )
    description = description_field()
    habitat = habitat_field()
    family = family_field()
    tags = tags_field()
    visibility = visibility_field()

    def clean(self) -> dict:
        for name in ("resistances", "weaknesses"):
            chosen, other = self.cleaned_data.get(name), self.cleaned_data.get(f"{name}_other")
            if chosen is None or other is None:
                continue
            together = list(dict.fromkeys([*chosen, *other]))
            if len(together) > wa.LIMITS["affinities"].high:
                self.add_error(name, f"At most {wa.LIMITS['affinities'].high}: these are {len(together)}.")
            self.cleaned_data[name] = together
        return super().clean()


@share_fields
class AttackForm(RowForm):
    unnamed = "Unnamed attack"

    name = TextField(wa.LONGEST_NAME, widget=short_text("Claw"))
    kind = OneOfField(choices=labelled(wa.AttackKind))
    roll_bonus = WholeNumberField(wa.LIMITS["roll_bonus"], label="Roll bonus")
    damage_bonus = WholeNumberField(wa.LIMITS["damage_bonus"], label="Damage bonus")
    range_metres = WholeNumberField(wa.LIMITS["range_metres"], required=False, label="Range in metres")
    damage_type = TextField(wa.LONGEST_DAMAGE_TYPE, label="Damage type", widget=short_text(list="damage-types"))

    def document(self) -> dict:
        """Return the valid row as it stands in a document."""
        return {name: self.cleaned_data[name] for name in AttackForm.base_fields}


@share_fields
class AbilityForm(RowForm):
    unnamed = "Unnamed ability"

    name = TextField(wa.LONGEST_NAME, widget=short_text("Ember breath"))
    usage = OneOfField(choices=labelled(wa.Usage))
    action = OneOfField(choices=labelled(wa.Action))
    kind = OneOfField(choices=[("", "no kind"), *labelled(wa.AbilityKind)], required=False)
    range_metres = WholeNumberField(wa.LIMITS["range_metres"], required=False, label="Range in metres")
    is_radius = TickField(label="Radius around it")
    targets = OneOfField(choices=TARGET_CHOICES, label="Reaches")
    text = TextField(
        wa.LONGEST_TEXT, label="What it does", widget=forms.Textarea(attrs={"rows": 3}), help_text=MARKDOWN_HINT
    )
    upgrades = UpgradesField(wa.LONGEST_TEXT, label="Level upgrades")
    limit_kind = OneOfField(choices=[("", "no limit"), *labelled(wa.LimitKind)], required=False, label="Limit")
    limit_count = WholeNumberField(wa.LIMITS["limit_count"], required=False, label="How often")

    def clean(self) -> dict:
        kind, count = self.cleaned_data.get("limit_kind"), self.cleaned_data.get("limit_count")
        if kind and count is None and "limit_count" not in self.errors and not self.draft:
            self.add_error("limit_count", f"Type a whole number from {self.fields['limit_count'].range_text}.")
        return self.cleaned_data

    def document(self) -> dict:
        """Return the valid row as it stands in a document; a draft's limit that says no number yet is none."""
        ability = {name: self.cleaned_data[name] for name in AbilityForm.base_fields}
        ability["targets"] = int(ability["targets"])
        if self.draft and ability["limit_kind"] and ability["limit_count"] is None:
            ability["limit_kind"] = None
        return ability

    @property
    def has_upgrades(self) -> bool:
        return any(level or text for level, text in self["upgrades"].value() or ())

    def is_untouched(self, name: str) -> bool:
        return not self.has_upgrades if name == "upgrades" else super().is_untouched(name)

    @property
    def upgrade_slots(self) -> list[dict]:
        """The (level, text) slots to draw: those filled and one more, four at least."""
        filled = [slot for slot in self["upgrades"].value() or () if any(slot)]
        count = max(MIN_UPGRADE_SLOTS, min(len(filled) + 1, wa.LIMITS["level"].high))
        filled += [("", "")] * (count - len(filled))
        name, label = self["upgrades"].html_name, f"id_{self['upgrades'].html_name}"
        return [
            {"number": n + 1, "name": f"{name}-{n}", "id": f"{label}-{n}", "level": level, "text": text}
            for n, (level, text) in enumerate(filled)
        ]


def in_fields(row: Mapping) -> dict:
    """Return the row of a document as its form holds it."""
    if "upgrades" not in row:
        return dict(row)
    return {**row, "upgrades": [(upgrade["level"], upgrade["text"]) for upgrade in row["upgrades"]]}
