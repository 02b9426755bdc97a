"""The fixed words of 2d12 Traits: each value is the API's word, each label is for people."""

from enum import StrEnum


class _Word(StrEnum):
    """A word whose label is the same in capitals: "light_rest" reads "Light Rest"."""

    @property
    def label(self) -> str:
        return self.value.replace("_", " ").title()


class KeyTerm(_Word):
    """The terms of the GM screen, in its order."""

    TRAIT_CHECK = "trait_check"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"
    THRESHOLD = "threshold"
    GUARD = "guard"
    VITALITY = "vitality"
    STAMINA = "stamina"
    INITIATIVE = "initiative"
    CHANCE = "chance"
    COMPLICATION = "complication"
    LIGHT_REST = "light_rest"
    FULL_REST = "full_rest"


class Threshold(_Word):
    """The six Thresholds from the lowest up; `THRESHOLDS` in tables.py has their numbers."""

    NOVICE = "novice"
    EASY = "easy"
    STANDARD = "standard"
    CHALLENGING = "challenging"
    TOUGH = "tough"
    EXPERT = "expert"


class Trait(_Word):
    """The nine Traits; a Foe's MODs are always in this order."""

    AGILITY = "agility"
    CONTROL = "control"
    INSIGHT = "insight"
    MIGHT = "might"
    RESIST = "resist"
    SNEAK = "sneak"
    STUDY = "study"
    TINKER = "tinker"
    TRACK = "track"


class Rank(_Word):
    """The six ranks of Foes; `RANKS` in tables.py has their threat."""

    MINION = "minion"
    SOLDIER = "soldier"
    BRUTE = "brute"
    SPECIALIST = "specialist"
    LEADER = "leader"
    BOSS = "boss"


class ThreatLevel(_Word):
    """The four threat levels, of an encounter or of a place, from the lowest up."""

    LOW = "low"
    MODERATE = "moderate"
    HIGH = "high"
    DEADLY = "deadly"


class Injury(_Word):
    """The three kinds of injury, from the lightest up."""

    TRIVIAL = "trivial"
    HARMFUL = "harmful"
    GRAVE = "grave"


class Effect(_Word):
    """The 24 Effects in the order of the GM screen, which is the alphabet."""

    AMBUSHED = "ambushed"
    BLEEDING = "bleeding"
    BLIND = "blind"
    BURNING = "burning"
    COLLAPSED = "collapsed"
    DAZED = "dazed"
    DEAF = "deaf"
    ENCUMBERED = "encumbered"
    EXPOSED = "exposed"
    FATIGUED = "fatigued"
    FORTIFIED = "fortified"
    FROZEN = "frozen"
    HIDDEN = "hidden"
    INJURED = "injured"
    INVISIBLE = "invisible"
    IRRADIATED = "irradiated"
    MUTE = "mute"
    PANICKED = "panicked"
    PINNED = "pinned"
    POISONED = "poisoned"
    SCENTLESS = "scentless"
    SHOCKED = "shocked"
    SLOWED = "slowed"
    UNCONSCIOUS = "unconscious"


class When(_Word):
    """When an Effect acts."""

    IMMEDIATE = "immediate"
    START_OF_TURN = "start_of_turn"

    @property
    def label(self) -> str:
        return self.value.replace("_", " ").capitalize()


class Stacking(_Word):
    """How many charges of an Effect one bearer can have; `STACKING` in tables.py has the factors of EXP."""

    NO = "no"
    FIVE_EXP = "five_exp"
    TEN_EXP = "ten_exp"
    HALF_EXP = "half_exp"


class RollKind(_Word):
    """How the two dice are thrown: once, twice for the better, twice for the worse."""

    PLAIN = "plain"
    ADVANTAGE = "advantage"
    DISADVANTAGE = "disadvantage"


class SuccessRule(_Word):
    """How a table reads the Threshold: the total has to reach it (≥), or to beat it (>)."""

    REACH = "reach"
    BEAT = "beat"
