"""Fills the database named by the environment: `python -m tests.bench.fill 10000` copies the samples that often."""

import copy
import sys
import uuid
from datetime import timedelta
from random import Random

import django

BATCH = 2000
WORDS = "ash bone brass cinder drowned ember fen gilded hollow iron jade kelp lost moss night old pale quiet rust salt"


def fill(count: int) -> None:
    """Add `count` public creatures of one owner, each a copy of a published one under a name of its own."""
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from bestiary.models import Ability, Attack, Creature, DamageAffinity, WorldsAwakeningStats
    from bestiary.search import fold

    random, words, now = Random(1), WORDS.split(), timezone.now()
    owner, _ = User.objects.get_or_create(username="bench")
    sources = list(Creature.objects.published().of_system("worlds_awakening").with_stats())
    for start in range(0, count, BATCH):
        copies, rows = [], {WorldsAwakeningStats: [], Attack: [], Ability: [], DamageAffinity: []}
        for number in range(start, min(start + BATCH, count)):
            source = random.choice(sources)
            creature = fresh(source)
            creature.uid, creature.owner = uuid.uuid4(), owner
            creature.name = f"{random.choice(words).capitalize()} {source.name}"[:80]
            creature.sort_name = fold(creature.name)
            creature.search_text = f"{creature.sort_name} {source.search_text}"
            creature.created = creature.updated = now - timedelta(minutes=number)
            copies.append(creature)
            rows[WorldsAwakeningStats].append((creature, source.worlds_awakening))
            for model, related in ((Attack, "attacks"), (Ability, "abilities"), (DamageAffinity, "affinities")):
                rows[model] += [(creature, row) for row in getattr(source, related).all()]
        with transaction.atomic():
            Creature.objects.bulk_create(copies)
            for model, pairs in rows.items():
                model.objects.bulk_create([fresh(row, creature=creature) for creature, row in pairs], batch_size=500)


def fresh(row, **fields):
    """The row again, not yet stored."""
    new = copy.copy(row)
    new._state = copy.copy(row._state)
    new._state.fields_cache = {}
    new._state.adding = True
    new.pk = None
    for name, value in fields.items():
        setattr(new, name, value)
    return new


if __name__ == "__main__":
    django.setup()
    fill(int(sys.argv[1]))
