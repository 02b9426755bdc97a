"""The builder of a 2d12 Traits encounter: Personas, Foes, the cuts of the threat levels, the GM's own word."""

from __future__ import annotations

from collections.abc import Iterable

from bestiary.models import Creature
from bestiary.rules.numbers import mixed
from bestiary.rules.two_d12 import RANKS, Rank
from encounters.drafts.encounter import LinesDraft, Offer
from encounters.forms import FoeForm, ThreatForm
from encounters.lines import line_from_creature
from encounters.models import MAX_LINES, Encounter, EncounterLine
from encounters.rules.two_d12 import FoeLine
from encounters.tickets import FoeTicket
from encounters.weighing import Gauge, gauge

GONE = "Its author has withdrawn this Foe: remove the row, or add it as a quick foe, a {rank}."
NUMBERS_AND_WORDS = ("personas", "gm_threat_level", "place_threat_level")


class ThreatDraft(LinesDraft):
    """The encounter builder's form."""

    system = "two_d12"
    form_class = ThreatForm
    line_class = FoeForm
    too_many_lines = f"At most {MAX_LINES} rows of Foes."

    def read_fields(self, encounter: Encounter) -> None:
        for name in NUMBERS_AND_WORDS:
            self.data[name] = str(getattr(encounter, name))
        for name, text in zip(("cut_low", "cut_moderate", "cut_high"), encounter.cut_texts(), strict=True):
            self.data[name] = text

    def write_fields(self, encounter: Encounter) -> None:
        values = {name: self.form.cleaned_data[name] for name in NUMBERS_AND_WORDS}
        for name, value in (values | self.form.cut_texts()).items():
            setattr(encounter, name, value)

    def write_line(self, line: EncounterLine) -> int:
        if line.is_quick_foe:
            return self.lines.add(line=line.pk or "", name=line.name, rank=line.rank, count=line.count)
        return self.lines.add(ticket=FoeTicket.of(line).signed(), count=line.count)

    def line_of(self, creature: Creature, owner, count: int = 1, level: int | None = None) -> EncounterLine:
        return line_from_creature(creature, owner, count=count)

    def grows(self, form: FoeForm) -> bool:
        return True

    def weighs_as(self, line: EncounterLine, ticket: FoeTicket) -> bool:
        return line.rank == ticket.rank

    def changed_text(self, line: EncounterLine) -> str:
        """Say what one of `changed` weighs now."""
        return f"{line.name} was changed while you worked: it is a {line.get_rank_display()} now."

    def gone_text(self, form: FoeForm) -> str:
        return GONE.format(rank=form.creature.rank_label)

    def set_defaults(self) -> None:
        self.lines.defaults = {"name": "", "rank": Rank.SOLDIER.value, "count": 1}

    def offers(self, creatures: Iterable[Creature]) -> list[Offer]:
        """What a single one of each Foe (fetched with stats and owner) would do to the encounter."""
        weighing = self.weigh()
        offers = []
        for creature in creatures:
            rank = Rank(creature.two_d12.rank)
            more = self._gauge([*self.foes(), FoeLine(rank)]).threat if weighing else None
            outcome = (more.threat_level.label if more.threat_level else more.missing) if more else ""
            offers.append(Offer(creature, rank.label, "Threat", mixed(RANKS[rank].threat), outcome))
        return offers

    # --- checking and weighing

    def foes(self) -> list[FoeLine] | None:
        """Return the Foes to weigh; None while a row is wrong."""
        return [form.to_rules() for form in self.lines.forms] if self.lines.is_valid() else None

    def weigh(self) -> Gauge | None:
        """Weigh what was typed; None while something it needs is wrong."""
        wrong = self.form.errors.keys() - {"name", "introduction", "notes"}
        foes = self.foes()
        return None if wrong or foes is None else self._gauge(foes, self.lines.numbers)

    def _gauge(self, foes: list[FoeLine], rows: list[int] | None = None) -> Gauge:
        values = self.form.cleaned_data
        return gauge(
            values["personas"],
            foes,
            values["cuts"],
            values["gm_threat_level"],
            place_level=values["place_threat_level"],
            rows=rows,
        )

    def is_valid(self) -> bool:
        return all([self.form.is_valid(), self.lines.is_valid()])
