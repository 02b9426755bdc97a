"""Things that somebody named in an address or pressed a button for, as far as they may see them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from uuid import UUID

from bestiary.models import Creature
from bestiary.rules.worlds_awakening import from_ladder_step
from encounters.drafts import EncounterDraft
from encounters.models import Party
from encounters.rules.worlds_awakening import Opponent, Outcome
from encounters.weighing import weigh

SUGGESTIONS = 10


def read_uid(text: str) -> UUID | None:
    """Return the id in `text`, None for anything else."""
    try:
        return UUID(text)
    except (ValueError, AttributeError, TypeError):
        return None


def visible_creature(user, text: str) -> Creature | None:
    """Return the creature of this id with all a snapshot needs; None where `user` may not see it."""
    uid = read_uid(text)
    creatures = Creature.objects.visible_to(user).of_system("worlds_awakening").with_stats()
    return creatures.filter(uid=uid).first() if uid else None


def own_party(user, text: str) -> Party | None:
    uid = read_uid(text)
    return Party.objects.editable_by(user).with_members().filter(uid=uid).first() if uid else None


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A creature one may add, and what a single one would do to the encounter (None while that cannot be said)."""

    creature: Creature
    adversity_ratio: Fraction
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Suggestions:
    """Creatures found; `has_more` says that further words would narrow it."""

    query: str
    found: tuple[Suggestion, ...]
    has_more: bool


def suggest(user, query: str, draft: EncounterDraft) -> Suggestions:
    """Find creatures that lists offer `user`: by words in alphabetical order, without words the newest."""
    creatures = Creature.objects.listed_for(user).of_system("worlds_awakening")
    creatures = creatures.select_related("worlds_awakening", "owner")
    if query.strip():
        creatures = creatures.matching(query).order_by("sort_name", "id")
    else:
        creatures = creatures.order_by("-created", "-id")
    found = list(creatures[: SUGGESTIONS + 1])
    levels, opponents = draft.pc_levels(), draft.opponents()
    suggestions = []
    for creature in found[:SUGGESTIONS]:
        ratio = from_ladder_step(creature.ar_step)
        weighing = weigh(levels, [*opponents, Opponent(ratio)]) if levels and opponents is not None else None
        calibration = weighing.calibration if weighing else None
        outcome = Outcome(1, calibration.value, calibration.step, calibration.challenge_level) if calibration else None
        suggestions.append(Suggestion(creature, ratio, outcome))
    return Suggestions(query, tuple(suggestions), len(found) > SUGGESTIONS)
