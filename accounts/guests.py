"""Guests: how a visitor becomes a user by saving something, and how their work finds its way to a real account."""

from collections.abc import Mapping
from uuid import uuid4

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.http import HttpRequest

from accounts.models import User

BACKEND = "django.contrib.auth.backends.ModelBackend"


def ensure_user(request: HttpRequest) -> User:
    """The user behind this request; a visitor without one becomes a guest here and now.

    Call it when something is saved, never to show a page: it writes a row and sets the session cookie.
    """
    if request.user.is_authenticated:
        if request.user.is_guest:
            request.session.modified = True  # sends the cookie again: a guest's year begins with their last save
        return request.user
    guest = User(username=f"guest-{uuid4().hex}", is_guest=True)
    guest.set_unusable_password()
    guest.save()
    sign_in_here(request, guest)
    return guest


def sign_in_here(request: HttpRequest, user: User) -> None:
    """Make `user` the user of this browser's session, under a new session key.

    Unlike `django.contrib.auth.login` it keeps the CSRF token: a visitor may have a half-written creature open in
    another tab, and saving one must not turn the other into "CSRF verification failed". Use it only where the visitor
    stays the same person (becoming a guest, a guest taking a name), not for a log-in.
    """
    request.session.cycle_key()
    request.session[SESSION_KEY] = str(user.pk)
    request.session[BACKEND_SESSION_KEY] = BACKEND
    request.session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    request.user = user


def owned_models() -> list[type]:
    """Every model whose rows belong to a user, which is every model with a foreign key named `owner`."""
    return [
        relation.related_model
        for relation in User._meta.get_fields(include_hidden=True)
        if relation.auto_created and not relation.concrete and relation.field.name == "owner"
    ]


def count_owned(user: User) -> dict[type, int]:
    """How many rows of each model `user` owns, those in the bin included; no model with none."""
    counts = {model: model._base_manager.filter(owner=user).count() for model in owned_models()}
    return {model: count for model, count in counts.items() if count}


def in_words(counts: Mapping[type, int]) -> list[str]:
    """Numbers of rows as "3 creatures", those of models with the same name together."""
    words: dict[tuple[str, str], int] = {}
    for model, count in counts.items():
        name = (str(model._meta.verbose_name), str(model._meta.verbose_name_plural))
        words[name] = words.get(name, 0) + count
    return [f"{count} {one if count == 1 else many}" for (one, many), count in words.items()]


def describe_work(user: User) -> str:
    """What `user` owns, as "3 creatures, 1 encounter"; "" for nothing."""
    return ", ".join(in_words(count_owned(user)))


def move_work(guest: User, user: User) -> int:
    """Give everything of `guest` to `user` and delete the emptied guest; the number of rows that moved.

    Binned rows move too. Call it inside a transaction.
    """
    moved = sum(_hand_over(model, guest, user) for model in owned_models())
    guest.delete()
    return moved


def _hand_over(model: type, guest: User, user: User) -> int:
    """Give the rows of one model; those that one may have once only know by themselves which of two stays."""
    if hasattr(model, "hand_over"):
        return model.hand_over(guest, user)
    return model._base_manager.filter(owner=guest).update(owner=user)
