"""Telling whether somebody, another tab perhaps, saved a thing after a page had shown it.

A page carries the last change that it knows of in its field `seen`. A save compares that with the row as it is, read
again and locked; where the two differ, the page comes back, says so, and knows the present state from then on.
"""

from __future__ import annotations

from django.http import HttpRequest

from bestiary.models import Owned


def last_change(row: Owned) -> str:
    """The state of a row, as `seen` says it."""
    return row.updated.isoformat()


def posted_seen(request: HttpRequest) -> str:
    """The state that the page which sent this form knew; "" where it does not say."""
    return request.POST.get("seen", "")


def seen(request: HttpRequest, row: Owned, *, is_stale: bool) -> str:
    """The state that a page knows.

    One that comes back with what was typed still is the page that was opened then, until it has told of a conflict.
    """
    return last_change(row) if request.method != "POST" or is_stale else posted_seen(request)
