"""The sample screen: what its file may hold, and the rows it becomes."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from django.http import QueryDict

from accounts.models import User
from bestiary.rules.errors import RulesError
from encounters.screens.drafts import FIELDS, ScreenDraft
from encounters.screens.models import Screen

# A name nobody has to guess: the link to it stands on a page that everybody sees.
SHOWN_SCREEN = "sample-one-night-in-upper-marl"


def check_screen(document: Mapping[str, Any]) -> None:
    """RulesError for what the composer would refuse; KeyError for a key that is missing."""
    draft = _draft(document)
    if not draft.is_valid():
        place, message = next(iter(draft.messages().items()), ("name", "The name is missing."))
        raise RulesError(message, place)


def make_screen(uid: UUID, document: Mapping[str, Any], owner: User, now: datetime) -> Screen:
    """The screen of a checked document, with its link alive."""
    draft = _draft(document)
    draft.is_valid()
    screen = Screen(uid=uid, owner=owner, share_token=document["share_token"], created=now)
    return draft.save(screen, now)


def shown_screen() -> Screen | None:
    """The sample screen, None when it was deleted or its link ended. One query."""
    return Screen.objects.shared_under(SHOWN_SCREEN).first()


def _draft(document: Mapping[str, Any]) -> ScreenDraft:
    """The document as the composer's form."""
    data = QueryDict(mutable=True)
    for name in FIELDS:
        data[name] = document[name]
    draft = ScreenDraft(data)
    for panel in document["panels"]:
        if unknown := sorted(set(panel) - {"table", "title", "text"}):
            raise RulesError(f"There is no such key: {', '.join(unknown)}.", "panels")
        draft.panels.add(table=panel.get("table", ""), name=panel.get("title", ""), text=panel.get("text", ""))
    return draft
