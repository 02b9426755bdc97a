"""How PDFs are made: what a document may have, the cache, the queue, and workers that break."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from django.test import RequestFactory

from bestiary import pdf, pdf_pool
from tests.print.creatures import SHEET, ordinary, read, sheet_context, whole_text

ROOT = Path(__file__).parent.parent.parent
# A red dot, 1 × 1.
PNG = bytes.fromhex(
    "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154789c63f8cfc0000003010100c9fe92ef"
    "0000000049454e44ae426082"
)


def page(body: str, head: str = "") -> bytes:
    """A document that no template made."""
    return f'<!doctype html><html lang="en" class="a4"><title>Test</title>{head}<body>{body}</body></html>'.encode()


def lay_out(html: bytes, assets: dict | None = None) -> bytes:
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as worker:
        return worker.render(html, assets or {})


@pytest.fixture
def listener():
    """A port on this machine, and the list of those who called."""
    server, calls = socket.create_server(("127.0.0.1", 0)), []

    def listen():
        with contextlib.suppress(OSError):
            while True:
                calls.append(server.accept()[0].close())

    threading.Thread(target=listen, daemon=True).start()
    yield server.getsockname()[1], calls
    server.close()


# --- What a document may have -----------------------------------------------------------------------------------------


WAYS_TO_ASK = {
    "image": ("", '<img alt="" src="{}">'),
    "stylesheet": ('<link rel="stylesheet" href="{}">', ""),
    "imported stylesheet": ('<style>@import url("{}")</style>', ""),
    "background": ('<style>body {{ background: url("{}") }}</style>', ""),
    "object": ("", '<object data="{}"></object>'),
    "attachment": ('<link rel="attachment" href="{}">', ""),
    "image in a drawing": ("", '<svg width="9" height="9"><image href="{}" width="9" height="9"/></svg>'),
    "used drawing": ("", '<svg width="9" height="9"><use href="{}#a"/></svg>'),
}


@pytest.mark.parametrize("way", WAYS_TO_ASK)
@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://127.0.0.1:{port}/x.css", "data:text/css,p{{}}"])
def test_nothing_is_fetched_that_was_not_handed_in(address, way, listener):
    port, calls = listener
    head, body = (part.format(address.format(port=port)) for part in WAYS_TO_ASK[way])
    made = b""
    with contextlib.suppress(pdf.PdfFailed):
        made = lay_out(page(f"{body}<p>root:x:0:0</p>", head))
    assert not calls
    # Either there is no PDF at all, or what was asked for is not in it.
    if made:
        assert whole_text(made) in ("root:x:0:0 page 1 of 1", "")
        assert b"/EmbeddedFile" not in made
        assert not read(made).pages[0].images


@pytest.mark.parametrize("address", ["file:///etc/passwd", "http://127.0.0.1/", "https://example.org/a.png", "data:,a"])
def test_a_template_that_asks_for_an_address_gives_no_pdf(address):
    with pytest.raises(pdf.PdfFailed, match="not handed in"):
        lay_out(page(f'<img alt="" src="{address}">'))


def test_an_image_handed_in_by_name_is_shown():
    made = lay_out(page('<img alt="dot" src="asset:dot.png">'), {"dot.png": PNG})
    assert len(read(made).pages[0].images) == 1
    with pytest.raises(pdf.PdfFailed):
        lay_out(page('<img alt="dot" src="asset:other.png">'), {"dot.png": PNG})


# --- The cache --------------------------------------------------------------------------------------------------------


def test_the_same_sheet_is_not_laid_out_twice(monkeypatch):
    context = sheet_context(ordinary(), author="Twice")
    first = pdf.render_pdf(SHEET, context)
    monkeypatch.setattr(pdf_pool.Worker, "render", lambda *_: pytest.fail("laid out again"))
    began = time.perf_counter()
    assert pdf.render_pdf(SHEET, context) == first
    assert time.perf_counter() - began < 0.5


def test_whatever_changes_the_sheet_changes_the_key(tmp_path):
    bundle = pdf_pool.current_bundle()
    font, other = tmp_path / "a.ttf", tmp_path / "b.ttf"
    font.write_bytes(b"1")
    other.write_bytes(b"2")
    keys = {
        pdf._cache_key(b"<p>", {}, bundle),
        pdf._cache_key(b"<p> ", {}, bundle),
        pdf._cache_key(b"<p>", {"a": b"1"}, bundle),
        pdf._cache_key(b"<p>", {"a": b"2"}, bundle),
        pdf._cache_key(b"<p>", {"b": b"1"}, bundle),
        pdf._cache_key(b"<p>", {"a": b"1", "b": b""}, bundle),
        pdf._cache_key(b"<p>", {}, pdf_pool.Bundle({"a": font})),
        pdf._cache_key(b"<p>", {}, pdf_pool.Bundle({"a": other})),
    }
    assert len(keys) == 8


def test_two_layouts_of_one_document_are_equal():
    html = page("<h1>Equal</h1><p>to the byte")
    assert lay_out(html) == lay_out(html)


def test_a_cache_that_fails_does_not_keep_the_sheet_from_the_gm(monkeypatch):
    class FullDisk:
        def get(self, key):
            raise OSError("no such disk")

        def set(self, key, value):
            raise OSError("no space left")

    monkeypatch.setattr(pdf, "_cache", FullDisk)
    assert pdf.render_pdf(SHEET, sheet_context(ordinary())).startswith(b"%PDF-")


# --- Workers ----------------------------------------------------------------------------------------------------------


def process_of(worker) -> int:
    return worker.executor.submit(os.getpid).result(60)


def is_running(process: int) -> bool:
    """Whether the process is there and not merely waiting to be buried."""
    try:
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


def wait_until_gone(process: int, seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while is_running(process) and time.monotonic() < end:
        time.sleep(0.05)
    return not is_running(process)


def test_a_worker_that_died_is_replaced_and_the_sheet_is_made_all_the_same():
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as worker:
        process, folder = process_of(worker), worker.folder
        os.kill(process, signal.SIGKILL)
        assert wait_until_gone(process)
        assert worker.render(page("<p>After"), {}).startswith(b"%PDF-")
        assert process_of(worker) != process
    assert not Path(folder).exists()


def test_a_document_that_takes_too_long_is_given_up_and_the_next_one_is_made(settings):
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as worker:
        lay_out_time, worker.seconds = worker.seconds, 0.4
        process = process_of(worker)
        try:
            began = time.monotonic()
            with pytest.raises(pdf.PdfTimeout):
                worker.render(page("<p><b>word</b> " * 20_000), {})
            assert time.monotonic() - began < 20
        finally:
            worker.seconds = lay_out_time
        assert not is_running(process)
        assert worker.render(page("<p>After"), {}).startswith(b"%PDF-")


def test_weasyprint_is_in_the_worker_and_django_is_not():
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as worker:
        modules = worker.executor.submit(eval, "list(__import__('sys').modules)").result(60)
    assert "weasyprint" in modules
    assert "django" not in modules
    assert "weasyprint" not in sys.modules


def test_the_worker_leaves_the_processor_to_the_pages():
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as worker:
        assert worker.executor.submit(os.nice, 0).result(60) >= 10


class Idle:
    """A worker that does nothing."""

    bundle = pdf_pool.current_bundle()
    ended = False

    @classmethod
    def end(cls):
        cls.ended = True


def test_who_comes_when_the_queue_is_full_is_told_so_at_once():
    pool = pdf_pool.Pool()
    pool.limit = 1
    pool.slots.get()
    pool.slots.put(Idle)
    with pool.turn(Idle.bundle):
        began = time.monotonic()
        with pytest.raises(pdf.PdfBusy), pool.turn(Idle.bundle):
            pytest.fail("let in")
        assert time.monotonic() - began < 1
    with pool.turn(Idle.bundle) as worker:
        assert worker is Idle


def test_the_one_who_waits_gets_the_worker_when_it_is_free():
    pool = pdf_pool.Pool()
    pool.slots.get()
    pool.slots.put(Idle)
    order = []

    def second():
        with pool.turn(Idle.bundle):
            order.append("second")

    with pool.turn(Idle.bundle):
        thread = threading.Thread(target=second)
        thread.start()
        time.sleep(0.1)
        order.append("first")
    thread.join(10)
    assert order == ["first", "second"]


def test_warming_up_starts_a_worker_and_does_not_wait_for_it(monkeypatch, settings):
    started = threading.Event()

    def start_slowly(bundle):
        started.wait(10)
        return Idle()

    monkeypatch.setattr(pdf_pool, "Worker", start_slowly)
    monkeypatch.setattr(pdf_pool, "_the_pool", None)
    settings.PDF_WARM_UP = True
    pdf.warm_up()
    assert pdf_pool.current_pool().slots.empty()  # taken, and not yet back
    started.set()
    with pdf_pool.current_pool().turn(Idle.bundle) as worker:
        assert isinstance(worker, Idle)
    pdf.warm_up()
    assert not pdf_pool.current_pool().slots.empty()


def test_a_pool_that_was_ended_lets_nobody_wait_for_ever(monkeypatch):
    monkeypatch.setattr(pdf_pool, "_the_pool", None)
    document = page("<p><b>word</b> " * 20_000)
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as worker:
        threading.Timer(0.3, pdf_pool.end_pool).start()
        with pytest.raises(pdf.PdfFailed):
            worker.render(document, {})
    assert worker.ended


def test_a_changed_stylesheet_is_used_by_a_new_worker(monkeypatch):
    class Old(Idle):
        class bundle:
            digest = "old"

    monkeypatch.setattr(pdf_pool, "Worker", lambda bundle: Idle)
    pool = pdf_pool.Pool()
    pool.slots.get()
    pool.slots.put(Old)
    with pool.turn(Idle.bundle) as worker:
        assert worker is Idle
    assert Old.ended


def test_a_forked_process_does_not_use_its_parents_worker():
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()):
        child = os.fork()
        if child == 0:
            os._exit(0 if pdf_pool._the_pool is None and pdf_pool._pool_lock.acquire(timeout=1) else 1)
        assert os.waitpid(child, 0)[1] == 0


PRINTS_ONE_SHEET = """
import os, signal, sys
import django
django.setup()
from bestiary import pdf, pdf_pool
if __name__ == "__main__":
    pdf.render_pdf("print_warm_up.html", {"paper": "a4", "url": str(os.getpid())})
    assert not any(name.split(".")[0] == "weasyprint" for name in sys.modules)
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as worker:
        print(worker.executor.submit(os.getpid).result(), worker.folder, flush=True)
        process = next(iter(worker.executor._processes))
    if "killed together" in sys.argv:
        os.kill(process, signal.SIGKILL)
    if "told to end together" in sys.argv:  # as systemd does
        os.kill(process, signal.SIGTERM)
    if "normal" not in sys.argv:
        os.kill(os.getpid(), signal.SIGKILL)
"""


def end_a_server(ending, tmp_path):
    """Let a server print a sheet and end: what it gave back, and the number and the folder of its worker."""
    script = tmp_path / "server.py"
    script.write_text(PRINTS_ONE_SHEET)
    done = subprocess.run(
        [sys.executable, str(script), ending],
        env={**os.environ, "PYTHONPATH": str(ROOT), "DJANGO_SETTINGS_MODULE": "tests.settings"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == (0 if ending == "normal" else -signal.SIGKILL), done.stderr
    assert ending != "normal" or not done.stderr
    process, folder = done.stdout.split()
    assert wait_until_gone(int(process))
    return Path(folder)


@pytest.mark.parametrize("ending", ["normal", "killed", "told to end together"])
def test_a_worker_ends_with_its_server_however_that_ends(ending, tmp_path):
    assert not end_a_server(ending, tmp_path).exists()


def test_what_is_left_when_all_processes_are_killed_at_once_goes_with_the_next_start(tmp_path):
    with pdf_pool.current_pool().turn(pdf_pool.current_bundle()) as mine:
        left = end_a_server("killed together", tmp_path)
        assert left.exists()
        end_a_server("normal", tmp_path)
        assert not left.exists()
        assert Path(mine.folder).exists(), "a living server keeps its own"


# --- The response -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "plain", "full"),
    [
        ("Goblin", "Goblin", "Goblin"),
        ("Élfe des bois", "Elfe des bois", "%C3%89lfe%20des%20bois"),
        ("龍", "sheet", "%E9%BE%8D"),
        ("../../etc/passwd", "etc passwd", "etc%20passwd"),
        ('A "quoted"; name', "A quoted name", "A%20quoted%20%3B%20name"),
        ("line\r\nSet-Cookie: a=b", "line Set-Cookie a=b", "line%20Set-Cookie%20a%3Db"),
        ("gpj\u202efdp.exe", "gpjfdp.exe", "gpjfdp.exe"),
        ("con", "con sheet", "con%20sheet"),
        (" . ", "sheet", "sheet"),
        ("x" * 300, "x" * 80, "x" * 80),
    ],
)
def test_a_file_name_is_safe_and_carries_the_creatures_name(name, plain, full):
    header = pdf.content_disposition(name)
    assert header == f"inline; filename=\"{plain}.pdf\"; filename*=UTF-8''{full}.pdf"


def test_a_pdf_is_private_and_nothing_else_than_a_pdf():
    response = pdf.pdf_response(b"%PDF-", "Goblin", inline=False)
    assert response["Content-Type"] == "application/pdf"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-cache"
    assert response["Content-Disposition"].startswith("attachment;")


@pytest.mark.parametrize(("error", "status"), [(pdf.PdfBusy, 503), (pdf.PdfTimeout, 503), (pdf.PdfFailed, 500)])
def test_who_gets_no_pdf_gets_a_page_that_says_why(error, status, monkeypatch, db):
    def fail(*args, **kwargs):
        raise error

    monkeypatch.setattr(pdf, "render_pdf", fail)
    request = RequestFactory().get("/sheet.pdf")
    response = pdf.sheet_response(request, SHEET, {}, "Goblin")
    assert response.status_code == status
    assert response["Content-Type"].startswith("text/html")
    assert error.message in response.content.decode()
    assert response.has_header("Retry-After") == (status == 503)
