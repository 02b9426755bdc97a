"""What every thing has that an author makes and may share with everybody: creatures, the items of the shop."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.core.validators import MaxLengthValidator
from django.db import models
from django.db.models import Q
from django.utils import timezone

from bestiary.models.constraints import not_blank, one_of
from bestiary.rules.worlds_awakening import LONGEST_NAME

DESCRIPTION_LENGTH = 4_000
TAG_LENGTH = 40
NOTE_LENGTH = 1_000


# What everybody's lists show: the index of an order holds these rows alone. Were visibility its first column instead,
# SQLite would take it for the most telling thing to know about a row, and read all public ones to sort a few.
LISTED = Q(visibility="public", held_at=None, deleted_at=None)


class Visibility(models.TextChoices):
    """Who may open a thing. Unlisted: whoever knows its address."""

    PRIVATE = "private", "Private"
    UNLISTED = "unlisted", "Unlisted"
    PUBLIC = "public", "Public"


class Tag(models.Model):
    """A free word on creatures and items, kept in lower case so that it exists once."""

    name = models.CharField(max_length=TAG_LENGTH, unique=True)

    class Meta:
        ordering = ["name"]
        constraints = [not_blank("name")]

    def __str__(self) -> str:
        return self.name


class Authored(models.Model):
    """A named thing of one author. `uid` is the id in every address and document.

    `CommunityQuerySet` says who may see it. What lists sort and search by is set where its document is saved, alone.
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="%(class)ss")
    name = models.CharField(max_length=LONGEST_NAME)
    visibility = models.CharField(max_length=10, choices=Visibility, default=Visibility.PRIVATE)
    description = models.TextField(blank=True, validators=[MaxLengthValidator(DESCRIPTION_LENGTH)])
    tags = models.ManyToManyField(Tag, blank=True, related_name="%(class)ss")

    # The names stay readable when the thing this one was made from is gone or hidden.
    origin = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="variants")
    origin_name = models.CharField(max_length=LONGEST_NAME, blank=True)
    origin_author = models.CharField(max_length=150, blank=True)

    sort_name = models.CharField(max_length=200, editable=False, default="")
    search_text = models.TextField(editable=False, default="")

    revision = models.PositiveIntegerField(default=1, editable=False)
    created = models.DateTimeField(default=timezone.now)
    updated = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True, editable=False)

    # When it first was public: what the feed calls new.
    published_at = models.DateTimeField(null=True, blank=True, editable=False)

    # Other people's doing: `bestiary.bookmarks` and `bestiary.moderation` set these, a save of the author never does.
    bookmark_count = models.PositiveIntegerField("bookmarks", default=0, editable=False)
    held_at = models.DateTimeField("held since", null=True, blank=True, editable=False)
    moderator_note = models.TextField(
        "note to the author", blank=True, default="", editable=False, validators=[MaxLengthValidator(NOTE_LENGTH)]
    )

    # What a save of a stored thing leaves alone, in case it changed since the thing was read: the bin is no save's
    # doing either.
    SET_BY_OTHERS = ("bookmark_count", "held_at", "moderator_note", "deleted_at")

    class Meta:
        abstract = True
        ordering = ["-created", "-id"]
        indexes = [
            models.Index(fields=["-created", "-id"], name="%(class)s_newest", condition=LISTED),
            models.Index(fields=["sort_name", "id"], name="%(class)s_by_name", condition=LISTED),
            models.Index(fields=["bookmark_count", "id"], name="%(class)s_by_bookmarks", condition=LISTED),
            models.Index(fields=["published_at", "id"], name="%(class)s_published", condition=LISTED),
            models.Index(fields=["uid"], name="%(class)s_by_uid", condition=LISTED),
            models.Index(fields=["owner", "-created", "-id"], name="%(class)s_mine"),
            models.Index(fields=["deleted_at"], name="%(class)s_bin", condition=Q(deleted_at__isnull=False)),
            # For an author who changes their name or leaves, see `accounts.mentions`.
            models.Index(fields=["origin_author"], name="%(class)s_origin_author", condition=~Q(origin_author="")),
        ]
        constraints = [not_blank("name"), one_of("visibility", Visibility.values)]

    def __str__(self) -> str:
        return self.name

    def is_variant_of(self, origin: Authored) -> None:
        """Note that this thing was made from `origin`; fetch that one with its owner."""
        self.origin = origin
        self.origin_name = origin.name
        self.origin_author = origin.owner.display_name
