"""Parties and encounters as rows. Ranges and choices are check constraints; no calibration is ever stored.

A line keeps the document of its creature as it was when added, so an encounter stays whole when the creature's
author changes, hides or deletes it. `Encounter.to_rules()` is the one bridge to the rules: it reads, it never computes.
"""

from __future__ import annotations

from fractions import Fraction

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from bestiary.documents import rules_from_document
from bestiary.models import (
    NAME_LENGTH,
    SYSTEM_CHOICES,
    TEXT_LENGTH,
    Creature,
    Owned,
    between,
    labelled,
    not_blank,
    one_of,
)
from bestiary.rules import SYSTEMS, get_system, two_d12
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.numbers import mixed
from bestiary.rules.worlds_awakening.vocabulary import LONGEST_CODE, Vocabulary, vocabulary
from encounters.querysets import EncounterQuerySet, PartyQuerySet
from encounters.rules.two_d12 import LONGEST_CUT_TEXT, THREAT_CUTS, FoeLine, Threat, ThreatCuts, threat
from encounters.rules.worlds_awakening import Calibration, Opponent, calibrate

MAX_PCS = 12
MAX_LINES = 40
MAX_COUNT = 99
PERSONAS = two_d12.LIMITS["personas"]

RANKS = [rank.value for rank in two_d12.Rank]
THREAT_LEVELS = [level.value for level in two_d12.ThreatLevel]

# What a line of any encounter may hold; `ar_step` 0 is 1/1, one step is one creature or one PC more.
LOWEST_AR_STEP = wa.ladder_step(min(wa.LADDER))
HIGHEST_AR_STEP = wa.ladder_step(max(wa.LADDER))


class PartyMode(models.TextChoices):
    """Where an encounter's PCs come from. Each mode keeps its own data, so switching loses nothing."""

    UNIFORM = "uniform", "PCs of one level"
    NAMED = "named", "PCs listed here"
    SAVED = "saved", "A saved party"


def threat_level_field(label: str) -> models.CharField:
    return models.CharField(label, max_length=10, choices=labelled(two_d12.ThreatLevel), blank=True)


def cut_field(level: str) -> models.CharField:
    return models.CharField(f"cut of {level} for each Persona", max_length=LONGEST_CUT_TEXT, blank=True)


class PlayerCharacter(models.Model):
    """A PC of a party or of one encounter. An absent one is listed and does not count."""

    order = models.PositiveSmallIntegerField(default=0)
    name = models.CharField(max_length=NAME_LENGTH, blank=True)
    level = models.PositiveSmallIntegerField(default=1)
    present = models.BooleanField(default=True)

    class Meta:
        abstract = True
        ordering = ["order", "id"]
        constraints = [between("level", wa.MIN_LEVEL, wa.MAX_LEVEL)]

    def __str__(self) -> str:
        return f"{self.name or 'PC'}, level {self.level}"


class Party(Owned):
    """A group of PCs kept for many encounters."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="parties")

    objects = PartyQuerySet.as_manager()

    class Meta:
        verbose_name_plural = "parties"
        ordering = ["name", "id"]
        indexes = [models.Index(fields=["owner", "name", "id"], name="party_mine")]
        constraints = [not_blank("name")]

    def get_absolute_url(self) -> str:
        return reverse("encounters:party_edit", args=[self.uid])


class PartyMember(PlayerCharacter):
    """A PC of a saved party."""

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="members")
    # NULL where nobody said: a fight does not ask for it, a haggling test does.
    charisma = models.SmallIntegerField("CHA", null=True, blank=True)

    class Meta(PlayerCharacter.Meta):
        constraints = [*PlayerCharacter.Meta.constraints, between("charisma", wa.MIN_STAT, wa.MAX_STAT)]


class Encounter(Owned):
    """Who takes part, the creatures they will meet, and what the GM wants to remember and to read out.

    It belongs to one game for good. Worlds Awakening weighs PCs with their levels, 2d12 Traits counts Personas;
    the fields of the other game keep their defaults.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="encounters")
    system = models.CharField(max_length=30, choices=SYSTEM_CHOICES, default="worlds_awakening")
    party_mode = models.CharField(max_length=10, choices=PartyMode, default=PartyMode.UNIFORM)
    pc_count = models.PositiveSmallIntegerField("number of PCs", default=4)
    pc_level = models.PositiveSmallIntegerField("level of the PCs", default=1)
    party = models.ForeignKey(Party, on_delete=models.SET_NULL, null=True, blank=True, related_name="encounters")
    personas = models.PositiveSmallIntegerField("Personas taking part", default=4)
    # As the GM typed them, "½" or "3/2"; empty where the suggested cut is in use.
    cut_low = cut_field("Low")
    cut_moderate = cut_field("Moderate")
    cut_high = cut_field("High")
    gm_threat_level = threat_level_field("threat level in the GM's own word")
    place_threat_level = threat_level_field("threat level of the place")
    # What magic is called in it, as the rules' code; "" as in its owner's account.
    vocabulary = models.CharField(max_length=LONGEST_CODE, blank=True, default="", editable=False)
    notes = models.TextField("notes for the GM", blank=True, validators=[MaxLengthValidator(TEXT_LENGTH)])
    introduction = models.TextField("text for everybody", blank=True, validators=[MaxLengthValidator(TEXT_LENGTH)])
    # NULL while there is no link; empty text would be a token one can guess.
    share_token = models.CharField(max_length=40, null=True, blank=True, unique=True, editable=False)

    objects = EncounterQuerySet.as_manager()

    class Meta:
        ordering = ["-updated", "-id"]
        indexes = [models.Index(fields=["owner", "-updated", "-id"], name="encounter_mine")]
        constraints = [
            not_blank("name"),
            one_of("system", SYSTEMS),
            one_of("party_mode", PartyMode.values),
            between("pc_count", 1, MAX_PCS),
            between("pc_level", wa.MIN_LEVEL, wa.MAX_LEVEL),
            between("personas", *PERSONAS),
            one_of("gm_threat_level", THREAT_LEVELS, blank=True),
            one_of("place_threat_level", THREAT_LEVELS, blank=True),
            not_blank("share_token"),
        ]

    def get_absolute_url(self) -> str:
        return reverse("encounters:encounter_detail", args=[self.uid])

    def get_shared_url(self) -> str:
        """Return the path of the shared page, "" while there is no link."""
        return reverse("encounters:shared_encounter", args=[self.share_token]) if self.share_token else ""

    @property
    def words(self) -> Vocabulary:
        """The words for magic: its own, else those of its owner's account."""
        return vocabulary(self.vocabulary or self.owner.vocabulary)

    def party_pcs(self) -> list[PlayerCharacter]:
        """Return the named PCs of the mode in use, absent ones included; none in the uniform mode."""
        if self.party_mode == PartyMode.NAMED:
            return list(self.pcs.all())
        if self.party_mode == PartyMode.SAVED and self.party:
            return list(self.party.members.all())
        return []

    def pc_levels(self) -> list[int]:
        """Return the levels of the PCs that count."""
        if self.party_mode == PartyMode.UNIFORM:
            return [self.pc_level] * self.pc_count
        return [pc.level for pc in self.party_pcs() if pc.present]

    def cut_texts(self) -> tuple[str, str, str]:
        """Return the three cuts as their GM reads them, the suggested ones where none was typed."""
        return tuple(
            getattr(self, f"cut_{level}") or mixed(THREAT_CUTS.of(two_d12.ThreatLevel(level)))
            for level in THREAT_LEVELS[:-1]
        )

    def to_rules(self) -> tuple[list[int], list[Opponent]] | tuple[int, list[FoeLine], ThreatCuts, str]:
        """Return the arguments of `calibration` or `threat`, as the game is; fetch with `with_lines()` first.

        Raises RulesError at "cuts.low", "cuts.moderate" or "cuts.high" where cuts of one's own no longer rise.
        """
        lines = [line.to_rules() for line in self.lines.all()]
        if self.system == "two_d12":
            return self.personas, lines, ThreatCuts.parse(*self.cut_texts()), self.gm_threat_level
        return self.pc_levels(), lines

    def calibration(self) -> Calibration:
        """Return the calibration of the PCs present; raises RulesError (field "pcs") when there are none."""
        return calibrate(*self.to_rules())

    def threat(self) -> Threat:
        """Return the threat of the Foes against the Personas (2d12 Traits); raises RulesError like `to_rules`."""
        return threat(*self.to_rules())


class EncounterPC(PlayerCharacter):
    """A PC listed in one encounter."""

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="pcs")


class EncounterLine(models.Model):
    """So many of one creature at one level, or a quick foe, which is a name and an Adversity Ratio or rank alone.

    `document` is the creature as it was when added; `name`, `ar_step` and `reaches_several`, or `rank`, are what
    lists and weighings read of it. `creature` and `author` say where it came from, as long as that is known.
    """

    encounter = models.ForeignKey(Encounter, on_delete=models.CASCADE, related_name="lines")
    order = models.PositiveSmallIntegerField(default=0)
    creature = models.ForeignKey(Creature, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    document = models.JSONField(null=True, blank=True)
    name = models.CharField(max_length=NAME_LENGTH)
    author = models.CharField(max_length=150, blank=True)
    # The one is Worlds Awakening's, the other 2d12 Traits': empty for the other game.
    ar_step = models.SmallIntegerField("step on the ladder of Adversity Ratios", default=0, null=True)
    rank = models.CharField(max_length=10, choices=labelled(two_d12.Rank), blank=True)
    # NULL for a quick foe, of which nobody knows. A Foe of 2d12 Traits has no abilities: False.
    reaches_several = models.BooleanField("has an ability that reaches several targets", null=True)
    count = models.PositiveSmallIntegerField(default=1)
    level = models.PositiveSmallIntegerField(default=1)

    class Meta:
        ordering = ["order", "id"]
        # For an author who changes their name or leaves, see `accounts.mentions`.
        indexes = [models.Index(fields=["author"], name="encounterline_author", condition=~Q(author=""))]
        constraints = [
            not_blank("name"),
            between("ar_step", LOWEST_AR_STEP, HIGHEST_AR_STEP),
            between("count", 1, MAX_COUNT),
            between("level", wa.MIN_LEVEL, wa.MAX_LEVEL),
            models.CheckConstraint(
                condition=Q(rank="", ar_step__isnull=False) | Q(rank__in=RANKS, ar_step=None),
                name="encounterline_weight_of_one_game",
            ),
            models.CheckConstraint(
                condition=Q(creature__isnull=True) | Q(document__isnull=False), name="encounterline_creature_kept"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} × {self.name}, {self.get_rank_display() or f'level {self.level}'}"

    @property
    def system(self) -> str:
        """The slug of the line's game, which is its encounter's."""
        return "two_d12" if self.rank else "worlds_awakening"

    @property
    def adversity_ratio(self) -> Fraction:
        return wa.from_ladder_step(self.ar_step)

    @property
    def is_quick_foe(self) -> bool:
        return self.reaches_several is None

    def to_rules(self) -> Opponent | FoeLine:
        if self.rank:
            return FoeLine(two_d12.Rank(self.rank), self.count, self.name)
        return Opponent(
            adversity_ratio=self.adversity_ratio,
            count=self.count,
            level=self.level,
            name=self.name,
            reaches_several=self.reaches_several,
        )

    def stat_block(self) -> wa.StatBlock | two_d12.FoeCard | None:
        """Return the sheet of the creature as it was when added, at this line's level; None for a quick foe."""
        if self.document is None:
            return None
        return get_system(self.system).stat_block(rules_from_document(self.document), self.level)


class LoadedSample(models.Model):
    """A sample that was loaded once: what happened to it since, even its end, is never undone."""

    slug = models.CharField(max_length=100, unique=True)
    loaded = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [not_blank("slug")]

    def __str__(self) -> str:
        return self.slug
