"""A GM's library: attacks and abilities kept to be put into creatures again."""

from __future__ import annotations

from collections.abc import Iterable

from django.conf import settings
from django.db import models
from django.urls import reverse

from bestiary.models.constraints import not_blank, one_of
from bestiary.models.owned import Owned, OwnedQuerySet
from bestiary.search import read_search


class EntryKind(models.TextChoices):
    """What an entry is a row of."""

    ATTACK = "attack", "Attack"
    ABILITY = "ability", "Ability"


class LibraryQuerySet(OwnedQuerySet):
    """Entries, each there for its owner alone."""

    def of_kind(self, kind: str) -> LibraryQuerySet:
        """Attacks or abilities; both for ""."""
        return self.filter(kind=kind) if kind else self

    def found(self, query: str, facets: Iterable[str] = ()) -> LibraryQuerySet:
        """Entries that have all the words and all the facets. Reads them: nobody has many."""
        search = read_search(query, facets)
        return self.filter(searched__spells=search) if search else self


class LibraryEntry(Owned):
    """A row as its document holds it, `bestiary.documents.library` checks and writes it.

    `earlier` are the documents that the entry was before, the latest last: by what they say, rows of creatures are
    known that were put there from it, see `bestiary.library`.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="library_entries")
    kind = models.CharField(max_length=10, choices=EntryKind)
    row = models.JSONField()
    tags = models.JSONField(default=list, blank=True)
    earlier = models.JSONField(default=list, blank=True, editable=False)
    revision = models.PositiveIntegerField(default=1, editable=False)

    sort_name = models.CharField(max_length=200, editable=False, default="")
    # As `search_text` of other models, under a name for which no index is made: one's own entries are read faster.
    searched = models.TextField(editable=False, default="")

    objects = LibraryQuerySet.as_manager()

    class Meta:
        verbose_name = "library entry"
        verbose_name_plural = "library entries"
        ordering = ["sort_name", "id"]
        indexes = [
            models.Index(fields=["owner", "sort_name", "id"], name="libraryentry_mine"),
            models.Index(fields=["deleted_at"], name="libraryentry_bin", condition=models.Q(deleted_at__isnull=False)),
        ]
        constraints = [not_blank("name"), one_of("kind", EntryKind.values)]

    def get_absolute_url(self) -> str:
        return reverse("bestiary:library_edit", args=[self.uid])
