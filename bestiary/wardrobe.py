"""The outfits that a class in the builder can be given: those it has, its author's own, those of other classes.

Each has a key, which is what its menu sends. Outfits that a class has already are known by a digest of what they hold,
so that a key means the same outfit in every tab, whatever was saved meanwhile.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from django.core.exceptions import ValidationError

from bestiary import outfits
from bestiary.documents.makings import class_document, lends_outfits
from bestiary.models import CharacterClass
from bestiary.models.makings import CharacterClassQuerySet
from bestiary.paging import first_listed

KEPT = "kept"
MOST_CLASSES = 30


@dataclass(frozen=True, slots=True)
class Option:
    """An entry of a menu."""

    key: str
    label: str


def key_of(outfit: Mapping) -> str:
    """The key of an outfit that a class has, from its row in the document."""
    text = json.dumps(outfit, sort_keys=True, ensure_ascii=False)
    return f"{KEPT}-{hashlib.sha256(text.encode()).hexdigest()[:16]}"


@dataclass
class Wardrobe:
    """What `user` may choose for a class that has `kept`: a class's document, empty for a new one.

    `query` narrows the classes offered; what was chosen is found all the same. Nothing is fetched before it is asked,
    and without a user, whom a live pane does not ask for, nothing but what the class has.
    """

    user: object = None
    kept: Mapping = field(default_factory=dict)
    query: str = ""
    this: CharacterClass | None = None

    @classmethod
    def of(cls, user, thing: CharacterClass | None, query: str = "", *, is_own: bool = True) -> Wardrobe:
        """The wardrobe for a class that is changed, or that a new one is made from (`is_own` is false then)."""
        kept = class_document(thing) if thing is not None else {}
        return cls(user, kept, query, thing if is_own else None)

    # --- outfits of the class's own

    @cached_property
    def _kept_outfits(self) -> dict[str, Mapping]:
        return {key_of(outfit): outfit for outfit in self.kept.get("outfits", ())}

    @cached_property
    def _mine(self) -> dict[str, Mapping]:
        return {row["id"]: row for row in outfits.outfits_of(self.user)} if self.user else {}

    def outfit(self, key: str) -> Mapping | None:
        """The outfit of that key as a row of the document; None for one that is not there."""
        return self._kept_outfits[key] if key in self._kept_outfits else self._mine.get(key)

    @cached_property
    def outfit_options(self) -> list[Option]:
        """Those the class has, then one's own, except where that would be the same."""
        kept = self._kept_outfits
        mine = {key: row for key, row in self._mine.items() if row not in kept.values()}
        changed = {row["id"] for row in kept.values()} & mine.keys()
        menu = [(key, row, "as this class has it") for key, row in kept.items()]
        menu += [(key, row, "as it is now") for key, row in mine.items()]
        return [
            Option(key, f"{row['name']} ({which})" if row["id"] in changed else row["name"]) for key, row, which in menu
        ]

    @property
    def has_own(self) -> bool:
        """Whether the user keeps outfits anywhere."""
        return bool(self._mine)

    # --- outfits of other classes

    @property
    def _others(self) -> CharacterClassQuerySet:
        others = CharacterClass.objects.select_related("owner")
        return others.exclude(pk=self.this.pk) if self.this else others

    def lent(self, key: str) -> Mapping | None:
        """What a document says that has the outfits of the class of that key; None where it is not there."""
        if key == KEPT:
            lender = self.kept.get("outfits_of")
            return {"outfits_of": lender, "outfits": self.kept["outfits"]} if lender else None
        if self.user is None:
            return None
        try:
            found = self._others.visible_to(self.user).with_rows().filter(uid=key).first()
        except (ValueError, TypeError, ValidationError):
            return None
        return lends_outfits(found) if found else None

    def class_options(self, chosen: str) -> list[Option]:
        """Classes to have the outfits of: the one that is chosen, then those found, in alphabetical order."""
        options, lender = [], self.kept.get("outfits_of")
        if lender:
            options.append(Option(KEPT, f"{_label(lender)}, as this class has them"))
        found = {str(one.uid): one for one in self._found()}
        if chosen and chosen != KEPT and chosen not in found and (lent := self.lent(chosen)):
            options.append(Option(chosen, _label(lent["outfits_of"])))
        for uid, one in found.items():
            if lender and uid == lender["id"]:
                if one.revision == lender["revision"]:
                    continue
                options.append(Option(uid, f"{one.name} by {one.owner.display_name}, as they are now"))
            else:
                options.append(Option(uid, f"{one.name} by {one.owner.display_name}"))
        return options

    def _found(self) -> list[CharacterClass]:
        if self.user is None:
            return []
        return first_listed(self._others.found(self.query), self.user, ("sort_name", False), MOST_CLASSES)


def _label(lender: Mapping) -> str:
    return f"{lender['name']} by {lender['author']}" if lender["author"] else lender["name"]
