"""`manage.py load_samples`: creatures, a party, encounters, a screen, a shop for a site that is still empty."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from encounters.samples import BrokenSamples, load_samples


class Command(BaseCommand):
    """Every start of the site calls it; a sample comes once and never comes back."""

    help = "Loads the samples that were never loaded. Changed and deleted ones stay as they are."

    # Every start waits for it, and `manage.py check` is for those who change the code.
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            loaded = load_samples()
        except BrokenSamples as error:
            raise CommandError("No sample was loaded:\n" + str(error)) from error
        if loaded and options["verbosity"]:
            self.stdout.write(f"Samples loaded: {loaded.text}.")
