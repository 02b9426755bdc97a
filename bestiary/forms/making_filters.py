"""What the lists of ancestries and classes are asked for in their addresses, and the form of the check of both."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet

from bestiary.forms.fields import Limit, OneOfField, WholeNumberField
from bestiary.forms.filters import word_field
from bestiary.models import STAT_NAMES, TAG_LENGTH, labelled
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.worlds_awakening.creation import MOST_MOVED, MOST_POINTS
from bestiary.search import MAX_QUERY_LENGTH, UNSTORABLE, facets

ORDERS = {"newest": ("created", True), "name": ("sort_name", False)}
SORT_CHOICES = [("newest", "Newest first"), ("name", "Name")]


class MakingFilters(forms.Form):
    """Search words, filters and the order of a list; words of an address that mean nothing are ignored."""

    q = forms.CharField(
        required=False,
        label="Search",
        widget=forms.TextInput(
            attrs={"type": "search", "maxlength": MAX_QUERY_LENGTH, "placeholder": "Name, tag, text"}
        ),
    )
    raises = OneOfField(choices=[("", "any stat"), *labelled(wa.MagicStat)], required=False, label="Raises")
    tag = word_field(TAG_LENGTH, "Tag", "any tag")
    sort = OneOfField(choices=SORT_CHOICES, required=False, label="Order")

    # Filters that a text has a facet for; `documents.makings` sets them.
    facet_names: tuple[str, ...] = ("raises", "tag")

    def chosen(self, name: str) -> str:
        """Return the word chosen or typed in a field, "" for none and for one that is not in its list."""
        word = UNSTORABLE.sub(" ", self.data.get(name, "")).strip()
        field = self.fields[name]
        if isinstance(field, OneOfField):
            return word if word in dict(field.choices) else ""
        return word[: int(field.widget.attrs["maxlength"])]

    @property
    def query(self) -> str:
        return self.data.get("q", "").strip()

    @property
    def order(self) -> tuple[str, bool]:
        return ORDERS[self.chosen("sort") or "newest"]

    @property
    def is_narrowed(self) -> bool:
        """Whether anything beyond the search words narrows the list."""
        return any(self.chosen(name) for name in self.facet_names)

    def narrow(self, things: QuerySet) -> QuerySet:
        """Return the things that have all the words and keep all the filters."""
        return things.found(self.query, facets((name, self.chosen(name)) for name in self.facet_names))

    @property
    def own(self) -> list[forms.BoundField]:
        """The fields between the search words and the order."""
        return [self[name] for name in self.facet_names]


class AncestryFilters(MakingFilters):
    adaptability = OneOfField(
        choices=[("", "any"), *((str(n), str(n)) for n in range(wa.LIMITS["adaptability"].high + 1))],
        required=False,
        label="Adaptability",
    )
    facet_names = ("raises", "adaptability", "tag")


class ClassFilters(MakingFilters):
    magic = OneOfField(choices=[("", "any stat"), *labelled(wa.MagicStat)], required=False, label="Magic stat")
    facet_names = ("raises", "magic", "tag")


def _typed_number(limit: Limit, label: str) -> WholeNumberField:
    """A number, or nothing. The control is a text: a number control would forget whatever else was typed."""
    field = WholeNumberField(limit, required=False, label=label)
    field.widget = forms.TextInput(attrs={"class": "number", "autocomplete": "off"})
    return field


class PlanForm(forms.Form):
    """The free points given to each stat, and the points moved to it (under 0: away from it); empty fields are 0."""

    def __init__(self, data):
        super().__init__(data)
        for name in STAT_NAMES:
            self.fields[f"points_{name}"] = _typed_number(Limit(0, MOST_POINTS), "Free points")
            self.fields[f"moved_{name}"] = _typed_number(Limit(-MOST_MOVED, MOST_MOVED), "Moved")

    def stats(self, prefix: str) -> wa.Stats:
        """The numbers of a valid form, "points" or "moved"; of a wrong one those that are right."""
        values = {name: self.cleaned_data.get(f"{prefix}_{name}") or 0 for name in STAT_NAMES}
        return wa.Stats(**values)

    def pair_of(self, name: str) -> tuple[forms.BoundField, forms.BoundField]:
        """Both fields of a stat."""
        return self[f"points_{name}"], self[f"moved_{name}"]
