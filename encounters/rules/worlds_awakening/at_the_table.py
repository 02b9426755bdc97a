"""How a fight runs, what effects do, how rewards are shared: short rules to read. Texts: at_the_table.toml."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

from bestiary.rules.numbers import ratio
from bestiary.rules.tables import Source, load_tables
from bestiary.rules.worlds_awakening import AREA_ABILITY_FROM, Action, AttackKind
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from encounters.rules.worlds_awakening.hazards import MOVEMENT
from encounters.rules.worlds_awakening.tables import CREATURES_BEYOND_PCS, LEVELS_FROM_AVERAGE


@dataclass(frozen=True, slots=True)
class TableRule:
    """A rule as it is read at the table; `text` has its numbers filled in, words by `say`."""

    slug: str
    name: str
    text: str
    source: Source

    def say(self, words: Vocabulary = STANDARD_WORDS) -> str:
        """The text with the table's words for magic."""
        return self.text.format(magic=words.kind_in_sentence(AttackKind.MAGIC), magic_defence=words.defence, **_NUMBERS)


_NUMBERS: Mapping[str, Any] = MappingProxyType(
    {
        **{action.value: action.value for action in Action},
        "seconds": MOVEMENT.seconds_per_turn,
        "metres": MOVEMENT.metres,
        "squares": MOVEMENT.squares,
        "metres_per_square": MOVEMENT.metres_per_square,
        "creatures_beyond_pcs": CREATURES_BEYOND_PCS,
        "levels_from_average": LEVELS_FROM_AVERAGE,
        "area_ability_from": ratio(AREA_ABILITY_FROM),
    }
)

_tables = load_tables(Path(__file__).with_name("at_the_table.toml"))


def _rules(name: str) -> tuple[TableRule, ...]:
    found = tuple(TableRule(slug, row["name"], row["text"], row["source"]) for slug, row in _tables[name].items())
    for rule in found:
        rule.say()  # a name in braces that stands for nothing stops the import
    return found


FIGHT = _rules("fight")
EFFECT_RULES = _rules("effects")
REWARD_RULES = _rules("rewards")
CALIBRATION_RULES = _rules("calibration")
