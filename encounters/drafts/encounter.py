"""What the builders of all games do alike: rows of creatures, the bin of a row, looking up and saving."""

from __future__ import annotations

import re
from datetime import datetime
from typing import NamedTuple

from django.db import transaction
from django.http import QueryDict

from bestiary.drafts import Draft
from bestiary.models import Creature
from bestiary.rows import Rows
from encounters.forms import RowForm, TextsForm
from encounters.models import MAX_COUNT, MAX_LINES, Encounter, EncounterLine
from encounters.tickets import FoeTicket, LineTicket


def read_change(button: str) -> tuple[int, int] | None:
    """Return row and count of a button such as "3:2"; None for anything else. Counts are 0 to 99."""
    match = re.fullmatch(r"([0-9]{1,4}):([0-9]{1,2})", button)
    return (int(match[1]), int(match[2])) if match else None


def read_level(button: str) -> int | None:
    """Return the level that a button for all creatures says, 1 to 20; None for anything else."""
    return int(button) if re.fullmatch("[1-9]|1[0-9]|20", button) else None


class Offer(NamedTuple):
    """A creature one may add: what it is, what it weighs, what one more would do ("" while that cannot be said)."""

    creature: Creature
    about: str
    measure: str
    weight: str
    outcome: str


class LinesDraft(Draft):
    """The builder's form: texts, rows of creatures, and what the game asks for beside them."""

    system: str
    form_class: type[TextsForm]
    line_class: type[RowForm]
    too_many_lines: str
    # What of a row with a snapshot its GM may change.
    changeable = ("count",)

    def __init__(self, data: QueryDict):
        self.data = data
        self.form = self.form_class(data)
        self.lines = Rows(data, "lines", self.line_class, MAX_LINES, self.too_many_lines)
        self.rows = {"lines": self.lines}
        self._resolved: list[EncounterLine] = []
        self.changed: list[EncounterLine] = []

    @classmethod
    def of(cls, encounter: Encounter):
        """The draft of a stored encounter (fetch with `with_lines()`), or of a new one."""
        data = QueryDict(mutable=True)
        for name in ("name", "introduction", "notes"):
            data[name] = getattr(encounter, name)
        draft = cls(data)
        draft.read_fields(encounter)
        if encounter.pk:
            for line in encounter.lines.all():
                draft.write_line(line)
        return draft

    # --- what each game does its own way

    def read_fields(self, encounter: Encounter) -> None:
        """Put what the game asks for beside texts and lines into the form."""
        raise NotImplementedError

    def write_fields(self, encounter: Encounter) -> None:
        """The way back, of a valid form."""
        raise NotImplementedError

    def write_rows(self, encounter: Encounter) -> None:
        """Save rows beside the lines, if the game has any."""

    def write_line(self, line: EncounterLine) -> int:
        """Append a line as a row and return its number."""
        raise NotImplementedError

    def grows(self, form: RowForm) -> bool:
        """Whether one more of the row's own creature raises its count instead of making a row."""
        raise NotImplementedError

    def line_of(self, creature: Creature, owner, count: int = 1, level: int | None = None) -> EncounterLine:
        """A new line of a creature."""
        raise NotImplementedError

    def weighs_as(self, line: EncounterLine, ticket: LineTicket | FoeTicket) -> bool:
        """Whether a line made now weighs what the form showed."""
        raise NotImplementedError

    def gone_text(self, form: RowForm) -> str:
        """What to say of a row whose creature can no longer be had."""
        raise NotImplementedError

    # --- rows and buttons

    def add_creature(self, creature: Creature, owner) -> int | None:
        """Add one copy of a creature (fetched with `with_stats()`) and return its row's number; None when full.

        A row that holds the same creature, not yet saved, grows by one instead.
        """
        for form in self.lines.forms:
            count = form["count"].value()
            same = form.creature and form.creature.creature == str(creature.uid) and form.creature.line is None
            if same and self.grows(form) and re.fullmatch("[0-9]{1,2}", count or ""):
                if int(count) >= MAX_COUNT:
                    return None
                self.lines.set(form.number, "count", int(count) + 1)
                return form.number
        return None if self.lines.is_full else self.write_line(self.line_of(creature, owner))

    def set_count(self, button: str) -> bool:
        """Do what a button beside a sum says: "3:2" sets row 3 to two creatures, "3:0" takes the row away."""
        change = read_change(button)
        if change is None:
            return False
        number, count = change
        if count:
            self.lines.set(number, "count", count)
        else:
            self.lines.remove(number)
        return True

    def set_levels(self, button: str) -> bool:
        """Do what a button for the level of all creatures says; False where the game has no levels."""
        return False

    # --- saving

    def resolve(self, user, encounter: Encounter) -> bool:
        """Look up what the draft speaks of, as `user` may see it; False, with messages, where something is gone.

        Rows that were saved before keep their snapshot; new ones take one now. `changed` are those of them whose
        creature no longer weighs what the form showed.
        """
        stored = {line.pk: line for line in encounter.lines.all()} if encounter.pk else {}
        tickets = [form.creature for form in self.lines.forms]
        wanted = {t.creature for t in tickets if t and t.creature}
        visible = Creature.objects.visible_to(user).of_system(self.system).with_stats()
        fresh = {str(creature.uid): creature for creature in visible.filter(uid__in=wanted)}
        self._resolved, self.changed = [], []
        for form, ticket in zip(self.lines.forms, tickets, strict=True):
            values = form.values()
            # A line posted twice is kept once; the second is a row of its own.
            kept = stored.pop(ticket.line if ticket else form.line_id, None)
            if kept and kept.is_quick_foe == (ticket is None):
                line = kept
                for name in self.changeable if ticket else values:
                    setattr(line, name, values[name])
            elif ticket is None:
                line = EncounterLine(**values)
            elif ticket.creature in fresh:
                line = self.line_of(fresh[ticket.creature], user, values["count"], values.get("level"))
                if not self.weighs_as(line, ticket):
                    self.changed.append(line)
            else:
                form.add_error("ticket", self.gone_text(form))
                continue
            self._resolved.append(line)
        return self.form.is_valid() and all(form.is_valid() for form in self.lines.forms)

    @transaction.atomic
    def save(self, encounter: Encounter, now: datetime) -> Encounter:
        """Write the draft, valid and resolved, into `encounter`, whose owner the caller has set."""
        for name in ("name", "introduction", "notes"):
            setattr(encounter, name, self.form.cleaned_data[name])
        self.write_fields(encounter)
        encounter.updated = now
        encounter.save()
        self.write_rows(encounter)
        encounter.lines.exclude(pk__in=[line.pk for line in self._resolved if line.pk]).delete()
        for order, line in enumerate(self._resolved):
            line.encounter, line.order = encounter, order
        EncounterLine.objects.bulk_update(
            [line for line in self._resolved if line.pk], ["order", "name", "ar_step", "rank", "count", "level"]
        )
        EncounterLine.objects.bulk_create([line for line in self._resolved if not line.pk])
        # Rows prefetched before the save would show the encounter as it was.
        encounter._prefetched_objects_cache = {}
        return encounter
