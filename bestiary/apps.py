"""The bestiary: creatures, their sheets, and the community that shares them."""

from importlib import import_module

from django.apps import AppConfig
from django.db.models.signals import post_delete, post_migrate


class BestiaryConfig(AppConfig):
    name = "bestiary"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Have search indexes made, bookmarks counted, files of pictures deleted, and what belongs to an account known.

        See `search_index`, `bookmarks`, `portraits` and `belongings`.
        """
        from bestiary.bookmarks import recount_after_delete
        from bestiary.models import CreatureBookmark, Portrait
        from bestiary.portraits import delete_files

        import_module("bestiary.belongings")
        import_module("bestiary.making_samples").register()
        post_migrate.connect(_make_search_indexes, sender=self)
        post_delete.connect(recount_after_delete, sender=CreatureBookmark)
        post_delete.connect(delete_files, sender=Portrait)


def _make_search_indexes(using: str, **_) -> None:
    from bestiary.search_index import make_indexes

    make_indexes(using)
