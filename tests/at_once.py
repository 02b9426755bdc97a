"""Requests that really come at once: each in a thread and with a database connection of its own."""

from contextlib import closing
from threading import Barrier, Thread

from django.db import connection
from django.test import Client


def at_once(posts: list[tuple[Client, str, dict]]) -> list[int]:
    """Send every form in a thread of its own at the same moment; the statuses, in no order."""
    statuses, gate = [], Barrier(len(posts))

    def send(client, url, data):
        with closing(connection):
            gate.wait(timeout=10)
            statuses.append(client.post(url, data).status_code)

    threads = [Thread(target=send, args=post) for post in posts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=30)
    return statuses
