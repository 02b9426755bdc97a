"""What the account page needs of this app: everything of a user's, and where the names of authors stand."""

from __future__ import annotations

from collections.abc import Iterator

from accounts.belongings import CHUNK, Piece, belongings, facts
from accounts.mentions import Mention, register
from accounts.models import User
from encounters.models import Encounter, EncounterLine, Party
from encounters.screens.models import Screen


@belongings(Party, "parties")
def parties_of(user: User) -> Iterator[Piece]:
    """Parties with their PCs."""
    for party in Party.objects.filter(owner=user).with_members().order_by("id").iterator(CHUNK):
        members = [facts(member, "order") for member in party.members.all()]
        yield Piece(party.name, {**facts(party), "members": members})


@belongings(Encounter, "encounters")
def encounters_of(user: User) -> Iterator[Piece]:
    """Encounters with their PCs and lines; a line has its creature as it was when added."""
    encounters = Encounter.objects.filter(owner=user).select_related("party").prefetch_related("lines", "pcs")
    for encounter in encounters.order_by("id").iterator(CHUNK):
        document = {
            **facts(encounter),
            "party": encounter.party and encounter.party.uid,
            "pcs": [facts(pc, "order") for pc in encounter.pcs.all()],
            "lines": [facts(line, "order") for line in encounter.lines.all()],
        }
        yield Piece(encounter.name, document)


@belongings(Screen, "screens")
def screens_of(user: User) -> Iterator[Piece]:
    """GM screens put together by oneself."""
    for screen in Screen.objects.filter(owner=user).with_panels().order_by("id").iterator(CHUNK):
        panels = [facts(panel, "order") for panel in screen.panels.all()]
        yield Piece(screen.name, {**facts(screen), "panels": panels})


register(Mention(EncounterLine, "author", "line in encounters", "lines in encounters"))
