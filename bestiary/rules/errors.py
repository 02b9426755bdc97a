"""What the rules say when a choice breaks a hard limit.

Every error carries the field it belongs to, dotted from the thing that was handed in ("base_hp",
"attacks.0.roll_bonus", "stats.con", "pcs.2"), and a message that a game master can act on.
"""


class RulesError(ValueError):
    """A choice that the rules refuse.

    `field` is the dotted path of the choice, "" when it concerns the whole; `str()` is the message.
    """

    def __init__(self, message: str, field: str = ""):
        super().__init__(message)
        self.field = field

    @property
    def message(self) -> str:
        return str(self)


class OutOfRange(RulesError):
    """A number, or the length of a text or list, outside its hard limits."""


class DiceError(RulesError):
    """A dice text that cannot be read whole, or dice beyond what anyone throws."""


class UnknownChoice(RulesError):
    """A word that is not one of the allowed choices."""
