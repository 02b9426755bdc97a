"""Shorthand of these tests."""

from django.utils import timezone

from accounts.models import User
from bestiary.models import Creature


def give_creature(owner: User, name: str, *, binned: bool = False) -> Creature:
    """A bare creature row: who owns it is all that matters here."""
    deleted_at = timezone.now() if binned else None
    return Creature.objects.create(owner=owner, name=name, system="worlds_awakening", deleted_at=deleted_at)
