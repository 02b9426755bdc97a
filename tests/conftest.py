"""Fixtures for all tests: a cast of three, and a browser."""

import os
import shutil

import pytest
from django.conf import settings as django_settings

from tests.factories import make_guest, make_user

# Playwright keeps an event loop in the main thread, in which Django would otherwise refuse to use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")

CHROMIUM_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@pytest.fixture(autouse=True, scope="session")
def _quick_settings():
    """Cheap password hashes, and static files straight from the source tree."""
    django_settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
    django_settings.STORAGES = {
        **django_settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    }
    django_settings.WHITENOISE_AUTOREFRESH = True


@pytest.fixture
def gm(db):
    """A game master with a name."""
    return make_user("gm")


@pytest.fixture
def other_gm(db):
    """Another game master, who may see only what `gm` made public."""
    return make_user("other_gm")


@pytest.fixture
def guest(db):
    """Somebody who saved something without an account."""
    return make_guest()


@pytest.fixture
def gm_client(client, gm):
    """A test client logged in as `gm`."""
    client.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Debian's Chromium instead of a downloaded browser."""
    return {**browser_type_launch_args, "executable_path": shutil.which("chromium"), "args": CHROMIUM_ARGUMENTS}
