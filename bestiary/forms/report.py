"""The form by which people report a thing to the moderators."""

from __future__ import annotations

from django import forms
from django.core.exceptions import ValidationError

from bestiary.forms.fields import OneOfField, TextField
from bestiary.models import REPORT_LENGTH, Reason

REASONS = [(reason.value, reason.label) for reason in Reason if reason is not Reason.APPEAL]


class ReportForm(forms.Form):
    """Why, and in one's own words what a moderator should look at."""

    reason = OneOfField(choices=REASONS, widget=forms.RadioSelect, label="What is wrong with it?")
    text = TextField(
        REPORT_LENGTH,
        label="In your own words",
        help_text="What a moderator should look at. Its author is not told who wrote this.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )

    def clean(self) -> dict:
        """Without a ready-made reason, words are needed."""
        cleaned = super().clean()
        if cleaned.get("reason") == Reason.OTHER and cleaned.get("text") == "":
            self.add_error("text", ValidationError("Say in a few words what is wrong.", code="required"))
        return cleaned


class AppealForm(forms.Form):
    """What the author of a held thing changed, or why a moderator should look again."""

    text = TextField(
        REPORT_LENGTH,
        label="In your own words",
        help_text="What you changed, or why it should be released as it is.",
        widget=forms.Textarea(attrs={"rows": 5}),
    )
