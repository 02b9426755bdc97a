"""One JSON document per creature: export, import, API, variants, snapshots and the builder's form all use it.

    form or file -> document -> `rules_from_document` -> the live pane
                             -> `save_document`       -> rows -> `creature_document` -> document

`rules_from_document` trusts nothing: whatever a document lacks or holds in the wrong type is a `RulesError` naming
the field, so API and form can put the message at its place. What a document holds beyond the shared fields is told
by its system: one module here for each game.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType, ModuleType

from django.db import transaction

from bestiary.documents import two_d12, worlds_awakening
from bestiary.documents.reading import as_object, check_texts
from bestiary.documents.shared import (
    DOCUMENT_VERSION,
    MAX_TAGS,
    SavedElsewhereError,
    normal_tags,
    read_shared,
    save_authored,
    search_text,
    sort_name,
)
from bestiary.documents.worlds_awakening import STAT_KEYS
from bestiary.models import Creature, CreatureRevision
from bestiary.rules import get_system
from bestiary.rules import two_d12 as foes
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError, UnknownChoice

__all__ = [
    "DOCUMENT_VERSION",
    "MAX_TAGS",
    "STAT_KEYS",
    "SavedElsewhereError",
    "creature_document",
    "current_revision",
    "normal_tags",
    "revision_of",
    "rules_from_document",
    "save_document",
    "search_text",
    "system_of",
    "write_columns",
]

# By the slug of the system.
_GAMES = MappingProxyType({"worlds_awakening": worlds_awakening, "two_d12": two_d12})


def system_of(document: Mapping) -> str:
    """Return the slug of the document's game; the first one where a calculation leaves it out."""
    slug = document.get("system", "worlds_awakening")
    if not isinstance(slug, str):
        raise UnknownChoice("The game system is named by a word.", "system")
    return get_system(slug).slug


def creature_document(creature: Creature) -> dict:
    """Return the creature as its document; fetch with `with_stats()` first. Keys stand in the published order."""
    return _GAMES[creature.system].document(creature)


def rules_from_document(document: Mapping, *, texts_are_clean: bool = False) -> wa.Creature | foes.Foe:
    """Return the rules' creature of a document, or its Foe.

    Raises RulesError, its `field` the dotted address in the document, for what is missing, mistyped or beyond a
    hard limit. Fields the rules do not know (description, tags, …) are only checked for characters that no database
    text can hold; a form has done that field by field and says `texts_are_clean`.
    """
    document = as_object(document, "")
    if not texts_are_clean:
        check_texts(document, "")
    return _GAMES[system_of(document)].read_rules(document)


def save_document(creature: Creature, document: Mapping, *, now: datetime | None = None) -> Creature:
    """Write `document` into `creature` (new or stored, its owner and visibility set by the caller) and its rows.

    All or nothing. The revision counts up with every save; the one before is kept. Raises RulesError for a wrong
    document, and SavedElsewhereError when what is stored is no longer what `creature` was read from.
    """
    if creature.pk and creature.system != system_of(as_object(document, "")):
        raise RulesError(f"This is a creature of {get_system(creature.system).name} and stays one.", "system")
    game, rules, tags = write_columns(creature, document)
    with transaction.atomic():
        if creature.pk:
            _keep_stored(creature)
        save_authored(creature, tags, lambda: game.save_rows(creature, rules), now)
    return creature


def write_columns(creature: Creature, document: Mapping) -> tuple[ModuleType, wa.Creature | foes.Foe, list[str]]:
    """Set the columns that a document says; returns its game's module, its rules and its tags, for the rows."""
    rules = rules_from_document(document)
    system = system_of(document)
    game = _GAMES[system]
    shared = read_shared(document)
    tags = shared.pop("tags")
    for field, value in (shared | game.listed_fields(document, rules)).items():
        setattr(creature, field, value)
    creature.system = system
    creature.name = rules.name
    creature.sort_name = sort_name(rules.name)
    creature.search_text = search_text(creature, tags, game.search_words(rules), game.search_marks(rules))
    creature.saved_by = creature.owner.display_name
    return game, rules, tags


# --- revisions -------------------------------------------------------------------------------------------------------


def current_revision(creature: Creature) -> CreatureRevision:
    """Return the creature as it is as the revision that a later save will keep; fetch with `with_stats()` first."""
    return CreatureRevision(
        creature=creature,
        number=creature.revision,
        document=creature_document(creature),
        visibility=creature.visibility,
        saved_by=creature.saved_by or creature.owner.display_name,
        saved=creature.updated,
    )


def revision_of(creature: Creature, number: int) -> CreatureRevision:
    """Return the creature's revision of that number, the present one included.

    Raises CreatureRevision.DoesNotExist for one that never was or is from before revisions were kept.
    """
    return current_revision(creature) if number == creature.revision else creature.revisions.get(number=number)


def _keep_stored(creature: Creature) -> None:
    """Keep the stored creature as a revision, and it locked; `creature` must have been read from it."""
    stored = Creature.objects.with_stats().select_for_update(of=("self",))
    stored = stored.filter(pk=creature.pk, revision=creature.revision, deleted_at=None).first()
    if stored is None:
        raise SavedElsewhereError
    current_revision(stored).save()
