"""Merchants, outfits and the haggling desk for tests, and forms as a browser would send them."""

import re
from itertools import count

from django.urls import reverse

from encounters.models import Party, PartyMember
from shop.haggling_log import read_log
from shop.models import HaggleEvent, Item, Merchant, Outfit, OutfitLine, StockLine
from shop.shelves import fill_line
from tests.encounters.cast import fields_of
from tests.shop.items import crossing, make_item, text_of

DESK = reverse("shop:haggling_desk")
NEW_MERCHANT = reverse("shop:merchant_create")
NEW_OUTFIT = reverse("shop:outfit_create")

_names = count(1)


def priced(owner, price: int, name: str = "", **fields) -> Item:
    """An item that costs exactly this: a service."""
    return make_item(owner, crossing(), price=price, name=name or f"Favour {next(_names)}", **fields)


def make_merchant(owner, *stock, **fields) -> Merchant:
    """A merchant of `owner` with (item, count) in stock."""
    merchant = Merchant.objects.create(**{"owner": owner, "name": f"Merchant {next(_names)}", **fields})
    for order, (item, number) in enumerate(stock):
        fill_line(StockLine(merchant=merchant, order=order, count=number), item, owner).save()
    return merchant


def make_outfit(owner, *items, **fields) -> Outfit:
    """An outfit of `owner` with these items in it."""
    outfit = Outfit.objects.create(**{"owner": owner, "name": f"Outfit {next(_names)}", **fields})
    for order, item in enumerate(items):
        fill_line(OutfitLine(outfit=outfit, order=order), item, owner).save()
    return outfit


def make_pc(owner, name="Lía", charisma=2) -> str:
    """A PC of a saved party; what the desk knows them by."""
    party = Party.objects.create(owner=owner, name="The Lanterns")
    PartyMember.objects.create(party=party, name=name, level=3, charisma=charisma)
    return f"{party.uid}:0"


def stock_row(number: int, item: Item, in_stock="1") -> dict:
    """Row `number` of a merchant's form: an item to be taken as it is now."""
    return {f"lines-{number}-item": str(item.uid), f"lines-{number}-count": str(in_stock)}


def desk(merchant: Merchant, item: Item, **fields) -> dict:
    """The desk's form as posted: Lía, CHA 2, buys `item` from the merchant's stock at difficulty 14."""
    line = merchant.lines.get(item=item)
    return {
        "seen": read_log(merchant.owner).mark,
        "pc_name": "Lía",
        "charisma": "2",
        "deal": "buy",
        "difficulty": "14",
        "merchant": str(merchant.uid),
        "item": f"line:{line.pk}",
        **fields,
    }


def haggle(client, merchant, item, natural_roll, **fields):
    """An attempt with a roll that was typed."""
    return client.post(DESK, desk(merchant, item, natural_roll=str(natural_roll), use_roll="1", **fields))


def press(client, owner, **button):
    """A button of the log, on a page that is up to date."""
    return client.post(DESK, {"seen": read_log(owner).mark, **button})


def events(owner) -> list[tuple]:
    """What counts in the log: kind, PC, item, natural roll."""
    found = HaggleEvent.objects.of(owner).filter(undone_at=None)
    return list(found.values_list("kind", "pc", "item_name", "natural_roll"))


def shown(response) -> str:
    return response.content.decode()


def form_of(client, url) -> dict:
    """What a browser would post of the form that stands at `url`."""
    return fields_of(shown(client.get(url)))


def prices_of(html: str) -> list[list[str]]:
    """The rows of a price list: count, then list price, success, critical, and the same three for selling."""
    table = re.search(r'<table class="table price-list".*?</table>', html, re.DOTALL)[0]
    rows = re.findall(r"<tr\b.*?</tr>", table, re.DOTALL)[2:]
    cells = [re.findall(r"<td\b.*?</td>", row, re.DOTALL) for row in rows]
    return [[text_of(re.sub('<span class="price-list__label".*?</span>', "", cell)) for cell in row] for row in cells]
