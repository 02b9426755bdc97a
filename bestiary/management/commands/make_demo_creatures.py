"""`manage.py make_demo_creatures 10000`: many invented creatures, to try a site at size."""

import argparse
import gc
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import IntegrityError
from django.utils import timezone

from accounts.models import User
from bestiary.demo import demo_creatures
from bestiary.documents.bulk import create_creatures

BATCH = 2000
AUTHORS = 20


def count(text: str) -> int:
    """A number of creatures, from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


class Command(BaseCommand):
    """They belong to authors of their own, `demo-1` to `demo-20`, who cannot log in; deleting those deletes them."""

    help = "Adds invented creatures, nine of ten public. The same seed gives the same ones, so give another for more."

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("count", type=count, help="how many")
        parser.add_argument("--seed", type=int, default=1, help="another one makes other creatures (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        started = time.monotonic()
        # The collector would look through the thousands of rows of a batch again and again: half of the time.
        gc.disable()
        try:
            self._make(options["count"], options["seed"], is_told=options["verbosity"] > 1)
        except IntegrityError as error:
            raise CommandError("These creatures are there already: give another seed.") from error
        finally:
            gc.enable()
        if options["verbosity"]:
            self.stdout.write(f"{options['count']:,} creatures in {time.monotonic() - started:.0f} s.")

    def _make(self, count: int, seed: int, *, is_told: bool) -> None:
        owners, now = [_author(number) for number in range(1, AUTHORS + 1)], timezone.now()
        for first in range(0, count, BATCH):
            made = create_creatures(demo_creatures(owners, min(BATCH, count - first), seed=seed, now=now, first=first))
            gc.collect()
            if is_told:
                self.stdout.write(f"{first + made:,}")


def _author(number: int) -> User:
    author, is_new = User.objects.get_or_create(username=f"demo-{number}")
    if is_new:
        author.set_unusable_password()
        author.save(update_fields=["password"])
    return author
