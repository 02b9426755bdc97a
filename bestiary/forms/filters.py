"""What a list or a level table is asked for in its address. Nothing here needs a script."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet

from accounts.names import MAX_NAME_LENGTH, name_key
from bestiary.choices import FAMILIES, HABITATS
from bestiary.forms.fields import OneOfField
from bestiary.models import SYSTEM_CHOICES, TAG_LENGTH, labelled
from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.numbers import ratio
from bestiary.search import MAX_QUERY_LENGTH, UNSTORABLE, facets

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
    "worlds_awakening": {
        "filters": ("size", "power", "ar", "attack", "resistance", "weakness"),
        "orders": ("ar", "ar_high"),
    },
    "two_d12": {"filters": ("rank",), "orders": ("rank", "rank_high")},
}
# Filters that a text has a facet for, in the order of the form; `search_marks` of the documents set them.
FACETS = (
    *("rank", "size", "power", "ar", "attack", "habitat", "family"),
    *("damage", "resistance", "weakness", "tag", "portrait"),
)
# Those that stand behind "More filters", since few ask for them.
RARE = ("habitat", "family", "damage", "resistance", "weakness", "tag", "portrait", "author")


def word_field(longest: int, label: str, placeholder: str, **attributes: str) -> forms.CharField:
    """A filter whose word is typed."""
    attributes |= {"maxlength": longest, "placeholder": placeholder, "autocapitalize": "none"}
    return forms.CharField(required=False, label=label, widget=forms.TextInput(attrs=attributes))


def damage_field(label: str) -> forms.CharField:
    """A filter by damage type: one of the list or the author's own word."""
    return word_field(wa.LONGEST_DAMAGE_TYPE, label, "any type", list="damage-types")


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
    habitat = OneOfField(choices=[("", "any habitat"), *HABITATS], required=False)
    family = OneOfField(choices=[("", "any family"), *FAMILIES], required=False)
    damage = damage_field("Damage type")
    resistance = damage_field("Resists")
    weakness = damage_field("Weak to")
    tag = word_field(TAG_LENGTH, "Tag", "any tag")
    portrait = OneOfField(
        choices=[("", "with or without"), ("with", "with a picture")], required=False, label="Picture"
    )
    author = word_field(MAX_NAME_LENGTH, "Author", "anybody", autocomplete="off")
    sort = OneOfField(choices=SORT_CHOICES, required=False, label="Order")

    def chosen(self, name: str) -> str:
        """Return the word chosen or typed in a field, "" for none and for one that is not in its list."""
        word = UNSTORABLE.sub(" ", self.data.get(name, "")).strip()
        field = self.fields[name]
        if isinstance(field, OneOfField):
            return word if word in dict(field.choices) else ""
        return word[: field.widget.attrs["maxlength"]]

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
        return any(self.filter_word(name) for name in ("system", "author", *FACETS))

    @property
    def is_narrowed_rarely(self) -> bool:
        """Whether a filter narrows the list that stands behind "More filters"."""
        return any(self.filter_word(name) for name in RARE)

    @property
    def damage_types(self) -> list[str]:
        """The types of damage to choose from."""
        return [name for names in wa.DAMAGE_TYPES.values() for name in names]

    @property
    def facets(self) -> list[str]:
        """What the filters ask of a creature's text."""
        words = {name: self.filter_word(name) for name in FACETS}
        if words["ar"]:
            words["ar"] = str(AR_STEPS[words["ar"]])
        asked = facets(words.items())
        # A game alone tells so little that its column does.
        return [*facets([("system", self.listed_system)]), *asked] if asked or self.query else []

    def narrow(self, creatures: QuerySet) -> QuerySet:
        """Return the creatures that have all the words and keep all the filters."""
        if self.listed_system:
            creatures = creatures.of_system(self.listed_system)
        if author := self.chosen("author"):
            creatures = creatures.filter(owner__username_key=name_key(author), owner__is_guest=False)
        return creatures.found(self.query, self.facets)


# So many copies have their own boxes on a sheet; of more, in an encounter, the rest is counted.
MOST_COPIES = 24


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


def read_copies(data) -> int:
    """Return for how many copies `copies` in `data` wants boxes to cross off, 0 for as many as usual.

    Raises forms.ValidationError with a sentence for the reader.
    """
    text = data.get("copies", "").strip()
    if text and not (text.isascii() and text.isdigit() and len(text) <= 2 and 1 <= int(text) <= MOST_COPIES):
        raise forms.ValidationError(f"Boxes to cross off are for 1 to {MOST_COPIES} copies.")
    return int(text or 0)


def _level(text: str, usual: int) -> int:
    if not text:
        return usual
    band = wa.LIMITS["level"]
    if not text.isascii() or not text.isdigit() or len(text) > 3 or int(text) not in band:
        raise forms.ValidationError(f"Levels are whole numbers from {band.low} to {band.high}.")
    return int(text)
