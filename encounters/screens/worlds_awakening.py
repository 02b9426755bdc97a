"""The Worlds Awakening screen: its tables in order, with the words of a universe."""

from __future__ import annotations

from functools import lru_cache

from bestiary.rules.worlds_awakening import DEFAULT_LEVELS, MAX_LEVEL
from bestiary.rules.worlds_awakening.vocabulary import Vocabulary
from encounters.screens import wa_creatures, wa_play, wa_shop
from encounters.screens.panels import Panel

REMEMBERED_VOCABULARIES = 64


@lru_cache(maxsize=REMEMBERED_VOCABULARIES)
def panels(words: Vocabulary) -> tuple[Panel, ...]:
    """All tables in the order of the screen, with these words for magic."""
    return (
        wa_play.fight(words),
        wa_play.actions(),
        wa_creatures.affinities(),
        wa_creatures.criticals(),
        wa_play.difficulties(),
        wa_play.effects(words),
        wa_play.falls(),
        wa_play.privations(),
        wa_play.calibration(words),
        wa_play.rewards(words),
        wa_creatures.formulas(words),
        wa_creatures.attack_kinds(words),
        wa_creatures.base_damage(words, DEFAULT_LEVELS),
        wa_creatures.ability_line(words),
        wa_creatures.sizes(),
        wa_creatures.power(),
        wa_creatures.strengths(),
        wa_creatures.stats(),
        wa_creatures.behaviours(words),
        wa_shop.haggling(),
        wa_shop.prices(words),
        wa_creatures.universes(words),
        wa_creatures.base_damage(words, range(DEFAULT_LEVELS.stop, MAX_LEVEL + 1), on_screen=False),
        wa_creatures.damage_types(),
    )
