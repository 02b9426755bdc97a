"""Fixtures for all tests: a cast of three, and a browser."""

import os
import shutil

import pytest

from tests.chromium import CHROMIUM_ARGUMENTS
from tests.factories import make_guest, make_user

# Playwright keeps an event loop in the main thread, in which Django would otherwise refuse to use the database.
os.environ.setdefault("DJANGO_ALLOW_ASYNC_UNSAFE", "true")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that asks for a browser, so that they can run by themselves."""
    for item in items:
        if "playwright" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(autouse=True)
def _empty_cache():
    """What one test counted or remembered is not the next one's."""
    from django.core.cache import cache

    cache.clear()


@pytest.fixture
def gm(db):
    """A game master with a name."""
    return make_user("Gretchen")


@pytest.fixture
def other_gm(db):
    """Another game master, who may see only what `gm` made public."""
    return make_user("Otto")


@pytest.fixture
def guest(db):
    """Somebody who saved something without an account."""
    return make_guest()


@pytest.fixture
def gm_client(client, gm):
    """A test client logged in as `gm`."""
    client.force_login(gm)
    return client


@pytest.fixture
def other_gm_client(other_gm):
    """A test client of its own, logged in as `other_gm`."""
    from django.test import Client

    other = Client()
    other.force_login(other_gm)
    return other


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    """Debian's Chromium instead of a downloaded browser."""
    chromium = shutil.which("chromium")
    assert chromium, "the browser tests need Debian's chromium: apt-get install chromium"
    return {**browser_type_launch_args, "executable_path": chromium, "args": CHROMIUM_ARGUMENTS}
