"""Every setting of the project, in one file, driven by the environment.

The names that may be set are listed in README.md. A value that cannot be read stops the start with a sentence that
names it: a misspelt `DEBUG` or a broken `DATABASE_URL` must never turn into a silently different server.
"""

import os
import secrets
import tempfile
from datetime import timedelta
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent


# --- Reading the environment ------------------------------------------------------------------------------------------

TRUE_WORDS = {"1", "true", "yes", "on"}
FALSE_WORDS = {"0", "false", "no", "off", ""}


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
    if not text.isascii() or not text.isdigit() or not lowest <= int(text) <= highest:
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


def env_origin(name: str) -> str:
    """An address such as `https://example.org` without a path, or "" when unset."""
    text = env_text(name).rstrip("/")
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        readable = parts.scheme in ("http", "https") and parts.hostname and (parts.port or True)
    except ValueError:
        readable = False
    if not readable or parts.path or parts.query or parts.fragment or parts.username:
        raise ImproperlyConfigured(f"{name}={text!r} is not an address like https://example.org (no path).")
    return text


# --- Where local data lives -------------------------------------------------------------------------------------------

# Database file, secret key and file caches; ignored by git.
DATA_DIR = Path(env_text("DATA_DIR", str(BASE_DIR / "var"))).expanduser()
if not DATA_DIR.is_absolute():
    DATA_DIR = BASE_DIR / DATA_DIR
try:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
except OSError as error:
    raise ImproperlyConfigured(f"DATA_DIR={str(DATA_DIR)!r} cannot be made: {error}.") from error


def local_secret_key() -> str:
    """The secret key of this installation, made on the first run and kept in a file only its owner can read.

    Two workers may start at the same moment: each writes a file of its own and `link` lets exactly one of them become
    the key, so nobody ever reads half a key or a second one.
    """
    path = DATA_DIR / "secret_key"
    if not path.exists():
        handle, name = tempfile.mkstemp(dir=DATA_DIR, prefix="secret_key.")  # mkstemp gives mode 600
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
    key = path.read_text(encoding="ascii").strip()
    if len(key) < 50:
        raise ImproperlyConfigured(f"{path} is too short to be a secret key: delete it to have a new one made.")
    return key


# --- The site ---------------------------------------------------------------------------------------------------------

DEBUG = env_flag("DEBUG")
SECRET_KEY = env_text("SECRET_KEY") or local_secret_key()
if len(SECRET_KEY) < 50:
    raise ImproperlyConfigured("SECRET_KEY is shorter than 50 characters: leave it out to have one made.")

# The site's public address; "" for a server on this machine only.
SITE_URL = env_origin("SITE_URL")
HTTPS = SITE_URL.startswith("https://")
# Set when a proxy in front of the server overwrites X-Forwarded-Proto and X-Forwarded-For: without one, anybody could
# send those headers, so they are not believed by default.
BEHIND_PROXY = env_flag("BEHIND_PROXY")

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
if SITE_URL and urlsplit(SITE_URL).hostname not in ALLOWED_HOSTS:
    ALLOWED_HOSTS.append(urlsplit(SITE_URL).hostname)
CSRF_TRUSTED_ORIGINS = env_list("CSRF_TRUSTED_ORIGINS") or ([SITE_URL] if SITE_URL else [])
for origin in CSRF_TRUSTED_ORIGINS:
    if not origin.startswith(("http://", "https://")):
        raise ImproperlyConfigured(f"CSRF_TRUSTED_ORIGINS has {origin!r}, which does not begin with http(s)://.")

INSTALLED_APPS = [
    "accounts",
    "bestiary",
    "encounters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages to a quarter of their size, for phones. Django pads each answer at random against guessing what is secret
    # in it by its length, and masks the CSRF token anew each time.
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,  # without a "loaders" option Django compiles each template once per process
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

# English only for now; with translation on, every integer in a template is localised, at three times the cost.
USE_I18N = False
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True


# --- Database ---------------------------------------------------------------------------------------------------------


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


def database_from_url(url: str) -> dict:
    """PostgreSQL with connections that stay open between requests, or an SQLite file; anything else is an error."""
    shown = url.split("://", 1)[0] + "://…"  # the rest holds a password
    try:
        database = dj_database_url.parse(url, conn_max_age=600, conn_health_checks=True)
    except Exception as error:
        raise ImproperlyConfigured(
            f"DATABASE_URL={shown} cannot be read: write postgresql://user:password@host:5432/name."
        ) from error
    if database["ENGINE"] == "django.db.backends.sqlite3":
        return sqlite_database(Path(database["NAME"]))
    if database["ENGINE"] != "django.db.backends.postgresql":
        raise ImproperlyConfigured(f"DATABASE_URL={shown}: only postgresql:// and sqlite:/// are supported.")
    if not database["NAME"]:
        raise ImproperlyConfigured(f"DATABASE_URL={shown} names no database.")
    return database


DATABASE_URL = env_text("DATABASE_URL")
DATABASES = {"default": database_from_url(DATABASE_URL) if DATABASE_URL else sqlite_database(DATA_DIR / "db.sqlite3")}
# ATOMIC_REQUESTS stays off: with IMMEDIATE it would take the write lock on every GET.


# --- Caches -----------------------------------------------------------------------------------------------------------

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "LOCATION": "default"},
    # Rendered PDFs, keyed by content and shared by all workers. A sheet has some 40 KB: at most about 80 MB.
    "pdf": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": DATA_DIR / "pdf",
        "TIMEOUT": 7 * 24 * 3600,
        "OPTIONS": {"MAX_ENTRIES": 2000, "CULL_FREQUENCY": 4},
    },
}


# --- People -----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "accounts:login"
LOGIN_REDIRECT_URL = "bestiary:creature_list"
LOGOUT_REDIRECT_URL = "home"

# A guest's only key to their work is this cookie, so it lives for a year and every save renews it.
SESSION_COOKIE_AGE = 365 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
# Messages travel in the session: the site sets no cookie but the session and the CSRF token.
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

# Log-in attempts are counted in the database, which all workers share: ten wrong passwords for one name from one
# address close that pair for a quarter of an hour.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=15)
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # trying again does not make the wait longer
AXES_USERNAME_CALLABLE = "accounts.attempts.attempted_name"
AXES_CLIENT_IP_CALLABLE = "accounts.attempts.client_address"
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_LOCKOUT_TEMPLATE = "accounts/locked_out.html"
AXES_HTTP_RESPONSE_CODE = 429
AXES_VERBOSE = False
AXES_ENABLE_ACCESS_FAILURE_LOG = False
AXES_DISABLE_ACCESS_LOG = True  # no list of who logged in when


# --- Mail -------------------------------------------------------------------------------------------------------------

SMTP_HOST = env_text("SMTP_HOST")
SMTP_SECURITY = env_choice("SMTP_SECURITY", ("starttls", "tls", "none"), "starttls")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if SMTP_HOST else 'console'}.EmailBackend"
EMAIL_HOST = SMTP_HOST
EMAIL_PORT = env_number("SMTP_PORT", {"starttls": 587, "tls": 465, "none": 25}[SMTP_SECURITY], 1, 65535)
EMAIL_HOST_USER = env_text("SMTP_USER")
EMAIL_HOST_PASSWORD = os.environ.get("SMTP_PASSWORD", "")
EMAIL_USE_TLS = SMTP_SECURITY == "starttls"
EMAIL_USE_SSL = SMTP_SECURITY == "tls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env_text("MAIL_FROM", "webmaster@localhost")


# --- Security ---------------------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Other hosts of the domain are not this site's to decide, so `check --deploy` need not ask for these two.
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = False
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if BEHIND_PROXY:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")

# Larger than the longest creature or encounter form, small enough to be refused quickly.
DATA_UPLOAD_MAX_MEMORY_SIZE = 1024 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2000


# --- Static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # Names carry a hash of their content: browsers keep them for ever, and a new version has a new name.
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}
# Only the hashed names are ever asked for; compressing takes most of the time of a first start, so what no browser
# asks for (fonts for PDFs, source maps, licences) is left as it is.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = ("woff2", "ttf", "png", "jpg", "gif", "map", "txt", "md")


# --- Logging ----------------------------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {
        "handlers": ["console"],
        "level": env_choice("LOG_LEVEL", ("DEBUG", "INFO", "WARNING", "ERROR"), "INFO"),
    },
    "loggers": {
        "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "axes": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
