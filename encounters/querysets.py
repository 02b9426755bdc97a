"""What one may ask of parties and encounters, in the domain's words. Every view starts from one of these verbs."""

from __future__ import annotations

from datetime import datetime

from django.db import models
from django.db.models import Prefetch


class OwnedQuerySet(models.QuerySet):
    """Rows with an owner and a bin. Chainable; `user` may be anonymous, who owns nothing."""

    def owned_by(self, user) -> OwnedQuerySet:
        return self.filter(owner=user) if user.is_authenticated else self.none()

    def visible_to(self, user) -> OwnedQuerySet:
        """Rows `user` may open by address: their own, none from a bin. Others come in by a shared link only."""
        return self.owned_by(user).filter(deleted_at=None)

    def editable_by(self, user) -> OwnedQuerySet:
        """Rows `user` may change."""
        return self.visible_to(user)

    def locked(self) -> OwnedQuerySet:
        """Rows that nobody else changes until the transaction ends; SQLite's transactions take turns anyway."""
        return self.select_for_update(of=("self",))

    def binned_by(self, user) -> OwnedQuerySet:
        """Rows in the bin of `user`, the last deleted first."""
        return self.owned_by(user).filter(deleted_at__isnull=False).order_by("-deleted_at", "-id")

    def move_to_bin(self, now: datetime) -> int:
        """Bin the rows that are not in it yet; returns how many that were."""
        return self.filter(deleted_at=None).update(deleted_at=now)

    def restore(self) -> int:
        """Take the rows out of the bin again; returns how many that were."""
        return self.filter(deleted_at__isnull=False).update(deleted_at=None)


class PartyQuerySet(OwnedQuerySet):
    """Parties."""

    def with_members(self) -> PartyQuerySet:
        """The members in one more query."""
        return self.prefetch_related("members")


class EncounterQuerySet(OwnedQuerySet):
    """Encounters."""

    def shared_under(self, token: str) -> EncounterQuerySet:
        """The encounter whose link is alive under this token; a binned encounter's link is dead."""
        return self.filter(share_token=token, deleted_at=None) if token else self.none()

    def of_system(self, slug: str) -> EncounterQuerySet:
        """Encounters of one game, by its slug."""
        return self.filter(system=slug)

    def with_lines(self) -> EncounterQuerySet:
        """Everything a calibration reads, in a constant number of queries; the creatures' documents stay behind."""
        return self._with_lines(["document"])

    def with_documents(self) -> EncounterQuerySet:
        """Like `with_lines`, the creatures as they were when added included."""
        return self._with_lines([])

    def _with_lines(self, left_out: list[str]) -> EncounterQuerySet:
        from encounters.models import EncounterLine  # the models import this module

        unused = ("creature__description", "creature__search_text")
        lines = Prefetch("lines", EncounterLine.objects.select_related("creature").defer(*left_out, *unused))
        return self.select_related("party", "owner").prefetch_related(lines, "pcs", "party__members")
