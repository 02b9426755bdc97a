"""Creatures for whoever runs the site: to find one, to look at it, to hide it."""

from django.contrib import admin

from bestiary.models import Ability, Attack, Creature, DamageAffinity, Tag, WorldsAwakeningStats


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


@admin.register(Creature)
class CreatureAdmin(admin.ModelAdmin):
    """Name, text and rules are the author's; the site's people decide who may see it."""

    list_display = ["name", "owner", "visibility", "power", "created", "deleted_at"]
    list_filter = ["visibility", "system", "power", ("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "owner__username"]
    list_select_related = ["owner"]
    date_hierarchy = "created"
    inlines = [StatsInline, AttackInline, AbilityInline, AffinityInline]
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
    ]
    readonly_fields = [field for field in fields if field != "visibility"]

    def has_add_permission(self, request) -> bool:
        return False

    def get_queryset(self, request):
        return super().get_queryset(request).select_related("worlds_awakening", "owner")


@admin.register(Tag)
class TagAdmin(admin.ModelAdmin):
    search_fields = ["name"]
