"""The queue of reports, and the log of what moderators decided."""

from __future__ import annotations

from django.contrib import admin
from django.urls import NoReverseMatch, reverse
from django.utils import timezone
from django.utils.html import format_html

from bestiary.admin.moderating import ModeratingAdmin, at, name_of
from bestiary.models import Action, CreatureDecision, CreatureReport, ReportStatus
from bestiary.moderation import decide


class ReportAdmin(ModeratingAdmin):
    """Reports of one kind of things, the open ones first. A moderator is staff with the permission to change them."""

    list_display = ["thing", "author", "reason", "status", "held", "changed_since", "created", "reporter"]
    list_filter = ["status", "reason", ("thing__held_at", admin.EmptyFieldListFilter)]
    search_fields = ["thing__name", "thing__owner__username", "text"]
    list_select_related = ["thing__owner", "owner"]
    date_hierarchy = "created"
    actions = ["dismiss"]
    fieldsets = [
        (None, {"fields": ["link", "author", "visibility", "held", "note_now", "changed_since", "texts"]}),
        ("What was said", {"fields": ["reason", "text", "reporter", "created", "status", "reports", "decisions"]}),
        ("Decide", {"fields": ["action", "note"]}),
    ]
    readonly_fields = [
        "link", "author", "visibility", "held", "note_now", "changed_since", "texts",
        "reason", "text", "reporter", "created", "status", "reports", "decisions",
    ]  # fmt: skip

    def has_delete_permission(self, request, obj=None) -> bool:
        return False

    @admin.display(description="thing")
    def link(self, report) -> str:
        """The name, with the way to its own admin page."""
        options = report.thing._meta
        try:
            address = reverse(f"admin:{options.app_label}_{options.model_name}_change", args=[report.thing_id])
        except NoReverseMatch:
            return report.thing.name
        return format_html('<a href="{}">{}</a>', address, report.thing.name)

    @admin.display(description="author")
    def author(self, report) -> str:
        return report.thing.owner.display_name

    @admin.display(description="reported by")
    def reporter(self, report) -> str:
        return name_of(report.owner)

    @admin.display(description="who may see it")
    def visibility(self, report) -> str:
        return report.thing.get_visibility_display()

    @admin.display(description="held since", ordering="thing__held_at")
    def held(self, report) -> str:
        return at(report.thing.held_at) if report.thing.held_at else ""

    @admin.display(description="note to the author now")
    def note_now(self, report) -> str:
        return report.thing.moderator_note

    @admin.display(description="changed since", boolean=True)
    def changed_since(self, report) -> bool:
        """Whether its author saved the thing after the report."""
        return report.thing.updated > report.created

    @admin.action(description="Dismiss the selected reports", permissions=["change"])
    def dismiss(self, request, queryset) -> None:
        """Decide for several things at once that there is nothing to do."""
        things = {report.thing for report in queryset.filter(status=ReportStatus.OPEN).select_related("thing")}
        for thing in things:
            decide(thing, Action.DISMISS, "", request.user, timezone.now())
        self.message_user(request, f"Dismissed the reports about {len(things)} thing{'' if len(things) == 1 else 's'}.")


@admin.register(CreatureReport)
class CreatureReportAdmin(ReportAdmin):
    """Reports of creatures."""


class DecisionAdmin(admin.ModelAdmin):
    """The log: read, never written."""

    list_display = ["created", "moderator", "action", "thing_name", "author"]
    list_filter = ["action"]
    search_fields = ["thing_name", "author", "moderator", "note"]
    date_hierarchy = "created"

    def has_add_permission(self, request) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False

    def has_delete_permission(self, request, obj=None) -> bool:
        return False


@admin.register(CreatureDecision)
class CreatureDecisionAdmin(DecisionAdmin):
    """What moderators did with creatures."""
