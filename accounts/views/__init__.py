"""Sign-up and log-in, the account page, the ways to a new password, taking everything along, and leaving."""

from accounts.views.entry import LogInView, SignUpView, log_out
from accounts.views.leaving import delete_account, deleted, download
from accounts.views.passwords import (
    PasswordChangeView,
    PasswordResetConfirmView,
    PasswordResetSentView,
    PasswordResetView,
)
from accounts.views.profile import email_confirm, profile

__all__ = [
    "LogInView",
    "PasswordChangeView",
    "PasswordResetConfirmView",
    "PasswordResetSentView",
    "PasswordResetView",
    "SignUpView",
    "delete_account",
    "deleted",
    "download",
    "email_confirm",
    "log_out",
    "profile",
]
