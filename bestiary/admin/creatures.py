"""Creatures for whoever runs the site: to find one, to look at it, to decide who may see it."""

from django.contrib import admin
from django.utils import timezone

from bestiary.admin.moderating import ModeratingAdmin
from bestiary.models import (
    Ability,
    Attack,
    Creature,
    DamageAffinity,
    FoeEffect,
    FoeStats,
    Tag,
    Visibility,
    WorldsAwakeningStats,
)


class ReadOnlyInline(admin.TabularInline):
    """Rows of a creature. They change by saving its document, which also sets what lists sort by."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request, obj=None) -> bool:
        return False

    def has_change_permission(self, request, obj=None) -> bool:
        return False


class StatsInline(ReadOnlyInline):
    model = WorldsAwakeningStats


class AttackInline(ReadOnlyInline):
    model = Attack


class AbilityInline(ReadOnlyInline):
    model = Ability


class AffinityInline(ReadOnlyInline):
    model = DamageAffinity


class FoeStatsInline(ReadOnlyInline):
    model = FoeStats


class FoeEffectInline(ReadOnlyInline):
    model = FoeEffect


# By the slug of the system.
INLINES = {
    "worlds_awakening": [StatsInline, AttackInline, AbilityInline, AffinityInline],
    "two_d12": [FoeStatsInline, FoeEffectInline],
}


@admin.register(Creature)
class CreatureAdmin(ModeratingAdmin):
    """Name, text and rules are the author's; the site's people decide who may see it."""

    list_display = ["name", "system", "owner", "visibility", "held_at", "bookmark_count", "created", "deleted_at"]
    list_filter = ["visibility", "system", "power"]
    list_filter += [(column, admin.EmptyFieldListFilter) for column in ("held_at", "deleted_at")]
    search_fields = ["name", "owner__username"]
    list_select_related = ["owner"]
    date_hierarchy = "created"
    fields = [
        "uid",
        "owner",
        "system",
        "name",
        "visibility",
        "description",
        "habitat",
        "family",
        "level",
        "power",
        "origin_name",
        "origin_author",
        "revision",
        "created",
        "updated",
        "deleted_at",
        "bookmark_count",
        "held_at",
        "moderator_note",
        "reports",
        "decisions",
        "action",
        "note",
    ]
    readonly_fields = [field for field in fields if field not in ("visibility", "action", "note")]

    def save_model(self, request, obj, form, change) -> None:
        """Write the one column that is changed here, and do what was decided."""
        if obj.visibility == Visibility.PUBLIC and obj.published_at is None:
            obj.published_at = timezone.now()
        obj.save(update_fields=["visibility", "published_at"])
        super().save_model(request, obj, form, change)

    def get_inlines(self, request, obj):
        """The rows of the creature's own game."""
        return INLINES[obj.system] if obj else []

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("worlds_awakening", "two_d12", "owner")


@admin.register(Tag)
class TagAdmin(admin.ModelAdmin):
    search_fields = ["name"]
