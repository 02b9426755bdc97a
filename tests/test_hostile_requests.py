"""Requests that no browser sends: the site answers, never with an error page of its own, and keeps nothing of them."""

from io import BytesIO
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from django.test.client import BOUNDARY, MULTIPART_CONTENT
from django.urls import resolve, reverse

from accounts.models import User
from config.requests import LONGEST_REQUEST
from config.wsgi import application
from encounters.models import Encounter

pytestmark = pytest.mark.django_db

# With the first row Python reads some text; with the second it fails, or makes signs that nothing can hold.
CHARSETS = ["utf-8", "utf-16", "cp037", "mbcs", "nonsense", "", "é", '"a;b"']
CHARSETS += ["hex", "base64", "zlib", "rot13", "undefined", "idna", "punycode", "utf-7", "unicode_escape"]
CLAIMS = [
    *(f"charset={charset}" for charset in CHARSETS),
    "CharSet = HEX",
    "charset*=utf-8''hex",
    "a=b;charset=hex;c=d",
]

FORMS = [
    "encounters:encounter_create",
    "encounters:encounter_preview",
    "encounters:encounter_creatures",
    "encounters:party_create",
    "bestiary:creature_create",
    "bestiary:creature_preview",
    "accounts:login",
    "accounts:signup",
    "accounts:password_reset",
]
TOKEN = "t" * 32
AT_THE_GATE = {"name": "At the gate", "party_mode": "uniform", "pc_count": "4", "pc_level": "3"}


@pytest.fixture(autouse=True)
def _keep_the_connection():
    """The server's application would close the test's own connection to the database before every answer."""
    for signal in (request_started, request_finished):
        signal.disconnect(close_old_connections)
    yield
    for signal in (request_started, request_finished):
        signal.connect(close_old_connections)


def ask(address: str, body: bytes | None = None, **headers: str) -> tuple[int, str]:
    """Status and text of what the server's own application answers; Django's test client reads requests by itself."""
    path, _, query = address.partition("?")
    found = []
    environ = {
        "REQUEST_METHOD": "GET" if body is None else "POST",
        "PATH_INFO": path,
        "QUERY_STRING": query,
        "SERVER_NAME": "testserver",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_LENGTH": str(len(body or b"")),
        "HTTP_COOKIE": f"csrftoken={TOKEN}",
        "HTTP_X_CSRFTOKEN": TOKEN,
        "wsgi.input": BytesIO(body or b""),
        "wsgi.errors": BytesIO(),
        "wsgi.url_scheme": "http",
        **headers,
    }
    text = b"".join(application(environ, lambda status, _: found.append(int(status[:3]))))
    return found[0], text.decode()


def multipart(**fields: str) -> bytes:
    """A form as browsers send it with files, its texts just as they are."""
    parts = [f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="{k}"\r\n\r\n{v}\r\n' for k, v in fields.items()]
    return ("".join(parts) + f"--{BOUNDARY}--\r\n").encode()


@pytest.mark.parametrize("claim", CLAIMS)
@pytest.mark.parametrize("name", FORMS)
def test_a_form_is_read_as_utf_8_whatever_charset_it_claims(name, claim):
    body = multipart(name=r"\ud800 +2AA- Élfe", username=r"\ud800 +2AA-", email=r"\ud800@example.org")
    status, _ = ask(reverse(name), body, CONTENT_TYPE=f"{MULTIPART_CONTENT}; {claim}")
    assert status in (200, 422)


@pytest.mark.parametrize("claim", CLAIMS)
def test_an_address_is_read_as_utf_8_whatever_charset_is_claimed(claim):
    address = f"{reverse('bestiary:creature_list')}?{urlencode({'q': 'Élfe'})}"
    status, text = ask(address, CONTENT_TYPE=f"text/plain; {claim}")
    assert status == 200
    assert 'value="Élfe"' in text


@pytest.mark.parametrize("kind", [MULTIPART_CONTENT, "application/x-www-form-urlencoded"])
def test_what_is_saved_is_what_was_sent_as_utf_8(kind):
    fields = {**AT_THE_GATE, "name": r"Élfe \u00e9"}
    body = multipart(**fields) if kind == MULTIPART_CONTENT else urlencode(fields).encode()
    status, _ = ask("/encounters/new/", body, CONTENT_TYPE=f"{kind}; charset=unicode_escape")
    assert status == 302
    assert Encounter.objects.get().name == r"Élfe \u00e9"


@pytest.mark.parametrize("cookie", [r'sessionid="\000abcdefgh"', rf'csrftoken={TOKEN}; sessionid="abc\000defgh"; a=b'])
@pytest.mark.parametrize("address", ["/", "/accounts/", "/encounters/", "/bestiary/", "/admin/", "/shared/nothing/"])
def test_a_cookie_with_a_nul_in_it_is_nobodys(cookie, address):
    assert ask(address, HTTP_COOKIE=cookie)[0] in (200, 302, 404)


def test_whoever_saves_with_a_broken_session_becomes_a_guest():
    cookies = rf'sessionid="abc\000defgh"; csrftoken={TOKEN}'
    status, _ = ask("/encounters/new/", multipart(**AT_THE_GATE), HTTP_COOKIE=cookies, CONTENT_TYPE=MULTIPART_CONTENT)
    assert status == 302
    assert User.objects.get().is_guest


@pytest.mark.parametrize("name", FORMS)
def test_a_file_larger_than_any_form_is_refused_before_it_is_read(client, name, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    takes_files = hasattr(resolve(reverse(name)).func, "takes_files")
    most = LONGEST_REQUEST if takes_files else settings.DATA_UPLOAD_MAX_MEMORY_SIZE
    too_large = SimpleUploadedFile("portrait.png", b"x" * (most + 1))
    response = client.post(reverse(name), {"name": "Goblin", "file": too_large})
    assert response.status_code == 400
    assert response.wsgi_request.META["wsgi.input"].read(1) != b""  # nothing of it was read


def test_no_file_is_ever_written_to_the_disk(client, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    settings.FILE_UPLOAD_MAX_MEMORY_SIZE = 10
    response = client.post("/encounters/new/", {**AT_THE_GATE, "file": SimpleUploadedFile("x", b"x" * 5_000)})
    assert response.status_code == 400
    assert settings.FILE_UPLOAD_HANDLERS == ["config.requests.SmallUploads"]


def test_a_small_file_that_no_form_asks_for_is_nothing(client):
    response = client.post("/encounters/new/", {**AT_THE_GATE, "name2": SimpleUploadedFile("x", b"x" * 200_000)})
    assert response.status_code == 302


def test_no_page_names_a_static_file_without_the_hash_of_its_content():
    """Collected files are kept under names with a hash only: an address written by hand leads nowhere."""
    root = Path(settings.BASE_DIR)
    sources = [path for folder in ("templates", "static/js") for path in (root / folder).rglob("*") if path.is_file()]
    assert len(sources) > 20
    assert [path.name for path in sources if '"/static/' in path.read_text(encoding="utf-8")] == []
