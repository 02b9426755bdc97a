"""Reads the environment for `config.settings`. A value that cannot be read is an error that names its variable.

Every function raises ImproperlyConfigured with a sentence for whoever runs the site; none of them knows Django's
settings.
"""

import ipaddress
import os
import re
import secrets
import tempfile
from email.utils import parseaddr
from pathlib import Path

import dj_database_url
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.validators import validate_email

TRUE_WORDS = {"1", "true", "yes", "on"}
FALSE_WORDS = {"0", "false", "no", "off", ""}

# A name as browsers send it (others are written as xn--…), or an IPv6 address in brackets.
HOST = r"[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\]"
ORIGIN = re.compile(
    rf"(?P<scheme>https?)://(?P<any>\*\.)?(?P<host>{HOST})(?::(?P<port>[0-9]{{1,5}}))?/?", re.IGNORECASE
)
ALLOWED_HOST = re.compile(rf"\*|\.?(?:{HOST})", re.IGNORECASE)
DEFAULT_PORTS = {"http": 80, "https": 443}

SMALLEST_SECRET = 50
"""Characters in a secret key."""


def env_text(name: str, default: str = "") -> str:
    """The variable without surrounding blanks, or `default` when it is unset or blank."""
    return os.environ.get(name, "").strip() or default


def env_flag(name: str, default: bool = False) -> bool:
    """A yes or a no; any other word is an error."""
    if name not in os.environ:
        return default
    word = os.environ[name].strip().lower()
    if word in TRUE_WORDS:
        return True
    if word in FALSE_WORDS:
        return False
    raise ImproperlyConfigured(f"{name}={os.environ[name]!r} is neither yes nor no: write 1 or 0.")


def env_number(name: str, default: int, lowest: int, highest: int) -> int:
    """A whole number from `lowest` to `highest`; anything else is an error."""
    text = env_text(name, str(default))
    if not re.fullmatch("[0-9]{1,9}", text) or not lowest <= int(text) <= highest:
        raise ImproperlyConfigured(f"{name}={text!r} is not a whole number from {lowest} to {highest}.")
    return int(text)


def env_list(name: str) -> list[str]:
    """The parts between commas, without blanks and empty ones."""
    return [part.strip() for part in os.environ.get(name, "").split(",") if part.strip()]


def env_choice(name: str, choices: tuple[str, ...], default: str) -> str:
    """One of `choices`, whatever its case; any other word is an error."""
    word = env_text(name, default)
    for choice in choices:
        if word.lower() == choice.lower():
            return choice
    raise ImproperlyConfigured(f"{name}={word!r} is none of {', '.join(choices)}.")


# --- Addresses --------------------------------------------------------------------------------------------------------


def read_origin(name: str, text: str, *, may_be_any: bool = False) -> tuple[str, str]:
    """Origin and host of an address such as `https://example.org`, as a browser writes them; `https://*.example.org`
    where it `may_be_any`."""
    match = ORIGIN.fullmatch(text)
    port = int(match["port"] or 1) if match else 0
    if not match or not 1 <= port <= 65535 or (match["any"] and not may_be_any):
        hint = "" if text.isascii() else ", its name in the form that begins with xn--"
        raise ImproperlyConfigured(f"{name}={text!r} is not an address like https://example.org (no path{hint}).")
    scheme, host = match["scheme"].lower(), match["host"].lower()
    shown_port = f":{port}" if match["port"] and port != DEFAULT_PORTS[scheme] else ""
    return f"{scheme}://{match['any'] or ''}{host}{shown_port}", host


def env_site(name: str) -> tuple[str, str]:
    """Origin and host of the site, both "" when unset."""
    text = env_text(name)
    return read_origin(name, text) if text else ("", "")


def env_origins(name: str) -> list[str]:
    """Origins between commas."""
    return [read_origin(name, text, may_be_any=True)[0] for text in env_list(name)]


def env_hosts(name: str) -> list[str]:
    """Names of hosts between commas: `example.org`, `.example.org` with all below it, or `*`."""
    hosts = env_list(name)
    for host in hosts:
        if not ALLOWED_HOST.fullmatch(host):
            raise ImproperlyConfigured(f"{name} has {host!r}: write names like example.org, no https:// and no port.")
    return hosts


def env_mail_server(name: str, *needs_it: str) -> str:
    """Name or address of a mail server, "" when unset; the variables that need it must then be unset too."""
    host = env_text(name)
    if not host:
        for other in needs_it:
            if env_text(other):
                raise ImproperlyConfigured(f"{other} is set and {name} is not: no mail would be sent.")
        return ""
    try:
        ipaddress.ip_address(host)
    except ValueError as error:
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", host):
            raise ImproperlyConfigured(f"{name}={host!r} is no server's name; a port has its own variable.") from error
    return host


def env_sender(name: str, default: str) -> str:
    """A mail address, with or without a name before it: `Duskfolio <games@example.org>`."""
    text = env_text(name, default)
    try:
        if not text.isprintable():
            raise ValidationError("A line break would begin another header.")
        validate_email(parseaddr(text)[1])
    except ValidationError as error:
        raise ImproperlyConfigured(f"{name}={text!r} is not a mail address.") from error
    return text


# --- Data -------------------------------------------------------------------------------------------------------------


def env_folder(name: str, default: Path, base: Path) -> Path:
    """A folder, made where it is missing; relative to `base`."""
    folder = base / Path(env_text(name, str(default))).expanduser()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(f"{name}={str(folder)!r} cannot be made: {error}.") from error
    return folder


def env_secret(name: str, folder: Path) -> str:
    """The secret key, or the one kept in `folder`, which is made on the first run."""
    key = env_text(name)
    if key and len(key) < SMALLEST_SECRET:
        raise ImproperlyConfigured(
            f"{name} is shorter than {SMALLEST_SECRET} characters: leave it out to have one made."
        )
    return key or kept_secret(folder)


def kept_secret(folder: Path) -> str:
    """The secret key of this installation, kept in a file only its owner can read.

    Two workers may start at the same moment: each writes a file of its own and `link` lets exactly one of them become
    the key, so nobody ever reads half a key or a second one.
    """
    path = folder / "secret_key"
    try:
        if not path.exists():
            handle, name = tempfile.mkstemp(dir=folder, prefix="secret_key.")  # mkstemp gives mode 600
            try:
                with os.fdopen(handle, "w", encoding="ascii") as file:
                    file.write(secrets.token_urlsafe(64))
                    file.flush()
                    os.fsync(file.fileno())
                os.link(name, path)
            except FileExistsError:
                pass  # another process was first: its key counts
            finally:
                os.unlink(name)
        key = path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"DATA_DIR={str(folder)!r} cannot keep the secret key: {error}.") from error
    if len(key) < SMALLEST_SECRET:
        raise ImproperlyConfigured(f"{path} is too short to be a secret key: delete it to have a new one made.")
    return key


def env_database(name: str, sqlite_file: Path) -> dict:
    """The database: PostgreSQL with connections that stay open between requests, or a file of SQLite."""
    url = env_text(name)
    if not url:
        return sqlite_database(sqlite_file)
    shown = url.split("://", 1)[0] + "://…"  # the rest holds a password
    try:
        database = dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)
    except Exception as error:
        raise ImproperlyConfigured(
            f"{name}={shown} cannot be read: write postgresql://user:password@host:5432/name."
        ) from error
    if database["ENGINE"] == "django.db.backends.sqlite3":
        path = Path(database["NAME"])
        if not path.is_absolute() or not path.parent.is_dir() or path.is_dir():
            raise ImproperlyConfigured(f"{name}={url!r} is no file in a folder that exists: sqlite:////path/to/file.")
        return sqlite_database(path)
    if database["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured(f"{name}={shown}: only postgresql:// and sqlite:/// are supported.")
    if not database["NAME"]:
        raise ImproperlyConfigured(f"{name}={shown} names no database.")
    return database


def sqlite_database(path: Path) -> dict:
    """SQLite tuned for a server with several processes.

    Write-ahead log: readers never wait for the writer. IMMEDIATE: a transaction takes the write lock when it begins and
    waits its turn, where the default fails with "database is locked" halfway. synchronous=FULL, and not the quicker
    NORMAL, because the page says "saved": with NORMAL the last commits may be gone after a power cut. Foreign keys are
    switched on by Django itself.
    """
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": 600,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 5,
            "init_command": (
                "PRAGMA journal_mode=WAL;"
                "PRAGMA synchronous=FULL;"
                "PRAGMA temp_store=MEMORY;"
                "PRAGMA cache_size=-16000;"
                "PRAGMA mmap_size=134217728;"
                "PRAGMA journal_size_limit=27103364;"
            ),
        },
    }
