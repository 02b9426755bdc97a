"""A creature in one line, for feeds, previews of links and search engines."""

from __future__ import annotations

from bestiary.models import Creature
from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.numbers import ratio


def identity(creature: Creature) -> str:
    """What a creature is: "Small, Standard, Adversity Ratio 1/2". Fetch it with the stats of its game."""
    if creature.system == "two_d12":
        rank = two_d12.RANKS[two_d12.Rank(creature.two_d12.rank)]
        return f"{rank.name} for 2d12 Traits, threat {rank.threat_text}"
    size, power = wa.Size(creature.worlds_awakening.size).label, wa.Power(creature.power).label
    return f"{size}, {power}, Adversity Ratio {ratio(wa.from_ladder_step(creature.ar_step))}"


def summary(creature: Creature) -> str:
    """Who it is, what it is and whose."""
    return f"{creature.name}: {identity(creature)}, by {creature.owner.display_name}."
