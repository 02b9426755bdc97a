import bestiary.models.portrait
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bestiary", "0007_indexes_of_listed_rows"),
    ]

    operations = [
        migrations.AddField(
            model_name="creature",
            name="has_portrait",
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.CreateModel(
            name="Portrait",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "key",
                    models.CharField(
                        default=bestiary.models.portrait.new_key, editable=False, max_length=32, unique=True
                    ),
                ),
                ("alt", models.CharField(blank=True, max_length=200, verbose_name="what it shows")),
                ("width", models.PositiveSmallIntegerField(editable=False)),
                ("height", models.PositiveSmallIntegerField(editable=False)),
                ("created", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "thing",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="portrait",
                        to="bestiary.creature",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "indexes": [
                    models.Index(condition=models.Q(("thing", None)), fields=["created"], name="portrait_waiting")
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("width__gte", 1), ("width__lte", 720)), name="portrait_width_range"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("height__gte", 1), ("height__lte", 720)), name="portrait_height_range"
                    ),
                ],
            },
        ),
    ]
