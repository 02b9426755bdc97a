"""How an account ends: everything it owns goes, what others copied stays without the name."""

from __future__ import annotations

from dataclasses import dataclass

from axes.utils import reset as reset_attempts
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import CASCADE, Model

from accounts.guests import count_owned, in_words
from accounts.mentions import FORMER_MEMBER, left_with_others, rewrite
from accounts.models import User
from accounts.names import name_key


@dataclass(frozen=True, slots=True)
class Farewell:
    """What deleting an account does, in words with numbers.

    `gone` goes with it; `kept` stays without a name, as a moderator needs it; `left` is what others have of it.
    """

    gone: tuple[str, ...]
    kept: tuple[str, ...]
    left: tuple[str, ...]


def farewell(user: User) -> Farewell:
    """What would happen now."""
    counts = count_owned(user)
    gone = {model: count for model, count in counts.items() if _goes(model)}
    kept = {model: count for model, count in counts.items() if model not in gone}
    return Farewell(tuple(in_words(gone)), tuple(in_words(kept)), tuple(left_with_others(user)))


def _goes(model: type[Model]) -> bool:
    return model._meta.get_field("owner").remote_field.on_delete is CASCADE


def delete_account(user: User) -> None:
    """Delete `user` and all they own for good; whoever is logged in as them no longer is.

    All or nothing. Nobody else's row goes: keys to what is deleted become empty, and names beside copies are replaced.
    Pictures and counts follow with the rows, see the apps' signals of deleted rows.
    """
    with transaction.atomic():
        user = User.objects.select_for_update().get(pk=user.pk)
        rewrite(user, FORMER_MEMBER)
        content_type = ContentType.objects.get_for_model(User)
        LogEntry.objects.filter(content_type=content_type, object_id=str(user.pk)).update(object_repr=FORMER_MEMBER)
        reset_attempts(username=name_key(user.username))
        user.delete()
