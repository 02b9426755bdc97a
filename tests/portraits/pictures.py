"""Picture files as browsers send them, good ones and bad ones."""

import io

from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, ImageDraw

ORIENTATION, GPS = 0x0112, 0x8825
SECRET_PLACE = "somewhere at home"


def drawn(width: int = 300, height: int = 400, colour: str = "seagreen") -> Image.Image:
    """A picture whose upper left corner is red, so that one sees which way up it is."""
    image = Image.new("RGB", (width, height), colour)
    ImageDraw.Draw(image).rectangle((0, 0, width // 4, height // 4), fill="red")
    return image


def encoded(image: Image.Image, form: str = "PNG", **options) -> bytes:
    file = io.BytesIO()
    image.save(file, form, **options)
    return file.getvalue()


def photo(form: str = "JPEG", orientation: int = 6) -> bytes:
    """A photo lying on its side that says where it was taken."""
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[0x010E] = SECRET_PLACE
    exif[GPS] = {1: "N", 2: (50.0, 6.0, 30.0), 3: "E", 4: (8.0, 39.0, 15.0)}
    return encoded(drawn(400, 300), form, exif=exif)


def moving(form: str) -> bytes:
    frames = [drawn(60, 60, colour) for colour in ("blue", "yellow", "black")]
    return encoded(frames[0], form, save_all=True, append_images=frames[1:], duration=100)


def upload(data: bytes | None = None, name: str = "wolf.png") -> SimpleUploadedFile:
    """The file as it comes with a form."""
    return SimpleUploadedFile(name, encoded(drawn()) if data is None else data, "image/png")


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data))
