"""What people do with each other's things: bookmarks, reports, and what moderators decide.

Each kind has a base for every model of things with an author, and its own rows for creatures. The foreign key is
`thing` in all of them, so that whoever writes code for one writes it for all.
"""

from __future__ import annotations

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from bestiary.models.authored import NOTE_LENGTH
from bestiary.models.constraints import one_of
from bestiary.models.creature import Creature

REPORT_LENGTH = 1_000


class Bookmark(models.Model):
    """A thing that somebody wants to find again. `Authored.bookmark_count` says how many a thing has."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(class)ss")
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True
        verbose_name = "bookmark"
        constraints = [models.UniqueConstraint(fields=["owner", "thing"], name="%(class)s_once")]

    def __str__(self) -> str:
        return f"bookmark of {self.thing_id}"

    @classmethod
    def hand_over(cls, guest, user) -> int:
        """Give the bookmarks of `guest` to `user`; one that both have stays one."""
        cls.objects.filter(owner=guest, thing__in=cls.objects.filter(owner=user).values("thing")).delete()
        return cls.objects.filter(owner=guest).update(owner=user)


class CreatureBookmark(Bookmark):
    """A creature that somebody wants to find again."""

    thing = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="bookmarks")


class Reason(models.TextChoices):
    """Why somebody reports a thing. An appeal is the author's own, who asks for another look at what is held."""

    OFFENSIVE = "offensive", "It insults, threatens or sexualises"
    COPIED = "copied", "It copies somebody’s text or picture"
    PERSONAL = "personal", "It tells private things of a real person"
    SPAM = "spam", "It advertises, or is nothing for a game"
    OTHER = "other", "Something else"
    APPEAL = "appeal", "Its author asks for another look"


class ReportStatus(models.TextChoices):
    """What became of a report."""

    OPEN = "open", "Open"
    ACTED = "acted", "Acted on"
    DISMISSED = "dismissed", "Dismissed"


class Report(models.Model):
    """A thing that a moderator shall look at. `owner` is who reported it; the report outlives their account."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        verbose_name="reported by",
        related_name="%(class)ss",
    )
    reason = models.CharField(max_length=10, choices=Reason)
    text = models.TextField(blank=True, validators=[MaxLengthValidator(REPORT_LENGTH)])
    status = models.CharField(max_length=10, choices=ReportStatus, default=ReportStatus.OPEN)
    created = models.DateTimeField("reported", default=timezone.now)
    decided_at = models.DateTimeField("decided", null=True, blank=True)

    class Meta:
        abstract = True
        verbose_name = "report"
        # Open ones first, the oldest of them on top.
        ordering = [F("decided_at").desc(nulls_first=True), "created", "id"]
        constraints = [
            one_of("reason", Reason.values),
            models.UniqueConstraint(fields=["owner", "thing"], condition=Q(status="open"), name="%(class)s_open_once"),
            models.CheckConstraint(
                condition=Q(status="open", decided_at=None)
                | Q(status__in=("acted", "dismissed"), decided_at__isnull=False),
                name="%(class)s_open_until_decided",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_reason_display()}: {self.thing.name}"

    @classmethod
    def hand_over(cls, guest, user) -> int:
        """Give the reports of `guest` to `user`; where both have an open one on the same thing, the user's stays."""
        twice = cls.objects.filter(owner=user, status=ReportStatus.OPEN).values("thing")
        cls.objects.filter(owner=guest, status=ReportStatus.OPEN, thing__in=twice).delete()
        return cls.objects.filter(owner=guest).update(owner=user)


class CreatureReport(Report):
    """A creature that a moderator shall look at."""

    thing = models.ForeignKey(Creature, on_delete=models.CASCADE, related_name="reports", verbose_name="creature")


class Action(models.TextChoices):
    """What a moderator can do."""

    HOLD = "hold", "Hold: nobody but its author can open it"
    RELEASE = "release", "Release: it is as public as its author made it"
    DISMISS = "dismiss", "Dismiss the open reports"
    NOTE = "note", "Only leave a note to the author"


class Decision(models.Model):
    """A line of the log: which moderator did what with which thing, and when. Never changed, and it outlives both."""

    thing_name = models.CharField(max_length=Creature._meta.get_field("name").max_length)
    author = models.CharField(max_length=150)
    # Names, not users: they say who it was then.
    moderator = models.CharField(max_length=150)
    action = models.CharField(max_length=10, choices=Action)
    note = models.TextField(blank=True, validators=[MaxLengthValidator(NOTE_LENGTH)])
    created = models.DateTimeField(default=timezone.now)

    class Meta:
        abstract = True
        verbose_name = "decision"
        ordering = ["-created", "-id"]
        constraints = [one_of("action", Action.values)]

    def __str__(self) -> str:
        return f"{self.action} {self.thing_name}"


class CreatureDecision(Decision):
    """What a moderator did with a creature."""

    thing = models.ForeignKey(
        Creature, on_delete=models.SET_NULL, null=True, related_name="decisions", verbose_name="creature"
    )
