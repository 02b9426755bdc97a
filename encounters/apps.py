"""The encounters app: parties, encounters and shared links."""

from django.apps import AppConfig


class EncountersConfig(AppConfig):
    """Parties and the encounters they will meet."""

    name = "encounters"
