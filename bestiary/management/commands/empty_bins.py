"""`manage.py empty_bins`: deletes for good what has lain in a bin for 30 days."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from bestiary.bins import empty_bins


class Command(BaseCommand):
    """Meant for once a day; a second run finds nothing."""

    help = "Deletes for good what has lain in somebody's bin for 30 days. Copies that others made live on."

    def handle(self, *args: Any, **options: Any) -> None:
        counts = empty_bins(timezone.now())
        if options["verbosity"]:
            parts = [
                f"{count} {model._meta.verbose_name if count == 1 else model._meta.verbose_name_plural}"
                for model, count in counts.items()
            ]
            self.stdout.write(f"Deleted for good: {', '.join(parts)}." if parts else "Nothing was old enough.")
