"""A site of its own to measure: a temporary folder, a filled database, the production server on a free port."""

import contextlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlencode

from tests.bench.load import build_request, exchange

ROOT = Path(__file__).resolve().parent.parent.parent


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@contextlib.contextmanager
def production_site(creatures: int, database_url: str = "") -> Iterator[tuple[str, int]]:
    """Granian with two workers over the samples and `creatures` more; gives its address, stops it at the end.

    By default over a SQLite file of its own.
    """
    folder = Path(tempfile.mkdtemp(prefix="bench-"))
    environment = {**os.environ, "DATA_DIR": str(folder), "DJANGO_SETTINGS_MODULE": "config.settings"}
    for name in ("DATABASE_URL", "SITE_URL", "DEBUG"):
        environment.pop(name, None)
    if database_url:
        environment["DATABASE_URL"] = database_url
    port = free_port()
    try:
        commands = (
            ["migrate", "--verbosity", "0"],
            ["load_samples"],
            ["collectstatic", "--noinput", "-v", "0"],
            ["make_demo_creatures", str(creatures), "-v", "0"],
        )
        for command in commands:
            subprocess.run([sys.executable, "manage.py", *command], cwd=ROOT, env=environment, check=True)
        server = subprocess.Popen(
            [str(Path(sys.executable).with_name("granian")), "--interface", "wsgi", "--no-ws", "--host", "127.0.0.1"]
            + ["--port", str(port), "--workers", "2", "--blocking-threads", "4", "config.wsgi:application"],
            cwd=ROOT,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            wait_for(("127.0.0.1", port))
            yield ("127.0.0.1", port)
        finally:
            server.terminate()
            server.wait(20)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def wait_for(address: tuple[str, int], seconds: float = 30) -> None:
    """Return when something listens there; TimeoutError when nothing does in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(OSError), socket.create_connection(address, timeout=1):
            return
        time.sleep(0.1)
    raise TimeoutError(f"nothing listens on port {address[1]}")


class FormReader(HTMLParser):
    """The fields of one form as a browser would send them, and the CSRF token among them."""

    def __init__(self, form_id: str):
        super().__init__()
        self.form_id, self.inside, self.skipped = form_id, False, 0
        self.fields: list[tuple[str, str]] = []
        self._select, self._option, self._textarea, self._text = None, None, None, ""

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag == "form" and given.get("id") == self.form_id:
            self.inside = True
        if tag == "template":
            self.skipped += 1
        if self.skipped or not (self.inside or given.get("form") == self.form_id):
            return
        name = given.get("name", "")
        if tag == "input" and name and given.get("type") not in ("submit", "button"):
            if given.get("type") in ("checkbox", "radio") and "checked" not in given:
                return
            self.fields.append((name, given.get("value", "on" if given.get("type") == "checkbox" else "")))
        elif tag == "select":
            self._select, self._option = (name, "multiple" in given), None
        elif tag == "option" and self._select:
            if "selected" in given:
                self.fields.append((self._select[0], given.get("value", "")))
                self._option = "chosen"
            elif self._option is None and not self._select[1]:
                self._option = given.get("value", "")
        elif tag == "textarea":
            self._textarea, self._text = name, ""

    def handle_data(self, data):
        if self._textarea is not None:
            self._text += data

    def handle_endtag(self, tag):
        if tag == "template":
            self.skipped -= 1
        elif tag == "form":
            self.inside = False
        elif tag == "select" and self._select:
            if self._option not in (None, "chosen"):
                self.fields.append((self._select[0], self._option))
            self._select = None
        elif tag == "textarea" and self._textarea is not None:
            self.fields.append((self._textarea, self._text.removeprefix("\n")))
            self._textarea = None


def fetch(address: tuple[str, int], path: str) -> tuple[int, str]:
    with socket.create_connection(address) as connection:
        status, body = exchange(connection, build_request("GET", path, host=f"{address[0]}:{address[1]}"))
    return status, body.decode()


def form_fields(address: tuple[str, int], path: str, form_id: str) -> dict[str, list[str]]:
    """The fields of the form on a page, each name with its values in order."""
    status, page = fetch(address, path)
    reader = FormReader(form_id)
    reader.feed(page)
    if status != 200 or not reader.fields:
        raise RuntimeError(f"{path} answered {status} and showed no form #{form_id}")
    fields: dict[str, list[str]] = {}
    for name, value in reader.fields:
        fields.setdefault(name, []).append(value)
    return fields


def post_request(address: tuple[str, int], path: str, fields: dict[str, list[str]], **changes: str) -> bytes:
    """A POST of the form as HTMX sends it, some of its fields changed."""
    # Django accepts any well-formed pair of cookie and token, and the form's token unmasks to the cookie's secret.
    token = fields["csrfmiddlewaretoken"][0]
    sent = {**fields, **{name: [value] for name, value in changes.items()}}
    host = f"{address[0]}:{address[1]}"
    headers = {
        "Content-Type": "application/x-www-form-urlencoded",
        "Cookie": f"csrftoken={token}",
        "Origin": f"http://{host}",
        "HX-Request": "true",
        "Accept-Encoding": "gzip",
    }
    return build_request("POST", path, host=host, headers=headers, body=urlencode(sent, doseq=True).encode())
