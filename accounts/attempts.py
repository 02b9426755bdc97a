"""How log-in attempts are counted: by name, whatever its case, and by address (settings AXES_…)."""

from django.conf import settings
from django.http import HttpRequest

from accounts.names import name_key


def attempted_name(request: HttpRequest, credentials: dict | None) -> str | None:
    """The name somebody tried to log in with, so that "GM" and "gm" use up the same attempts."""
    name = credentials.get("username") if credentials else request.POST.get("username")
    return None if name is None else name_key(name.strip())


def client_address(request: HttpRequest) -> str | None:
    """Where a request came from.

    Behind a proxy that is the last entry of X-Forwarded-For, the one our own proxy wrote: the earlier ones are whatever
    the client sent.
    """
    if settings.BEHIND_PROXY and (forwarded := request.META.get("HTTP_X_FORWARDED_FOR")):
        return forwarded.rsplit(",", 1)[-1].strip()
    return request.META.get("REMOTE_ADDR") or None
