"""What admin pages of reported things and of reports have in common: reading the thing and deciding about it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join, linebreaks
from django.utils.safestring import mark_safe

from bestiary.documents import creature_document
from bestiary.forms.fields import TextField
from bestiary.models import NOTE_LENGTH, Action, Authored, Creature, ReportStatus
from bestiary.moderation import decide
from bestiary.pictures import PAGE
from bestiary.portraits import portrait_of

# What an author types freely, by its name in the document.
TEXTS = {
    "name", "description", "text", "notes", "note", "damage", "damage_type", "tags", "resistances", "weaknesses",
}  # fmt: skip


class ModerationForm(forms.ModelForm):
    """What a moderator decides about a thing, or about the thing of a report. Nothing is chosen until one chooses."""

    action = forms.ChoiceField(choices=Action, required=False, widget=forms.RadioSelect, label="Decision")
    note = TextField(
        NOTE_LENGTH,
        label="Note to the author",
        help_text="Shown on the page of the thing, to its author only. Needed to hold something: say why.",
        widget=forms.Textarea(attrs={"rows": 5, "class": "vLargeTextField"}),
    )

    def clean(self) -> dict:
        """Refuse a decision that would do nothing, or would leave the author without a word."""
        cleaned = super().clean()
        action, note, thing = cleaned.get("action"), cleaned.get("note"), thing_of(self.instance)
        if note and not action:
            self.add_error("action", ValidationError("Choose what shall happen.", code="required"))
        if note == "" and action in (Action.HOLD, Action.NOTE):
            self.add_error("note", ValidationError("Tell the author why.", code="required"))
        if action == Action.RELEASE and thing.held_at is None:
            self.add_error("action", ValidationError("It is not held.", code="invalid"))
        if action == Action.DISMISS and not thing.reports.filter(status=ReportStatus.OPEN).exists():
            self.add_error("action", ValidationError("It has no open reports.", code="invalid"))
        return cleaned


def thing_of(row) -> Authored:
    """The thing that a report is about; a thing is its own."""
    return row if isinstance(row, Authored) else row.thing


class ModeratingAdmin(admin.ModelAdmin):
    """An admin page on which a moderator reads a thing and decides. Nothing is added or deleted here."""

    form = ModerationForm

    def has_add_permission(self, request) -> bool:
        return False

    def save_model(self, request, obj, form, change) -> None:
        """Do what was decided; the row itself is not written."""
        if action := form.cleaned_data.get("action"):
            decide(thing_of(obj), action, form.cleaned_data["note"], request.user, timezone.now())

    @admin.display(description="everything its author wrote")
    def texts(self, obj) -> str:
        """All free texts of the thing in the order of its document."""
        thing = thing_of(obj)
        if isinstance(thing, Creature):
            document = creature_document(Creature.objects.with_stats().get(pk=thing.pk))
            return format_html("{}{}", picture(thing), paragraphs(written(document)))
        return thing.description

    @admin.display(description="reports")
    def reports(self, obj) -> str:
        """All reports about the thing."""
        return paragraphs(
            (
                f"{at(row.created)} {row.get_status_display()}, by {name_of(row.owner)}: {row.get_reason_display()}",
                row.text,
            )
            for row in thing_of(obj).reports.select_related("owner")
        )

    @admin.display(description="decisions")
    def decisions(self, obj) -> str:
        """What moderators did with the thing so far."""
        return paragraphs(
            (f"{at(row.created)} {row.moderator}: {row.get_action_display()}", row.note)
            for row in thing_of(obj).decisions.all()
        )


def at(moment: datetime) -> str:
    return f"{moment:%d %b %Y %H:%M}"


def name_of(user) -> str:
    """Who reported; their account may be gone."""
    return user.display_name if user else "account deleted"


def paragraphs(rows: Iterable[tuple[str, str]]) -> str:
    """Headings, each with a plain text below it, as HTML."""
    texts = ((heading, mark_safe(linebreaks(text, autoescape=True))) for heading, text in rows)
    return format_html_join("", "<div><strong>{}</strong>{}</div>", texts) or "none"


def picture(thing: Creature) -> str:
    """The portrait of a creature with what its author says it shows, as HTML; "" where it has none."""
    if (portrait := portrait_of(thing)) is None:
        return ""
    address = reverse("bestiary:portrait", args=[portrait.key, PAGE])
    size = portrait.width, portrait.height
    return format_html('<p><img src="{}" alt="Picture" width="{}" height="{}"><br>{}</p>', address, *size, portrait.alt)


def written(document: Mapping, place: str = "") -> Iterator[tuple[str, str]]:
    """Where in a document its author wrote something, and what."""
    for key, value in document.items():
        here = f"{place} {key}".strip()
        if isinstance(value, Mapping):
            yield from written(value, here)
        elif isinstance(value, list | tuple) and value and isinstance(value[0], Mapping):
            for number, row in enumerate(value, start=1):
                yield from written(row, f"{here} {number}")
        elif key in TEXTS and value:
            yield here, ", ".join(value) if isinstance(value, list | tuple) else str(value)
