"""Pictures that people upload: looked at, decoded, and drawn anew in the sizes that the site shows.

Nothing of a file is kept as it came. What it says beside its pixels (where a photo was taken, say) is gone, and what
only looks like a picture never gets as far as being one. Knows no Django.
"""

from __future__ import annotations

import io
import threading
import warnings
from dataclasses import dataclass

from PIL import Image, ImageOps, UnidentifiedImageError

MAX_BYTES = 8 * 1024 * 1024
MAX_PIXELS = 20_000_000
MEDIA_TYPES = ("image/png", "image/jpeg", "image/webp")
RULE = f"PNG, JPEG or WebP, at most {MAX_BYTES // 1024**2} MB and {MAX_PIXELS // 1_000_000} million pixels"

# Longest sides in pixels: about twice what the page shows, for fine screens; 68 mm at 150 dots per inch on paper.
PAGE_SIDE = 720
CARD_SIDE = 160
PRINT_SIDE = 400

PAGE, CARD, PRINT = "page.webp", "card.webp", "print.jpg"
VERSIONS = {PAGE: "image/webp", CARD: "image/webp", PRINT: "image/jpeg"}

# A progressive JPEG comes in some ten passes. Thousands fit into a small file, and each is drawn over all its pixels.
MAX_PASSES = 100

# How the files begin that are read: PNG, JPEG, and the family of WebP.
_OURS = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")
# What the first bytes of other files say, and where in them.
_OTHERS = (
    (0, b"GIF8", "a GIF"),
    (0, b"%PDF", "a PDF"),
    (0, b"PK\x03\x04", "a ZIP archive or an office document"),
    (0, b"II*\x00", "a TIFF picture"),
    (0, b"MM\x00*", "a TIFF picture"),
    (0, b"BM", "a BMP picture"),
    (4, b"ftypavif", "an AVIF picture"),
    (4, b"ftyphe", "a HEIC photo"),
    (4, b"ftypmif1", "a HEIC photo"),
    (4, b"ftyp", "a film"),
)

# Pillow warns of pictures far larger than those refused below.
warnings.filterwarnings("ignore", category=Image.DecompressionBombWarning)

# One at a time: decoded, the largest picture takes some 200 MB.
_turn = threading.Lock()


class PictureRefused(Exception):
    """Why a file does not become a picture, in a sentence for whoever chose it."""


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture drawn anew: its size on the page, and the bytes of each version."""

    width: int
    height: int
    versions: dict[str, bytes]


def read_picture(data: bytes, size: int | None = None) -> Picture:
    """Return the picture in a file of `size` bytes, of which a too large one need not be handed in.

    Raises PictureRefused.
    """
    size = len(data) if size is None else size
    if size > MAX_BYTES:
        most = MAX_BYTES // 1024**2
        raise PictureRefused(f"This file has {size / 1024**2:.1f} MB, a portrait at most {most}: make it smaller.")
    if not data:
        raise PictureRefused("This file is empty.")
    with _turn:
        try:
            return _versions(_decoded(data))
        except PictureRefused:
            raise
        # Decoders fail in many ways on files made to break them; none of them is a picture.
        except Exception as error:
            raise PictureRefused("This file ends too early or is damaged: save it again and choose it anew.") from error


def in_grey(data: bytes) -> bytes:
    """Return a print version for black and white paper."""
    return _encoded(Image.open(io.BytesIO(data), formats=("JPEG",)).convert("L"), "JPEG", quality=82)


def _decoded(data: bytes) -> Image.Image:
    """The picture upright, no larger than the page shows it, with nothing but its pixels."""
    image = _opened(data)
    # Of a JPEG, decodes a half, a quarter or an eighth of each side where that is enough.
    image.draft("RGB", (2 * PAGE_SIDE, 2 * PAGE_SIDE))
    image.load()
    image = _in_eight_bits(image)
    image.thumbnail((PAGE_SIDE, PAGE_SIDE), Image.Resampling.LANCZOS, reducing_gap=2)
    image = ImageOps.exif_transpose(image)
    return Image.frombytes(image.mode, image.size, image.tobytes())


def _opened(data: bytes) -> Image.Image:
    """The file as a picture whose head alone has been read."""
    too_many = f"This picture has more than {MAX_PIXELS // 1_000_000} million pixels: make it smaller."
    try:
        image = Image.open(io.BytesIO(data), formats=("PNG", "JPEG", "WEBP"))
    except Image.DecompressionBombError as error:
        raise PictureRefused(too_many) from error
    except UnidentifiedImageError as error:
        if data.startswith(_OURS):
            raise
        raise PictureRefused(f"This is {_what_it_is(data)}: a portrait is a PNG, JPEG or WebP picture.") from error
    if image.width * image.height > MAX_PIXELS:
        raise PictureRefused(f"{too_many} It has {image.width:,} × {image.height:,}.")
    # A photo of a phone may carry a second one (MPO): the depth of the scene, a brighter copy.
    if getattr(image, "n_frames", 1) > 1 and image.format != "MPO":
        raise PictureRefused("This picture moves. A portrait stands still: save one frame of it.")
    if image.format in ("JPEG", "MPO") and data.count(b"\xff\xda") > MAX_PASSES:
        raise PictureRefused("This JPEG is made of too many passes: save it again and choose it anew.")
    return image


def _what_it_is(data: bytes) -> str:
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if b"<svg" in head or head.startswith(b"<?xml"):
        return "an SVG drawing"
    if head.startswith((b"<!doctype", b"<html")):
        return "a web page"
    return next((what for at, mark, what in _OTHERS if data.startswith(mark, at)), "no picture that can be read")


def _in_eight_bits(image: Image.Image) -> Image.Image:
    """The picture in eight bits of red, green, blue, and of opacity where it has any."""
    if image.mode.startswith("I"):
        orientation = image.getexif()
        image = image.convert("I").point(lambda value: value * (1 / 256)).convert("L")
        image.info["exif"] = orientation.tobytes()
    if image.has_transparency_data:
        image = image.convert("RGBA")
        return image if image.getextrema()[3][0] < 255 else image.convert("RGB")
    return image.convert("RGB")


def _versions(image: Image.Image) -> Picture:
    # Of a standing figure, the upper part: there is the face.
    card = ImageOps.fit(image, (CARD_SIDE, CARD_SIDE), Image.Resampling.LANCZOS, centering=(0.5, 0.2))
    paper = Image.new("RGB", image.size, "white")
    paper.paste(image, mask=image.getchannel("A") if image.mode == "RGBA" else None)
    paper.thumbnail((PRINT_SIDE, PRINT_SIDE), Image.Resampling.LANCZOS)
    return Picture(
        *image.size,
        versions={
            PAGE: _encoded(image, "WEBP", quality=80),
            CARD: _encoded(card, "WEBP", quality=78),
            PRINT: _encoded(paper, "JPEG", quality=82),
        },
    )


def _encoded(image: Image.Image, form: str, **options) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()
