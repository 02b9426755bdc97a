"""A screen while its GM puts it together: what was posted, checked, shown, and saved as rows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.http import QueryDict

from bestiary.rows import Rows
from bestiary.rules.two_d12 import SuccessRule
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, Vocabulary
from encounters.drafts import Draft
from encounters.screens.catalogue import GAMES, all_panels
from encounters.screens.forms import PanelForm, ScreenForm
from encounters.screens.markdown import count_parts, panel_html
from encounters.screens.models import MAX_PANELS, OWN_PARTS, OWN_TEXT_LENGTH, Screen, ScreenPanel
from encounters.screens.panels import OwnPanel, Panel

FIELDS = ("name", "paper", "orientation", "text_size")
WHOLE_GAME = "game:"

AnyPanel = Panel | OwnPanel


class ScreenDraft(Draft):
    """The composer's form."""

    def __init__(self, data: QueryDict):
        self.data = data
        self.form = ScreenForm(data)
        self.panels = Rows(data, "panels", PanelForm, MAX_PANELS, f"At most {MAX_PANELS} panels.", self._check_texts)
        self.rows = {"panels": self.panels}

    @classmethod
    def of(cls, screen: Screen) -> ScreenDraft:
        """The draft of a stored screen (fetch with `with_panels()`), or of a new one."""
        data = QueryDict(mutable=True)
        for name in FIELDS:
            data[name] = str(getattr(screen, name))
        draft = cls(data)
        for panel in screen.panels.all() if screen.pk else ():
            draft.panels.add(table=panel.table, name=panel.title, text=panel.text)
        return draft

    def set_defaults(self) -> None:
        self.panels.defaults = {"table": "", "name": "", "text": ""}

    # --- tables

    def add_tables(self, button: str) -> tuple[list[int], str]:
        """Add the table of that slug, or with "game:two_d12" all of a game's screen that are not there yet.

        Returns the numbers of the new rows and what stood in the way, "" when nothing did.
        """
        if button.startswith(WHOLE_GAME):
            game = GAMES.get(button.removeprefix(WHOLE_GAME))
            wanted = [panel.slug for panel in game.screen()] if game else []
        else:
            wanted = [button] if button in all_panels() else []
        if not wanted:
            return [], "There is no such table."
        present = {form.slug for form in self.panels.forms}
        missing = [slug for slug in wanted if slug not in present]
        if not missing:
            return [], "All of these are on the screen already." if len(wanted) > 1 else "It is on the screen already."
        room = max(0, MAX_PANELS - len(self.panels.numbers))
        added = [self.panels.add(table=slug, name="", text="") for slug in missing[:room]]
        return added, "" if len(missing) <= room else f"{self.panels.too_many} Remove one first."

    # --- checking and showing

    def _check_texts(self) -> str:
        texts = [form.own_text for form in self.panels.filled]
        total = sum(map(len, texts))
        if total > OWN_TEXT_LENGTH:
            return f"All texts of your own together: at most {OWN_TEXT_LENGTH:,} characters; these are {total:,}."
        parts = sum(count_parts(panel_html(text)) for text in texts)
        if parts > OWN_PARTS:
            return (
                f"All texts of your own together: at most {OWN_PARTS:,} lines, list items, table cells and words in "
                f"bold; these are {parts:,}."
            )
        return ""

    def is_valid(self) -> bool:
        return all([self.form.is_valid(), self.panels.is_valid()])

    def has_layout(self) -> bool:
        """Whether it can be laid out: the name may still be missing."""
        self.form.is_valid()
        return not self.form.errors.keys() - {"name"} and self.panels.is_valid()

    def shown_panels(self, words: Vocabulary, rule: SuccessRule) -> list[AnyPanel]:
        """The panels in order, for a draft that has a layout."""
        rows = [form.cleaned_data for form in self.panels.filled]
        return to_panels([(row["table"], row["name"], row["text"]) for row in rows], words, rule)

    @transaction.atomic
    def save(self, screen: Screen, now: datetime) -> Screen:
        """Write the draft, valid, into `screen`, whose owner the caller has set."""
        for name in FIELDS:
            setattr(screen, name, self.form.cleaned_data[name])
        screen.updated = now
        screen.save()
        screen.panels.all().delete()
        ScreenPanel.objects.bulk_create(
            ScreenPanel(screen=screen, order=order, table=row["table"], title=row["name"], text=row["text"])
            for order, row in enumerate(form.cleaned_data for form in self.panels.filled)
        )
        screen._prefetched_objects_cache = {}
        return screen


def to_panels(
    rows: Sequence[tuple[str, str, str]],
    words: Vocabulary = STANDARD_WORDS,
    rule: SuccessRule = SuccessRule.REACH,
) -> list[AnyPanel]:
    """What (table, title, text) show; a table that a later version of the site dropped is left out."""
    tables = all_panels(words, rule)
    panels = (tables.get(table) if table else OwnPanel(title, panel_html(text)) for table, title, text in rows)
    return [panel for panel in panels if panel is not None]


def panels_of(
    screen: Screen, words: Vocabulary = STANDARD_WORDS, rule: SuccessRule = SuccessRule.REACH
) -> list[AnyPanel]:
    """The panels of a stored screen, fetched with `with_panels()`."""
    return to_panels([(panel.table, panel.title, panel.text) for panel in screen.panels.all()], words, rule)
