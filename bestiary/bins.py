"""Emptying the bins of everything that has one, in whichever app."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.apps import apps
from django.db import models, transaction

BIN_TIME = timedelta(days=30)
BATCH = 500


def binnable_models() -> list[type[models.Model]]:
    """Every model whose rows can lie in a bin, which is every model with a field `deleted_at`.

    Those that refer to others of them come first, as a model stands below what it refers to: an encounter goes before
    the party that only it needed.
    """
    found = [model for model in apps.get_models() if any(f.name == "deleted_at" for f in model._meta.concrete_fields)]
    return found[::-1]


def empty_bins(now: datetime) -> dict[type[models.Model], int]:
    """Delete for good what has lain in a bin for 30 days at `now`; returns how many rows of which model.

    Goes in batches, each all or nothing, so that a long run keeps nobody waiting and an end half-way harms nothing.
    What others made from a thing holds its own copy and lives on.
    """
    counts = {model: _empty(model, now) for model in binnable_models()}
    return {model: count for model, count in counts.items() if count}


def _empty(model: type[models.Model], now: datetime) -> int:
    rows = model._default_manager.filter(deleted_at__lte=now - BIN_TIME)
    # A model may say which of its rows something outside the bin still needs.
    rows = rows.expendable() if hasattr(rows, "expendable") else rows
    deleted = 0
    while True:
        with transaction.atomic():
            # Locked, so that nothing is deleted that its owner takes back at this moment.
            batch = list(rows.select_for_update(of=("self",)).order_by("pk").values_list("pk", flat=True)[:BATCH])
            model._default_manager.filter(pk__in=batch).delete()
        deleted += len(batch)
        if len(batch) < BATCH:
            return deleted
