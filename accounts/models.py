"""The site's users: people with a name, and guests who have not taken one yet."""

from django.contrib.auth.models import AbstractUser
from django.contrib.auth.models import UserManager as DjangoUserManager
from django.core.exceptions import ValidationError
from django.db import models

from accounts.names import MAX_KEY_LENGTH, MAX_NAME_LENGTH, name_key, validate_spelling
from bestiary.rules.two_d12 import SuccessRule
from bestiary.rules.worlds_awakening.vocabulary import LONGEST_CODE


class Paper(models.TextChoices):
    """The paper a GM prints on."""

    A4 = "a4", "A4 (210 × 297 mm)"
    LETTER = "letter", "US Letter (8½ × 11 in)"


class Theme(models.TextChoices):
    """The colours of the pages; what is printed is black on white whatever one chose."""

    AUTO = "auto", "As this device is set"
    LIGHT = "light", "Light"
    DARK = "dark", "Dark"


class ThresholdReading(models.TextChoices):
    """How one's table of 2d12 Traits reads the Threshold; the rules' `SuccessRule`."""

    REACH = SuccessRule.REACH.value, "Reach it: a total that equals it succeeds"
    BEAT = SuccessRule.BEAT.value, "Beat it: the total has to be higher"


class UserManager(DjangoUserManager):
    """Finds people by their name, however they wrote its case."""

    def get_by_natural_key(self, username: str) -> "User":
        """The user of that name; log-in asks this. Raises User.DoesNotExist."""
        return self.get(username_key=name_key(username))


class User(AbstractUser):
    """A game master.

    A guest is a real row behind a session: it owns creatures and encounters like anyone else, has no password and a
    name nobody sees. Signing up turns the same row into a named user, so nothing has to move.
    """

    username = models.CharField(
        "name",
        max_length=MAX_NAME_LENGTH,
        unique=True,
        validators=[validate_spelling],
        error_messages={"unique": "Somebody has this name already. Choose another one."},
    )
    # Equal for names that differ in case alone. A column, since SQLite's LOWER() knows no letters beyond ASCII.
    username_key = models.CharField(max_length=MAX_KEY_LENGTH, unique=True, editable=False)
    is_guest = models.BooleanField(default=False, editable=False)
    paper = models.CharField("paper", max_length=6, choices=Paper, default=Paper.A4)
    theme = models.CharField("colours", max_length=5, choices=Theme, default=Theme.AUTO)
    success_rule = models.CharField("Threshold", max_length=5, choices=ThresholdReading, default=ThresholdReading.REACH)
    # What Worlds Awakening's magic is called, as the rules' code; "" are the standard words.
    vocabulary = models.CharField(max_length=LONGEST_CODE, blank=True, default="", editable=False)

    objects = UserManager()

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(condition=models.Q(theme__in=Theme.values), name="user_theme_of_three"),
            models.CheckConstraint(
                condition=models.Q(success_rule__in=ThresholdReading.values), name="user_success_rule_of_two"
            ),
        ]

    def clean(self) -> None:
        """Refuse a name that somebody has in another case."""
        super().clean()
        # None where a form refused the name already.
        key = name_key(self.username or "")
        if User.objects.filter(username_key=key).exclude(pk=self.pk).exists():
            raise ValidationError({"username": User._meta.get_field("username").error_messages["unique"]})

    def save(self, *args, **kwargs) -> None:
        """Keep the key in step with the name."""
        self.username_key = name_key(self.username)
        if (fields := kwargs.get("update_fields")) is not None and "username" in fields:
            kwargs["update_fields"] = {*fields, "username_key"}
        super().save(*args, **kwargs)

    @property
    def display_name(self) -> str:
        """The name to show beside this user's work."""
        return "Guest" if self.is_guest else self.username


class Allowance(models.Model):
    """How often somebody did one thing in the hour that began at `since`; see `accounts.limits`."""

    what = models.CharField(max_length=20)
    who = models.CharField(max_length=64)
    since = models.DateTimeField(db_index=True)
    used = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["what", "who"], name="allowance_once")]

    def __str__(self) -> str:
        return f"{self.what}: {self.used} since {self.since:%H:%M}"
