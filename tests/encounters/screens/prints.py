"""Printed screens of these tests, each laid out once, and ways to read them."""

import io
import re
from functools import cache
from html import unescape

import pypdf

from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from encounters.screens.catalogue import GAMES
from encounters.screens.printing import Print
from encounters.screens.views.games import text_size

PAPERS = ("a4", "letter")
ORIENTATIONS = ("portrait", "landscape")
MM = 72 / 25.4
SIZES = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * 72, 11 * 72)}


@cache
def printed(game: str, paper: str = "a4", orientation: str = "portrait", words: Vocabulary = STANDARD_WORDS) -> bytes:
    """The screen of a game as its page prints it."""
    sheet = Print(
        f"{game}: GM screen", GAMES[game].screen(words), paper, orientation, text_size(GAMES[game], paper, orientation)
    )
    return sheet.pdf()


@cache
def read(content: bytes) -> pypdf.PdfReader:
    return pypdf.PdfReader(io.BytesIO(content))


@cache
def text_of(content: bytes) -> str:
    """Everything on paper. Reading it takes longer than printing did, and several tests look at the same prints."""
    return "\n".join(page.extract_text() for page in read(content).pages)


def squeezed(text: str) -> str:
    """Without blanks and hyphens: where a line ends on paper is not what these tests are about."""
    return re.sub(r"[\s\-\u00ad\u2010]", "", text)


def words_of_page(html: str) -> str:
    """What a page says, without its tags."""
    main = re.search(r"<main.*</main>", html, flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]+>", " ", main.group() if main else html))
