"""Users in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.db import transaction

from accounts.leaving import delete_account
from accounts.mentions import rewrite
from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Django's user page, with guests told apart."""

    list_display = ("display_name", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active")
    readonly_fields = ("is_guest", "last_login", "date_joined")
    fieldsets = (*DjangoUserAdmin.fieldsets, ("Preferences", {"fields": ("is_guest", "paper", "theme")}))

    def save_model(self, request, obj, form, change) -> None:
        """A new name also stands beside what others copied under the old one."""
        with transaction.atomic():
            stored = User.objects.select_for_update().filter(pk=obj.pk).first()
            if stored and stored.username != obj.username:
                rewrite(stored, obj.username)
            super().save_model(request, obj, form, change)

    def get_deleted_objects(self, objs, request):
        """Whoever may delete users may delete what goes with them, also reports, which nobody deletes alone."""
        deleted, counts, _missing, protected = super().get_deleted_objects(objs, request)
        return deleted, counts, set(), protected

    def delete_model(self, request, obj) -> None:
        """As if the user had done it."""
        delete_account(obj)

    def delete_queryset(self, request, queryset) -> None:
        """As if each of them had done it."""
        for user in queryset:
            delete_account(user)
