from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("bestiary", "0008_portraits"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="creature",
            index=models.Index(
                condition=models.Q(("origin_author", ""), _negated=True),
                fields=["origin_author"],
                name="creature_origin_author",
            ),
        ),
    ]
