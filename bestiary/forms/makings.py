"""The forms of ancestries and classes: what they are, one innate ability or outfit, and all of it as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Self

from django import forms

from bestiary.documents import STAT_KEYS
from bestiary.documents.makings import ancestry_from_document, class_from_document
from bestiary.forms.fields import OneOfField, TextField, WholeNumberField, share_fields
from bestiary.forms.shared import (
    MARKDOWN_HINT,
    BuilderForm,
    RowForm,
    description_field,
    short_text,
    tags_field,
    visibility_field,
)
from bestiary.forms.whole import Rows, WholeForm
from bestiary.models import labelled
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError
from bestiary.wardrobe import KEPT, Wardrobe, key_of

OWN, OF_CLASS = "own", "class"
LONGEST_KEY = 60


def modifier(label: str) -> WholeNumberField:
    return WholeNumberField(wa.LIMITS["stat_modifier"], label=label)


class MakingForm(BuilderForm):
    """What ancestries and classes have in common."""

    name = TextField(wa.LONGEST_NAME, widget=short_text(enterkeyhint="done"))
    strength = modifier("STR")
    dexterity = modifier("DEX")
    constitution = modifier("CON")
    intelligence = modifier("INT")
    wisdom = modifier("WIS")
    charisma = modifier("CHA")
    description = description_field()
    tags = tags_field()
    visibility = visibility_field()

    @property
    def stats(self) -> list[forms.BoundField]:
        """The fields of the six modifiers, in the usual order."""
        return [self[name] for name in STAT_KEYS.values()]


class MakingBuilder(WholeForm):
    """What the whole forms of both have in common."""

    def field_of(self, head: str, rest: list[str]) -> str:
        return STAT_KEYS.get(rest[0], "") if head == "modifiers" and rest else head

    @staticmethod
    def modifiers(values: Mapping) -> dict:
        return {key: values[name] for key, name in STAT_KEYS.items()}

    @staticmethod
    def in_fields(document: Mapping) -> dict:
        """The document's values by the names of fields."""
        return {**document, **{name: document["modifiers"].get(key, 0) for key, name in STAT_KEYS.items()}}


# --- ancestries ------------------------------------------------------------------------------------------------------


@share_fields
class AncestryForm(MakingForm):
    """Everything of an ancestry that is not a row."""

    unnamed = "Unnamed ancestry"

    adaptability = WholeNumberField(
        wa.LIMITS["adaptability"],
        label="Adaptability points",
        help_text="Each moves one point from one stat to another when a character is created.",
    )


@share_fields
class InnateAbilityForm(RowForm):
    unnamed = "Unnamed ability"

    name = TextField(wa.LONGEST_NAME, widget=short_text("Winter sleep"))
    text = TextField(
        wa.LONGEST_TEXT, label="What it does", widget=forms.Textarea(attrs={"rows": 3}), help_text=MARKDOWN_HINT
    )
    limit_kind = OneOfField(choices=[("", "always"), *labelled(wa.LimitKind)], required=False, label="Uses")
    limit_count = WholeNumberField(wa.LIMITS["limit_count"], required=False, label="How many")

    def clean(self) -> dict:
        kind, count = self.cleaned_data.get("limit_kind"), self.cleaned_data.get("limit_count")
        if not kind:
            # What stands beside "always" means nothing; a new row has a 1 there.
            self.cleaned_data["limit_count"] = None
        elif count is None and "limit_count" not in self.errors:
            if self.draft:
                self.cleaned_data["limit_kind"] = None
            else:
                self.add_error("limit_count", f"Type a whole number from {self.fields['limit_count'].range_text}.")
        return self.cleaned_data


class AncestryBuilder(MakingBuilder):
    """A new one has average stats, which leaves three free points."""

    form = AncestryForm
    noun = "ancestry"
    article = "An"
    blank_values = MappingProxyType(
        {**dict.fromkeys(STAT_KEYS.values(), 0), "adaptability": 0, "visibility": "private"}
    )
    groups = MappingProxyType(
        {
            "abilities": Rows(
                InnateAbilityForm,
                wa.LIMITS["innate_abilities"].high,
                {"limit_kind": "day", "limit_count": 1},
                "ability",
            )
        }
    )
    read_document = staticmethod(ancestry_from_document)

    @classmethod
    def from_document(cls, document: Mapping, *, visibility: str = "private") -> Self:
        values = {**cls.in_fields(document), "visibility": visibility}
        return cls.filled(values, {"abilities": document["innate_abilities"]})

    def document(self) -> dict:
        values = self.main.cleaned_data
        return {
            "name": values["name"],
            "modifiers": self.modifiers(values),
            "adaptability": values["adaptability"],
            "innate_abilities": [row.cleaned_data for row in self.used_rows("abilities")],
            "description": values["description"],
            "tags": values["tags"],
        }

    @property
    def is_full(self) -> bool:
        return len(self.rows["abilities"]) >= self.groups["abilities"].most


# --- classes ---------------------------------------------------------------------------------------------------------


@share_fields
class ClassForm(MakingForm):
    """Everything of a class that is not a row. The menu of `outfits_of` is drawn from the wardrobe."""

    unnamed = "Unnamed class"

    magic_stat = OneOfField(choices=labelled(wa.MagicStat), label="Magic stat")
    outfits_from = OneOfField(
        choices=[(OWN, "Its own outfits"), (OF_CLASS, "Those of another class")],
        widget=forms.RadioSelect,
        label="Outfits",
    )
    outfits_of = TextField(LONGEST_KEY, label="Class")


@share_fields
class ClassOutfitForm(RowForm):
    """An outfit, by its key in the wardrobe."""

    unnamed = "Outfit"
    first_field = "outfit"

    outfit = TextField(LONGEST_KEY, label="Outfit")

    def counts(self) -> bool:
        """A row whose outfit is still to be chosen is not there."""
        return bool(self["outfit"].value())


class ClassBuilder(MakingBuilder):
    """A new one has average stats, does magic with INT and has no outfits yet."""

    form = ClassForm
    noun = "class"
    blank_values = MappingProxyType(
        {
            **dict.fromkeys(STAT_KEYS.values(), 0),
            "magic_stat": wa.MagicStat.INT.value,
            "outfits_from": OWN,
            "visibility": "private",
        }
    )
    groups = MappingProxyType({"outfits": Rows(ClassOutfitForm, wa.LIMITS["class_outfits"].high, {}, "outfit")})
    read_document = staticmethod(class_from_document)
    # What the menus offer, for whoever fills in the form.
    wardrobe = Wardrobe()

    @classmethod
    def choosing_from(cls, wardrobe: Wardrobe) -> type[Self]:
        """The same form with the outfits of that wardrobe to choose from."""
        return type(cls.__name__, (cls,), {"wardrobe": wardrobe})

    @classmethod
    def from_document(cls, document: Mapping, *, visibility: str = "private") -> Self:
        is_own = document["outfits_of"] is None
        values = {**cls.in_fields(document), "visibility": visibility}
        values |= {"outfits_from": OWN if is_own else OF_CLASS, "outfits_of": "" if is_own else KEPT}
        return cls.filled(
            values, {"outfits": [{"outfit": key_of(row)} for row in document["outfits"]] if is_own else []}
        )

    def document(self) -> dict:
        values = self.main.cleaned_data
        return {
            "name": values["name"],
            "modifiers": self.modifiers(values),
            "magic_stat": values["magic_stat"],
            **self._outfits(values),
            "description": values["description"],
            "tags": values["tags"],
        }

    def _outfits(self, values: Mapping) -> dict:
        """What the document says of outfits; a draft leaves out what is not chosen yet or not there any more."""
        if values["outfits_from"] == OF_CLASS:
            lent = self.wardrobe.lent(values["outfits_of"])
            if lent is None and not self.draft:
                raise RulesError("Choose the class whose outfits it has.", "outfits_of")
            return dict(lent or {"outfits_of": None, "outfits": []})
        chosen = [self.wardrobe.outfit(row.cleaned_data["outfit"]) for row in self.used_rows("outfits")]
        if None in chosen and not self.draft:
            raise RulesError(
                "This outfit is not there any more: choose another, or remove the row.",
                f"outfits.{chosen.index(None)}.outfit",
            )
        return {"outfits_of": None, "outfits": [dict(outfit) for outfit in chosen if outfit is not None]}

    @property
    def is_full(self) -> bool:
        return len(self.rows["outfits"]) >= self.groups["outfits"].most

    @property
    def class_options(self) -> list:
        """The menu of classes whose outfits it may have."""
        return self.wardrobe.class_options(self.main["outfits_of"].value() or "")
