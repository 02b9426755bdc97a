"""A save that meets a deletion at the same moment: the deletion stays, and nothing that was typed is lost."""

import pytest
from django.utils import timezone

from accounts.leaving import delete_account
from accounts.models import User
from bestiary import pdf, workbench
from bestiary.documents import SavedElsewhereError, creature_document, save_document
from bestiary.documents.makings import ancestry_document, class_document, save_ancestry, save_class
from bestiary.models import Ancestry, CharacterClass, Creature
from shop.documents import item_document
from shop.documents import save_document as save_item
from shop.models import Item
from tests.bestiary.forms import posted as posted_creature
from tests.bestiary.two_d12.forms import posted as posted_foe
from tests.factories import make_creature, make_foe
from tests.makings.pages import posted_ancestry, posted_class
from tests.makings.things import make_ancestry, make_class
from tests.shop.items import make_item
from tests.shop.items import posted as posted_item

CREATURES = (Creature.objects.with_stats, creature_document, save_document)
THINGS = {
    "creature": (make_creature, posted_creature, *CREATURES),
    "foe": (make_foe, posted_foe, *CREATURES),
    "item": (make_item, posted_item, Item.objects.with_texts, item_document, save_item),
    "ancestry": (make_ancestry, posted_ancestry, Ancestry.objects.with_rows, ancestry_document, save_ancestry),
    "class": (make_class, posted_class, CharacterClass.objects.with_rows, class_document, save_class),
}
NEW = {
    "creature": "/bestiary/creatures/new/",
    "foe": "/bestiary/foes/new/",
    "item": "/shop/items/new/",
    "ancestry": "/bestiary/ancestries/new/",
    "class": "/bestiary/classes/new/",
}


@pytest.fixture(autouse=True)
def _no_worker_for_pages(monkeypatch):
    monkeypatch.setattr(pdf, "warm_up", lambda: None)


@pytest.fixture(params=THINGS)
def kind(request):
    return request.param


def just_before_saving(monkeypatch, act) -> None:
    """Let `act` happen after everything was checked and before anything is written."""
    may_save = workbench._may_save

    def checked(request, builder):
        may = may_save(request, builder)
        act()
        return may

    monkeypatch.setattr(workbench, "_may_save", checked)


@pytest.mark.parametrize("read_first", [True, False], ids=["read before it was deleted", "read in the bin"])
def test_a_save_never_takes_anything_out_of_the_bin(gm, kind, read_first):
    make, _, rows, document, save = THINGS[kind]
    name = make(gm).name
    read = rows().get() if read_first else None
    rows().move_to_bin(timezone.now())
    read = read or rows().get()
    with pytest.raises(SavedElsewhereError):
        save(read, {**document(read), "name": "Typed"})
    stored = rows().get()
    assert stored.deleted_at is not None
    assert (stored.name, stored.revision) == (name, 1)


def test_a_page_saved_while_another_tab_deletes_comes_back_with_everything_typed(gm_client, gm, kind, monkeypatch):
    make, posted, rows, *_ = THINGS[kind]
    thing = make(gm)
    just_before_saving(monkeypatch, lambda: rows().move_to_bin(timezone.now()))
    response = gm_client.post(f"{thing.get_absolute_url()}edit/", posted(name="Typed", revision="1", save="1"))
    html = response.content.decode()
    assert response.status_code == 409
    assert "put into your bin" in html
    assert 'name="name" value="Typed"' in html
    assert rows().get().deleted_at is not None


@pytest.mark.parametrize("is_new", [True, False], ids=["new", "stored"])
def test_a_save_while_the_account_goes_says_so_and_keeps_nothing(gm_client, gm, kind, is_new, monkeypatch):
    make, posted, rows, *_ = THINGS[kind]
    address = NEW[kind] if is_new else f"{make(gm).get_absolute_url()}edit/"
    just_before_saving(monkeypatch, lambda: delete_account(User.objects.get(pk=gm.pk)))
    response = gm_client.post(address, posted(name="Typed", revision="1", save="1"))
    html = response.content.decode()
    assert response.status_code == 409
    assert "The account was deleted at this moment" in html
    assert 'name="name" value="Typed"' in html
    assert not rows().exists()
