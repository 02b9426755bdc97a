"""The bestiary: creatures, their sheets, and the community that shares them."""

from django.apps import AppConfig


class BestiaryConfig(AppConfig):
    name = "bestiary"
    default_auto_field = "django.db.models.BigAutoField"
