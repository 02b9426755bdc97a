"""The unlisted link: who can read what, for how long."""

import re

import pytest
from django.urls import reverse

from bestiary.documents import creature_document, save_document
from bestiary.models import Creature
from encounters.models import Encounter
from tests.encounters.cast import LARGE_BOSS, add_quick_foe, make_creature, make_encounter, make_party

NOTES = "The abbot is the murderer"


@pytest.fixture
def encounter(gm):
    encounter = make_encounter(
        gm,
        (make_creature(gm, "Dragon", description="Owner's private lore", tags=["secret-plan"], **LARGE_BOSS), 1, 5),
        name="Vespers",
        notes=NOTES,
        introduction="Bells.\n\nThen silence.",
    )
    add_quick_foe(encounter, "Novice", number=2)
    return encounter


@pytest.fixture
def shared(encounter):
    Encounter.objects.filter(pk=encounter.pk).update(share_token="token-of-these-tests")
    encounter.refresh_from_db()
    return encounter


@pytest.fixture
def printed(monkeypatch):
    """What the next print is made of."""
    context = {}
    monkeypatch.setattr("bestiary.pdf.render_pdf", lambda template, given, **_: context.update(given) or b"%PDF-")
    return context


def do(client, encounter, action):
    return client.post(reverse("encounters:encounter_share", args=[encounter.uid]), {"action": action})


def address(encounter) -> str:
    encounter.refresh_from_db()
    return encounter.get_shared_url()


def shared_print(encounter) -> str:
    return reverse("encounters:shared_encounter_print", args=[encounter.share_token])


def test_nothing_is_shared_until_the_gm_makes_a_link(client, encounter):
    assert encounter.share_token is None
    assert client.get("/shared/None/").status_code == 404
    assert client.get("/shared//").status_code == 404


def test_a_link_is_long_and_another_every_time(gm_client, encounter):
    tokens = set()
    for action in ("start", "renew", "renew"):
        do(gm_client, encounter, action)
        encounter.refresh_from_db()
        tokens.add(encounter.share_token)
    assert len(tokens) == 3
    assert all(len(token) >= 22 for token in tokens)


def test_whoever_has_the_link_reads_without_account_cookie_or_script(client, shared):
    response = client.get(address(shared))
    html = response.content.decode()
    assert response.status_code == 200
    assert "Vespers" in html
    assert "<p>Bells.</p>\n\n<p>Then silence.</p>" in html
    assert "3 + 2 × 1 = 5, minus 4 = 1 → intense" in html
    assert not response.cookies
    assert "<form" not in html.split("<main")[1]


def test_the_creatures_stand_there_at_their_levels(client, shared):
    html = client.get(address(shared)).content.decode()
    block = html.split('aria-label="Dragon, stat block"')[1]
    assert "At level 5" in block
    assert re.search(r"Max HP</span> <b>101</b>", block)


def test_a_shared_page_stays_out_of_search_engines_caches_and_referrers(client, shared, printed):
    for url in (address(shared), shared_print(shared)):
        response = client.get(url)
        assert response.status_code == 200
        assert response["X-Robots-Tag"] == "noindex, nofollow"
        assert response["Referrer-Policy"] == "no-referrer"
        assert "no-store" in response["Cache-Control"]
    assert '<meta name="robots" content="noindex' in client.get(address(shared)).content.decode()


def test_the_gms_notes_and_private_things_are_nowhere_on_it(client, gm, shared, printed):
    party = make_party(gm, "The Hidden Hand", levels=(3, 3, 3, 3))
    Encounter.objects.filter(pk=shared.pk).update(party_mode="saved", party=party)
    creature = shared.lines.first().creature
    html = client.get(address(shared)).content.decode()
    for private in (NOTES, str(creature.uid), str(shared.uid), "private lore", "secret-plan", "Hidden Hand", "PC 1"):
        assert private not in html
    client.get(shared_print(shared))
    assert printed["encounter"].notes == ""
    assert printed["with_notes"] is False
    assert printed["party"].pcs == ()
    assert "Hidden Hand" not in printed["party"].title


def test_the_gms_own_print_has_the_notes_unless_told_otherwise(gm_client, shared, printed):
    url = reverse("encounters:encounter_print", args=[shared.uid])
    gm_client.get(url)
    assert (printed["with_notes"], printed["encounter"].notes, printed["paper"]) == (True, NOTES, "a4")
    gm_client.get(url, {"notes": "0", "paper": "letter"})
    assert (printed["with_notes"], printed["paper"]) == (False, "letter")
    assert gm_client.get(url, {"paper": "a0"}).status_code == 400


def test_the_gms_page_shows_the_notes_and_the_link(gm_client, shared):
    html = gm_client.get(shared.get_absolute_url()).content.decode()
    assert NOTES in html
    assert f"http://testserver{address(shared)}" in html


@pytest.mark.parametrize("action", ["end", "renew"])
def test_an_ended_or_renewed_link_is_dead_at_once(gm_client, shared, action, printed):
    old, old_print = address(shared), shared_print(shared)
    do(gm_client, shared, action)
    assert gm_client.get(old).status_code == 404
    assert gm_client.get(old_print).status_code == 404
    new = address(shared)
    assert new != old
    assert (gm_client.get(new).status_code == 200) if action == "renew" else new == ""


def test_starting_twice_keeps_the_link_that_was_sent_already(gm_client, encounter):
    do(gm_client, encounter, "start")
    first = address(encounter)
    do(gm_client, encounter, "start")
    assert address(encounter) == first


def test_an_unknown_action_changes_nothing(gm_client, shared):
    before = address(shared)
    assert do(gm_client, shared, "publish").status_code == 302
    assert address(shared) == before


def test_a_deleted_encounters_link_is_dead_until_it_is_restored(gm_client, client, shared):
    url = address(shared)
    gm_client.post(reverse("encounters:encounter_delete", args=[shared.uid]))
    assert client.get(url).status_code == 404
    gm_client.post(reverse("encounters:encounter_restore", args=[shared.uid]))
    assert client.get(url).status_code == 200


def test_two_encounters_without_a_link_do_not_share_an_empty_one(client, gm):
    make_encounter(gm)
    make_encounter(gm)
    assert not Encounter.objects.shared_under("").exists()


def test_markup_in_texts_and_names_is_shown_as_text(gm_client, gm):
    bad = "<script>alert(1)</script>"
    encounter = make_encounter(gm, name=bad, introduction=bad, notes=bad, share_token="markup")
    add_quick_foe(encounter, bad)
    for url in (encounter.get_absolute_url(), encounter.get_shared_url(), reverse("encounters:encounter_list")):
        html = gm_client.get(url).content.decode()
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(1)" in html


# --- a creature that changes, hides or goes


@pytest.fixture
def borrowed(gm, other_gm):
    """An encounter of `gm` with a public creature of `other_gm`, shared."""
    creature = make_creature(other_gm, "Lent Ogre", visibility="public")
    return make_encounter(gm, (creature, 2), share_token="borrowed")


def test_the_author_of_a_borrowed_creature_is_named(client, other_gm, borrowed):
    assert f"by {other_gm.display_name}" in client.get(address(borrowed)).content.decode()


@pytest.mark.parametrize("fate", ["deleted", "binned", "hidden", "changed"])
def test_an_encounter_stays_whole_whatever_the_author_does(gm_client, borrowed, fate):
    creature = Creature.objects.with_stats().get(name="Lent Ogre")
    if fate == "deleted":
        creature.delete()
    elif fate == "binned":
        gone = creature.created
        Creature.objects.filter(pk=creature.pk).update(deleted_at=gone)
    elif fate == "hidden":
        Creature.objects.filter(pk=creature.pk).update(visibility="private")
    else:
        save_document(creature, {**creature_document(creature), "name": "Titan", "size": "titanic"})
    page = gm_client.get(borrowed.get_absolute_url()).content.decode()
    shared = gm_client.get(address(borrowed)).content.decode()
    for html in (page, shared):
        assert "2 × 1 = 2, minus 4 = −2 → easy" in html
        assert 'aria-label="Lent Ogre, stat block"' in html
        assert "Titan" not in html
    # A link to the creature only where the GM may open it.
    assert (f"/bestiary/creatures/{creature.uid}/" in page) == (fate == "changed")
    edit = reverse("encounters:encounter_edit", args=[borrowed.uid])
    assert "Lent Ogre" in gm_client.get(edit).content.decode()


def test_the_page_says_which_buttons_kill_the_old_address(gm_client, gm):
    encounter = make_encounter(gm, share_token="a-token")
    html = gm_client.get(encounter.get_absolute_url()).content.decode()
    assert "A new link or ending it kills the old address at once." in html
