"""The account page: name, e-mail address, preferences; and the link that confirms a new address."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters

from accounts.addresses import MailFailed, read_link, send_link, tell_old_address
from accounts.forms import PaperForm, ProfileForm
from accounts.guests import describe_work
from accounts.mentions import rewrite
from accounts.models import User
from accounts.views.entry import name_is_taken


@sensitive_post_parameters("current_password")
@never_cache
def profile(request: HttpRequest) -> HttpResponse:
    """The account page: name, e-mail address and preferences; for guests these and how to take a name."""
    if not request.user.is_authenticated:
        return render(request, "accounts/profile.html", {"form": None})
    user = User.objects.get(pk=request.user.pk)  # a copy: the header keeps the saved name while a form is refused
    form = (PaperForm if user.is_guest else ProfileForm)(request.POST or None, instance=user)
    if request.method == "POST" and form.is_valid() and _confirm_by_mail(request, form) and _save(form):
        if form.new_email:
            messages.success(
                request,
                f"Saved. A link is on its way to {form.new_email}: open it in this browser, and the address is yours. "
                "It works for three days; until then the old one stays.",
            )
        else:
            messages.success(request, "Saved.")
        return redirect("accounts:profile")
    return show_profile(request, form)


def show_profile(request: HttpRequest, form: PaperForm | ProfileForm, *, status: int = 200, **context) -> HttpResponse:
    """The page with this form, for somebody with a row."""
    context = {
        "form": form,
        "work": describe_work(request.user),
        "downloads": settings.DOWNLOADS_PER_HOUR,
        **context,
    }
    return render(request, "accounts/profile.html", context, status=status)


def _confirm_by_mail(request: HttpRequest, form: PaperForm | ProfileForm) -> bool:
    """Send the link to a new address, if there is one to confirm; False, with a message, where that failed."""
    if not form.new_email:
        return True
    try:
        send_link(request, form.instance, form.new_email)
    except MailFailed as error:
        form.add_error("email", str(error))
        return False
    return True


def _save(form: PaperForm | ProfileForm) -> bool:
    """Save a valid form; False, with its message, where the name was taken since it was checked.

    A new name also stands, from then on, beside what others copied under the old one.
    """
    name = form.instance.username
    try:
        with transaction.atomic():
            stored = User.objects.select_for_update().get(pk=form.instance.pk)
            if stored.username != name:
                rewrite(stored, name)
            form.save()
    except IntegrityError:
        name_is_taken(form)
        return False
    if stored.email != form.instance.email:
        tell_old_address(form.instance, stored.email)
    return True


@never_cache
def email_confirm(request: HttpRequest, token: str) -> HttpResponse:
    """Behind the link of the mail: asks once more, then the account has the new address.

    The link alone changes nothing: were the address mistyped, whoever reads that mailbox could set it and then ask for
    a new password. So it takes the log-in too.
    """
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    email = read_link(request.user, token)
    if email is None:
        return render(request, "accounts/email_confirm.html", {"email": None}, status=404)
    if request.method != "POST":
        return render(request, "accounts/email_confirm.html", {"email": email})
    old = request.user.email
    if User.objects.filter(pk=request.user.pk, email=old).update(email=email):
        tell_old_address(request.user, old)
    messages.success(request, f"{email} is the address of your account now.")
    return redirect("accounts:profile")
