"""Makers of rows for tests: every argument has a default worth reading."""

from itertools import count

from accounts.models import User

PASSWORD = "a goblin ate my dice"

_numbers = count(1)


def make_user(username: str = "", **fields) -> User:
    """A named user whose password is `PASSWORD`."""
    username = username or f"gm{next(_numbers)}"
    fields.setdefault("email", f"{username}@example.org")
    return User.objects.create_user(username, password=PASSWORD, **fields)


def make_guest(**fields) -> User:
    """A guest: a row with no password and no name to show."""
    user = User(username=f"guest-{next(_numbers):032x}", is_guest=True, **fields)
    user.set_unusable_password()
    user.save()
    return user
