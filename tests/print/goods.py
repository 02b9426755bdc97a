"""Items and merchants to print."""

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
