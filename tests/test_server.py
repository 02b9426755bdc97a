"""The server that `make run` starts, with two worker processes and the real settings."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

ROOT = Path(__file__).parent.parent


def free_port() -> int:
    """A port nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Site:
    """A freshly installed site in a folder of its own: migrated, samples loaded, static files collected."""

    def __init__(self, data_dir: Path) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        environment = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), "DATA_DIR": str(data_dir)}
        self.options = {"cwd": ROOT, "env": environment}
        collect = [sys.executable, "manage.py", "collectstatic", "--noinput", "--verbosity", "0"]
        subprocess.run(collect, check=True, timeout=300, **self.options)
        prepare = [sys.executable, "-m", "config.prepare", "127.0.0.1", str(self.port)]
        done = subprocess.run(prepare, check=True, timeout=300, capture_output=True, text=True, **self.options)
        self.announced = done.stdout

    def start(self) -> subprocess.Popen:
        """Start the server as the Makefile does, in a process group of its own, and wait for its first answer."""
        arguments = f"--interface wsgi --no-ws --port {self.port} --workers 2 --blocking-threads 4"
        server = subprocess.Popen(
            [sys.executable, "-m", "granian", *arguments.split(), "config.wsgi:application"],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
            **self.options,
        )
        wait_for(self.address)
        return server


@pytest.fixture(scope="module")
def installed(tmp_path_factory):
    """The site before its server is started."""
    return Site(tmp_path_factory.mktemp("site"))


@pytest.fixture(scope="module")
def site(installed):
    """The address of the running site."""
    server = installed.start()
    yield installed.address
    server.terminate()
    server.wait(timeout=30)


def wait_for(address: str) -> None:
    """Return once the site answers; fail after half a minute."""
    for _ in range(150):
        try:
            with build_opener().open(f"{address}/about/", timeout=5):
                return
        except (URLError, ConnectionError):
            time.sleep(0.2)
    pytest.fail("the server did not answer")


def get(address: str, **headers: str):
    """Status, headers and text of a page, whatever its status."""
    try:
        with build_opener().open(Request(address, headers=headers), timeout=10) as answer:
            return answer.status, answer.headers, answer.read()
    except HTTPError as error:
        return error.code, error.headers, error.read()


def test_the_address_is_printed(installed):
    assert f"{installed.address}/" in installed.announced


def test_ctrl_c_ends_the_server_at_once(installed):
    for _ in range(2):
        server = installed.start()
        try:
            os.killpg(server.pid, signal.SIGINT)  # a terminal sends it to every process of the group
            assert server.wait(timeout=5) == 0
        finally:
            server.kill()


def test_the_front_page_shows_a_sample(site):
    status, headers, body = get(f"{site}/")
    assert status == 200
    assert "default-src 'self'" in headers["Content-Security-Policy"]
    assert b"Duskfolio" in body


def test_static_files_are_compressed_and_kept_for_ever(site):
    _, _, body = get(f"{site}/")
    stylesheets = re.findall(r'href="(/static/[^"]+\.css)"', body.decode())
    assert stylesheets
    for stylesheet in stylesheets:
        assert re.search(r"\.[0-9a-f]{12}\.css$", stylesheet)
        status, headers, _ = get(f"{site}{stylesheet}", **{"Accept-Encoding": "br"})
        assert status == 200
        assert "immutable" in headers["Cache-Control"]
        assert headers["Content-Encoding"] == "br"
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["X-Content-Type-Options"] == "nosniff"


def test_a_missing_page_tells_nothing_of_the_inside(site):
    status, _, body = get(f"{site}/nothing/here/")
    assert status == 404
    assert b"Traceback" not in body
    assert b"urlpatterns" not in body


def test_a_strange_charset_is_no_failure(site):
    assert get(f"{site}/bestiary/?q=x", **{"Content-Type": "text/plain; charset=hex"})[0] == 200


def test_a_host_that_is_not_ours_is_refused(site):
    assert get(f"{site}/", Host="evil.example")[0] == 400


def test_log_in_attempts_are_counted_across_the_worker_processes(site):
    browser = build_opener(HTTPCookieProcessor(CookieJar()))
    form = browser.open(f"{site}/accounts/log-in/", timeout=10).read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form).group(1)
    data = urlencode({"csrfmiddlewaretoken": token, "username": "samples", "password": "wrong"}).encode()
    statuses = []
    for _ in range(11):
        try:
            with browser.open(f"{site}/accounts/log-in/", data=data, timeout=10) as answer:
                statuses.append(answer.status)
        except HTTPError as error:
            statuses.append(error.code)
    assert statuses == [200] * 9 + [429] * 2
