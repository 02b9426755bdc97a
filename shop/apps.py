"""The shop: items priced by their parts, upgrades, merchants, haggling."""

from importlib import import_module

from django.apps import AppConfig


class ShopConfig(AppConfig):
    name = "shop"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Bring the shop's samples to a new site, and its outfits to classes."""
        import_module("shop.samples").register()
        import_module("shop.belongings")
        import_module("shop.class_outfits").register()
