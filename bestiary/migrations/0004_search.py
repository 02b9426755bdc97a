"""Texts to search are kept as tokens, with the facets that filters ask for: those stored before are written anew.

The index itself is made after `migrate`, see `bestiary.search_index`.
"""

from django.db import migrations

from bestiary.choices import FAMILIES, HABITATS
from bestiary.search import facets, searchable

BATCH = 1000


def compare_names_letter_by_letter(apps, schema_editor):
    """Folded names stand in the same order on both databases: PostgreSQL's languages would skip blanks and marks."""
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute('ALTER TABLE bestiary_creature ALTER COLUMN sort_name TYPE varchar(200) COLLATE "C"')


def write_search_texts(apps, schema_editor):
    creatures = apps.get_model("bestiary", "Creature").objects.using(schema_editor.connection.alias)
    creatures = creatures.select_related("worlds_awakening", "two_d12").prefetch_related(
        "tags", "attacks", "affinities"
    )
    labels = dict(HABITATS) | dict(FAMILIES)
    changed = []
    for creature in creatures.iterator(chunk_size=BATCH):
        tags = sorted(tag.name for tag in creature.tags.all())
        words = [creature.name, creature.description, *tags]
        words += [labels[value] for value in (creature.family, creature.habitat) if value]
        marks = [("system", creature.system), ("habitat", creature.habitat), ("family", creature.family)]
        marks += [("tag", tag) for tag in tags]
        if creature.system == "worlds_awakening":
            marks += of_worlds_awakening(creature)
        else:
            foe = creature.two_d12
            words += [foe.rank, foe.notes]
            marks += [("rank", foe.rank), ("damage", foe.damage_type)]
        creature.search_text = searchable(" ".join(words), facets(marks))
        changed.append(creature)
        if len(changed) == BATCH:
            creatures.bulk_update(changed, ["search_text"])
            changed = []
    creatures.bulk_update(changed, ["search_text"])


def of_worlds_awakening(creature):
    attacks = list(creature.attacks.all())
    return [
        ("size", creature.worlds_awakening.size),
        ("power", creature.power),
        ("ar", creature.ar_step),
        *(("attack", attack.kind) for attack in attacks),
        *(("damage", attack.damage_type) for attack in attacks),
        *((affinity.kind, affinity.damage_type) for affinity in creature.affinities.all()),
    ]


class Migration(migrations.Migration):
    dependencies = [("bestiary", "0003_authored")]

    operations = [
        migrations.RunPython(compare_names_letter_by_letter, migrations.RunPython.noop),
        migrations.RunPython(write_search_texts, migrations.RunPython.noop),
    ]
