"""Sign-up, log-in and log-out, and the road from a guest to somebody with a name."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login, logout
from django.contrib.auth import views as auth_views
from django.contrib.auth.mixins import AccessMixin
from django.db import IntegrityError, transaction
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST
from django.views.generic import FormView

from accounts.forms import LogInForm, SignUpForm
from accounts.guests import describe_work, move_work, sign_in_here
from accounts.models import User


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
        name_is_taken(form)
        return False
    return True


def name_is_taken(form: ModelForm) -> None:
    """Say so at the name."""
    form.add_error("username", User._meta.get_field("username").error_messages["unique"])


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


class NamedUserRequired(AccessMixin):
    """Only for people with a name: visitors go to the log-in, guests to the sign-up."""

    def dispatch(self, request: HttpRequest, *args, **kwargs) -> HttpResponse:
        """Send the others where they get what is missing."""
        if not request.user.is_authenticated:
            return self.handle_no_permission()
        if request.user.is_guest:
            return redirect("accounts:signup")
        return super().dispatch(request, *args, **kwargs)
