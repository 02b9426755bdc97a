"""Check constraints in words, shared by the models of every app."""

from __future__ import annotations

from django.db import models
from django.db.models import Q


def labelled(words) -> list[tuple[str, str]]:
    """Return a rules enumeration as Django choices."""
    return [(word.value, word.label) for word in words]


def between(field: str, low: int, high: int) -> models.CheckConstraint:
    """Return the constraint low ≤ field ≤ high; an empty field passes."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__gte": low, f"{field}__lte": high}), name=f"%(class)s_{field}_range"
    )


def one_of(field: str, values, *, blank: bool = False) -> models.CheckConstraint:
    """Return the constraint that the field holds one of `values`, or nothing where it may be blank."""
    allowed = [*values, ""] if blank else list(values)
    return models.CheckConstraint(condition=Q(**{f"{field}__in": allowed}), name=f"%(class)s_{field}_choice")


def not_blank(field: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=~Q(**{field: ""}), name=f"%(class)s_{field}_not_blank")
