"""Screens of a GM's own as rows: which tables in which order, and panels of one's own between them."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.urls import reverse

from accounts.models import Paper
from bestiary.models import Owned, OwnedQuerySet, not_blank, one_of

MAX_PANELS = 40
TITLE_LENGTH = 80
PANEL_TEXT_LENGTH = 4_000
OWN_TEXT_LENGTH = 20_000
"""Of all own panels of a screen together: about ten printed columns."""
OWN_PARTS = 1_500
"""Paragraphs, line breaks, list items, table cells and the like of them all: layout time goes by their number."""


class Orientation(models.TextChoices):
    """How the pages stand in the GM's screen."""

    PORTRAIT = "portrait", "Portrait"
    LANDSCAPE = "landscape", "Landscape"


class TextSize(models.TextChoices):
    """How large the printed text is."""

    SMALL = "small", "Small (8 pt)"
    MEDIUM = "medium", "Medium (9 pt)"
    LARGE = "large", "Large (10 pt)"


class ScreenQuerySet(OwnedQuerySet):
    """Screens."""

    def with_panels(self) -> ScreenQuerySet:
        """The panels in one more query."""
        return self.prefetch_related("panels")

    def shared_under(self, token: str) -> ScreenQuerySet:
        """The screen whose link is alive under this token; a binned screen's link is dead."""
        return self.filter(share_token=token, deleted_at=None) if token else self.none()


class Screen(Owned):
    """A GM screen put together from tables of either game and from panels of one's own."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="screens")
    paper = models.CharField(max_length=6, choices=Paper, default=Paper.A4)
    orientation = models.CharField(max_length=9, choices=Orientation, default=Orientation.PORTRAIT)
    text_size = models.CharField(max_length=6, choices=TextSize, default=TextSize.MEDIUM)
    # NULL while there is no link; empty text would be a token one can guess.
    share_token = models.CharField(max_length=40, null=True, blank=True, unique=True, editable=False)

    objects = ScreenQuerySet.as_manager()

    class Meta:
        app_label = "encounters"
        ordering = ["-updated", "-id"]
        indexes = [models.Index(fields=["owner", "-updated", "-id"], name="screen_mine")]
        constraints = [
            not_blank("name"),
            one_of("paper", Paper.values),
            one_of("orientation", Orientation.values),
            one_of("text_size", TextSize.values),
            not_blank("share_token"),
        ]

    def get_absolute_url(self) -> str:
        return reverse("encounters:screen_detail", args=[self.uid])

    def get_shared_url(self) -> str:
        """Return the path of the shared page, "" while there is no link."""
        return reverse("encounters:shared_screen", args=[self.share_token]) if self.share_token else ""


class ScreenPanel(models.Model):
    """One panel of a screen: a table of the catalogue by its slug, or a title and a text of the GM's own."""

    screen = models.ForeignKey(Screen, on_delete=models.CASCADE, related_name="panels")
    order = models.PositiveSmallIntegerField(default=0)
    table = models.CharField(max_length=60, blank=True)
    title = models.CharField(max_length=TITLE_LENGTH, blank=True)
    text = models.TextField(blank=True)

    class Meta:
        app_label = "encounters"
        ordering = ["order", "id"]
        constraints = [
            models.CheckConstraint(
                condition=(Q(table="") & ~Q(title="")) | (~Q(table="") & Q(title="", text="")),
                name="screenpanel_table_or_own",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.table
