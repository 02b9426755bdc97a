"""What the list of items is asked for in its address. Nothing here needs a script."""

from __future__ import annotations

from django import forms
from django.db.models import QuerySet

from bestiary.documents import normal_tags
from bestiary.forms.fields import OneOfField
from bestiary.models import TAG_LENGTH, labelled
from bestiary.rules import worlds_awakening as wa
from bestiary.search import MAX_QUERY_LENGTH
from shop.rules import DIE_VALUES, LIMITS, BonusKind, ItemKind, WeaponStat

# Order word → column and whether it runs backwards, as `paging.keyset_page` takes it.
ORDERS = {
    "newest": ("created", True),
    "name": ("sort_name", False),
    "price": ("list_price", False),
    "price_high": ("list_price", True),
}
ORDER_CHOICES = [
    ("newest", "Newest first"),
    ("name", "Name"),
    ("price", "Price, lowest first"),
    ("price_high", "Price, highest first"),
]
DIE_CHOICES = [(f"d{sides}", f"d{sides}") for sides in DIE_VALUES]
HAND_CHOICES = [("one", "one-handed"), ("two", "two-handed")]
DAMAGE_TYPE_CHOICES = [(group, [(name, name) for name in names]) for group, names in wa.DAMAGE_TYPES.items()]
_DAMAGE_TYPES = frozenset(name for names in wa.DAMAGE_TYPES.values() for name in names)
SELECTS = ("kind", "stat", "die", "hands", "damage_type", "bonus")


def price_field(label: str) -> forms.CharField:
    limit = LIMITS["list_price"]
    attributes = {"type": "number", "min": limit.low, "max": limit.high, "step": 1, "class": "number"}
    return forms.CharField(required=False, label=label, widget=forms.NumberInput(attrs=attributes))


class ItemFilters(forms.Form):
    """Search words, filters and the order of the list of items; what means nothing in an address is ignored."""

    q = forms.CharField(
        required=False,
        label="Search",
        widget=forms.TextInput(
            attrs={"type": "search", "maxlength": MAX_QUERY_LENGTH, "placeholder": "Name, tag, special effect"}
        ),
    )
    kind = OneOfField(choices=[("", "any kind"), *labelled(ItemKind)], required=False)
    stat = OneOfField(choices=[("", "any stat"), *labelled(WeaponStat)], required=False)
    die = OneOfField(choices=[("", "any die"), *DIE_CHOICES], required=False)
    hands = OneOfField(choices=[("", "any"), *HAND_CHOICES], required=False)
    damage_type = OneOfField(choices=[("", "any type"), *DAMAGE_TYPE_CHOICES], required=False, label="Damage type")
    bonus = OneOfField(choices=[("", "any bonus"), *labelled(BonusKind)], required=False, label="Bonus to")
    price_from = price_field("Price from")
    price_to = price_field("Price to")
    tag = forms.CharField(
        required=False, widget=forms.TextInput(attrs={"maxlength": TAG_LENGTH, "autocomplete": "off"})
    )
    sort = OneOfField(choices=ORDER_CHOICES, required=False, label="Order")

    def chosen(self, name: str) -> str:
        """Return the word chosen in a select, "" for none and for one that is not in its list."""
        word = self.data.get(name, "")
        known = _DAMAGE_TYPES if name == "damage_type" else dict(self.fields[name].choices)
        return word if word and word in known else ""

    def number(self, name: str) -> int | None:
        """Return the price typed, None for nothing and for what is no price."""
        text = self.data.get(name, "").strip()
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            return None
        return int(text)

    @property
    def query(self) -> str:
        return self.data.get("q", "").strip()

    @property
    def tag_name(self) -> str:
        """The tag as tags are kept, "" for none."""
        tags = normal_tags([self.data.get("tag", "")])
        return tags[0] if tags else ""

    @property
    def order(self) -> tuple[str, bool]:
        return ORDERS[self.chosen("sort") or "newest"]

    @property
    def is_narrowed(self) -> bool:
        """Whether anything beyond the search words narrows the list."""
        return bool(self.conditions() or self.tag_name)

    def conditions(self) -> dict:
        """What the columns of an item must be, as arguments of `filter`."""
        wanted = {name: self.chosen(name) for name in SELECTS}
        found = {
            "kind": wanted["kind"],
            "stat": wanted["stat"],
            "dice_sides": wanted["die"].removeprefix("d"),
            "two_handed": {"one": False, "two": True}.get(wanted["hands"]),
            "damage_type__iexact": wanted["damage_type"],
            "list_price__gte": self.number("price_from"),
            "list_price__lte": self.number("price_to"),
        }
        if wanted["bonus"]:
            found[f"{wanted['bonus']}__isnull"] = False
        return {column: value for column, value in found.items() if value not in ("", None)}

    def narrow(self, items: QuerySet) -> QuerySet:
        """Return the items that have all the words and keep all the filters."""
        if self.query:
            items = items.found(self.query)
        if self.tag_name:
            items = items.filter(tags__name=self.tag_name)
        return items.filter(**self.conditions())
