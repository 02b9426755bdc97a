"""Fixtures of these tests."""

import pytest


@pytest.fixture(autouse=True)
def media(settings, tmp_path):
    """A folder for uploaded pictures, of each test its own."""
    settings.MEDIA_ROOT = tmp_path / "media"
    return settings.MEDIA_ROOT
