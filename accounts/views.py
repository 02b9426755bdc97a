"""Sign-up, log-in, log-out, the account page and the ways to a new password."""

from axes.utils import reset as reset_attempts
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.mixins import AccessMixin
from django.db import IntegrityError, transaction
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django.views.generic import FormView

from accounts.forms import (
    LogInForm,
    NewPasswordForm,
    PaperForm,
    PasswordChangeForm,
    PasswordResetForm,
    ProfileForm,
    SignUpForm,
)
from accounts.guests import describe_work, move_work, sign_in_here
from accounts.models import User
from accounts.names import name_key


def guest_of(request: HttpRequest, *, locked: bool = False) -> User | None:
    """The guest behind this request, freshly read, or None for everybody else.

    None also for one who took a name, or whose work moved to an account, while this request was on its way; `locked`
    keeps others from either until the end of the transaction.
    """
    if not request.user.is_authenticated or not request.user.is_guest:
        return None
    users = User.objects.select_for_update() if locked else User.objects
    return users.filter(pk=request.user.pk, is_guest=True).first()


def save_name(form: ModelForm) -> bool:
    """Save a valid form with a user's name; False, with its message, where the name was taken since it was checked."""
    try:
        with transaction.atomic():
            form.save()
    except IntegrityError:
        form.add_error("username", User._meta.get_field("username").error_messages["unique"])
        return False
    return True


@method_decorator([sensitive_post_parameters(), never_cache], name="dispatch")
class SignUpView(auth_views.RedirectURLMixin, FormView):
    """Take a name. A guest's row becomes the named user's, with everything it owns."""

    form_class = SignUpForm
    template_name = "accounts/signup.html"
    next_page = settings.LOGIN_REDIRECT_URL

    def dispatch(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        """Somebody with a name has nothing to do here."""
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect("accounts:profile")
        return super().dispatch(request, *args, **kwargs)

    def get_form_kwargs(self) -> dict:
        """The form works on a copy of the guest, so that a refused name is never shown as taken."""
        return {**super().get_form_kwargs(), "instance": guest_of(self.request) or User()}

    def get_initial(self) -> dict:
        """An empty name, not the guest's technical one."""
        return {"username": ""}

    def get_context_data(self, **kwargs) -> dict:
        """With what the guest will keep, and where to go next."""
        guest = guest_of(self.request)
        return super().get_context_data(
            next=self.get_redirect_url(), work=describe_work(guest) if guest else "", **kwargs
        )

    def form_valid(self, form: SignUpForm) -> HttpResponse:
        """Save the name and start a new session key."""
        if not save_name(form):
            return self.form_invalid(form)
        sign_in_here(self.request, form.instance)
        messages.success(self.request, f"Welcome, {form.instance.username}. Everything you saved is yours.")
        return super().form_valid(form)


class LogInView(auth_views.LoginView):
    """Log in; what the guest of this browser saved moves to the account."""

    form_class = LogInForm
    template_name = "accounts/login.html"

    def get_context_data(self, **kwargs) -> dict:
        """With what would move."""
        guest = guest_of(self.request)
        return super().get_context_data(
            next=self.get_redirect_url(), work=describe_work(guest) if guest else "", **kwargs
        )

    def form_valid(self, form: LogInForm) -> HttpResponse:
        """Start the session and bring the guest's work along, both or neither."""
        user = form.get_user()
        with transaction.atomic():
            guest = guest_of(self.request, locked=True)
            login(self.request, user)
            moved = move_work(guest, user) if guest else 0
        if moved:
            messages.success(self.request, "What you saved as a guest is in your account now.")
        return redirect(self.get_success_url())


@require_POST
def log_out(request: HttpRequest) -> HttpResponse:
    """End the session. A guest is asked first, since nobody could reach their work again."""
    if request.user.is_authenticated and request.user.is_guest and "leave" not in request.POST:
        return render(request, "accounts/logout_guest.html", {"work": describe_work(request.user)})
    logout(request)
    return redirect(settings.LOGOUT_REDIRECT_URL)


@never_cache
def profile(request: HttpRequest) -> HttpResponse:
    """The account page: name, e-mail address and paper; for guests the paper and how to take a name."""
    if not request.user.is_authenticated:
        return render(request, "accounts/profile.html", {"form": None, "work": ""})
    user = User.objects.get(pk=request.user.pk)  # a copy: the header keeps the saved name while a form is refused
    form = (PaperForm if user.is_guest else ProfileForm)(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid() and save_name(form):
        messages.success(request, "Saved.")
        return redirect("accounts:profile")
    return render(request, "accounts/profile.html", {"form": form, "work": describe_work(user)})


class NamedUserRequired(AccessMixin):
    """Only for people with a name: visitors go to the log-in, guests to the sign-up."""

    def dispatch(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        """Send the others where they get what is missing."""
        if not request.user.is_authenticated:
            return self.handle_no_permission()
        if request.user.is_guest:
            return redirect("accounts:signup")
        return super().dispatch(request, *args, **kwargs)


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
