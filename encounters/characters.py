"""The PCs of saved parties, as `accounts.characters` hands them to other pages."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.characters import Character, register
from encounters.models import Party


@register
def party_characters(user) -> Iterator[Character]:
    """The named PCs of the parties of `user`, absent ones too: whoever haggles need not fight tonight."""
    for party in Party.objects.editable_by(user).with_members():
        for member in party.members.all():
            if member.name.strip():
                key = f"{party.uid}:{member.order}"
                yield Character(key, member.name, member.level, member.charisma, party.name)
