"""Brings the database up to date and says where the site will be: `python -m config.prepare HOST PORT`.

One process for all of it, since most of the time goes into starting Django.
"""

import os
import socket
import sys

import django
from django.conf import settings
from django.core.management import call_command

LOCAL_HOSTS = ("127.0.0.1", "localhost", "::1")


def port_is_taken(host: str, port: int) -> bool:
    """Whether another program listens there already."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return True
    return False


def say(text: str) -> None:
    """Print one line at once, before the server's own lines."""
    print(text, flush=True)  # noqa: T201


def main(host: str, port: int) -> None:
    """Migrate, load the samples once, print the address."""
    if port_is_taken(host, port):
        sys.exit(f"Port {port} on {host} is taken or cannot be used. Try another one: make run PORT={port + 1}")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    call_command("migrate", interactive=False, verbosity=0)
    call_command("load_samples")
    address = settings.SITE_URL or f"http://{f'[{host}]' if ':' in host else host}:{port}"
    say(f"\n    The site is at {address}/  (Ctrl+C stops it)\n")
    if host not in LOCAL_HOSTS and not settings.SITE_URL and "ALLOWED_HOSTS" not in os.environ:
        say("    Other machines are answered only under the names in ALLOWED_HOSTS, see README.md.\n")


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
