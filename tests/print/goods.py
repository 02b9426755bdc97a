"""Items and merchants to print."""

from django.urls import reverse

from bestiary.models import Visibility
from shop.documents import save_document
from shop.models import Item, Merchant, StockLine
from shop.shelves import fill_line

LONGSWORD = {"kind": "weapon", "name": "Longsword", "roll_bonus": 2, "damage": "1d8+2", "damage_type": "Slashing"}
ARM_GUARD = {"kind": "equipment", "name": "Arm Guard", "bonuses": {"melee_attack": 2}}
NIGHT = {"kind": "service", "name": "A night at the inn", "price": 45}
CURSED = {
    "kind": "weapon",
    "name": "Whisper",
    "two_handed": True,
    "stat": "dex",
    "roll_bonus": -1,
    "damage": "2d10-3",
    "special_effect": {"text": "It tells its bearer's secrets.", "value": -35},
    "description": "Bone-handled.\n\nNobody **sells** it twice.",
    "tags": ["curse"],
}
SENTENCE = "The blade remembers every oath sworn over it and repeats them aloud at the worst of times. "
LONG = "".join(f"{number} {SENTENCE}" for number in range(30))[:2000].strip()


def make_item(owner, document: dict, visibility: str = Visibility.PUBLIC) -> Item:
    item = save_document(Item(owner=owner, visibility=visibility), document)
    return Item.objects.with_texts().get(pk=item.pk)


def make_merchant(owner, *goods: tuple[dict, int], **fields) -> Merchant:
    """A merchant of documents with counts, shared under a link."""
    texts = {
        "name": "Pell's",
        "place": "Upper Marl",
        "notes": "Difficulty 14.",
        "share_token": "a-token-nobody-guesses",
    }
    merchant = Merchant.objects.create(owner=owner, **(texts | fields))
    for order, (document, count) in enumerate(goods):
        line = StockLine(merchant=merchant, order=order, count=count)
        fill_line(line, make_item(owner, document), owner).save()
    return merchant


ODD = {
    "wide letters": LONGSWORD
    | {"name": "W" * 80, "damage_type": "W" * 40, "special_effect": {"text": "W" * 2000, "value": 9999}},
    "signs": LONGSWORD | {"name": "🔥" * 80, "special_effect": {"text": "🗡" * 2000, "value": -9999}},
    "a thousand lines": LONGSWORD | {"special_effect": {"text": "a\n" * 999 + "z", "value": 0}},
    "all bonuses": {
        "kind": "equipment",
        "name": "Mm " * 26 + "m",
        "bonuses": dict.fromkeys(
            ("physical_defence", "magical_defence", "melee_attack", "ranged_attack", "magical_attack"), -3
        ),
        "special_effect": {"text": "mw " * 666, "value": -9999},
    },
    "a long description": NIGHT | {"price": 99_999, "description": "\n\n".join(["It goes on. " * 60] * 5)},
}


def card(client, item, query=""):
    return client.get(reverse("shop:item_card", args=[item.uid]) + query)


def cards(client, *items, **query):
    return client.get(reverse("shop:item_cards"), {"item": [str(item.uid) for item in items]} | query)


def price_list(client, merchant, query=""):
    return client.get(reverse("shop:merchant_price_list", args=[merchant.uid]) + query)


def shared_list(client, merchant, query=""):
    return client.get(reverse("shop:shared_merchant_price_list", args=[merchant.share_token]) + query)
