"""What one may ask of parties and encounters, in the domain's words. Every view starts from one of these verbs."""

from __future__ import annotations

from django.db.models import Prefetch

from bestiary.models import OwnedQuerySet


class PartyQuerySet(OwnedQuerySet):
    """Parties."""

    def with_members(self) -> PartyQuerySet:
        """The members in one more query."""
        return self.prefetch_related("members")

    def expendable(self) -> PartyQuerySet:
        """Parties whose PCs no encounter counts, one in the bin included: it may be taken back."""
        return self.filter(encounters=None)


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
