"""The haggling log of a GM: events in the order of their ids, and nothing that follows from them.

What was tried and which merchant is closed to whom is `shop.rules.replay` of the events that were not undone. Ids
say the order, also after a guest's log and that of an account became one.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from bestiary.models import NAME_LENGTH, between, labelled, one_of
from bestiary.rules import worlds_awakening as wa
from shop.models.merchant import Merchant, StockLine
from shop.rules import LIMITS, Attempt, Deal, Event, NewDay

KEY_LENGTH = 100
"""Of what the log knows a merchant or an item by: an id, or a name that was typed."""


class HaggleKind(models.TextChoices):
    """What happened."""

    ATTEMPT = "attempt", "Attempt"
    NEW_DAY = "new_day", "New day"


class HaggleEventQuerySet(models.QuerySet):
    """Events of the haggling log."""

    def of(self, user) -> HaggleEventQuerySet:
        """The whole log of `user`, the first event first; visitors have none."""
        return self.filter(owner=user).order_by("id") if user.is_authenticated else self.none()


class HaggleEvent(models.Model):
    """One attempt with all that its test needs, or the beginning of a day; undone ones wait to be redone.

    Names and price are as they were: the log reads the same when merchant or item are gone.
    """

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="haggle_events")
    kind = models.CharField(max_length=10, choices=HaggleKind)
    created = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True, blank=True)

    merchant = models.ForeignKey(Merchant, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    merchant_key = models.CharField(max_length=KEY_LENGTH, blank=True)
    merchant_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    # What the item was sold from, so that it can be taken out of the stock; `taken` says that it was.
    line = models.ForeignKey(StockLine, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    taken = models.BooleanField(default=False)
    item_key = models.CharField(max_length=KEY_LENGTH, blank=True)
    item_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    pc = models.CharField("PC", max_length=NAME_LENGTH, blank=True)
    deal = models.CharField(max_length=4, choices=labelled(Deal), blank=True)
    list_price = models.PositiveIntegerField(null=True, blank=True)
    natural_roll = models.PositiveSmallIntegerField(null=True, blank=True)
    rolled = models.BooleanField("rolled by the site, not typed", default=False)
    charisma = models.SmallIntegerField("CHA", null=True, blank=True)
    difficulty = models.PositiveSmallIntegerField(null=True, blank=True)
    critical_by_charisma = models.BooleanField("critical ranges by CHA", default=False)

    objects = HaggleEventQuerySet.as_manager()

    class Meta:
        verbose_name = "line of the haggling log"
        verbose_name_plural = "lines of the haggling log"
        ordering = ["id"]
        indexes = [models.Index(fields=["owner", "id"], name="haggleevent_log")]
        constraints = [
            one_of("kind", HaggleKind.values),
            one_of("deal", [deal.value for deal in Deal], blank=True),
            *(
                between(field, LIMITS[field].low, LIMITS[field].high)
                for field in ("list_price", "natural_roll", "difficulty")
            ),
            between("charisma", wa.MIN_STAT, wa.MAX_STAT),
            models.CheckConstraint(
                condition=Q(kind=HaggleKind.NEW_DAY)
                | (
                    Q(list_price__isnull=False, natural_roll__isnull=False)
                    & Q(charisma__isnull=False, difficulty__isnull=False)
                    & ~Q(merchant_key="")
                    & ~Q(merchant_name="")
                    & ~Q(item_key="")
                    & ~Q(item_name="")
                    & ~Q(pc="")
                    & ~Q(deal="")
                ),
                name="haggleevent_attempt_whole",
            ),
        ]

    def __str__(self) -> str:
        return "A new day" if self.kind == HaggleKind.NEW_DAY else f"{self.pc} haggles over {self.item_name}"

    def to_rules(self) -> Event:
        if self.kind == HaggleKind.NEW_DAY:
            return NewDay()
        return Attempt(
            merchant=self.merchant_key,
            pc=self.pc,
            item=self.item_key,
            deal=Deal(self.deal),
            list_price=self.list_price,
            natural_roll=self.natural_roll,
            charisma=self.charisma,
            difficulty=self.difficulty,
            critical_by_charisma=self.critical_by_charisma,
        )
