"""Taking everything along, and deleting the account."""

from tempfile import SpooledTemporaryFile

from django.conf import settings
from django.contrib.auth import logout
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from accounts import leaving
from accounts.archive import file_stem, write_archive
from accounts.forms import DeletionForm, GuestDeletionForm, PaperForm, ProfileForm
from accounts.limits import use_allowance
from accounts.views.profile import show_profile

IN_MEMORY = 2 * 1024 * 1024
"""Bytes of an archive that need no file on the disk."""


@require_POST
@never_cache
def download(request: HttpRequest) -> HttpResponse:
    """Everything of this user's in one ZIP.

    A form, not a link: it costs the site some work, so neither another site nor a browser that looks ahead may ask for
    it. The archive is whole before the first byte leaves, so that an error says so, and a slow line holds no database.
    """
    if not request.user.is_authenticated:
        return redirect("accounts:profile")
    now = timezone.now()
    if minutes := use_allowance("download", f"user {request.user.pk}", settings.DOWNLOADS_PER_HOUR, now):
        form = (PaperForm if request.user.is_guest else ProfileForm)(instance=request.user)
        return show_profile(request, form, status=429, minutes_to_wait=minutes)
    file = SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 (the response closes it)
    write_archive(file, request.user, now)
    file.seek(0)
    name = f"duskfolio-{file_stem(request.user.display_name)}-{now:%Y-%m-%d}.zip"
    return FileResponse(file, as_attachment=True, filename=name, content_type="application/zip")


@sensitive_post_parameters("current_password")
@never_cache
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what deleting the account would do; do it for whoever types its password. A guest has none to type."""
    if not request.user.is_authenticated:
        return redirect("accounts:profile")
    data = request.POST if request.method == "POST" else None
    form = (GuestDeletionForm if request.user.is_guest else DeletionForm)(data, user=request.user)
    if request.method == "POST" and form.is_valid():
        leaving.delete_account(request.user)
        logout(request)
        return redirect("accounts:deleted")
    context = {"form": form, "farewell": leaving.farewell(request.user)}
    return render(request, "accounts/delete_account.html", context, status=422 if form.errors else 200)


@require_safe
def deleted(request: HttpRequest) -> HttpResponse:
    """Says that it is done; anybody may read that."""
    return render(request, "accounts/deleted.html")
