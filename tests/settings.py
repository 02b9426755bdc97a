"""The site's settings, made quick and independent of the machine the tests run on.

Only DATABASE_URL is honoured, so that the same tests run on PostgreSQL.
"""

import atexit
import os
import shutil
import tempfile

# Shared by the worker processes of one test run, which inherit it; never the data of a real site.
if "TEST_DATA_DIR" not in os.environ:
    os.environ["TEST_DATA_DIR"] = tempfile.mkdtemp(prefix="site-tests-")
    atexit.register(shutil.rmtree, os.environ["TEST_DATA_DIR"], ignore_errors=True)
os.environ["DATA_DIR"] = os.environ["TEST_DATA_DIR"]
for name in (
    "ALLOWED_HOSTS",
    "BEHIND_PROXY",
    "CSRF_TRUSTED_ORIGINS",
    "DEBUG",
    "LOG_LEVEL",
    "MAIL_FROM",
    "SECRET_KEY",
    "SITE_URL",
    "SMTP_HOST",
    "SMTP_PASSWORD",
    "SMTP_PORT",
    "SMTP_SECURITY",
    "SMTP_USER",
):
    os.environ.pop(name, None)

from config.settings import *  # noqa: E402, F403
from config.settings import DATA_DIR, DATABASES, STORAGES  # noqa: E402

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    **STORAGES,
    # Straight from the source tree: nothing has to be collected first.
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = DATA_DIR / "static"
STATIC_ROOT.mkdir(exist_ok=True)

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as on the real site: an in-memory database would make the server's threads share one connection.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / "test.sqlite3"}
    options = DATABASES["default"]["OPTIONS"]
    options["init_command"] = options["init_command"].replace("synchronous=FULL", "synchronous=OFF")

# A page that could be printed starts no worker here; a test that prints does.
PDF_WARM_UP = False
