"""The settings: what the environment may say, and that they stop the start when it says something else."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOCAL = {"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/")}


def run_python(code: str, data_dir: Path, **environment: str) -> subprocess.CompletedProcess:
    """Run `code` in a fresh Python at the root of the project, with nothing in the environment but `environment`."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env={**LOCAL, "DATA_DIR": str(data_dir), **environment},
        capture_output=True,
        text=True,
        timeout=60,
    )


def read_settings(data_dir: Path, *names: str, **environment: str) -> list:
    """The values of these settings under this environment."""
    code = (
        "import json, config.settings as s;"
        f"print(json.dumps([getattr(s, name, None) for name in {names!r}], default=str))"
    )
    done = run_python(code, data_dir, **environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "maybe"),
        ("DEBUG", "express:*"),
        ("BEHIND_PROXY", "nginx"),
        ("SITE_URL", "example.org"),
        ("SITE_URL", "ftp://example.org"),
        ("SITE_URL", "https://example.org/games"),
        ("SITE_URL", "https://example.org:port"),
        ("SITE_URL", "https://"),
        ("SITE_URL", "https://*"),
        ("SITE_URL", "https://*.example.org"),
        ("SITE_URL", "https://.example.org"),
        ("SITE_URL", "https://games example.org"),
        ("SITE_URL", "https://spiele.exämple.org"),
        ("SITE_URL", "https://me@example.org"),
        ("SITE_URL", "https://example.org?"),
        ("SITE_URL", "https://example.org:0"),
        ("SITE_URL", "https://example.org:99999"),
        ("ALLOWED_HOSTS", "https://example.org"),
        ("ALLOWED_HOSTS", "example.org:8000"),
        ("ALLOWED_HOSTS", "localhost, games example.org"),
        ("ALLOWED_HOSTS", "example.org/games"),
        ("ALLOWED_HOSTS", "*.example.org"),
        ("SECRET_KEY", "short"),
        ("CSRF_TRUSTED_ORIGINS", "example.org"),
        ("CSRF_TRUSTED_ORIGINS", "https://"),
        ("CSRF_TRUSTED_ORIGINS", "https://example.org/games"),
        ("CSRF_TRUSTED_ORIGINS", "https://example.org, *"),
        ("DATABASE_URL", "rubbish"),
        ("DATABASE_URL", "mysql://me:hidden-word@localhost/site"),
        ("DATABASE_URL", "postgresql://me:hidden-word@localhost/"),
        ("DATABASE_URL", "postgresql://me:hidden-word@localhost:port/site"),
        ("DATABASE_URL", "sqlite://"),
        ("DATABASE_URL", "sqlite://:memory:"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///db.sqlite3"),
        ("DATABASE_URL", "sqlite:////no/such/folder/db.sqlite3"),
        ("DATABASE_URL", "sqlite:////tmp"),
        ("SMTP_HOST", "mail.example.org:587"),
        ("SMTP_HOST", "smtp://mail.example.org"),
        ("SMTP_USER", "gm"),  # without a host nothing would be sent, and nobody would know
        ("SMTP_PASSWORD", "hidden-word"),
        ("SMTP_PORT", "25"),
        ("SMTP_SECURITY", "tls"),
        ("MAIL_FROM", "Duskfolio"),
        ("MAIL_FROM", "gm@"),
        ("MAIL_FROM", "gm@example.org\nBcc: all@example.org"),
        ("SMTP_PORT", "smtp"),
        ("SMTP_PORT", "70000"),
        ("SMTP_PORT", "-1"),
        ("SMTP_SECURITY", "ssl3"),
        ("LOG_LEVEL", "LOUD"),
        ("DATA_DIR", "/dev/null/data"),
        ("DATA_DIR", "/proc"),  # is there, and keeps nothing
    ],
)
def test_a_value_that_cannot_be_read_stops_the_start_with_a_sentence_that_names_it(tmp_path, name, value):
    done = run_python(
        "import config.settings",
        **{"data_dir": tmp_path} | {name: value} if name != "DATA_DIR" else {"data_dir": Path(value)},
    )
    assert done.returncode != 0
    last_line = done.stderr.strip().splitlines()[-1]
    assert last_line.startswith("django.core.exceptions.ImproperlyConfigured: ")
    assert name in last_line
    assert "hidden-word" not in last_line  # a password never goes to the log


@pytest.mark.parametrize(
    ("word", "debug"),
    [("1", True), ("true", True), ("Yes", True), ("ON", True), ("0", False), ("off", False), ("", False)],
)
def test_debug_understands_the_usual_words(tmp_path, word, debug):
    assert read_settings(tmp_path, "DEBUG", DEBUG=word) == [debug]


def test_without_any_variable_it_is_a_production_server_for_this_machine(tmp_path):
    debug, hosts, secure, redirect, backend, database = read_settings(
        tmp_path,
        "DEBUG",
        "ALLOWED_HOSTS",
        "SESSION_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "EMAIL_BACKEND",
        "DATABASES",
    )
    assert debug is False
    assert hosts == ["localhost", "127.0.0.1", "[::1]"]
    assert (secure, redirect) == (False, False)  # plain http on 127.0.0.1
    assert backend == "django.core.mail.backends.console.EmailBackend"
    assert database["default"]["NAME"] == str(tmp_path / "db.sqlite3")
    assert database["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_an_https_address_switches_secure_cookies_redirect_and_hsts_on(tmp_path):
    names = (
        "SESSION_COOKIE_SECURE",
        "CSRF_COOKIE_SECURE",
        "SECURE_SSL_REDIRECT",
        "SECURE_HSTS_SECONDS",
        "ALLOWED_HOSTS",
        "CSRF_TRUSTED_ORIGINS",
    )
    session, csrf, redirect, hsts, hosts, origins = read_settings(
        tmp_path, *names, SITE_URL="https://games.example.org/", ALLOWED_HOSTS="www.example.org"
    )
    assert session
    assert csrf
    assert redirect
    assert hsts >= 31536000
    assert hosts == ["www.example.org", "games.example.org"]
    assert origins == ["https://games.example.org"]


@pytest.mark.parametrize(
    ("written", "origin", "host"),
    [
        ("HTTPS://Games.Example.org/", "https://games.example.org", "games.example.org"),
        ("https://games.example.org:443", "https://games.example.org", "games.example.org"),
        ("http://games.example.org:80", "http://games.example.org", "games.example.org"),
        ("http://192.168.1.20:8000", "http://192.168.1.20:8000", "192.168.1.20"),
        ("http://[2001:db8::1]:8000", "http://[2001:db8::1]:8000", "[2001:db8::1]"),
    ],
)
def test_the_address_of_the_site_is_kept_as_browsers_send_it(tmp_path, written, origin, host):
    names = ("SITE_URL", "CSRF_TRUSTED_ORIGINS", "ALLOWED_HOSTS")
    assert read_settings(tmp_path, *names, SITE_URL=written, ALLOWED_HOSTS="localhost") == [
        origin,
        [origin],
        ["localhost", host],
    ]


def test_further_origins_come_beside_the_sites_own(tmp_path):
    [origins] = read_settings(
        tmp_path,
        "CSRF_TRUSTED_ORIGINS",
        SITE_URL="https://example.org",
        CSRF_TRUSTED_ORIGINS="https://*.example.org, http://Games.test:8000/",
    )
    assert origins == ["https://example.org", "https://*.example.org", "http://games.test:8000"]


def test_hosts_may_be_a_domain_with_all_below_it_or_anything(tmp_path):
    hosts = "Example.org, .example.net, [::1], 127.0.0.1, *"
    assert read_settings(tmp_path, "ALLOWED_HOSTS", ALLOWED_HOSTS=hosts) == [hosts.split(", ")]


def test_a_database_file_may_lie_in_any_folder_that_exists(tmp_path):
    [databases] = read_settings(tmp_path, "DATABASES", DATABASE_URL=f"sqlite:///{tmp_path}/games.sqlite3")
    assert databases["default"]["NAME"] == f"{tmp_path}/games.sqlite3"


def test_the_sender_of_mails_may_have_a_name(tmp_path):
    sender = "The Duskfolio <games@example.org>"
    assert read_settings(tmp_path, "DEFAULT_FROM_EMAIL", MAIL_FROM=sender) == [sender]


def test_the_headers_of_a_proxy_are_believed_only_when_asked(tmp_path):
    assert read_settings(tmp_path, "SECURE_PROXY_SSL_HEADER") == [None]
    [header] = read_settings(tmp_path, "SECURE_PROXY_SSL_HEADER", BEHIND_PROXY="1")
    assert header == ["HTTP_X_FORWARDED_PROTO", "https"]


def test_a_postgresql_address_gives_connections_that_stay_open(tmp_path):
    [databases] = read_settings(tmp_path, "DATABASES", DATABASE_URL="postgresql://gm:a%20b@db.example.org:5433/site")
    database = databases["default"]
    assert database["ENGINE"] == "django.db.backends.postgresql"
    assert (database["HOST"], database["PORT"], database["NAME"]) == ("db.example.org", 5433, "site")
    assert (database["USER"], database["PASSWORD"]) == ("gm", "a b")
    assert database["CONN_MAX_AGE"] > 0
    assert database["CONN_HEALTH_CHECKS"] is True


def test_smtp_is_used_once_a_host_is_named(tmp_path):
    names = ("EMAIL_BACKEND", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_USE_TLS", "EMAIL_USE_SSL", "DEFAULT_FROM_EMAIL")
    assert read_settings(
        tmp_path, *names, SMTP_HOST="mail.example.org", SMTP_SECURITY="TLS", MAIL_FROM="gm@example.org"
    ) == ["django.core.mail.backends.smtp.EmailBackend", "mail.example.org", 465, False, True, "gm@example.org"]


def test_processes_that_start_together_agree_on_one_secret_key(tmp_path):
    data_dir = tmp_path / "new"
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", "import config.settings; print(config.settings.SECRET_KEY)"],
            cwd=ROOT,
            env={**LOCAL, "DATA_DIR": str(data_dir)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(4)
    ]
    keys = {process.communicate(timeout=60)[0].strip() for process in processes}
    assert len(keys) == 1
    assert len(keys.pop()) >= 50
    assert [path.name for path in data_dir.iterdir()] == ["secret_key"]
    assert (data_dir / "secret_key").stat().st_mode & 0o777 == 0o600


def test_the_secret_key_stays_the_same_on_the_next_start(tmp_path):
    assert read_settings(tmp_path, "SECRET_KEY") == read_settings(tmp_path, "SECRET_KEY")


def test_a_damaged_secret_key_file_stops_the_start(tmp_path):
    (tmp_path / "secret_key").write_text("")
    done = run_python("import config.settings", tmp_path)
    assert done.returncode != 0
    assert "secret_key is too short" in done.stderr


def test_the_deployment_check_finds_nothing_when_the_address_is_https(tmp_path):
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**LOCAL, "DATA_DIR": str(tmp_path), "SITE_URL": "https://games.example.org"},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.django_db
def test_sqlite_waits_its_turn_and_keeps_what_was_saved():
    from django.db import connection

    if connection.vendor != "sqlite":
        pytest.skip("about SQLite")
    with connection.cursor() as cursor:
        assert cursor.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert cursor.execute("PRAGMA foreign_keys").fetchone() == (1,)
        assert cursor.execute("PRAGMA busy_timeout").fetchone() == (5000,)
