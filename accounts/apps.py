"""The accounts app: people with a name, and guests."""

from django.apps import AppConfig


class AccountsConfig(AppConfig):
    """Users, guests, sign-up and preferences."""

    name = "accounts"
