"""The bundled fonts: the same on every machine, with every sign that numbers need."""

import re
from pathlib import Path

import pytest
from django.conf import settings
from fontTools.ttLib import TTFont

from bestiary.rules.numbers import VULGAR_FRACTIONS

STATIC = Path(settings.BASE_DIR) / "static"
FONTS = STATIC / "fonts"
SANS = ["FolioSans-Regular", "FolioSans-Bold", "FolioSans-Italic"]
SERIF = ["FolioSerif-SemiBold", "FolioSerif-Regular", "FolioSerif-Italic"]
SIGNS = "0123456789+−×·½⅓≥≤→⌀–—‘’“”…"
FACE = re.compile(r"@font-face \{(.+?)\}", re.DOTALL)


def characters(path: Path) -> set[int]:
    return set(TTFont(path).getBestCmap())


def declared_faces() -> list[tuple[Path, set[int]]]:
    """Each file the stylesheet names, with the characters a browser will ask it for."""
    faces = []
    for rule in FACE.findall((STATIC / "css/tokens.css").read_text()):
        wanted: set[int] = set()
        for first, last in re.findall(r"U\+([0-9A-F]+)(?:-([0-9A-F]+))?", rule):
            wanted |= set(range(int(first, 16), int(last or first, 16) + 1))
        faces.append(((STATIC / "css" / re.search(r'url\("(.+?)"\)', rule)[1]).resolve(), wanted))
    return faces


@pytest.mark.parametrize("name", SANS + SERIF)
@pytest.mark.parametrize("ending", ["woff2", "ttf"])
def test_every_face_has_the_signs_that_numbers_need(name, ending):
    missing = {ord(sign) for sign in SIGNS} - characters(FONTS / f"{name}.{ending}")
    assert not missing


@pytest.mark.parametrize("name", SANS)
def test_the_sans_has_every_fraction_the_rules_write(name):
    wanted = {ord(glyph) for glyph in VULGAR_FRACTIONS.values()}
    assert wanted <= characters(FONTS / f"{name}.ttf")
    assert wanted <= characters(FONTS / f"{name}.woff2") | characters(FONTS / f"{name}-latin.woff2")


@pytest.mark.parametrize("name", SANS + SERIF)
def test_names_in_french_and_czech_need_no_other_font(name):
    assert {ord(sign) for sign in "ÉéèêëàâçîïôœùûüÿŒŘřžčšŁłĐđő"} <= characters(FONTS / f"{name}.ttf")


@pytest.mark.parametrize("name", SANS)
def test_all_digits_are_equally_wide(name):
    font = TTFont(FONTS / f"{name}.ttf")
    widths = {font["hmtx"][font.getBestCmap()[ord(digit)]][0] for digit in "0123456789"}
    assert len(widths) == 1


def test_the_files_hold_what_the_stylesheet_sends_browsers_to_them_for():
    faces = declared_faces()
    assert len(faces) == 18
    for path, wanted in faces:
        held = characters(path)
        assert held <= wanted, f"{path.name} carries characters nobody will ask it for"
        assert len(held) > len(wanted) / 2, path.name


def test_the_three_faces_of_a_first_page_are_small():
    first = ["FolioSerif-SemiBold", "FolioSans-Regular", "FolioSans-Bold"]
    assert sum((FONTS / f"{name}.woff2").stat().st_size for name in first) < 40_000


@pytest.mark.parametrize("family", ["FolioSans", "FolioSerif"])
def test_the_licence_lies_beside_the_fonts_and_reserved_names_are_not_used(family):
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONTS / f"OFL-{family}.txt").read_text()
    for path in FONTS.glob(f"{family}-*"):
        names = TTFont(path)["name"]
        assert {names.getDebugName(number) for number in (1, 4, 6)}.isdisjoint({"Lato", "Vollkorn", None})
