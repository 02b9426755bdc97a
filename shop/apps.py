"""The shop: items priced by their parts, upgrades, merchants, haggling."""

from django.apps import AppConfig


class ShopConfig(AppConfig):
    name = "shop"
    default_auto_field = "django.db.models.BigAutoField"
