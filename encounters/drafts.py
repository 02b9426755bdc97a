"""An encounter or a party while its GM works on it: what was posted, checked, weighed, and saved as rows.

    stored encounter -> draft -> the builder's form -> posted -> draft -> the live pane
                                                                       -> `resolve` and `save` -> rows

A draft is the form's data and nothing else, so whatever was typed comes back in the page that follows. Checking and
weighing ask the database nothing; `resolve` and `save` do, by what the GM may see.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from fractions import Fraction

from django.db import transaction
from django.http import QueryDict

from bestiary.models import Creature
from bestiary.rules.numbers import floor_division, ratio
from encounters.forms import EncounterForm, LineForm, PartyForm, PlayerCharacterForm, QuietForm
from encounters.lines import line_from_creature
from encounters.models import (
    MAX_COUNT,
    MAX_LINES,
    MAX_PCS,
    Encounter,
    EncounterLine,
    EncounterPC,
    Party,
    PartyMember,
    PartyMode,
    PlayerCharacter,
)
from encounters.rows import Rows
from encounters.rules.worlds_awakening import Opponent
from encounters.tickets import LineTicket, PartyTicket, read_party_ticket
from encounters.weighing import Weighing, levels_text, weigh

GONE = "Its author has withdrawn this creature: remove the row, or add it as a quick foe of AR {ar}."


def rounded_down(average: Fraction) -> int:
    """An average level as a whole one: 4½ → 4."""
    return floor_division(average.numerator, average.denominator)


def read_change(button: str) -> tuple[int, int] | None:
    """Return row and count of a button such as "3:2"; None for anything else. Counts are 0 to 99."""
    match = re.fullmatch(r"([0-9]{1,4}):([0-9]{1,2})", button)
    return (int(match[1]), int(match[2])) if match else None


class Draft:
    """What the forms with rows have in common. `data` is changed in place by the rows' buttons."""

    form: QuietForm
    rows: Mapping[str, Rows]

    def press(self, post: QueryDict) -> bool:
        """Do what the row buttons of `post` say; False when none was pressed."""
        pressed = False
        if (prefix := post.get("add")) in self.rows:
            self.set_defaults()
            self.rows[prefix].focus = self.add_row(prefix)
            pressed = True
        for button in ("remove", "move_up", "move_down"):
            for rows in self.rows.values():
                pressed |= button in post and rows.press(button, post[button]) is not None
        return pressed

    def add_row(self, prefix: str) -> int | None:
        """Append a row ready to type into and return its number; None when the group is full."""
        rows = self.rows[prefix]
        return None if rows.is_full else rows.add(**rows.defaults)

    def set_defaults(self) -> None:
        """Decide what new rows hold, from what the form says by now."""
        raise NotImplementedError

    def forms(self) -> Iterable[QuietForm]:
        yield self.form
        for rows in self.rows.values():
            yield from rows.forms

    def quieten(self) -> None:
        """Show the form as typed, without messages."""
        for form in self.forms():
            form.quiet = True
        for rows in self.rows.values():
            rows.quiet = True

    def messages(self) -> dict[str, str]:
        """Every message by the id of its field; the missing name of something unsaved is not one yet."""
        found: dict[str, str] = {}
        checked = [self.form, *(form for rows in self.rows.values() for form in rows.filled)]
        for form in checked:
            for name, errors in form.errors.as_data().items():
                if form is self.form and name == "name" and errors[0].code == "required":
                    continue
                found[f"{form[name].auto_id}_error"] = " ".join(form.errors[name])
        for rows in self.rows.values():
            if rows.errors:
                found[rows.error_id] = " ".join(rows.errors)
        return found


def _pc_rows(data: QueryDict, check: Callable[[], str]) -> Rows:
    return Rows(data, "pcs", PlayerCharacterForm, MAX_PCS, f"At most {MAX_PCS} PCs.", check)


def _write_pcs(rows: Rows, pcs: Iterable[PlayerCharacter]) -> None:
    for pc in pcs:
        rows.add(name=pc.name, level=pc.level, **({"present": "on"} if pc.present else {}))


def _read_pcs(rows: Rows, model: type[PlayerCharacter], **owner) -> list[PlayerCharacter]:
    return [model(order=order, **form.cleaned_data, **owner) for order, form in enumerate(rows.filled)]


class EncounterDraft(Draft):
    """The encounter builder's form."""

    def __init__(self, data: QueryDict):
        self.data = data
        self.form = EncounterForm(data)
        self.pcs = _pc_rows(data, self._nobody_present)
        self.lines = Rows(data, "lines", LineForm, MAX_LINES, f"At most {MAX_LINES} rows of creatures.")
        self.rows = {"pcs": self.pcs, "lines": self.lines}
        self._resolved: list[EncounterLine] = []
        self.changed: list[EncounterLine] = []

    @classmethod
    def of(cls, encounter: Encounter) -> EncounterDraft:
        """The draft of a stored encounter (fetch with `with_lines()`), or of a new one."""
        data = QueryDict(mutable=True)
        for name in ("name", "introduction", "notes", "party_mode", "pc_count", "pc_level"):
            data[name] = str(getattr(encounter, name))
        draft = cls(data)
        if encounter.party:
            data["party"] = PartyTicket.of(encounter.party).signed()
        if encounter.pk:
            _write_pcs(draft.pcs, encounter.pcs.all())
            for line in encounter.lines.all():
                draft._write_line(line)
        return draft

    def _write_line(self, line: EncounterLine) -> int:
        values = {"count": line.count, "level": line.level}
        if line.is_quick_foe:
            return self.lines.add(line=line.pk or "", name=line.name, ar=ratio(line.adversity_ratio), **values)
        return self.lines.add(ticket=LineTicket.of(line).signed(), **values)

    # --- rows and buttons

    def set_defaults(self) -> None:
        self.pcs.defaults = {"name": "", "level": self.data.get("pc_level") or 1, "present": "on"}
        self.lines.defaults = {"name": "", "ar": "1/1", "count": 1, "level": self.usual_level()}

    def add_creature(self, creature: Creature, owner) -> int | None:
        """Add one copy of a creature (fetched with `with_stats()`) and return its row's number; None when full.

        A row that holds the same creature at the party's level already grows by one instead.
        """
        level = self.usual_level()
        for form in self.lines.forms:
            count = form["count"].value()
            same = form.creature and form.creature.creature == str(creature.uid) and form.creature.line is None
            if same and form["level"].value() == str(level) and re.fullmatch("[0-9]{1,2}", count or ""):
                if int(count) >= MAX_COUNT:
                    return None
                self.lines.set(form.number, "count", int(count) + 1)
                return form.number
        if self.lines.is_full:
            return None
        return self._write_line(line_from_creature(creature, owner, level=level))

    def set_count(self, button: str) -> bool:
        """Do what a button of the calibration says: "3:2" sets row 3 to two creatures, "3:0" takes the row away."""
        change = read_change(button)
        if change is None:
            return False
        number, count = change
        if count:
            self.lines.set(number, "count", count)
        else:
            self.lines.remove(number)
        return True

    def offer_parties(self, parties: Iterable[Party]) -> None:
        """Fill the choice of saved parties (fetched with `with_members()`), the one chosen still chosen."""
        chosen = read_party_ticket(self.data.get("party", ""))
        choices = [("", "Choose a party")]
        for party in parties:
            ticket = PartyTicket.of(party)
            label = f"{party.name} ({levels_text(ticket.levels)})"
            choices.append((ticket.signed(), f"{label}, in the bin" if party.deleted_at else label))
            if chosen and chosen.uid == ticket.uid:
                self.data["party"] = ticket.signed()
        self.form.fields["party"].widget.choices = choices

    # --- checking and weighing

    def pc_levels(self) -> list[int] | None:
        """Return the levels of the PCs that count; None while something the party mode needs is wrong."""
        form = self.form
        form.is_valid()
        cleaned = getattr(form, "cleaned_data", {})
        mode = cleaned.get("party_mode")
        if mode == PartyMode.UNIFORM and not form.errors.keys() & {"pc_count", "pc_level"}:
            return [cleaned["pc_level"]] * cleaned["pc_count"]
        if mode == PartyMode.NAMED and self.pcs.is_valid():
            return [pc.cleaned_data["level"] for pc in self.pcs.filled if pc.cleaned_data["present"]]
        if mode == PartyMode.SAVED and "party" not in form.errors:
            return list(cleaned["party"].levels)
        return None

    def _nobody_present(self) -> str:
        in_use = self.data.get("party_mode") == PartyMode.NAMED
        if in_use and not any(pc["present"].value() for pc in self.pcs.filled):
            return "Nobody is present: add at least one PC who is."
        return ""

    def usual_level(self) -> int:
        """The level a new row starts with: the average of the PCs present, rounded down."""
        levels = self.pc_levels()
        return rounded_down(Fraction(sum(levels), len(levels))) if levels else 1

    def opponents(self) -> list[Opponent] | None:
        """Return the creatures to weigh; None while a row is wrong."""
        return [form.opponent() for form in self.lines.forms] if self.lines.is_valid() else None

    def weigh(self) -> Weighing | None:
        """Weigh what was typed; None while something it needs is wrong."""
        levels, opponents = self.pc_levels(), self.opponents()
        if levels is None or opponents is None:
            return None
        return weigh(levels, opponents, self.lines.numbers)

    def is_valid(self) -> bool:
        return all([self.form.is_valid(), self.pcs.is_valid(), self.lines.is_valid(), self.pc_levels() is not None])

    # --- saving

    def resolve(self, user, encounter: Encounter) -> bool:
        """Look up what the draft speaks of, as `user` may see it; False, with messages, where something is gone.

        Rows that were saved before keep their snapshot; new ones take one now. `changed` are those of them whose
        creature no longer weighs what the form showed.
        """
        stored = {line.pk: line for line in encounter.lines.all()} if encounter.pk else {}
        tickets = [form.creature for form in self.lines.forms]
        wanted = {t.creature for t in tickets if t and t.creature}
        visible = Creature.objects.visible_to(user).of_system("worlds_awakening").with_stats()
        fresh = {str(creature.uid): creature for creature in visible.filter(uid__in=wanted)}
        self._resolved, self.changed = [], []
        for form, ticket in zip(self.lines.forms, tickets, strict=True):
            values = form.values()
            # A line posted twice is kept once; the second is a row of its own.
            kept = stored.pop(ticket.line if ticket else form.line_id, None)
            if kept and kept.is_quick_foe == (ticket is None):
                line = kept
                for name in ("count", "level") if ticket else values:
                    setattr(line, name, values[name])
            elif ticket is None:
                line = EncounterLine(**values)
            elif ticket.creature in fresh:
                line = line_from_creature(fresh[ticket.creature], user, count=values["count"], level=values["level"])
                if line.ar_step != ticket.ar_step:
                    self.changed.append(line)
            else:
                form.add_error("ticket", GONE.format(ar=ratio(form.opponent().adversity_ratio)))
                continue
            self._resolved.append(line)
        ticket = self.form.cleaned_data["party"]
        self.party = _party_of(ticket, user, encounter) if ticket else None
        if ticket and self.party is None:
            self.form.add_error("party", "This party is not there any more: choose another.")
        return self.form.is_valid() and all(form.is_valid() for form in self.lines.forms)

    @transaction.atomic
    def save(self, encounter: Encounter, now: datetime) -> Encounter:
        """Write the draft, valid and resolved, into `encounter`, whose owner the caller has set."""
        values = self.form.cleaned_data
        for name in ("name", "introduction", "notes", "party_mode"):
            setattr(encounter, name, values[name])
        for name in ("pc_count", "pc_level"):
            if values[name] is not None:  # left empty while another party mode is in use
                setattr(encounter, name, values[name])
        encounter.party = self.party
        encounter.updated = now
        encounter.save()
        encounter.pcs.all().delete()
        EncounterPC.objects.bulk_create(_read_pcs(self.pcs, EncounterPC, encounter=encounter))
        encounter.lines.exclude(pk__in=[line.pk for line in self._resolved if line.pk]).delete()
        for order, line in enumerate(self._resolved):
            line.encounter, line.order = encounter, order
        EncounterLine.objects.bulk_update(
            [line for line in self._resolved if line.pk], ["order", "name", "ar_step", "count", "level"]
        )
        EncounterLine.objects.bulk_create([line for line in self._resolved if not line.pk])
        # Rows prefetched before the save would show the encounter as it was.
        encounter._prefetched_objects_cache = {}
        return encounter


def _party_of(ticket: PartyTicket, user, encounter: Encounter) -> Party | None:
    """Return the ticket's party: one of the GM's, or the one this encounter has already, be it in the bin."""
    if encounter.party and str(encounter.party.uid) == ticket.uid:
        return encounter.party
    return Party.objects.editable_by(user).filter(uid=ticket.uid).first()


class PartyDraft(Draft):
    """The form of a saved party."""

    def __init__(self, data: QueryDict):
        self.data = data
        self.form = PartyForm(data)
        self.pcs = _pc_rows(data, self._nobody_named)
        self.rows = {"pcs": self.pcs}

    @classmethod
    def of(cls, party: Party) -> PartyDraft:
        """The draft of a stored party (fetch with `with_members()`), or of a new one: four PCs to name."""
        draft = cls(QueryDict(mutable=True))
        draft.data["name"] = party.name
        if party.pk:
            _write_pcs(draft.pcs, party.members.all())
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
        PartyMember.objects.bulk_create(_read_pcs(self.pcs, PartyMember, party=party))
        party._prefetched_objects_cache = {}
        return party
