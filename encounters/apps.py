"""The encounters app: parties, encounters, shared links, GM screens."""

from importlib import import_module

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """Parties, the encounters they will meet, and the screen their GM sits behind."""

    name = "encounters"

    def import_models(self) -> None:
        """Beside `encounters.models`, the models of the screens, which stand beside their pages."""
        super().import_models()
        import_module("encounters.screens.models")

    def ready(self) -> None:
        """Let other pages find the PCs of saved parties, and the account page what belongs to it."""
        import_module("encounters.characters")
        import_module("encounters.belongings")
