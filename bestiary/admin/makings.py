"""Ancestries and classes for whoever runs the site: to find one, to look at it, to decide who may see it."""

from django.contrib import admin
from django.utils import timezone

from bestiary.admin.creatures import ReadOnlyInline
from bestiary.models import STAT_NAMES, Ancestry, CharacterClass, ClassOutfit, InnateAbility, Making, Visibility


class InnateAbilityInline(ReadOnlyInline):
    model = InnateAbility


class ClassOutfitInline(ReadOnlyInline):
    model = ClassOutfit
    fields = ["order", "name", "price"]


class MakingAdmin(admin.ModelAdmin):
    """Name, text and numbers are the author's; the site's people decide who may see it."""

    list_display = ["name", "owner", "visibility", "created", "deleted_at"]
    list_filter = ["visibility", ("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "owner__username"]
    list_select_related = ["owner"]
    date_hierarchy = "created"
    fields = ["uid", "owner", "name", "visibility", "description", *STAT_NAMES]
    fields += ["origin_name", "origin_author", "revision", "created", "updated", "deleted_at"]

    def get_readonly_fields(self, request, obj=None) -> list[str]:
        return [field for field in self.fields if field != "visibility"]

    def save_model(self, request, obj: Making, form, change) -> None:
        """Write the one column that is changed here."""
        if obj.visibility == Visibility.PUBLIC and obj.published_at is None:
            obj.published_at = timezone.now()
        obj.save(update_fields=["visibility", "published_at"])

    def has_add_permission(self, request) -> bool:
        return False


@admin.register(Ancestry)
class AncestryAdmin(MakingAdmin):
    fields = [*MakingAdmin.fields, "adaptability"]
    inlines = [InnateAbilityInline]


@admin.register(CharacterClass)
class CharacterClassAdmin(MakingAdmin):
    fields = [*MakingAdmin.fields, "magic_stat", "outfits_of_name", "outfits_of_author"]
    inlines = [ClassOutfitInline]
