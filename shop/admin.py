"""Items for whoever runs the site: to find one, to look at it, to hide it."""

from django.contrib import admin

from shop.models import Item


@admin.register(Item)
class ItemAdmin(admin.ModelAdmin):
    """Name, text and parts are the author's; the site's people decide who may see it."""

    list_display = ["name", "kind", "list_price", "owner", "visibility", "created", "deleted_at"]
    list_filter = ["visibility", "kind", ("deleted_at", admin.EmptyFieldListFilter)]
    search_fields = ["name", "owner__username"]
    list_select_related = ["owner"]
    date_hierarchy = "created"
    fields = [
        "uid",
        "owner",
        "kind",
        "name",
        "visibility",
        "description",
        "summary",
        "list_price",
        "special_effect_text",
        "special_effect_value",
        "origin_name",
        "origin_author",
        "revision",
        "created",
        "updated",
        "deleted_at",
    ]
    readonly_fields = [field for field in fields if field != "visibility"]

    @admin.display(description="in short")
    def summary(self, item: Item) -> str:
        """What the rules say of its parts."""
        return item.to_rules().summary

    def has_add_permission(self, request) -> bool:
        return False
