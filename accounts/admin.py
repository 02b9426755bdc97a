"""Users in the admin."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin

from accounts.models import User


@admin.register(User)
class UserAdmin(DjangoUserAdmin):
    """Django's user page, with guests told apart."""

    list_display = ("display_name", "email", "is_guest", "is_staff", "date_joined")
    list_filter = ("is_guest", "is_staff", "is_superuser", "is_active")
    readonly_fields = ("is_guest", "last_login", "date_joined")
    fieldsets = (*DjangoUserAdmin.fieldsets, ("Preferences", {"fields": ("is_guest", "paper")}))
