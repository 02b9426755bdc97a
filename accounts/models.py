"""The site's users: people with a name, and guests who have not taken one yet."""

from django.contrib.auth.models import AbstractUser
from django.db import models
from django.db.models.functions import Lower


class Paper(models.TextChoices):
    """The paper a GM prints on."""

    A4 = "a4", "A4 (210 × 297 mm)"
    LETTER = "letter", "US Letter (8½ × 11 in)"


class User(AbstractUser):
    """A game master.

    A guest is a real row behind a session: it owns creatures and encounters like anyone else, has no password and a
    name nobody sees. Signing up turns the same row into a named user, so nothing has to move.
    """

    is_guest = models.BooleanField(default=False, editable=False)
    paper = models.CharField("paper", max_length=6, choices=Paper, default=Paper.A4)

    class Meta(AbstractUser.Meta):
        constraints = [
            models.UniqueConstraint(Lower("username"), name="accounts_user_name_once_in_any_case"),
        ]

    @property
    def display_name(self) -> str:
        """The name to show beside this user's work."""
        return "Guest" if self.is_guest else self.username
