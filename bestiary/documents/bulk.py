"""Many new creatures at once, each as valid as one saved by itself."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping

from django.db import transaction

from bestiary.documents import write_columns
from bestiary.models import Creature, Tag

# Rows of one statement: SQLite takes no more than 999 values in one, whatever their number.
ROWS_AT_ONCE = 500


def create_creatures(pairs: Iterable[tuple[Creature, Mapping]]) -> int:
    """Store new creatures (owner, visibility, dates set by the caller) as their documents say; returns how many.

    All or nothing. Raises RulesError for a wrong document.
    """
    creatures, rows, tagged = [], defaultdict(list), []
    for creature, document in pairs:
        game, rules, tags = write_columns(creature, document)
        creatures.append(creature)
        for row in game.make_rows(creature, rules):
            rows[type(row)].append(row)
        tagged += [(creature, tag) for tag in tags]
    with transaction.atomic():
        Creature.objects.bulk_create(creatures, batch_size=ROWS_AT_ONCE)
        for model, made in rows.items():
            for row in made:
                row.creature_id = row.creature.pk
            model.objects.bulk_create(made, batch_size=ROWS_AT_ONCE)
        Tag.objects.bulk_create([Tag(name=tag) for tag in {tag for _, tag in tagged}], ignore_conflicts=True)
        ids = dict(Tag.objects.filter(name__in={tag for _, tag in tagged}).values_list("name", "pk"))
        links = Creature.tags.through
        links.objects.bulk_create(
            [links(creature_id=creature.pk, tag_id=ids[tag]) for creature, tag in tagged], batch_size=ROWS_AT_ONCE
        )
    return len(creatures)
