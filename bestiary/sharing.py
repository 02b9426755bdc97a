"""The unlisted link of a kept thing: starting, renewing and ending it, and the answers found under it."""

from __future__ import annotations

import secrets

from django.db.models import QuerySet
from django.http import HttpResponse

ACTIONS = ("start", "renew", "end")


def new_share_token() -> str:
    """Return a name for a shared page that nobody can guess: 144 random bits in 24 letters."""
    return secrets.token_urlsafe(18)


def change_link(rows: QuerySet, action: str) -> bool:
    """Start, renew or end the link of `rows`, which are one; the old address is dead at once.

    False where nothing changed: a word that means nothing, a link started twice, or renewed after another tab ended it.
    """
    # After a second click the link one has perhaps sent already stays; what was ended stays so until it is started.
    rows = rows.filter(share_token__isnull=action == "start")
    token = None if action == "end" else new_share_token()
    return action in ACTIONS and bool(rows.update(share_token=token))


def unlisted(response: HttpResponse) -> HttpResponse:
    """Keep the address out of search engines, other sites' logs and caches that would outlive the link."""
    response["X-Robots-Tag"] = "noindex, nofollow"
    response["Referrer-Policy"] = "no-referrer"
    response["Cache-Control"] = "private, no-store"
    return response
