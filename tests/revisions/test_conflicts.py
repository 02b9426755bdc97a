"""Two tabs save one creature: the second is asked, by field if it likes, and nothing of either is lost."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from bestiary.forms import WholeForm
from bestiary.models import Creature, CreatureRevision
from tests.at_once import at_once
from tests.bestiary.forms import error_at, posted, value_of
from tests.factories import ability_document, attack_document, effect_document, make_creature, make_user
from tests.revisions.cast import (
    FULL,
    GAMES,
    address,
    conflict_fields,
    make,
    marked,
    post_of,
    save_again,
    stored,
)


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def creature(gm, game):
    return make(game, gm)


def edit(creature: Creature) -> str:
    return address(creature, "edit/")


def collide(client, game, creature, mine: dict, theirs: dict) -> str:
    """The page that a tab gets whose save comes after another tab's; both were opened at the same revision."""
    document = stored(creature)
    assert client.post(edit(creature), post_of(game, {**document, **theirs}, revision="1")).status_code == 302
    answer = client.post(edit(creature), post_of(game, {**document, **mine}, revision="1"))
    assert answer.status_code == 409
    return answer.content.decode()


def press(client, creature, page: str, follow=False, **buttons):
    return client.post(edit(creature), {**conflict_fields(page), **buttons}, follow=follow)


def side_by_side(page: str) -> dict[str, str]:
    """What the page shows by place, tags taken out."""
    places = {}
    for part in page.split('<fieldset class="difference">')[1:]:
        name = re.search(r'class="difference__place">(.*?)(?: <span|</legend>)', part)[1]
        places[name] = " ".join(re.sub(r"<[^>]+>", " ", part.split("</legend>")[1].split("</fieldset>")[0]).split())
    return places


# --- the page --------------------------------------------------------------------------------------


def test_the_page_shows_both_versions_field_by_field(gm_client, game, creature):
    page = collide(gm_client, game, creature, {"name": "Mine", "tags": ["b"]}, {"name": "Theirs"})
    assert side_by_side(page) == {
        "Name": "Saved meanwhile Theirs Yours Mine",
        "Tags": "Saved meanwhile nothing Yours b",
    }
    assert "saved somewhere else" in page
    assert "not saved yet" in page
    assert stored(creature)["name"] == "Theirs"


def test_what_only_one_side_changed_is_marked_on_that_side(gm_client, game, creature):
    page = collide(
        gm_client,
        game,
        creature,
        {"name": "Mine", "habitat": "forest"},
        {"name": "Theirs", "family": "beast"},
    )
    assert marked(page) == {"name": "mine", "habitat": "mine", "family": "theirs"}
    assert page.count("changed in both</span>") == 1


def test_the_page_knows_who_may_see_it_too(gm_client, gm):
    creature = make_creature(gm)
    gm_client.post(edit(creature), posted(visibility="unlisted", revision="1"))
    page = gm_client.post(edit(creature), posted(name="Mine", revision="1")).content.decode()
    assert marked(page) == {"name": "mine", "visibility": "theirs"}
    press(gm_client, creature, page, save="merged")
    creature.refresh_from_db()
    assert (creature.name, creature.visibility) == ("Mine", "unlisted")


def test_two_tabs_that_say_the_same_are_no_conflict(gm_client, game, creature):
    document = {**stored(creature), "name": "Same"}
    for _ in range(2):
        answer = gm_client.post(edit(creature), post_of(game, document, revision="1"))
        assert answer.status_code == 302
    creature.refresh_from_db()
    assert (creature.name, creature.revision) == ("Same", 2)


def test_what_is_wrong_in_the_form_is_said_first(gm_client, gm):
    creature = save_again(make_creature(gm), name="Theirs")
    answer = gm_client.post(edit(creature), posted(base_hp="99", revision="1"))
    assert answer.status_code == 422
    page = answer.content.decode()
    assert value_of(page, "revision") == "1"
    assert gm_client.post(edit(creature), posted(base_hp="6", revision="1")).status_code == 409


def test_texts_on_the_page_are_shown_as_text(gm_client, game, creature):
    evil = '"><script>alert(1)</script>\n & <b>'
    page = collide(gm_client, game, creature, {"description": evil, "name": "<i>mine"}, {"description": f"x{evil}"})
    assert "<script>alert" not in page
    assert "<i>mine" not in page


# --- choosing --------------------------------------------------------------------------------------


@pytest.mark.parametrize("button", ["mine", "merged"])
def test_everything_typed_survives_the_page(gm_client, game, creature, button):
    """All places changed in both: marked are all of mine."""
    theirs, mine = FULL[game]
    page = collide(gm_client, game, creature, mine, theirs)
    assert set(marked(page).values()) >= {"mine"}
    fields = conflict_fields(page)
    fields |= {name: ["mine"] for name in fields if name.startswith("pick-")}
    assert gm_client.post(edit(creature), {**fields, "save": button}).status_code == 302
    assert stored(creature) == mine
    assert [kept.document["name"] for kept in creature.revisions.all()] == [theirs["name"], creature.name]


def test_all_of_theirs_saves_nothing(gm_client, game, creature):
    page = collide(gm_client, game, creature, FULL[game][1], FULL[game][0])
    answer = press(gm_client, creature, page, follow=True, save="theirs")
    assert answer.redirect_chain == [(creature.get_absolute_url(), 302)]
    assert "stays as it was saved" in answer.content.decode()
    assert stored(creature) == FULL[game][0]
    creature.refresh_from_db()
    assert creature.revision == 2


def test_changes_of_both_tabs_come_together(gm_client, gm):
    attacks = [attack_document(name=name) for name in ("Bite", "Claw")]
    creature = make_creature(gm, attacks=attacks)
    page = collide(
        gm_client,
        "worlds_awakening",
        creature,
        {"attacks": [attacks[0], {**attacks[1], "roll_bonus": 3}], "description": "Line 1\nLine 2"},
        {"attacks": [*attacks, attack_document(name="Wing")], "base_hp": 5},
    )
    assert press(gm_client, creature, page, save="merged").status_code == 302
    saved = stored(creature)
    assert [(row["name"], row["roll_bonus"]) for row in saved["attacks"]] == [("Bite", -2), ("Claw", 3), ("Wing", -2)]
    assert (saved["base_hp"], saved["description"]) == (5, "Line 1\nLine 2")


def test_a_place_can_be_picked_against_the_mark(gm_client, game, creature):
    page = collide(gm_client, game, creature, {"name": "Mine", "habitat": "forest"}, {"name": "Theirs"})
    press(gm_client, creature, page, save="merged", **{"pick-name": "theirs", "pick-habitat": "mine"})
    assert (stored(creature)["name"], stored(creature)["habitat"]) == ("Theirs", "forest")


def test_the_put_together_version_can_be_looked_at_in_the_form(gm_client, game, creature):
    page = collide(gm_client, game, creature, {"name": "Mine"}, {"name": "Theirs", "tags": ["theirs"]})
    answer = press(gm_client, creature, page, look="1")
    form = answer.content.decode()
    assert answer.status_code == 200
    assert (value_of(form, "name"), value_of(form, "tags"), value_of(form, "revision")) == ("Mine", "theirs", "2")
    assert "data-unsaved" in form
    assert stored(creature)["name"] == "Theirs"


@pytest.mark.parametrize("button", [{"save": "merged"}, {"look": "1"}])
def test_more_rows_than_there_may_be_are_said_and_marked_anew(gm_client, gm, button):
    creature = make_creature(gm)
    theirs, mine = (
        [ability_document(name=f"{name} {n}", text=f"Of {name}.", action=action, targets=n + 1) for n in range(3)]
        for name, action in (("Theirs", "A"), ("Mine", "F"))
    )
    page = collide(gm_client, "worlds_awakening", creature, {"abilities": mine}, {"abilities": theirs})
    answer = press(gm_client, creature, page, **button)
    again = answer.content.decode()
    assert answer.status_code == 422
    assert "At most 4 abilities: marked are 6. Mark “not there” for 2 of them." in again
    assert press(gm_client, creature, again, **{f"pick-abilities-t{n}": "mine" for n in (0, 2)}, save="merged").url
    assert [row["name"] for row in stored(creature)["abilities"]] == ["Theirs 1", "Mine 0", "Mine 1", "Mine 2"]


def test_parts_that_break_a_rule_together_come_back_in_the_form(gm_client, gm):
    creature = make("two_d12", gm, effects=[effect_document(effect="burning", charges=4)])
    page = collide(
        gm_client,
        "two_d12",
        creature,
        {"effects": [effect_document(effect="exposed", charges=4, damage_type="cold")]},
        {"effects": [effect_document(effect="burning", charges=9)]},
    )
    fields = {name: "theirs" if name.endswith("effect") else "mine" for name in marked(page)}
    answer = press(gm_client, creature, page, save="merged", **{f"pick-{name}": side for name, side in fields.items()})
    form = answer.content.decode()
    assert answer.status_code == 422
    assert error_at(form, "effects-0-damage_type") == "Burning has no damage type."
    assert (value_of(form, "effects-0-damage_type"), value_of(form, "revision")) == ("cold", "2")


# --- and again -------------------------------------------------------------------------------------


@pytest.mark.parametrize("button", [{"save": "mine"}, {"save": "merged"}, {"save": "theirs"}, {"look": "1"}])
def test_a_third_save_in_between_asks_once_more_and_keeps_what_was_picked(gm_client, game, creature, button):
    page = collide(gm_client, game, creature, {"name": "Mine", "habitat": "forest"}, {"name": "Theirs"})
    save_again(creature, name="Third", tags=["third"])
    answer = press(gm_client, creature, page, **button, **{"pick-name": "theirs"})
    assert answer.status_code == 409
    again = answer.content.decode()
    assert "Third" in again
    assert marked(again) == {"name": "theirs", "habitat": "mine", "tags": "theirs"}
    assert stored(creature)["name"] == "Third"
    press(gm_client, creature, again, save="merged")
    assert (stored(creature)["name"], stored(creature)["habitat"], stored(creature)["tags"]) == (
        *("Third", "forest", ["third"]),
    )


@pytest.mark.parametrize("revision", [None, "", "x", "0", "99", "²", "9" * 40])
def test_a_form_that_does_not_say_what_it_saw_is_asked_first(gm_client, game, creature, revision):
    answer = gm_client.post(edit(creature), post_of(game, name="Mine", revision=revision))
    assert answer.status_code == 409
    assert (
        gm_client.post(edit(creature), {**conflict_fields(answer.content.decode()), "save": "mine"}).status_code == 302
    )
    assert stored(creature)["name"] == "Mine"


def test_the_browsers_draft_of_the_conflict_page_is_the_typed_form_and_still_asks(gm_client, game, creature):
    page = collide(gm_client, game, creature, {"name": "Mine"}, {"name": "Theirs"})
    assert f'data-draft="{"creature" if game == "worlds_awakening" else "foe"}:{creature.uid}"' in page
    assert "data-warn-unsaved" in page
    restored = press(gm_client, creature, page, restore="1").content.decode()
    assert value_of(restored, "name") == "Mine"
    assert value_of(restored, "revision") == "1"


@pytest.mark.parametrize("picked", ["", "nobody", "<script>"])
def test_a_side_that_does_not_exist_is_the_marked_one(gm_client, game, creature, picked):
    page = collide(gm_client, game, creature, {"name": "Mine"}, {"name": "Theirs"})
    press(gm_client, creature, page, save="merged", **{"pick-name": picked, "pick-attacks-7-name": "mine"})
    assert stored(creature)["name"] == "Mine"


def test_a_new_creature_never_conflicts(gm_client, db):
    answer = gm_client.post("/bestiary/creatures/new/", posted(seen="1", save="theirs", revision="5"))
    assert answer.status_code == 302
    assert Creature.objects.get().revision == 1


def test_two_saves_at_the_same_moment_are_a_conflict_too(gm_client, gm, game, creature, monkeypatch):
    given = WholeForm.is_valid

    def is_valid(form):
        if stored(creature)["name"] != "Theirs":
            save_again(creature, name="Theirs")
        return given(form)

    monkeypatch.setattr(WholeForm, "is_valid", is_valid)
    answer = gm_client.post(edit(creature), post_of(game, name="Mine", revision="1"))
    assert answer.status_code == 409
    assert side_by_side(answer.content.decode()) == {"Name": "Saved meanwhile Theirs Yours Mine"}
    assert CreatureRevision.objects.count() == 1


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("game", GAMES)
def test_of_four_tabs_that_save_at_once_one_saves_and_three_ask(game):
    gm = make_user()
    creature = make(game, gm)
    clients = [Client() for _ in range(4)]
    for client in clients:
        client.force_login(gm, "django.contrib.auth.backends.ModelBackend")
    posts = [post_of(game, stored(creature), name=f"Tab {number}", revision="1") for number in range(4)]
    statuses = at_once([(client, edit(creature), post) for client, post in zip(clients, posts, strict=True)])
    assert sorted(statuses) == [302, 409, 409, 409]
    assert list(CreatureRevision.objects.values_list("number", flat=True)) == [1]


# --- into the bin meanwhile ------------------------------------------------------------------------


def test_what_was_typed_survives_that_the_creature_was_binned_meanwhile(gm_client, game, creature):
    Creature.objects.move_to_bin(timezone.now())
    answer = gm_client.post(edit(creature), post_of(game, name="Mine", revision="1"))
    page = answer.content.decode()
    assert answer.status_code == 409
    assert "put into your bin" in page
    assert value_of(page, "name") == "Mine"
    gm_client.post(address(creature, "restore/"))
    fields = post_of(game, name=value_of(page, "name"), revision=value_of(page, "revision"))
    assert gm_client.post(edit(creature), fields).status_code == 302
    assert stored(creature)["name"] == "Mine"


def test_a_strangers_save_of_a_binned_creature_is_not_found(other_gm_client, game, creature):
    Creature.objects.move_to_bin(timezone.now())
    assert other_gm_client.post(edit(creature), post_of(game, name="Mine", revision="1")).status_code == 404


@pytest.mark.parametrize("button", [{"save": "mine"}, {"save": "merged"}, {"save": "theirs"}, {"look": "1"}])
def test_nobody_else_answers_a_conflict(gm_client, other_gm_client, client, game, creature, button):
    page = collide(gm_client, game, creature, {"name": "Mine"}, {"name": "Theirs"})
    assert press(other_gm_client, creature, page, **button).status_code == 404
    gm_client.logout()
    assert press(client, creature, page, **button).status_code == 404
    assert stored(creature)["name"] == "Theirs"
