"""The pages of a library as tests ask for them."""

import re

from django.urls import reverse

from bestiary.models import LibraryEntry

LIST = "/bestiary/library/"
CLAW = {"name": "Claw", "kind": "melee", "roll_bonus": "1", "damage_bonus": "0", "range_metres": "", "damage_type": ""}
LEAP = {"name": "Leap", "usage": "C", "action": "M", "kind": "", "targets": "1", "limit_kind": "", "limit_count": ""}


def page_of(client, address: str, status: int = 200, **data) -> str:
    """The page at an address."""
    response = client.get(address, data)
    assert response.status_code == status
    return response.content.decode()


def names(html: str) -> list[str]:
    """The entries of a list."""
    return re.findall(r'<h2 class="library-entry__name">(?:<a[^>]*>)?(.*?)<', html)


def at(page: str, entry: LibraryEntry) -> str:
    """The address of a page of an entry."""
    return reverse(f"bestiary:library_{page}", args=[entry.uid])
