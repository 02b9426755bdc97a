"""A number that remembers how it came about."""

from dataclasses import dataclass, field

from bestiary.rules.numbers import minus, summand


@dataclass(frozen=True, slots=True)
class Term:
    """One summand: what it is (`label`), its whole `value`, and how it is written inside the sum.

    `expression` defaults to the bare value, in brackets when negative.
    """

    label: str
    value: int
    expression: str = ""

    def __post_init__(self):
        if not self.expression:
            object.__setattr__(self, "expression", summand(self.value))


@dataclass(frozen=True, slots=True)
class Total:
    """The sum of its terms, ready to print with its reason.

    `value` is the whole number; `text` is the sum written out, "15 = 10 + 2 × CON 2 + level 1";
    `rule` says the formula in words; `source` is its tag (guide, published, inferred, ours).
    """

    terms: tuple[Term, ...]
    rule: str
    source: str
    value: int = field(init=False)
    text: str = field(init=False)

    def __post_init__(self):
        value = sum(term.value for term in self.terms)
        object.__setattr__(self, "value", value)
        object.__setattr__(self, "text", f"{minus(value)} = {' + '.join(term.expression for term in self.terms)}")

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        return minus(self.value)
