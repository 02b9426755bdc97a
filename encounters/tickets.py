"""Signed notes that the encounter form carries, so that the live pane can weigh a form without the database.

A row of the form says which creature it is, its name and its Adversity Ratio or its rank; a saved party says its
levels. All are signed with the site's secret: what a visitor changes is refused, so no number is shown that the site
did not write.
A ticket shows numbers; it grants nothing. Saving reads creatures and parties again, by what their GM may see.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from fractions import Fraction

from django.core.signing import BadSignature, Signer

from bestiary.rules.numbers import mixed
from bestiary.rules.two_d12 import RANKS, Rank
from bestiary.rules.worlds_awakening import from_ladder_step
from encounters.models import EncounterLine, Party

_LINE_SIGNER = Signer(salt="encounters.line")
# Of its own, so that a row of one game cannot be posted into an encounter of the other.
_FOE_SIGNER = Signer(salt="encounters.foe")
_PARTY_SIGNER = Signer(salt="encounters.party")


@dataclass(frozen=True, slots=True)
class LineTicket:
    """What a row of creatures weighs. `line` is the id of the stored line, None while it is not saved."""

    creature: str  # its uid, "" when the creature is gone
    line: int | None
    name: str
    ar_step: int
    reaches_several: bool

    @classmethod
    def of(cls, line: EncounterLine) -> LineTicket:
        """The ticket of a line that has a snapshot; the line's creature must be fetched."""
        return cls(
            creature=str(line.creature.uid) if line.creature else "",
            line=line.pk,
            name=line.name,
            ar_step=line.ar_step,
            reaches_several=bool(line.reaches_several),
        )

    @property
    def adversity_ratio(self) -> Fraction:
        return from_ladder_step(self.ar_step)

    def signed(self) -> str:
        return _LINE_SIGNER.sign_object(asdict(self))


@dataclass(frozen=True, slots=True)
class FoeTicket:
    """What a row of Foes weighs. `line` is the id of the stored line, None while it is not saved."""

    creature: str  # its uid, "" when the Foe is gone
    line: int | None
    name: str
    rank: str

    @classmethod
    def of(cls, line: EncounterLine) -> FoeTicket:
        """The ticket of a line that has a snapshot; the line's creature must be fetched."""
        uid = str(line.creature.uid) if line.creature else ""
        return cls(creature=uid, line=line.pk, name=line.name, rank=line.rank)

    @property
    def rank_label(self) -> str:
        return Rank(self.rank).label

    @property
    def threat_text(self) -> str:
        """The threat of one such Foe, "½"."""
        return mixed(RANKS[Rank(self.rank)].threat)

    def signed(self) -> str:
        return _FOE_SIGNER.sign_object(asdict(self))


@dataclass(frozen=True, slots=True)
class PartyTicket:
    """The levels of a saved party's PCs who are present."""

    uid: str
    name: str
    levels: tuple[int, ...]

    @classmethod
    def of(cls, party: Party) -> PartyTicket:
        """The ticket of a party; fetch with `with_members()` first."""
        present = tuple(member.level for member in party.members.all() if member.present)
        return cls(uid=str(party.uid), name=party.name, levels=present)

    def signed(self) -> str:
        return _PARTY_SIGNER.sign_object(asdict(self))


def read_line_ticket(text: str) -> LineTicket | None:
    """Return the ticket, None for one this site did not sign."""
    try:
        return LineTicket(**_LINE_SIGNER.unsign_object(text))
    except (BadSignature, ValueError, TypeError):
        return None


def read_foe_ticket(text: str) -> FoeTicket | None:
    """Return the ticket, None for one this site did not sign."""
    try:
        return FoeTicket(**_FOE_SIGNER.unsign_object(text))
    except (BadSignature, ValueError, TypeError):
        return None


def read_party_ticket(text: str) -> PartyTicket | None:
    """Return the ticket, None for one this site did not sign."""
    try:
        values = _PARTY_SIGNER.unsign_object(text)
        return PartyTicket(uid=values["uid"], name=values["name"], levels=tuple(values["levels"]))
    except (BadSignature, ValueError, TypeError, KeyError):
        return None
