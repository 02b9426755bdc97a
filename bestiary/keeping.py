"""Keeping a new thing: once however often its form was sent, and as long as its owner has room.

The page of a new thing carries an id of its own, `form_id`. The thing's uid is made of that and of what was sent, so
of equal forms from one page (a double click, five at once) the second finds what the first has made. What was changed
before it was sent again, by way of the browser's Back, is another thing.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import timedelta
from uuid import UUID, uuid4, uuid5

from django.conf import settings
from django.db import IntegrityError, models, transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html

from accounts.guests import ensure_user, sign_in_here
from accounts.limits import has_room

FIELD = "form_id"
ACCOUNT_GONE = "The account was deleted at this moment, and nothing was saved. Copy what you still need from this page."
# For how long a form sent twice by a visitor, who has no cookie yet, belongs to the guest that the first one made.
FIRST_MINUTES = timedelta(minutes=5)
_NOT_TYPED = ("csrfmiddlewaretoken", FIELD, "hinted")


class NoRoomError(Exception):
    """A guest has as many things of the kind as guests may have."""


def form_id(request: HttpRequest) -> str:
    """The id of the form on a page: the one it came back with, or a new one."""
    return str(_posted_id(request) or uuid4())


def keep_new(request: HttpRequest, thing: models.Model, write: Callable[[], object]) -> models.Model:
    """Give a new thing its owner and let `write` store it; the thing that is there then, `thing` or its equal.

    All or nothing. Raises NoRoomError, or AccountGoneError where the account went at this moment.
    """
    is_visitor = not request.user.is_authenticated
    thing.owner = ensure_user(request)
    try:
        return _keep(request, thing, write, is_visitor=is_visitor)
    except IntegrityError:
        # Two guests are not made one after the other: the other one's thing is there by now.
        if not is_visitor:
            raise
        return _keep(request, thing, write, is_visitor=is_visitor)


@transaction.atomic
def _keep(request: HttpRequest, thing: models.Model, write: Callable, *, is_visitor: bool) -> models.Model:
    is_room = has_room(thing.owner, type(thing), settings.GUEST_THINGS)
    if (made := _made_of_the_same(request, thing, is_visitor=is_visitor)) is not None:
        return made
    if not is_room:
        raise NoRoomError
    write()
    return thing


def _made_of_the_same(request: HttpRequest, thing: models.Model, *, is_visitor: bool) -> models.Model | None:
    """What an equal form has made; None, and the uid set, where this is the first one."""
    page = _posted_id(request)
    if page is None:
        return None
    typed = [(name, values) for name, values in sorted(request.POST.lists()) if name not in _NOT_TYPED]
    files = [(name, file.name, file.size) for name, file in sorted(request.FILES.items())]
    uid = uuid5(page, json.dumps([request.get_full_path(), typed, files]))
    made = type(thing)._base_manager.select_related("owner").filter(uid=uid).first()
    if made is None:
        thing.uid = uid
        return None
    if made.deleted_at is not None:
        return None
    if made.owner_id == request.user.pk:
        return made
    if is_visitor and made.owner.is_guest and made.created > timezone.now() - FIRST_MINUTES:
        # The same browser, which had no cookie yet when it sent the form again; nobody else has this page's id.
        request.user.delete()
        sign_in_here(request, made.owner)
        return made
    return None


def _posted_id(request: HttpRequest) -> UUID | None:
    try:
        return UUID(request.POST.get(FIELD, ""))
    except ValueError:
        return None


def no_room(model: type[models.Model]) -> str:
    """What a guest is told who has as many things as guests may have."""
    return format_html(
        "Without a name one keeps at most {} {}, those in the bin included, and you have them all. "
        '<a href="{}" target="_blank">Sign up</a> (it opens beside this page) and save again.',
        settings.GUEST_THINGS,
        model._meta.verbose_name_plural,
        reverse("accounts:signup"),
    )
