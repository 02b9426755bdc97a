"""The ways to a new password."""

from axes.utils import reset as reset_attempts
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import views as auth_views
from django.http import HttpResponse
from django.urls import reverse_lazy

from accounts.forms import NewPasswordForm, PasswordChangeForm, PasswordResetForm
from accounts.names import name_key
from accounts.views.entry import NamedUserRequired


class PasswordChangeView(NamedUserRequired, auth_views.PasswordChangeView):
    """A new password for somebody who knows the old one; other browsers are logged out."""

    form_class = PasswordChangeForm
    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("accounts:profile")

    def form_valid(self, form) -> HttpResponse:
        """Save, and say what happened."""
        messages.success(self.request, "Your password is changed. Other browsers have to log in again.")
        return super().form_valid(form)


class PasswordResetView(auth_views.PasswordResetView):
    """Ask for a link by mail. The answer is the same whether the address is known or not."""

    form_class = PasswordResetForm
    template_name = "accounts/password_reset.html"
    email_template_name = "accounts/password_reset_email.txt"
    subject_template_name = "accounts/password_reset_subject.txt"
    success_url = reverse_lazy("accounts:password_reset_sent")

    def form_valid(self, form) -> HttpResponse:
        """Write the mail with the site's own address, not with one the visitor's browser claims."""
        self.extra_email_context = {
            "site_url": settings.SITE_URL or f"{self.request.scheme}://{self.request.get_host()}"
        }
        return super().form_valid(form)


class PasswordResetSentView(auth_views.PasswordResetDoneView):
    """Says that a mail is on its way."""

    template_name = "accounts/password_reset_sent.html"


class PasswordResetConfirmView(auth_views.PasswordResetConfirmView):
    """Choose the new password behind the link of the mail."""

    form_class = NewPasswordForm
    template_name = "accounts/password_reset_confirm.html"
    success_url = reverse_lazy("accounts:login")

    def form_valid(self, form) -> HttpResponse:
        """Save, and forget the failed attempts that brought the owner here."""
        reset_attempts(username=name_key(form.user.username))
        messages.success(self.request, "Your new password is set: log in with it.")
        return super().form_valid(form)
