"""How log-in attempts are counted: by name, whatever its case, and by address (settings AXES_…)."""

import ipaddress
import re

from django.conf import settings
from django.http import HttpRequest

from accounts.names import name_key


def attempted_name(request: HttpRequest, credentials: dict | None) -> str | None:
    """The name somebody tried to log in with, so that "GM" and "gm" use up the same attempts."""
    name = credentials.get("username") if credentials else request.POST.get("username")
    return None if name is None else name_key(name.strip())


# An IPv4 address, or an IPv6 one in brackets, with the port that some proxies write behind it.
WITH_PORT = re.compile(r"\[(.*)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5}", re.DOTALL)


def client_address(request: HttpRequest) -> str | None:
    """Where a request came from; None where that is a socket without an address.

    Behind a proxy that is the last entry of X-Forwarded-For, the one our own proxy wrote: the earlier ones are whatever
    the client sent. What cannot be read there counts as the proxy's own address, and PostgreSQL would refuse it.
    """
    if settings.BEHIND_PROXY:
        last = request.META.get("HTTP_X_FORWARDED_FOR", "").rsplit(",", 1)[-1].strip()
        if address := read_address(last):
            return address
    return read_address(request.META.get("REMOTE_ADDR", ""))


def read_address(text: str) -> str | None:
    """The address in `text` in its one spelling, without port and zone; None where there is none."""
    if match := WITH_PORT.fullmatch(text):
        text = match[1] or match[2] or ""
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)
