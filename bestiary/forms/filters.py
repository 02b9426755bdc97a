"""What a list or a level table is asked for in its address. Nothing here needs a script."""

from __future__ import annotations

from django import forms
from django.db.models import Exists, OuterRef, QuerySet

from bestiary.forms.fields import OneOfField
from bestiary.models import RANK_STEPS, SYSTEM_CHOICES, Attack, labelled
from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.numbers import ratio
from bestiary.search import MAX_QUERY_LENGTH

# From a weak Tiny creature to a strong Titanic boss.
AR_CHOICES = [(ratio(value), ratio(value)) for value in (wa.from_ladder_step(step) for step in range(-3, 6))]
AR_STEPS = {text: step for step, (text, _) in enumerate(AR_CHOICES, start=-3)}
SORT_CHOICES = [
    ("newest", "Newest first"),
    ("bookmarked", "Most bookmarked"),
    ("name", "Name"),
    ("ar", "AR, lowest first"),
    ("ar_high", "AR, highest first"),
    ("rank", "Rank, lowest first"),
    ("rank_high", "Rank, highest first"),
]
# Filters and orders that only creatures of one game have.
OF_SYSTEM = {
    "worlds_awakening": {"filters": ("size", "power", "ar", "attack"), "orders": ("ar", "ar_high")},
    "two_d12": {"filters": ("rank",), "orders": ("rank", "rank_high")},
}


class CreatureFilters(forms.Form):
    """Search words, filters and the order of the creature list; words of an address that mean nothing are ignored."""

    q = forms.CharField(
        required=False,
        label="Search",
        widget=forms.TextInput(
            attrs={"type": "search", "maxlength": MAX_QUERY_LENGTH, "placeholder": "Name, tag, family, habitat"}
        ),
    )
    system = OneOfField(choices=[("", "both games"), *SYSTEM_CHOICES], required=False, label="Game")
    rank = OneOfField(choices=[("", "any rank"), *labelled(two_d12.Rank)], required=False)
    size = OneOfField(choices=[("", "any size"), *labelled(wa.Size)], required=False)
    power = OneOfField(choices=[("", "any power"), *labelled(wa.Power)], required=False)
    ar = OneOfField(choices=[("", "any AR"), *AR_CHOICES], required=False, label="Adversity Ratio")
    attack = OneOfField(choices=[("", "any attack"), *labelled(wa.AttackKind)], required=False, label="Attack kind")
    sort = OneOfField(choices=SORT_CHOICES, required=False, label="Order")

    def chosen(self, name: str) -> str:
        """Return the word chosen in a select, "" for none and for one that is not in its list."""
        word = self.data.get(name, "")
        return word if word and word in dict(self.fields[name].choices) else ""

    @property
    def query(self) -> str:
        return self.data.get("q", "").strip()

    @property
    def listed_system(self) -> str:
        """The game whose creatures are listed, "" for both: the one chosen, or the only one that has this order."""
        if system := self.chosen("system"):
            return system
        order = self.chosen("sort")
        return next((slug for slug, own in OF_SYSTEM.items() if order in own["orders"]), "")

    @property
    def is_order_of_one_game(self) -> bool:
        """Whether creatures are left out for the order's sake alone."""
        return bool(self.listed_system) and not self.chosen("system")

    @property
    def sort_word(self) -> str:
        """The order; that of another game than the listed one means nothing."""
        order = self.chosen("sort")
        foreign = [word for slug, own in OF_SYSTEM.items() if slug != self.listed_system for word in own["orders"]]
        return order if order and order not in foreign else "newest"

    @property
    def ignored(self) -> tuple[str, ...]:
        """Filters in the address that the chosen game does not have."""
        own = OF_SYSTEM.get(self.listed_system)
        every = [name for parts in OF_SYSTEM.values() for name in parts["filters"]]
        return tuple(name for name in every if own and name not in own["filters"])

    def filter_word(self, name: str) -> str:
        """The word that a filter narrows by, "" where it is not used or the chosen game does not have it."""
        return "" if name in self.ignored else self.chosen(name)

    @property
    def is_narrowed(self) -> bool:
        """Whether anything beyond the search words narrows the list."""
        return any(self.filter_word(name) for name in ("system", "size", "power", "ar", "attack", "rank"))

    def narrow(self, creatures: QuerySet) -> QuerySet:
        """Return the creatures that have all the words and keep all the filters."""
        if self.query:
            creatures = creatures.matching(self.query)
        if self.listed_system:
            creatures = creatures.of_system(self.listed_system)
        if size := self.filter_word("size"):
            creatures = creatures.filter(worlds_awakening__size=size)
        if power := self.filter_word("power"):
            creatures = creatures.filter(power=power)
        if ar := self.filter_word("ar"):
            creatures = creatures.filter(ar_step=AR_STEPS[ar])
        if attack := self.filter_word("attack"):
            creatures = creatures.filter(Exists(Attack.objects.filter(creature=OuterRef("pk"), kind=attack)))
        if rank := self.filter_word("rank"):
            creatures = creatures.filter(rank_step=RANK_STEPS[rank])
        return creatures


def read_levels(data) -> range:
    """Return the levels of a table, from `from` to `to` in `data`, the usual 1 to 8 where one is missing.

    Raises forms.ValidationError with a sentence for the reader.
    """
    first = _level(data.get("from", "").strip(), wa.DEFAULT_LEVELS[0])
    last = _level(data.get("to", "").strip(), max(first, wa.DEFAULT_LEVELS[-1]))
    if first > last:
        raise forms.ValidationError("The first level of a table must not be above its last.")
    return range(first, last + 1)


def read_level(data, usual: int) -> int:
    """Return the `level` in `data`, `usual` where it is missing. Raises forms.ValidationError as `read_levels` does."""
    return _level(data.get("level", "").strip(), usual)


def _level(text: str, usual: int) -> int:
    if not text:
        return usual
    band = wa.LIMITS["level"]
    if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) not in band:
        raise forms.ValidationError(f"Levels are whole numbers from {band.low} to {band.high}.")
    return int(text)
