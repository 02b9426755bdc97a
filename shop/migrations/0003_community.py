"""What the community adds to everything with an author: see `bestiary.models.Authored`."""

import django.core.validators
from django.conf import settings
from django.db import migrations, models


def published_since_they_are_there(apps, schema_editor):
    """What was public before the day was noted counts as published when it was made."""
    items = apps.get_model("shop", "Item").objects.using(schema_editor.connection.alias)
    items.filter(visibility="public", published_at=None).update(published_at=models.F("created"))


class Migration(migrations.Migration):
    dependencies = [
        ("bestiary", "0006_community"),
        ("shop", "0002_trade"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="item",
            name="bookmark_count",
            field=models.PositiveIntegerField(default=0, editable=False, verbose_name="bookmarks"),
        ),
        migrations.AddField(
            model_name="item",
            name="held_at",
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name="held since"),
        ),
        migrations.AddField(
            model_name="item",
            name="moderator_note",
            field=models.TextField(
                blank=True,
                default="",
                editable=False,
                validators=[django.core.validators.MaxLengthValidator(1000)],
                verbose_name="note to the author",
            ),
        ),
        migrations.AddField(
            model_name="item",
            name="published_at",
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddIndex(
            model_name="item",
            index=models.Index(fields=["visibility", "bookmark_count", "id"], name="item_by_bookmarks"),
        ),
        migrations.AddIndex(
            model_name="item",
            index=models.Index(fields=["visibility", "published_at", "id"], name="item_published"),
        ),
        migrations.AddIndex(
            model_name="item",
            index=models.Index(fields=["visibility", "uid"], name="item_by_uid"),
        ),
        migrations.RunPython(published_since_they_are_there, migrations.RunPython.noop),
    ]
