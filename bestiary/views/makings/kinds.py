"""What tells ancestries from classes in their pages; all else their views do alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from django.http import HttpRequest
from django.urls import reverse

from bestiary.documents.makings import (
    ancestry_document,
    ancestry_from_document,
    class_document,
    class_from_document,
    save_ancestry,
    save_class,
)
from bestiary.forms.making_filters import AncestryFilters, ClassFilters, MakingFilters
from bestiary.forms.makings import AncestryBuilder, ClassBuilder, MakingBuilder
from bestiary.models import Ancestry, CharacterClass, Making
from bestiary.outfits import addresses
from bestiary.rules import worlds_awakening as wa
from bestiary.wardrobe import Wardrobe
from bestiary.workbench import Workbench


@dataclass(frozen=True, slots=True)
class Kind:
    """Ancestries or classes: their words, the parts of their addresses, and how one is shown."""

    article: str
    noun: str
    plural: str
    folder: str
    filters: type[MakingFilters]
    bench: Workbench
    read: Callable[..., wa.Ancestry | wa.CharacterClass]

    @property
    def model(self) -> type[Making]:
        return self.bench.model

    @property
    def objects(self):
        return self.model.objects

    def address(self, page: str, *args) -> str:
        """The address of a page: "list", "detail", …"""
        return reverse(f"bestiary:{self.noun}_{page}", args=args)

    @property
    def addresses(self) -> dict[str, str]:
        """Those of the pages that templates link to."""
        return {page: self.address(page) for page in ("list", "bin", "create", "preview", "preview_sheet")}

    def bench_for(self, request: HttpRequest, thing: Making | None = None, *, is_own: bool = True) -> Workbench:
        """The workbench for `thing`, or for a new one made from it; a class can choose among outfits there."""
        choices = {"kind": self}
        if self.model is not CharacterClass:
            return replace(self.bench, choices=choices)
        query = request.POST.get("find_class", "")
        wardrobe = Wardrobe.of(request.user, thing, query, is_own=is_own)
        choices |= {"wardrobe": wardrobe, "find_class": query, "kept_uid": thing.uid if thing else ""}
        return replace(self.bench, form=ClassBuilder.choosing_from(wardrobe), choices=choices)


def shown(rules: wa.Ancestry | wa.CharacterClass, user=None) -> dict:
    """What the sheet of an ancestry or a class needs; items lead to their pages where `user` may open these."""
    if isinstance(rules, wa.Ancestry):
        return {"sheet": wa.ancestry_sheet(rules), "is_class": False}
    keys = {item.key for outfit in rules.outfits for item in outfit.items if item.key}
    urls = addresses(user, keys) if user is not None and keys else {}
    outfits = [
        {"outfit": outfit, "items": [{"item": item, "url": urls.get(item.key, "")} for item in outfit.items]}
        for outfit in rules.outfits
    ]
    return {"sheet": wa.class_sheet(rules), "is_class": True, "outfits": outfits}


def pane(builder: MakingBuilder) -> dict:
    """What the live pane shows for a valid form."""
    return {**shown(builder.rules), "lender": builder.document().get("outfits_of")}


def _bench(model: type[Making], **parts) -> Workbench:
    return Workbench(
        model=model,
        page_template="bestiary/makings/form.html",
        pane_template="bestiary/makings/_preview.html",
        hints_template="bestiary/makings/_preview_hints.html",
        pane=pane,
        home="in your bestiary",
        **parts,
    )


ANCESTRIES = Kind(
    article="an",
    noun="ancestry",
    plural="ancestries",
    folder="ancestries",
    filters=AncestryFilters,
    bench=_bench(
        Ancestry,
        document=ancestry_document,
        save=save_ancestry,
        form=AncestryBuilder,
        regions={"abilities": "bestiary/makings/_abilities.html"},
        restore_view="bestiary:ancestry_restore",
    ),
    read=ancestry_from_document,
)
CLASSES = Kind(
    article="a",
    noun="class",
    plural="classes",
    folder="classes",
    filters=ClassFilters,
    bench=_bench(
        CharacterClass,
        document=class_document,
        save=save_class,
        form=ClassBuilder,
        regions={"outfits": "bestiary/makings/_outfits.html"},
        restore_view="bestiary:class_restore",
    ),
    read=class_from_document,
)
