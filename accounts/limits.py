"""How often one may do in an hour what may be done so many times only, the same for all workers of the site."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.attempts import client_address
from accounts.models import Allowance, User

HOUR = timedelta(hours=1)


def who_asks(request: HttpRequest) -> str:
    """The one whose uses are counted: a user with a name, or else an address, as who drops the cookie is a new guest.

    Of the address only a keyed hash is kept, which says nothing about where it is.
    """
    if request.user.is_authenticated and not request.user.is_guest:
        return f"user {request.user.pk}"
    return salted_hmac("accounts.limits", client_address(request) or "", algorithm="sha256").hexdigest()


def use_allowance(what: str, who: str, most: int, now: datetime) -> int:
    """Count one use of `what`; returns 0, or the minutes to wait where `who` used it `most` times within the hour.

    The hour begins with the first use. Each statement decides by itself, so that of two uses at the same moment
    exactly as many pass as are left.
    """
    Allowance.objects.filter(since__lte=now - HOUR).delete()
    Allowance.objects.bulk_create([Allowance(what=what, who=who, since=now)], ignore_conflicts=True)
    mine = Allowance.objects.filter(what=what, who=who)
    if mine.filter(used__lt=most).update(used=F("used") + 1):
        return 0
    since = mine.values_list("since", flat=True).first() or now
    return max(1, -((now - since - HOUR) // timedelta(minutes=1)))


def refusal_of_password(user: User, password: str) -> str:
    """Why `password` does not confirm what `user`, who is logged in, asks for; "" where it does.

    After so many wrong ones within an hour none is looked at, whoever sits at a browser that was left open.
    """
    who = f"user {user.pk}"
    if minutes := use_allowance("password", who, settings.PASSWORD_TRIES_PER_HOUR, timezone.now()):
        return f"Too many wrong passwords. Try again in {minutes} minute{'' if minutes == 1 else 's'}."
    if not user.check_password(password):
        return "This is not your password. Look at capital letters in it."
    Allowance.objects.filter(what="password", who=who).delete()
    return ""


class AccountGoneError(Exception):
    """The account was deleted after the request had begun: nothing can be kept for it any more."""


def has_room(owner: User, model: type, most: int) -> bool:
    """Whether `owner` may have one more row of `model`: a guest has `most` of them, those in the bin included.

    Call it in the transaction that makes the row: until that ends, nobody else makes one for this owner, and the
    account stays. AccountGoneError where it went at this moment.
    """
    if not transaction.get_connection().in_atomic_block:
        raise RuntimeError("has_room is asked inside the transaction that makes the row.")
    is_guest = User.objects.select_for_update().filter(pk=owner.pk).values_list("is_guest", flat=True).first()
    if is_guest is None:
        raise AccountGoneError
    return not is_guest or model._base_manager.filter(owner=owner).count() < most
