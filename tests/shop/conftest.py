"""What all tests of the shop share."""

import pytest

from bestiary import pdf


@pytest.fixture(autouse=True)
def _no_worker_for_pages(monkeypatch):
    """Pages start a PDF worker in the background; tests that print start their own."""
    monkeypatch.setattr(pdf, "warm_up", lambda: None)
