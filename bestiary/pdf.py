"""PDFs: the template is rendered here, in the request; the layout happens in a warm worker process.

Importing this module does not import WeasyPrint: only `bestiary.pdf_worker` touches it, inside the processes that
`bestiary.pdf_pool` keeps. A PDF is cached under a digest of everything that decides how it looks, so the same sheet is
laid out once.

`render_pdf` gives bytes or raises a `PdfError`; `sheet_response` gives a response in both cases.
"""

import hashlib
import logging
import unicodedata
import zlib
from urllib.parse import quote

from django.conf import settings
from django.core.cache import InvalidCacheBackendError, caches
from django.http import HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from bestiary.pdf_pool import PdfBusy, PdfError, PdfFailed, PdfTimeout, current_bundle, current_pool

__all__ = [
    "PdfBusy",
    "PdfError",
    "PdfFailed",
    "PdfTimeout",
    "pdf_response",
    "render_pdf",
    "sheet_response",
    "warm_up",
]

logger = logging.getLogger(__name__)

PDF_TYPE = "application/pdf"


# --- What a caller uses -----------------------------------------------------------------------------------------------


def render_pdf(template_name, context, *, assets=None, frame_template="", columns=1):
    """The PDF of a template as bytes, from the cache when the same document was made before.

    `assets` maps names to bytes: images and stylesheets that the template names `asset:<name>`. With a
    `frame_template` the pages of the template are columns, so many on each page of the frame (see `pdf_worker`).
    Raises `PdfError`.
    """
    # As bytes: Django's own kind of text would bring Django into the worker.
    html = render_to_string(template_name, context).encode(errors="replace")
    frame = (render_to_string(frame_template, context).encode(), columns) if frame_template else None
    assets = dict(assets or {})
    bundle = current_bundle()
    key = _cache_key(html, assets, bundle, frame)
    pdf = _cached(key)
    if pdf is not None:
        return pdf
    with current_pool().turn(bundle) as worker:
        pdf = _cached(key)  # made by someone else while this one waited: a second click on the same link
        if pdf is None:
            pdf = worker.render(html, assets, frame)
            _remember(key, pdf)
    return pdf


def pdf_response(pdf, filename, inline=True):
    """A response that shows `pdf` in the browser (or downloads it), called `filename` without its ending."""
    response = HttpResponse(pdf, content_type=PDF_TYPE)
    response["Content-Disposition"] = content_disposition(filename, inline)
    response["X-Content-Type-Options"] = "nosniff"
    # Private creatures are printed too, and what was edited must not come back old.
    response["Cache-Control"] = "private, no-cache"
    return response


def sheet_response(request, template_name, context, filename, *, inline=True, **options):
    """The PDF as a response, or a page that says why there is none; `options` are those of `render_pdf`."""
    try:
        return pdf_response(render_pdf(template_name, context, **options), filename, inline)
    except PdfError as error:
        response = render(request, "print_error.html", {"message": error.message}, status=error.status)
        if error.status == 503:
            response["Retry-After"] = "5"
        return response


def warm_up():
    """Start a worker in the background unless one is there: the first sheet then need not wait two seconds for it."""
    if getattr(settings, "PDF_WARM_UP", True):
        current_pool().warm_up(current_bundle())


# --- File names -------------------------------------------------------------------------------------------------------

# Names that Windows gives to devices, whatever their ending.
DEVICES = {"CON", "PRN", "AUX", "NUL"} | {f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10)}


def safe_stem(name):
    """`name` as a file may be called on every system, without ending; "sheet" when nothing remains of it.

    Letters of all scripts stay. Control and direction characters go: a name that turns the direction of writing can
    hide a file's real ending.
    """
    kept = "".join(
        " " if character.isspace() or character in '<>:"/\\|?*%' else character
        for character in unicodedata.normalize("NFC", name)
        if character.isspace() or unicodedata.category(character)[0] != "C"
    )
    stem = " ".join(kept.split()).strip(". ")[:80].strip(". ")
    if stem.upper() in DEVICES:
        stem += " sheet"
    return stem or "sheet"


def content_disposition(filename, inline=True):
    """The header for `filename` in both forms: plain ASCII for old programs, UTF-8 for the others."""
    stem = safe_stem(filename)
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    plain = safe_stem("".join(c for c in plain if c not in "\"\\;,'"))
    kind = "inline" if inline else "attachment"
    return f"{kind}; filename=\"{plain}.pdf\"; filename*=UTF-8''{quote(stem, safe='')}.pdf"


# --- The cache --------------------------------------------------------------------------------------------------------


def _cache_key(html, assets, bundle, frame=None):
    digest = hashlib.sha256(bundle.digest.encode())
    frame_html, columns = frame or (b"", 1)
    for name, data in [("", html), (f"frame {columns}", frame_html), *sorted(assets.items())]:
        digest.update(f"{name}\0{len(data)}\0".encode())
        digest.update(data)
    return digest.hexdigest()


def _cache():
    try:
        return caches["pdf"]
    except InvalidCacheBackendError:
        return caches["default"]


def _cached(key):
    """The PDF, or None. A cache that cannot be read costs time, never the sheet."""
    try:
        return _cache().get(key)
    except (OSError, EOFError, ValueError, zlib.error) as error:
        logger.warning("The PDF cache cannot be read: %s", error)
        return None


def _remember(key, pdf):
    try:
        _cache().set(key, pdf)
    except OSError as error:
        logger.warning("The PDF cache cannot be written: %s", error)
