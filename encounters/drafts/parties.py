"""The form of a saved party, and the rows of PCs, which encounters have too."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

from django.db import transaction
from django.http import QueryDict

from bestiary.drafts import Draft
from bestiary.rows import Rows
from encounters.forms import PartyForm, PartyMemberForm, PlayerCharacterForm
from encounters.models import MAX_PCS, Party, PartyMember, PlayerCharacter


def pc_rows(
    data: QueryDict, check: Callable[[], str], form_class: type[PlayerCharacterForm] = PlayerCharacterForm
) -> Rows:
    return Rows(data, "pcs", form_class, MAX_PCS, f"At most {MAX_PCS} PCs.", check)


def write_pcs(rows: Rows, pcs: Iterable[PlayerCharacter]) -> None:
    for pc in pcs:
        values = {"name": pc.name, "level": pc.level, **({"present": "on"} if pc.present else {})}
        if getattr(pc, "charisma", None) is not None:
            values["charisma"] = pc.charisma
        rows.add(**values)


def read_pcs(rows: Rows, model: type[PlayerCharacter], **owner) -> list[PlayerCharacter]:
    return [model(order=order, **form.cleaned_data, **owner) for order, form in enumerate(rows.filled)]


class PartyDraft(Draft):
    """The form of a saved party."""

    def __init__(self, data: QueryDict):
        self.data = data
        self.form = PartyForm(data)
        self.pcs = pc_rows(data, self._nobody_named, PartyMemberForm)
        self.rows = {"pcs": self.pcs}

    @classmethod
    def of(cls, party: Party) -> PartyDraft:
        """The draft of a stored party (fetch with `with_members()`), or of a new one: four PCs to name."""
        draft = cls(QueryDict(mutable=True))
        draft.data["name"] = party.name
        if party.pk:
            write_pcs(draft.pcs, party.members.all())
        else:
            draft.set_defaults()
            for _ in range(4):
                draft.add_row("pcs")
        return draft

    def set_defaults(self) -> None:
        """A new PC has the level of the one above."""
        levels = [form["level"].value() for form in self.pcs.forms]
        self.pcs.defaults = {"name": "", "level": (levels or [1])[-1], "present": "on"}

    def _nobody_named(self) -> str:
        return "" if self.pcs.filled else "Add at least one PC."

    def is_valid(self) -> bool:
        return all([self.form.is_valid(), self.pcs.is_valid()])

    @transaction.atomic
    def save(self, party: Party, now: datetime) -> Party:
        """Write the draft, valid, into `party`, whose owner the caller has set."""
        party.name = self.form.cleaned_data["name"]
        party.updated = now
        party.save()
        party.members.all().delete()
        PartyMember.objects.bulk_create(read_pcs(self.pcs, PartyMember, party=party))
        party._prefetched_objects_cache = {}
        return party
