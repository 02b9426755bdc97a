"""The builder of a Worlds Awakening encounter: PCs and creatures."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from django.http import QueryDict

from accounts.vocabulary import vocabulary_values
from bestiary.models import Creature
from bestiary.rules.numbers import ratio
from bestiary.rules.worlds_awakening import from_ladder_step
from encounters.drafts.encounter import LinesDraft, Offer, read_level
from encounters.drafts.parties import pc_rows, read_pcs, write_pcs
from encounters.forms import EncounterForm, LineForm
from encounters.lines import line_from_creature
from encounters.models import MAX_LINES, Encounter, EncounterLine, EncounterPC, Party, PartyMode
from encounters.rules.worlds_awakening import Opponent
from encounters.tickets import LineTicket, PartyTicket, read_party_ticket
from encounters.weighing import Weighing, levels_text, rounded_down, weigh

GONE = "Its author has withdrawn this creature: remove the row, or add it as a quick foe of AR {ar}."


class EncounterDraft(LinesDraft):
    """The encounter builder's form."""

    system = "worlds_awakening"
    form_class = EncounterForm
    line_class = LineForm
    too_many_lines = f"At most {MAX_LINES} rows of creatures."
    changeable = ("count", "level")

    def __init__(self, data: QueryDict):
        super().__init__(data)
        self.pcs = pc_rows(data, self._nobody_present)
        self.rows = {"pcs": self.pcs, "lines": self.lines}
        self.party: Party | None = None

    def read_fields(self, encounter: Encounter) -> None:
        for name in ("party_mode", "pc_count", "pc_level"):
            self.data[name] = str(getattr(encounter, name))
        if encounter.vocabulary:
            self.data.update(vocabulary_values(encounter.vocabulary))
        if encounter.party:
            self.data["party"] = PartyTicket.of(encounter.party).signed()
        if encounter.pk:
            write_pcs(self.pcs, encounter.pcs.all())

    def write_fields(self, encounter: Encounter) -> None:
        values = self.form.cleaned_data
        encounter.party_mode = values["party_mode"]
        encounter.vocabulary = values.get("vocabulary", "")
        for name in ("pc_count", "pc_level"):
            if values[name] is not None:  # left empty while another party mode is in use
                setattr(encounter, name, values[name])
        encounter.party = self.party

    def write_rows(self, encounter: Encounter) -> None:
        encounter.pcs.all().delete()
        EncounterPC.objects.bulk_create(read_pcs(self.pcs, EncounterPC, encounter=encounter))

    def write_line(self, line: EncounterLine) -> int:
        values = {"count": line.count, "level": line.level}
        if line.is_quick_foe:
            return self.lines.add(line=line.pk or "", name=line.name, ar=ratio(line.adversity_ratio), **values)
        return self.lines.add(ticket=LineTicket.of(line).signed(), **values)

    def line_of(self, creature: Creature, owner, count: int = 1, level: int | None = None) -> EncounterLine:
        """A new line of a creature, at the party's level unless another is given."""
        return line_from_creature(creature, owner, count=count, level=level or self.usual_level())

    def grows(self, form: LineForm) -> bool:
        """A row at the party's level already."""
        return form["level"].value() == str(self.usual_level())

    def set_levels(self, button: str) -> bool:
        """Do what the button beside the advice on levels says: "4" sets every creature to level 4."""
        level = read_level(button)
        if level is None:
            return False
        for number in self.lines.numbers:
            self.lines.set(number, "level", level)
        return True

    def weighs_as(self, line: EncounterLine, ticket: LineTicket) -> bool:
        return line.ar_step == ticket.ar_step

    def changed_text(self, line: EncounterLine) -> str:
        """Say what one of `changed` weighs now."""
        return f"{line.name} was changed while you worked: its AR is {ratio(line.adversity_ratio)} now."

    def gone_text(self, form: LineForm) -> str:
        return GONE.format(ar=ratio(form.opponent().adversity_ratio))

    def set_defaults(self) -> None:
        self.pcs.defaults = {"name": "", "level": self.data.get("pc_level") or 1, "present": "on"}
        self.lines.defaults = {"name": "", "ar": "1/1", "count": 1, "level": self.usual_level()}

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

    def offers(self, creatures: Iterable[Creature]) -> list[Offer]:
        """What a single one of each creature (fetched with stats and owner) would do to the encounter."""
        levels, opponents = self.pc_levels(), self.opponents()
        offers = []
        for creature in creatures:
            value = from_ladder_step(creature.ar_step)
            weighing = weigh(levels, [*opponents, Opponent(value)]) if levels and opponents is not None else None
            calibration = weighing.calibration if weighing else None
            offers.append(
                Offer(
                    creature,
                    f"{creature.worlds_awakening.get_size_display()} · {creature.get_power_display()}",
                    "AR",
                    ratio(value),
                    calibration.challenge_level.value if calibration else "",
                )
            )
        return offers

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
        found = super().resolve(user, encounter)
        ticket = self.form.cleaned_data["party"]
        self.party = _party_of(ticket, user, encounter) if ticket else None
        if ticket and self.party is None:
            self.form.add_error("party", "This party is not there any more: choose another.")
            return False
        return found


def _party_of(ticket: PartyTicket, user, encounter: Encounter) -> Party | None:
    """Return the ticket's party: one of the GM's, or the one this encounter has already, be it in the bin."""
    if encounter.party and str(encounter.party.uid) == ticket.uid:
        return encounter.party
    return Party.objects.editable_by(user).filter(uid=ticket.uid).first()
