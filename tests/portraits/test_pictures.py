"""Files become pictures drawn anew, or are refused in a sentence; nothing of a file is kept as it came."""

import io
import struct
import zlib

import pytest
from PIL import Image

from bestiary import pictures
from bestiary.pictures import CARD, MAX_BYTES, PAGE, PRINT, PictureRefused, in_grey, read_picture
from tests.portraits.pictures import SECRET_PLACE, drawn, encoded, moving, opened, photo

pytestmark = pytest.mark.filterwarnings("ignore::PIL.Image.DecompressionBombWarning")


def is_red(image: Image.Image, x: int, y: int) -> bool:
    red, green, blue = image.convert("RGB").getpixel((x, y))
    return red > 200 and green < 60 and blue < 60


@pytest.mark.parametrize("form", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_drawn_anew_in_three_sizes(form):
    picture = read_picture(encoded(drawn(1200, 1600), form))
    assert (picture.width, picture.height) == (540, 720)
    assert {name: (opened(data).format, opened(data).size) for name, data in picture.versions.items()} == {
        PAGE: ("WEBP", (540, 720)),
        CARD: ("WEBP", (160, 160)),
        PRINT: ("JPEG", (300, 400)),
    }
    assert is_red(opened(picture.versions[PAGE]), 10, 10)


def test_a_small_picture_is_not_blown_up():
    picture = read_picture(encoded(drawn(40, 30)))
    assert (picture.width, picture.height) == (40, 30)


@pytest.mark.parametrize("form", ["JPEG", "PNG", "WEBP"])
def test_a_photo_stands_upright_and_says_nothing_of_where_it_was_taken(form):
    data = photo(form)
    assert SECRET_PLACE.encode() in data
    picture = read_picture(data)
    assert (picture.width, picture.height) == (300, 400)
    assert is_red(opened(picture.versions[PAGE]), 290, 10)
    for version in picture.versions.values():
        assert SECRET_PLACE.encode() not in version
        assert b"Exif" not in version
        assert not opened(version).getexif()
        assert not {"exif", "xmp", "icc_profile", "comment"} & opened(version).info.keys()


def test_comments_profiles_and_texts_are_gone():
    from PIL.PngImagePlugin import PngInfo

    texts = PngInfo()
    texts.add_text("Comment", SECRET_PLACE)
    for data in (
        encoded(drawn(), "PNG", pnginfo=texts, icc_profile=SECRET_PLACE.encode() * 9),
        encoded(drawn(), "JPEG", comment=SECRET_PLACE, icc_profile=SECRET_PLACE.encode() * 9),
        encoded(drawn(), "WEBP", xmp=SECRET_PLACE.encode()),
        encoded(drawn(), "JPEG") + SECRET_PLACE.encode(),
    ):
        for version in read_picture(data).versions.values():
            assert SECRET_PLACE.encode() not in version


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "CMYK", "I;16"])
def test_every_kind_of_pixels_is_understood(mode):
    image = Image.new("I;16", (50, 60), 40_000) if mode == "I;16" else drawn(50, 60).convert(mode)
    picture = read_picture(encoded(image, "JPEG" if mode == "CMYK" else "PNG"))
    assert (picture.width, picture.height) == (50, 60)
    if mode == "I;16":
        assert opened(picture.versions[PRINT]).convert("L").getpixel((25, 30)) == pytest.approx(156, abs=3)


def test_what_can_be_seen_through_is_white_on_paper():
    image = Image.new("RGBA", (100, 100), (255, 0, 0, 0))
    image.putpixel((1, 1), (0, 0, 0, 255))
    picture = read_picture(encoded(image))
    assert opened(picture.versions[PAGE]).mode == "RGBA"
    assert opened(picture.versions[PRINT]).getpixel((50, 50)) == pytest.approx((255, 255, 255), abs=3)


def test_the_grey_print_has_no_colour():
    grey = opened(in_grey(read_picture(encoded(drawn())).versions[PRINT]))
    assert (grey.mode, grey.size) == ("L", (300, 400))


def header(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it has so many pixels."""
    chunks = [(b"IHDR", struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)), (b"IDAT", zlib.compress(b"\0" * 1000))]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in chunks
    )


REFUSED = {
    "too many bytes": (b"x" * (MAX_BYTES + 1), "has 8.0 MB, a portrait at most 8"),
    "30,000 × 30,000": (header(30_000, 30_000), "more than 20 million pixels"),
    "13,000 × 13,000": (header(13_000, 13_000), "It has 13,000 × 13,000."),
    "20,000,001 pixels": (header(20_000_001, 1), "more than 20 million pixels"),
    "empty": (b"", "empty"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>", "an SVG drawing"),
    "svg with a head": (b"\xef\xbb\xbf<?xml version='1.0'?><!DOCTYPE svg><svg/>", "an SVG drawing"),
    "web page": (b"<!DOCTYPE html><script>alert(1)</script>", "a web page"),
    "pdf": (b"%PDF-1.7\n", "a PDF"),
    "zip": (b"PK\x03\x04" + b"\0" * 50, "a ZIP archive"),
    "gif": (encoded(drawn(), "GIF"), "a GIF"),
    "moving gif": (moving("GIF"), "a GIF"),
    "bmp": (encoded(drawn(), "BMP"), "a BMP"),
    "tiff": (encoded(drawn(), "TIFF"), "a TIFF"),
    "heic": (b"\0\0\0\x18ftypheic\0\0\0\0mif1heic", "a HEIC photo"),
    "avif": (b"\0\0\0\x18ftypavif\0\0\0\0", "an AVIF"),
    "film": (b"\0\0\0\x18ftypisom\0\0\0\0", "a film"),
    "text": (b"Dear diary", "no picture that can be read"),
    "moving png": (moving("PNG"), "moves"),
    "moving webp": (moving("WEBP"), "moves"),
    "cut png": (encoded(Image.effect_noise((200, 200), 90))[:9_000], "damaged"),
    "cut jpeg": (encoded(Image.effect_noise((200, 200), 90), "JPEG")[:2_000], "damaged"),
    "cut webp": (encoded(Image.effect_noise((200, 200), 90).convert("RGB"), "WEBP")[:2_000], "damaged"),
    "head alone": (header(100, 100)[:33], "damaged"),
    "many passes": (encoded(drawn(), "JPEG") + b"\xff\xda" * 200, "too many passes"),
}


@pytest.mark.parametrize(("data", "reason"), REFUSED.values(), ids=REFUSED)
def test_anything_else_is_refused_with_its_reason(data, reason):
    with pytest.raises(PictureRefused) as refusal:
        read_picture(data)
    assert reason in str(refusal.value)


def test_what_is_too_large_is_refused_before_its_pixels_are_decoded(monkeypatch):
    def load(*_):
        raise AssertionError("decoded")

    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", load)
    for name in ("30,000 × 30,000", "13,000 × 13,000", "20,000,001 pixels"):
        with pytest.raises(PictureRefused, match="million"):
            read_picture(REFUSED[name][0])


def test_20_million_pixels_are_just_right():
    assert read_picture(encoded(Image.new("1", (5_000, 4_000)))).width == 720


def test_a_photo_with_a_second_picture_in_it_gives_the_first():
    file = io.BytesIO()
    drawn(300, 400).save(file, "MPO", save_all=True, append_images=[drawn(30, 40, "blue")])
    picture = read_picture(file.getvalue())
    assert (picture.width, picture.height) == (300, 400)


@pytest.mark.parametrize("fault", [OSError, SyntaxError, ValueError, MemoryError, zlib.error, IndexError, struct.error])
def test_however_a_decoder_fails_it_is_a_refusal(monkeypatch, fault):
    def fail(_):
        raise fault("broken")

    monkeypatch.setattr(pictures, "_decoded", fail)
    with pytest.raises(PictureRefused, match="damaged"):
        read_picture(b"x")
