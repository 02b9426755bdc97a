"""Who may open, change and list ancestries and classes: not yours is not there, on every route."""

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bestiary.models import Ancestry, CharacterClass
from tests.makings.pages import CHECK, posted_ancestry, posted_class, text_of, url
from tests.makings.things import class_doc, make_ancestry, make_class
from tests.makings.things import outfit_doc as outfit

pytestmark = pytest.mark.django_db

KINDS = pytest.mark.parametrize("kind", ["ancestry", "class"])
MAKE = {"ancestry": make_ancestry, "class": make_class}
MODEL = {"ancestry": Ancestry, "class": CharacterClass}
POSTED = {"ancestry": posted_ancestry, "class": posted_class}


def routes(kind: str, thing) -> list[tuple[str, str]]:
    """(method, address) of every page about one thing."""
    asked = [("get", url(kind, page, thing)) for page in ("detail", "edit", "delete", "sheet")]
    changed = [("post", url(kind, page, thing)) for page in ("edit", "delete", "restore")]
    check = reverse(CHECK)
    return [
        *asked,
        *changed,
        ("get", f"{url(kind, 'create')}?variant_of={thing.uid}"),
        ("get", f"{check}?{kind}={thing.uid}"),
        *([("get", f"{url(kind, 'create')}?outfits_of={thing.uid}")] if kind == "class" else []),
    ]


@KINDS
@pytest.mark.parametrize("who", ["a stranger", "a visitor"])
@pytest.mark.parametrize("state", ["private", "binned", "held", "binned and public"])
def test_what_is_not_yours_is_not_there_on_any_route(kind, who, state, gm, other_gm):
    thing = MAKE[kind](gm, visibility="private" if state in ("private", "binned") else "public")
    if "binned" in state:
        MODEL[kind].objects.filter(pk=thing.pk).move_to_bin(timezone.now())
    if state == "held":
        MODEL[kind].objects.filter(pk=thing.pk).update(held_at=timezone.now())
    client = Client()
    if who == "a stranger":
        client.force_login(other_gm)
    answers = {
        (method, address): getattr(client, method)(address).status_code for method, address in routes(kind, thing)
    }
    assert set(answers.values()) == {404}, answers
    assert MODEL[kind].objects.get().revision == 1


@KINDS
def test_what_is_public_can_be_seen_and_varied_but_not_changed(kind, gm, other_gm_client):
    thing = MAKE[kind](gm, visibility="public")
    for page in ("detail", "sheet"):
        assert other_gm_client.get(url(kind, page, thing)).status_code == 200
    assert other_gm_client.get(f"{url(kind, 'create')}?variant_of={thing.uid}").status_code == 200
    for page in ("edit", "delete", "restore"):
        assert other_gm_client.post(url(kind, page, thing), POSTED[kind]()).status_code == 404
    assert MODEL[kind].objects.get().name == thing.name


@KINDS
def test_unlisted_ones_open_by_address_and_stand_in_no_list_and_no_menu(kind, gm, other_gm_client):
    thing = MAKE[kind](gm, visibility="unlisted", name="Quietfolk")
    assert other_gm_client.get(url(kind, "detail", thing)).status_code == 200
    assert "Quietfolk" not in text_of(other_gm_client.get(url(kind, "list")))
    assert "Quietfolk" not in text_of(other_gm_client.get(reverse(CHECK)))
    assert other_gm_client.get(url(kind, "detail", thing))["X-Robots-Tag"] == "noindex, nofollow"


@KINDS
@pytest.mark.parametrize("where", ["edit", "delete", "restore", "preview", "preview_sheet"])
def test_nothing_changes_by_get_or_without_a_token(kind, where, gm):
    thing = MAKE[kind](gm)
    client = Client(enforce_csrf_checks=True)
    client.force_login(gm)
    address = url(kind, where, thing if where in ("edit", "delete", "restore") else None)
    if where in ("restore", "preview", "preview_sheet"):
        assert client.get(address).status_code == 405
    assert client.post(address, POSTED[kind]()).status_code == 403
    again = MODEL[kind].objects.get()
    assert (again.revision, again.deleted_at) == (1, None)


@KINDS
def test_a_deleted_one_goes_to_the_bin_and_comes_back(kind, gm, gm_client):
    thing = MAKE[kind](gm, visibility="public")
    asked = gm_client.get(url(kind, "delete", thing))
    assert "Delete it" in text_of(asked)
    assert MODEL[kind].objects.get().deleted_at is None
    assert gm_client.post(url(kind, "delete", thing)).url == url(kind, "bin")
    assert thing.name in text_of(gm_client.get(url(kind, "bin")))
    assert thing.name not in text_of(gm_client.get(url(kind, "list")))
    assert gm_client.post(url(kind, "restore", thing)).url == thing.get_absolute_url()
    assert thing.name in text_of(gm_client.get(url(kind, "list")))


def test_a_class_cannot_take_outfits_that_its_author_may_not_see(gm, other_gm, gm_client):
    """By address, by the menu's own field, and by the form of the live pane."""
    hidden = make_class(other_gm, outfits=[outfit(name="Secret kit")])
    fields = posted_class(name="Spy", outfits_from="class", outfits_of=str(hidden.uid))
    refused = gm_client.post(url("class", "create"), fields)
    assert refused.status_code == 422
    assert "Choose the class whose outfits it has." in text_of(refused)
    assert not CharacterClass.objects.filter(name="Spy").exists()
    pane = gm_client.post(url("class", "preview"), fields | {"kept_uid": str(hidden.uid)})
    assert "Secret kit" not in pane.content.decode()
    key = posted_class(class_doc(outfits=[outfit(name="Secret kit")]))["outfits-0-outfit"]
    pane = gm_client.post(url("class", "preview"), posted_class(**{"outfits-0-outfit": key, "kept_uid": hidden.uid}))
    assert "Secret kit" not in pane.content.decode()


@KINDS
def test_only_a_name_may_publish_and_a_guest_keeps_what_was_typed(kind, client):
    refused = client.post(url(kind, "create"), POSTED[kind](visibility="public", name="Nightfolk"))
    assert refused.status_code == 422
    assert "sign up" in text_of(refused)
    assert 'value="Nightfolk"' in refused.content.decode()
    assert not MODEL[kind].objects.exists()
    assert client.post(url(kind, "create"), POSTED[kind](visibility="unlisted")).status_code == 302
    assert MODEL[kind].objects.get().owner.is_guest
