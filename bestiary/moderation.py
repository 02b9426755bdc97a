"""Reports and what moderators decide about them. Every decision is a line of the log."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from bestiary.models import Action, Authored, Report, ReportStatus


def file_report(thing: Authored, owner, reason: str, text: str, now: datetime) -> bool:
    """Put a report into the moderators' queue; False where `owner` has an open one about this thing already."""
    reports = thing.reports.model
    report = reports(thing=thing, owner=owner, reason=reason, text=text, created=now)
    with transaction.atomic():
        # The constraint decides between two reports at the same moment: the second is not there afterwards.
        reports.objects.bulk_create([report], ignore_conflicts=True)
        return thing.reports.filter(owner=owner, status=ReportStatus.OPEN, created=now).exists()


def open_report(thing: Authored, owner) -> Report | None:
    """The report of `owner` about this thing that nobody has decided yet."""
    if not owner.is_authenticated:
        return None
    return thing.reports.filter(owner=owner, status=ReportStatus.OPEN).first()


def decide(thing: Authored, action: str, note: str, moderator, now: datetime) -> None:
    """Do what a moderator decided about a thing and write it down; its open reports are decided with it.

    A note takes the place of the one before. Releasing without one takes it away, dismissing reports does not.
    """
    things = type(thing)._base_manager.filter(pk=thing.pk)
    with transaction.atomic():
        thing = things.select_for_update(of=("self",)).select_related("owner").get()
        changes = {}
        if action == Action.HOLD and thing.held_at is None:
            changes["held_at"] = now
        if action == Action.RELEASE:
            changes["held_at"] = None
        if note or action == Action.RELEASE:
            changes["moderator_note"] = note
        if changes:
            things.update(**changes)
        status = ReportStatus.DISMISSED if action == Action.DISMISS else ReportStatus.ACTED
        thing.reports.filter(status=ReportStatus.OPEN).update(status=status, decided_at=now)
        thing.decisions.create(
            thing_name=thing.name,
            author=thing.owner.display_name,
            moderator=moderator.get_username(),
            action=action,
            note=note,
            created=now,
        )


def put_note_away(thing: Authored) -> None:
    """Take away a note that its author has read; one that says why the thing is held stays with it."""
    type(thing)._base_manager.filter(pk=thing.pk, held_at=None).update(moderator_note="")
