"""Both games' screens and all tables a GM may choose from, by the names that stand in addresses and in the database."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bestiary.rules import SYSTEMS
from bestiary.rules.two_d12 import SuccessRule
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from encounters.screens import two_d12, worlds_awakening
from encounters.screens.panels import Panel


@dataclass(frozen=True, slots=True)
class Game:
    """A game system with a screen: `slug` as in the rules, `path` as in addresses."""

    slug: str
    path: str
    name: str
    summary: str
    panels: Callable[[Vocabulary, SuccessRule], tuple[Panel, ...]]
    has_magic: bool = False
    """Whether the words of a universe change what it says."""
    has_thresholds: bool = False
    """Whether the reading of "beat" and "reach" changes what it says."""

    def screen(self, words: Vocabulary = STANDARD_WORDS, rule: SuccessRule = SuccessRule.REACH) -> tuple[Panel, ...]:
        """The tables on its screen, in order."""
        return tuple(panel for panel in self.panels(words, rule) if panel.on_screen)

    @property
    def all_panels(self) -> tuple[Panel, ...]:
        """Every table a GM may choose, with the standard words."""
        return self.panels(STANDARD_WORDS, SuccessRule.REACH)


GAMES: dict[str, Game] = {
    game.slug: game
    for game in (
        Game(
            "worlds_awakening",
            "worlds-awakening",
            SYSTEMS["worlds_awakening"].name,
            "Turns, criticals, difficulty, hazards; calibration, rewards, haggling; every table of creatures.",
            lambda words, rule: worlds_awakening.panels(words),
            has_magic=True,
        ),
        Game(
            "two_d12",
            "two-d12",
            SYSTEMS["two_d12"].name,
            "Thresholds with their odds, the 24 Effects, threat, Traits, rests, Chance and injuries.",
            lambda words, rule: two_d12.panels(rule),
            has_thresholds=True,
        ),
    )
}

PATHS = {game.path: game for game in GAMES.values()}


def all_panels(words: Vocabulary = STANDARD_WORDS, rule: SuccessRule = SuccessRule.REACH) -> dict[str, Panel]:
    """Every table of every game by its slug."""
    return {panel.slug: panel for game in GAMES.values() for panel in game.panels(words, rule)}


def games_of(slugs: Iterable[str]) -> list[Game]:
    """The games that tables come from, each once, in the order of GAMES."""
    used = {slug.partition(".")[0] for slug in slugs}
    return [game for slug, game in GAMES.items() if slug in used]


def names_of(games: Iterable[Game]) -> str:
    """ "Worlds Awakening and 2d12 Traits"; both where a screen has tables of neither."""
    return " and ".join(game.name for game in games) or names_of(GAMES.values())
