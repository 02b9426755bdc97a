"""The documents of ancestries and classes, there and back again; `rules_from_…` trust nothing, as those of creatures.

form or file -> document -> `ancestry_from_document` -> the live pane
                         -> `save_ancestry`          -> rows -> `ancestry_document` -> document
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from uuid import UUID

from bestiary.documents.reading import as_list, as_object, as_rows, check_texts
from bestiary.documents.shared import DOCUMENT_VERSION, read_texts, save_authored
from bestiary.documents.worlds_awakening import STAT_KEYS
from bestiary.models import STAT_NAMES, Ancestry, CharacterClass, ClassOutfit, InnateAbility, Making
from bestiary.outfits import read_items
from bestiary.rules import checks
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError
from bestiary.search import facets, searchable

# --- what both have --------------------------------------------------------------------------------------------------


def _head(thing: Making, kind: str) -> dict:
    return {
        "type": kind,
        "version": DOCUMENT_VERSION,
        "id": str(thing.uid),
        "name": thing.name,
        "modifiers": _six(thing),
    }


def _six(thing: Ancestry | CharacterClass) -> dict:
    return {key: getattr(thing, name) for key, name in STAT_KEYS.items()}


def _tail(thing: Making) -> dict:
    return {"description": thing.description, "tags": sorted(tag.name for tag in thing.tags.all())}


def _checked(document: object, texts_are_clean: bool) -> Mapping:
    document = as_object(document, "")
    if not texts_are_clean:
        check_texts(document, "")
    return document


def _read_modifiers(document: Mapping) -> wa.Stats:
    modifiers = as_object(document.get("modifiers", {}), "modifiers")
    return wa.Stats(**{name: modifiers.get(key, 0) for key, name in STAT_KEYS.items()})


def _write_columns(
    thing: Making,
    rules: wa.Ancestry | wa.CharacterClass,
    document: Mapping,
    words: Iterable[str],
    marks: Iterable[tuple[str, object]],
) -> list[str]:
    """Set the columns that both have; returns the tags, for the rows. `words` and `marks` are what searches find."""
    thing.description, tags = read_texts(document)
    thing.name = rules.name
    for name in STAT_NAMES:
        setattr(thing, name, getattr(rules.modifiers, name))
    raised = [("raises", short.lower()) for short, value in rules.modifiers.items() if value > 0]
    text = " ".join((thing.name, thing.description, *tags, *words))
    thing.search_text = searchable(text, facets([*raised, *(("tag", tag) for tag in tags), *marks]))
    return tags


# --- ancestries ------------------------------------------------------------------------------------------------------


def ancestry_document(ancestry: Ancestry) -> dict:
    """Return the ancestry as its document; fetch `with_rows()` first. Keys stand in the published order."""
    return {
        **_head(ancestry, "ancestry"),
        "adaptability": ancestry.adaptability,
        "innate_abilities": [_ability_document(ability) for ability in ancestry.innate_abilities.all()],
        **_tail(ancestry),
    }


def _ability_document(ability: InnateAbility) -> dict:
    return {
        "name": ability.name,
        "text": ability.text,
        "limit_kind": ability.limit_kind or None,
        "limit_count": ability.limit_count,
    }


def ancestry_from_document(document: Mapping, *, texts_are_clean: bool = False) -> wa.Ancestry:
    """Return the rules' ancestry of a document; RulesError at the dotted address of what is wrong."""
    document = _checked(document, texts_are_clean)
    abilities = [
        wa.InnateAbility(row.get("name"), row.get("text", ""), row.get("limit_kind"), row.get("limit_count"))
        for row, _ in as_rows(document, "innate_abilities")
    ]
    return wa.Ancestry(document.get("name"), _read_modifiers(document), document.get("adaptability", 0), abilities)


def save_ancestry(ancestry: Ancestry, document: Mapping, *, now: datetime | None = None) -> Ancestry:
    """Write `document` into `ancestry`, its owner and visibility set by the caller: all or nothing.

    Raises RulesError for a wrong document, and SavedElsewhereError when what is stored is no longer what was read.
    """
    rules = ancestry_from_document(document)
    words = [word for ability in rules.innate_abilities for word in (ability.name, ability.text)]
    tags = _write_columns(ancestry, rules, document, words, [("adaptability", rules.adaptability)])
    ancestry.adaptability = rules.adaptability

    def save_rows() -> None:
        ancestry.innate_abilities.all().delete()
        InnateAbility.objects.bulk_create(
            InnateAbility(
                ancestry=ancestry,
                order=order,
                name=ability.name,
                text=ability.text,
                limit_kind=ability.limit_kind.value if ability.limit_kind else "",
                limit_count=ability.limit_count,
            )
            for order, ability in enumerate(rules.innate_abilities)
        )

    save_authored(ancestry, tags, save_rows, now)
    return ancestry


# --- classes ---------------------------------------------------------------------------------------------------------


def class_document(character_class: CharacterClass) -> dict:
    """Return the class as its document; fetch `with_rows()` first. Keys stand in the published order."""
    return {
        **_head(character_class, "class"),
        "magic_stat": character_class.magic_stat,
        "outfits_of": _lender_document(character_class),
        "outfits": [outfit_document(outfit) for outfit in character_class.outfits.all()],
        **_tail(character_class),
    }


def outfit_document(outfit: ClassOutfit) -> dict:
    """Return an outfit as a row of its class's document."""
    return {
        "id": str(outfit.source) if outfit.source else None,
        "name": outfit.name,
        "items": [item["document"] for item in outfit.items],
    }


def _lender_document(character_class: CharacterClass) -> dict | None:
    if not character_class.outfits_of_name:
        return None
    lender = character_class.outfits_of
    return {
        "id": str(lender.uid) if lender else None,
        "name": character_class.outfits_of_name,
        "author": character_class.outfits_of_author,
        "revision": character_class.outfits_of_revision,
    }


def lends_outfits(character_class: CharacterClass) -> dict:
    """Return what the document of another class says that has this one's outfits; fetch `with_rows()` first."""
    return {
        "outfits_of": {
            "id": str(character_class.uid),
            "name": character_class.name,
            "author": character_class.owner.display_name,
            "revision": character_class.revision,
        },
        "outfits": [outfit_document(outfit) for outfit in character_class.outfits.all()],
    }


def class_from_document(document: Mapping, *, texts_are_clean: bool = False) -> wa.CharacterClass:
    """Return the rules' class of a document; RulesError at the dotted address of what is wrong."""
    document = _checked(document, texts_are_clean)
    _read_lender(document)
    outfits = [outfit.to_rules() for outfit in _read_outfits(document)]
    magic_stat = document.get("magic_stat", wa.MagicStat.INT)
    return wa.CharacterClass(document.get("name"), _read_modifiers(document), magic_stat, outfits)


def _read_outfits(document: Mapping) -> list[ClassOutfit]:
    """The outfits as rows that are not stored; their items are read and priced anew."""
    rows = []
    for order, (row, place) in enumerate(as_rows(document, "outfits")):
        items = read_items(as_list(row, "items", f"{place}.items"), f"{place}.items")
        name = checks.visible_text(row.get("name"), wa.LONGEST_NAME, f"{place}.name", "The name of an outfit")
        outfit = ClassOutfit(order=order, name=name, items=items, source=_read_id(row.get("id"), f"{place}.id"))
        outfit.price = outfit.to_rules().price.value
        rows.append(outfit)
    return rows


def _read_id(value: object, place: str) -> UUID | None:
    if value is None:
        return None
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError):
        raise RulesError("An id is a text such as 6f0e6a5c-3c0b-5b7e-9a51-0f9d5c5f7a11.", place) from None


def _read_lender(document: Mapping) -> dict | None:
    """Whose outfits the class has: {"id", "name", "author", "revision"}, None for its own."""
    if document.get("outfits_of") is None:
        return None
    lender = as_object(document["outfits_of"], "outfits_of")
    return {
        "id": _read_id(lender.get("id"), "outfits_of.id"),
        "name": checks.visible_text(lender.get("name"), wa.LONGEST_NAME, "outfits_of.name", "The name of a class"),
        "author": checks.short_text(lender.get("author", ""), 150, "outfits_of.author", "The name of its author"),
        "revision": checks.whole_number(
            lender.get("revision", 1), 1, 2_000_000_000, "outfits_of.revision", "The revision of a class"
        ),
    }


def save_class(character_class: CharacterClass, document: Mapping, *, now: datetime | None = None) -> CharacterClass:
    """Write `document` into `character_class` as `save_ancestry` does.

    The class whose outfits it has is noted where its owner may see that one; its name and its author's always are.
    """
    rules = class_from_document(document)
    outfits, lender = _read_outfits(document), _read_lender(document)
    words = [f"magic {rules.magic_stat.label}", *(outfit.name for outfit in rules.outfits)]
    tags = _write_columns(character_class, rules, document, words, [("magic", rules.magic_stat.value)])
    character_class.magic_stat = rules.magic_stat.value
    character_class.outfits_of = _lending_class(character_class, lender)
    character_class.outfits_of_name = lender["name"] if lender else ""
    character_class.outfits_of_author = lender["author"] if lender else ""
    character_class.outfits_of_revision = lender["revision"] if lender else None

    def save_rows() -> None:
        character_class.outfits.all().delete()
        for outfit in outfits:
            outfit.character_class = character_class
        ClassOutfit.objects.bulk_create(outfits)

    save_authored(character_class, tags, save_rows, now)
    return character_class


def _lending_class(character_class: CharacterClass, lender: dict | None) -> CharacterClass | None:
    if lender is None or lender["id"] is None:
        return None
    stored = character_class.outfits_of
    if stored is not None and stored.uid == lender["id"]:
        return stored
    others = CharacterClass.objects.visible_to(character_class.owner).exclude(pk=character_class.pk)
    return others.filter(uid=lender["id"]).first()
