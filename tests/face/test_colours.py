"""The colours of both themes, measured as WCAG 2.2 does."""

import re
from pathlib import Path

import pytest
from django.conf import settings

TOKENS = (Path(settings.BASE_DIR) / "static/css/tokens.css").read_text()
TEXTS = ("ink", "ink-soft", "accent", "good", "warn", "bad")
PAPERS = ("paper", "paper-raised", "paper-sunk", "paper-stripe", "accent-soft")


def colours_of(selector: str) -> dict[str, str]:
    """The custom properties that hold a colour in the one rule with this selector."""
    start = TOKENS.index(selector + " {")
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", TOKENS[start : TOKENS.index("}", start)]))


LIGHT = colours_of("\n:root")
DARK = colours_of(':root:not([data-theme="light"])')
CHOSEN_DARK = colours_of(':root[data-theme="dark"]')
THEMES = pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_measure_gives_known_values():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#767676", "#ffffff") == pytest.approx(4.54, abs=0.01)


@THEMES
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("text", TEXTS)
def test_text_is_legible_on_every_paper(theme, text, paper):
    assert contrast(theme[text], theme[paper]) >= 4.5


@THEMES
@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("accent-ink", "accent"),
        ("accent-ink", "accent-strong"),
        *[(text, f"{mood}-soft") for mood in ("good", "warn", "bad") for text in ("ink", mood)],
    ],
)
def test_text_is_legible_on_buttons_and_notices(theme, text, ground):
    assert contrast(theme[text], theme[ground]) >= 4.5


@THEMES
@pytest.mark.parametrize("paper", ["paper", "paper-raised", "paper-sunk"])
@pytest.mark.parametrize("line", ["rule-strong", "accent", "bad"])
def test_borders_of_controls_and_the_focus_stand_out(theme, line, paper):
    assert contrast(theme[line], theme[paper]) >= 3


def test_dark_by_choice_is_dark_by_system():
    assert CHOSEN_DARK == DARK
    assert DARK.keys() == LIGHT.keys()
