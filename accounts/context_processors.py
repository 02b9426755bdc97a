"""What every page of the site may use."""

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.vocabulary import words_of


def words(request: HttpRequest) -> dict:
    """`words`: the reader's vocabulary, asked for only by pages that speak of magic."""
    return {"words": SimpleLazyObject(lambda: words_of(request.user))}
