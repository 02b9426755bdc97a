"""`manage.py make_demo_creatures 10000`: many invented creatures, to try a site at size."""

import argparse
import gc
import time
from typing import Any

from django.core.management.base import BaseCommand
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
        owners, now, started = [_author(number) for number in range(1, AUTHORS + 1)], timezone.now(), time.monotonic()
        # The collector would look through the thousands of rows of a batch again and again: half of the time.
        gc.disable()
        for first in range(0, options["count"], BATCH):
            size = min(BATCH, options["count"] - first)
            create_creatures(demo_creatures(owners, size, seed=options["seed"], now=now, first=first))
            gc.collect()
            if options["verbosity"] > 1:
                self.stdout.write(f"{first + size:,}")
        gc.enable()
        if options["verbosity"]:
            self.stdout.write(f"{options['count']:,} creatures in {time.monotonic() - started:.0f} s.")


def _author(number: int) -> User:
    author, is_new = User.objects.get_or_create(username=f"demo-{number}")
    if is_new:
        author.set_unusable_password()
        author.save(update_fields=["password"])
    return author
