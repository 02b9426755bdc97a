"""What a builder does about the portrait in its form; `bestiary.workbench` asks, `bestiary.portraits` keeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest

from bestiary.forms import PortraitForm, WholeForm
from bestiary.models import Authored, Portrait
from bestiary.pictures import MAX_BYTES, PictureRefused
from bestiary.portraits import PAPER_CHOICES, may_take, portrait_of, take_upload

if TYPE_CHECKING:
    from bestiary.workbench import Workbench


def takes_portrait(bench: Workbench) -> bool:
    """Whether the things of a bench may have a portrait."""
    return issubclass(bench.form.form, PortraitForm)


def takes_picture(view):
    """Decorator of a view: files as large as a portrait may come with its forms, see `config.requests`."""
    view.takes_files = MAX_BYTES
    return view


def posted_form(request: HttpRequest, bench: Workbench) -> WholeForm:
    """Return the form as posted. A picture that came with it waits from now on, and the form has its key."""
    file = request.FILES.get("portrait") if takes_portrait(bench) else None
    if file is None:
        return bench.form.from_post(request.POST)
    data, refusal = request.POST.copy(), ""
    try:
        data["portrait_kept"] = take_upload(request, file, uploads_per_hour(request.user)).key
        data.pop("portrait_remove", None)
    except PictureRefused as error:
        refusal = str(error)
    builder = bench.form.from_post(data)
    builder.main.refused_portrait = refusal
    return builder


def say_refusal(request: HttpRequest, builder: WholeForm) -> None:
    """Tell why the picture was refused on a page that shows the form without messages at its fields."""
    if refusal := getattr(builder.main, "refused_portrait", ""):
        messages.warning(request, f"The picture was not taken. {refusal}")


def fill(builder: WholeForm, thing: Authored, *, for_variant: bool = False) -> WholeForm:
    """Return the form of a stored thing with what it says of its portrait; one for a variant takes a copy along."""
    if portrait := portrait_of(thing):
        builder.main.initial["portrait_alt"] = portrait.alt
        if for_variant:
            builder.main.initial["portrait_kept"] = portrait.key
    return builder


def changes(builder: WholeForm, thing: Authored) -> bool:
    """Whether saving the valid form would change the portrait of a stored thing."""
    portrait, fields = portrait_of(thing), builder.main.cleaned_data
    if fields["portrait_remove"]:
        return portrait is not None
    if key := fields["portrait_kept"]:
        return portrait is None or portrait.key != key
    return portrait is not None and portrait.alt != fields["portrait_alt"]


def shown(request: HttpRequest, builder: WholeForm, thing: Authored | None) -> dict:
    """Return what the form's page shows of the picture that the thing has or, marked `is_new`, gets with a save."""
    key = str(builder.main["portrait_kept"].value() or "")
    new = Portrait.objects.filter(key=key).first() if key else None
    if new is not None and not may_take(new, request.user):
        new = None
    portrait = new or portrait_of(thing)
    return {
        "portrait": portrait,
        "portrait_is_new": new is not None and (thing is None or new.thing_id != thing.pk),
        "portrait_papers": PAPER_CHOICES.items(),
        "pictures_per_hour": uploads_per_hour(request.user),
    }


def named_portrait(request: HttpRequest, builder: WholeForm) -> Portrait | None:
    """Return the picture of a valid form that is printed without being saved: the one to come, or the one there is.

    Asks for the user only where the picture is somebody's creature's already.
    """
    fields = builder.main.cleaned_data
    key = fields["portrait_kept"] or request.POST.get("portrait_now", "")
    if fields["portrait_remove"] or not key.isalnum():
        return None
    portrait = Portrait.objects.filter(key=key[:32]).first()
    if portrait is None or not may_take(portrait, request.user):
        return None
    portrait.alt = fields["portrait_alt"]
    return portrait


def uploads_per_hour(user) -> int:
    """Return how many pictures `user` may upload in an hour."""
    is_named = user.is_authenticated and not user.is_guest
    return settings.PICTURES_PER_HOUR if is_named else settings.GUEST_PICTURES_PER_HOUR
