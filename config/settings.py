"""Every setting of the project, in one file, driven by the environment.

The names that may be set are listed in README.md. A value that cannot be read stops the start with a sentence that
names it: a misspelt `DEBUG` or a broken `DATABASE_URL` must never turn into a silently different server.
"""

import os
from datetime import timedelta
from pathlib import Path

from csp.constants import NONE, SELF

from config.environment import (
    env_choice,
    env_database,
    env_flag,
    env_folder,
    env_hosts,
    env_mail_server,
    env_number,
    env_origins,
    env_secret,
    env_sender,
    env_site,
    env_text,
)

BASE_DIR = Path(__file__).resolve().parent.parent

# Database file, secret key and file caches; ignored by git.
DATA_DIR = env_folder("DATA_DIR", BASE_DIR / "var", BASE_DIR)


# --- The site ---------------------------------------------------------------------------------------------------------

DEBUG = env_flag("DEBUG")
SECRET_KEY = env_secret("SECRET_KEY", DATA_DIR)

# The site's public address; "" for a server on this machine only.
SITE_URL, SITE_HOST = env_site("SITE_URL")
HTTPS = SITE_URL.startswith("https://")
# Set when a proxy in front of the server overwrites X-Forwarded-Proto and X-Forwarded-For: without one, anybody could
# send those headers, so they are not believed by default.
BEHIND_PROXY = env_flag("BEHIND_PROXY")

ALLOWED_HOSTS = env_hosts("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
if SITE_HOST and SITE_HOST not in ALLOWED_HOSTS:
    ALLOWED_HOSTS.append(SITE_HOST)
CSRF_TRUSTED_ORIGINS = [*([SITE_URL] if SITE_URL else []), *env_origins("CSRF_TRUSTED_ORIGINS")]

INSTALLED_APPS = [
    "accounts",
    "bestiary",
    "encounters",
    "shop",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.sitemaps",
    "django_htmx",
    "csp",
    "axes",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    # Before all that may answer by itself: static files, redirects and refusals carry these headers too.
    "csp.middleware.CSPMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    # Pages to a quarter of their size, for phones. Django pads each answer at random against guessing what is secret
    # in it by its length, and masks the CSRF token anew each time.
    "config.answers.GZipPages",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
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
                "accounts.context_processors.words",
                "accounts.context_processors.success_rule",
                "accounts.context_processors.theme",
            ],
        },
    },
    # For the one fragment that every keystroke writes anew, the stat block: see `bestiary.templatetags.stat_block`.
    {
        "NAME": "jinja",
        "BACKEND": "django.template.backends.jinja2.Jinja2",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {"environment": "bestiary.templatetags.stat_block.environment"},
    },
]

# English only for now; with translation on, every integer in a template is localised, at three times the cost.
USE_I18N = False
LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True


# --- Database ---------------------------------------------------------------------------------------------------------

DATABASES = {"default": env_database("DATABASE_URL", DATA_DIR / "db.sqlite3")}
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


# --- Limits -----------------------------------------------------------------------------------------------------------
# The pages where they apply state them. They are counted in the database, which all workers share.

GUEST_THINGS = 100  # creatures that a guest may keep, those in the bin included; of other things the same number
REPORTS_PER_HOUR = 10
PICTURES_PER_HOUR = 60
GUEST_PICTURES_PER_HOUR = 20  # from one address
GUEST_REPORTS_PER_HOUR = 3  # from one address
DOWNLOADS_PER_HOUR = 6  # of everything that an account has
ADDRESS_MAILS_PER_HOUR = 3  # to confirm a new address, for one account and to one address
PASSWORD_TRIES_PER_HOUR = 10  # wrong ones typed by somebody who is logged in


# --- Mail -------------------------------------------------------------------------------------------------------------

SMTP_SECURITY = env_choice("SMTP_SECURITY", ("starttls", "tls", "none"), "starttls")
EMAIL_PORT = env_number("SMTP_PORT", {"starttls": 587, "tls": 465, "none": 25}[SMTP_SECURITY], 1, 65535)
EMAIL_HOST = env_mail_server("SMTP_HOST", "SMTP_USER", "SMTP_PASSWORD", "SMTP_PORT", "SMTP_SECURITY")
EMAIL_BACKEND = f"django.core.mail.backends.{'smtp' if EMAIL_HOST else 'console'}.EmailBackend"
EMAIL_HOST_USER = env_text("SMTP_USER")
EMAIL_HOST_PASSWORD = os.environ.get("SMTP_PASSWORD", "")
EMAIL_USE_TLS = SMTP_SECURITY == "starttls"
EMAIL_USE_SSL = SMTP_SECURITY == "tls"
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env_sender("MAIL_FROM", "webmaster@localhost")


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
FILE_UPLOAD_HANDLERS = ["config.requests.SmallUploads"]


# --- Static files and pictures ----------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
# Portraits, drawn anew; nothing else is ever stored there, and no address leads into it: a view serves them.
MEDIA_ROOT = DATA_DIR / "media"
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
        "pikepdf": {"handlers": ["console"], "level": "WARNING", "propagate": False},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
