"""A new e-mail address: the link that is sent to it, and the word to the old one."""

import logging
from smtplib import SMTPException

from django.conf import settings
from django.core.mail import send_mail
from django.core.signing import BadSignature, dumps, loads
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.limits import use_allowance
from accounts.models import User

SALT = "accounts.addresses"

logger = logging.getLogger(__name__)


class MailFailed(Exception):
    """Why no mail was sent, in a sentence for whoever asked for it."""


def must_confirm(email: str) -> bool:
    """Whether a new address counts only once its link was opened: without a mail server nobody could open one."""
    return bool(email and settings.EMAIL_HOST)


def send_link(request: HttpRequest, user: User, email: str) -> None:
    """Send the link that makes `email` the address of `user`. Raises MailFailed.

    So many in an hour, for one account and to one address, that no stranger's mailbox can be filled this way.
    """
    mailbox = salted_hmac(SALT, email.casefold(), algorithm="sha256").hexdigest()
    for who in (f"user {user.pk}", mailbox):
        if minutes := use_allowance("address", who, settings.ADDRESS_MAILS_PER_HOUR, timezone.now()):
            raise MailFailed(
                f"That is more than {settings.ADDRESS_MAILS_PER_HOUR} mails in an hour. Try again in {minutes} "
                f"minute{'' if minutes == 1 else 's'}, or save the rest with the old address."
            )
    site = settings.SITE_URL or f"{request.scheme}://{request.get_host()}"
    path = reverse("accounts:email_confirm", args=[_sign(User.objects.get(pk=user.pk), email)])
    context = {"name": request.user.username, "site_url": site, "link": f"{site}{path}"}
    _send("Your new address at Duskfolio", "accounts/email_confirm_mail.txt", context, email)


def tell_old_address(user: User, old: str) -> None:
    """Say at the old address that the account left it, so that nobody is robbed of it unnoticed."""
    if must_confirm(old):
        try:
            _send("Your address at Duskfolio changed", "accounts/email_changed_mail.txt", {"name": user.username}, old)
        except MailFailed:
            logger.warning("The old address of user %s could not be told that it is no longer theirs.", user.pk)


def _send(subject: str, template: str, context: dict, to: str) -> None:
    try:
        send_mail(subject, render_to_string(template, context), None, [to])
    except (OSError, SMTPException) as error:
        logger.warning("A mail could not be sent: %s", error)
        raise MailFailed(
            "The mail with the link could not be sent. Look at the address, or try again later."
        ) from error


def _sign(user: User, email: str) -> str:
    return dumps({"user": user.pk, "email": email, "state": _state(user)}, salt=SALT)


def read_link(user: User, token: str) -> str | None:
    """The new address that a link says; None for one that is too old, somebody else's or used.

    Every change of the address or the password makes all earlier links worthless.
    """
    try:
        said = loads(token, salt=SALT, max_age=settings.PASSWORD_RESET_TIMEOUT)
    except BadSignature:
        return None
    return said["email"] if (said["user"], said["state"]) == (user.pk, _state(user)) else None


def _state(user: User) -> str:
    return salted_hmac(SALT, f"{user.email} {user.password}", algorithm="sha256").hexdigest()[:16]
