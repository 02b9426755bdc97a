"""What every page of the site may use."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.success import asked_success_rule
from accounts.vocabulary import words_of


def words(request: HttpRequest) -> dict:
    """`words`: the reader's vocabulary, asked for only by pages that speak of magic."""
    return {"words": SimpleLazyObject(lambda: words_of(request.user))}


def success_rule(request: HttpRequest) -> dict:
    """`success_rule`: how the reader's table reads the Threshold, asked for only by pages that show odds."""
    return {"success_rule": SimpleLazyObject(lambda: asked_success_rule(request))}


def theme(request: HttpRequest) -> dict:
    """`theme`: the colours that the reader chose, so that the first paint has them; "" where nobody is known.

    A request that was refused before it had a user is answered in the colours of the device.
    """
    return {"theme": SimpleLazyObject(lambda: getattr(getattr(request, "user", None), "theme", ""))}
