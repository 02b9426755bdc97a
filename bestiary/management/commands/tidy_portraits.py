"""`manage.py tidy_portraits`: deletes pictures that nobody saved, and files that nothing belongs to."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from bestiary.portraits import tidy


class Command(BaseCommand):
    """Meant for once a day; a second run finds nothing."""

    help = "Deletes pictures that came with a form and were not saved within a day, and files without a picture."

    def handle(self, *args: Any, **options: Any) -> None:
        count = tidy(timezone.now())
        if options["verbosity"]:
            self.stdout.write(f"Deleted {count} picture{'' if count == 1 else 's'} or files of them.")
