"""What runs inside a PDF worker process: the only module that touches WeasyPrint.

It stands apart from `bestiary.pdf` and imports no Django, so that a worker starts quickly, stays small and holds
neither settings nor database connections beside a user's text. Everything it needs is handed in as bytes: the
stylesheet and the fonts once, when the process starts, and the images of a document with that document. For a
document it opens no file and no connection.
"""

import atexit
import gc
import logging
import os
import shutil
import signal
import tempfile
import threading
from multiprocessing import parent_process

# Addresses inside the stylesheet are relative to this made-up place, from which nothing is ever fetched.
BUNDLE = "https://bundle.invalid/"
STYLESHEET = "css/print.css"

# What stands for the content of a page in a frame.
SHEET = b'<div class="sheet"></div>'

# Address space a worker may take, in bytes. An ordinary sheet needs 0.4 GB; a document that wants more than this fails
# alone instead of taking the machine with it.
MEMORY_LIMIT = 2 * 1024**3

MEDIA_TYPES = {
    "css": "text/css",
    "ttf": "font/ttf",
    "otf": "font/otf",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
}

_press = None


class Refused(Exception):
    """A document asked for something that was not handed in with it."""


class _Press:
    """What a worker keeps between documents: WeasyPrint, the parsed stylesheet and its fonts."""

    def __init__(self, bundle):
        import weasyprint
        from weasyprint.css.properties import Dimension
        from weasyprint.text.fonts import FontConfiguration
        from weasyprint.urls import URLFetcher, URLFetcherResponse

        class HandedIn(URLFetcher):
            """Serves the bytes it was given, by exact address, and refuses all else."""

            def __init__(self, files):
                super().__init__(allowed_protocols=(), allow_redirects=False, fail_on_errors=True)
                self.files = files

            def fetch(self, url, headers=None):
                if url not in self.files:
                    raise Refused(f"{url[:200]} was not handed in")
                media_type = MEDIA_TYPES.get(url.rpartition(".")[2].lower(), "application/octet-stream")
                return URLFetcherResponse(url, self.files[url], {"Content-Type": media_type})

        self.html = weasyprint.HTML
        self.dimension = Dimension
        self.fetcher = HandedIn
        # One for the life of the process: a fresh one per document would leak its fonts.
        self.fonts = FontConfiguration()
        self.stylesheet = weasyprint.CSS(
            string=bundle[STYLESHEET].decode(),
            base_url=BUNDLE + STYLESHEET,
            url_fetcher=HandedIn({BUNDLE + name: data for name, data in bundle.items()}),
            font_config=self.fonts,
        )
        self.options = {
            "stylesheets": [self.stylesheet],
            # A list that somebody numbers from 3 begins with 3.
            "presentational_hints": True,
            "pdf_variant": "pdf/ua-1",
            "optimize_images": True,
            "jpeg_quality": 85,
            "dpi": 150,
        }

    def print(self, html, assets, frame=None):
        """The PDF of `html`, in UTF-8, whose images are named `asset:<name>`.

        With a `frame`, (html, columns), the pages of `html` are columns: so many of them stand side by side on each
        page of the frame. Its html has one SHEET, repeated for every page; all else of it is margins and footers.
        """
        fetcher = self.fetcher({f"asset:{name}": data for name, data in assets.items()})
        document = self._lay_out(html, fetcher)
        if frame is not None:
            document = self._in_columns(document, *frame, fetcher)
        return document.write_pdf(**self.options)

    def _lay_out(self, html, fetcher):
        return self.html(string=html.decode(), url_fetcher=fetcher).render(self.fonts, **self.options)

    def _in_columns(self, document, frame, columns, fetcher):
        """`document` with its pages side by side in those of `frame`.

        CSS columns would lay out all that follows a column again for each of them, and cost half as much again for two
        pages. Boxes are moved and not pages of PDFs put together: so headings and tables keep their tags.
        """
        sheets = -(-len(document.pages) // columns)
        framed = self._lay_out(frame.replace(SHEET, SHEET * sheets), fetcher)
        for number, column in enumerate(document.pages):
            page, place = framed.pages[number // columns]._page_box, number % columns
            width = column._page_box.margin_width()
            gap = (page.width - columns * width) / (columns - 1) if columns > 1 else 0
            content = column._page_box.children[0]  # the root element; behind it come the boxes of the margins
            left, top = page.content_box_x() + place * (width + gap), page.content_box_y()
            content.style = content.style.copy()  # the columns of a document share it
            content.style["transform"] = (("translate", (self.dimension(left, "px"), self.dimension(top, "px"))),)
            page.children = [*page.children, content]
        return framed.copy([type(page)(page._page_box) for page in framed.pages])


def start(bundle, sample, folder, seconds):
    """Prepare this process, once, before its first document; it ends itself when that takes more than `seconds`.

    `bundle` maps names below `static/` to bytes; `sample` is a small document that looks like a sheet: laying it out
    opens the fonts and fills the caches. WeasyPrint writes the fonts into `folder`, which goes with the process.
    """
    global _press
    os.makedirs(folder, exist_ok=True)
    tempfile.tempdir = folder
    atexit.register(_close, folder)
    # Ctrl-C and a system that stops all processes of the site mean the server; its worker ends with it, tidily.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)  # an alarm ends the process, even within a C library
    signal.setitimer(signal.ITIMER_REAL, seconds)
    threading.Thread(target=_leave_with_parent, args=(folder,), daemon=True).start()
    os.nice(10)
    _limit_memory()
    logging.getLogger("weasyprint").setLevel(logging.CRITICAL)
    logging.getLogger("fontTools").setLevel(logging.CRITICAL)
    _press = _Press(bundle)
    _press.print(sample, {})
    # What is alive now stays alive. Looking through it again and again would cost a seventh of the rendering.
    gc.collect()
    gc.freeze()
    gc.disable()
    signal.setitimer(signal.ITIMER_REAL, 0)


def render(html, assets, seconds, frame=None):
    """The PDF of a document, see `_Press.print`: ("pdf", bytes), or ("refused", why), or ("failed", why).

    After `seconds` the process ends itself, and whoever waits for it sees a broken pool. Errors travel as words, since
    not every exception survives the way between processes.
    """
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        return "pdf", _press.print(html, assets, frame)
    except BaseException as error:  # WeasyPrint's own fatal error is not an `Exception`
        if isinstance(error.__cause__, Refused):
            return "refused", str(error.__cause__)
        return "failed", f"{type(error).__name__}: {error}"[:500]
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def tidy():
    """Free the last document. Asked for after its PDF has been handed over, so that nobody waits for it."""
    gc.collect()


def _close(folder):
    global _press
    _press = None
    shutil.rmtree(folder, ignore_errors=True)


def _leave_with_parent(folder):
    """End this process when the server's has ended, however that happened: alone it would stay for ever."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(0)


def _limit_memory():
    import resource

    _, most = resource.getrlimit(resource.RLIMIT_AS)
    if most == resource.RLIM_INFINITY or most > MEMORY_LIMIT:
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY_LIMIT, most))
