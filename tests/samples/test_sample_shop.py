"""The shop's samples: every kind and die, priced by the rules, worth reading, loaded once."""

import pytest

from bestiary.models import Visibility
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError
from bestiary.sample_kinds import sample_uid
from encounters.samples import BrokenSamples, load_samples, read_sample, sample_files
from shop.documents import item_document, rules_from_document
from shop.models import Item, Merchant
from shop.rules import DIE_VALUES, Change, Equipment, Service, Weapon, list_price, upgrade
from shop.samples import ITEM_KEYS, SHOWN_MERCHANT, shown_merchant

FILES = {slug: path for slug, path in sample_files().items() if slug.startswith(("item/", "merchant/"))}
DOCUMENTS = {slug: read_sample(slug, path) for slug, path in FILES.items()}


def upgraded(document):
    """The item of a file with all the upgrades that it has had."""
    item = rules_from_document(document)
    for change in document.get("upgrades", ()):
        item = upgrade(item, Change(**change)).item
    return item


ITEMS = {slug: upgraded(document) for slug, document in DOCUMENTS.items() if slug.startswith("item/")}
WEAPONS = [item for item in ITEMS.values() if isinstance(item, Weapon)]
EQUIPMENT = [item for item in ITEMS.values() if isinstance(item, Equipment)]
# The price of each, worked out by hand.
PRICES = {
    "bed-at-the-snuffed-candle": 7,
    "borrowed-halo": 15,
    "clerks-spectacles": 65,
    "cold-thimble": 100,
    "crossing-by-toad": 45,
    "deck-nine-cutter": 150,
    "ferry-oilskin": 40,
    "grandmothers-needle": 140,
    "hop-hook": 80,
    "last-orders": 100,
    "name-put-back": 350,
    "night-shift-wrench": 110,
    "steeple-pike": 220,
    "toll-sabre": 150,
    "understudy-rapier": 160,
    "wick-knife": 100,
}


def test_every_sample_has_the_price_worked_out_by_hand():
    assert {slug.split("/")[1]: list_price(item).value for slug, item in ITEMS.items()} == PRICES


def test_weapons_of_every_die_one_and_two_handed_with_penalties_and_added_dice_are_there():
    assert {weapon.damage.sides for weapon in WEAPONS} == set(DIE_VALUES)
    assert {weapon.two_handed for weapon in WEAPONS} == {True, False}
    assert any(weapon.roll_bonus < 0 for weapon in WEAPONS)
    assert any(weapon.damage.bonus < 0 for weapon in WEAPONS)
    assert any(weapon.added_dice for weapon in WEAPONS)
    assert len({weapon.stat for weapon in WEAPONS}) >= 5


def test_special_effects_positive_and_negative_and_none_are_there():
    effects = [item.special_effect for item in (*WEAPONS, *EQUIPMENT)]
    assert None in effects
    assert {effect.is_negative for effect in effects if effect} == {True, False}


def test_equipment_with_one_and_with_several_bonuses_and_services_are_there():
    assert {len(item.bonuses) for item in EQUIPMENT} >= {1, 2, 3}
    assert any(value < 0 for item in EQUIPMENT for _, value in item.bonuses)
    assert sum(isinstance(item, Service) for item in ITEMS.values()) == 3


def test_damage_types_are_from_the_shared_list():
    shared = {name for names in wa.DAMAGE_TYPES.values() for name in names}
    assert {weapon.damage_type for weapon in WEAPONS} <= shared


@pytest.mark.parametrize("slug", ITEMS)
def test_a_description_is_worth_reading_and_short_enough_to_be_read(slug):
    paragraphs = DOCUMENTS[slug]["description"].split("\n\n")
    assert len(paragraphs) == 2
    assert 50 <= sum(len(paragraph.split()) for paragraph in paragraphs) <= 100
    assert not any("\n" in paragraph or "  " in paragraph for paragraph in paragraphs)
    assert 2 <= len(DOCUMENTS[slug]["tags"]) <= 5


@pytest.mark.django_db
def test_a_loaded_item_gives_its_file_back_and_is_for_everybody():
    load_samples(FILES)
    assert Item.objects.count() == 16
    for item in Item.objects.with_texts():
        slug = next(slug for slug in ITEMS if sample_uid(slug) == item.uid)
        document = item_document(item)
        assert {key for key in document if key not in ("type", "version", "id")} == ITEM_KEYS[item.kind] - {"upgrades"}
        assert document["description"] == DOCUMENTS[slug]["description"]
        assert document["tags"] == sorted(DOCUMENTS[slug]["tags"])
        assert item.to_rules() == ITEMS[slug]
        assert item.list_price == PRICES[slug.split("/")[1]]
        assert item.visibility == Visibility.PUBLIC


@pytest.mark.django_db
def test_the_list_begins_with_weapons_and_goes_on_by_name():
    load_samples(FILES)
    newest = [item.name for item in Item.objects.published().order_by("-created", "-pk")]
    assert newest[:5] == ["Wick Knife", "Toll Sabre", "Last Orders", "Borrowed Halo", "A Bed at the Snuffed Candle"]


@pytest.mark.django_db
def test_the_needle_shows_what_was_done_to_it():
    load_samples(FILES)
    needle = Item.objects.get(uid=sample_uid("item/grandmothers-needle"))
    assert (needle.to_rules().summary, needle.added_dice) == ("DEX+1 DM 3d4", 2)
    assert [(step.order, step.cost) for step in needle.upgrades.all()] == [(0, 40), (1, 40)]
    assert needle.upgrades.first().before["damage"] == "1d4+2"


@pytest.mark.django_db
def test_two_merchants_have_stock_notes_and_a_link():
    load_samples(FILES)
    merchants = {merchant.name: merchant for merchant in Merchant.objects.with_lines()}
    assert set(merchants) == {"Pell & Daughter, Dry Goods", "The Night Counter"}
    assert shown_merchant().share_token == SHOWN_MERCHANT
    for merchant in merchants.values():
        lines = list(merchant.lines.all())
        assert len(lines) >= 8
        assert all(line.list_price == line.item.list_price and line.author == "" for line in lines)
        assert "ifficulty" in merchant.notes
    assert any(line.count == 0 for line in merchants["The Night Counter"].lines.all())


@pytest.mark.django_db
def test_loading_again_brings_nothing_and_nothing_back():
    load_samples(FILES)
    Item.objects.filter(name="Wick Knife").delete()
    Merchant.objects.all().delete()
    assert not load_samples(FILES)
    assert not Merchant.objects.exists()
    assert not Item.objects.filter(name="Wick Knife").exists()


@pytest.mark.django_db
def test_a_merchant_of_a_later_version_does_not_bring_a_deleted_item_back():
    load_samples({slug: path for slug, path in FILES.items() if slug.startswith("item/")})
    Item.objects.filter(name="Toll Sabre").delete()
    assert load_samples(FILES).counts == {"merchant": 2}
    stock = Merchant.objects.with_lines().get(name__startswith="Pell").lines.all()
    assert "Toll Sabre" not in [line.name for line in stock]
    assert len(stock) == 8


BROKEN = {
    "unknown key": ("item/toll-sabre", "roll_bonus", "rol_bonus", "There is no such key: rol_bonus."),
    "missing key": ("item/toll-sabre", "two_handed = false", "", "The key 'two_handed' is missing."),
    "bonus 4": ("item/toll-sabre", "roll_bonus = 1", "roll_bonus = 4", "from −3 to 3"),
    "d7": ("item/toll-sabre", "1d8+1", "1d7+1", "not d7"),
    "unknown part of an effect": ("item/toll-sabre", "value = 30", "worth = 30", "There is no such key: worth."),
    "an upgrade too many": (
        "item/grandmothers-needle",
        "{ dice = 1 }]",
        "{ dice = 1 }, { dice = 1 }]",
        "A one-handed weapon has 1 to 3 damage dice",
    ),
    "stock −1": ("merchant/the-night-counter", "count = 0", "count = -1", "The number in stock"),
    "unknown item": ("merchant/the-night-counter", "cold-thimble", "hot-thimble", "no sample item “hot-thimble”"),
}


@pytest.mark.parametrize(("slug", "old", "new", "message"), BROKEN.values(), ids=BROKEN)
def test_a_broken_file_says_what_is_wrong(tmp_path, slug, old, new, message):
    path = tmp_path / "broken.toml"
    text = FILES[slug].read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(RulesError, match=message.replace("+", r"\+")):
        read_sample(slug, path)


@pytest.mark.django_db
def test_a_broken_item_loads_nothing_at_all(tmp_path):
    path = tmp_path / "toll-sabre.toml"
    path.write_text(FILES["item/toll-sabre"].read_text(encoding="utf-8").replace("1d8+1", "9d8"), encoding="utf-8")
    with pytest.raises(BrokenSamples, match="damage"):
        load_samples(FILES | {"item/toll-sabre": path})
    assert not Item.objects.exists()


@pytest.mark.django_db
def test_whoever_has_no_merchant_is_shown_the_sample(client, gm, gm_client):
    load_samples(FILES)
    link = f'href="{shown_merchant().get_shared_url()}"'
    assert link in client.get("/shop/merchants/").content.decode()
    page = client.get(shown_merchant().get_shared_url())
    assert "Hop-Picker&#x27;s Hook" in page.content.decode()
    assert "quarter day" not in page.content.decode()
    Merchant.objects.create(owner=gm, name="Mine")
    assert link not in gm_client.get("/shop/merchants/").content.decode()


@pytest.mark.django_db
def test_the_list_links_to_no_merchant_that_is_gone(client):
    load_samples(FILES)
    shown_merchant().delete()
    page = client.get("/shop/merchants/")
    assert page.status_code == 200
    assert SHOWN_MERCHANT not in page.content.decode()
