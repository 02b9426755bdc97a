"""The live pane: the same fragment as everywhere, from the form alone, patient with what is half typed."""

import re

import pytest

from bestiary.documents import creature_document
from bestiary.forms import Builder
from bestiary.models import Creature
from tests.bestiary.forms import NEW, PREVIEW, posted
from tests.factories import ability_document, attack_document, make_creature
from tests.factories import creature_document as goblin

DRAGON = goblin(
    name="Ash Dragon",
    size="large",
    base_hp=20,
    stats={"str": 4, "con": 4, "dex": 1},
    resistances=["Fire"],
    attacks=[attack_document(name="Claw"), attack_document(name="Spit", kind="ranged", range_metres=20)],
    abilities=[ability_document(name="Breath", targets=3, limit_kind="encounter", limit_count=3)],
)


def stat_block(html: str) -> str:
    match = re.search(r'<article class="stat-block".*?</article>', html, re.DOTALL)
    assert match, "no stat block"
    return match[0]


def hints(html: str) -> dict[str, str]:
    return dict(re.findall(r'id="id_([^"]+)_error" hx-swap-oob="true">(.*?)</p>', html))


def test_the_pane_is_verbatim_what_the_creatures_page_shows(gm_client, gm):
    creature = make_creature(gm, **DRAGON)
    page = gm_client.get(creature.get_absolute_url()).content.decode()
    fragment = stat_block(gm_client.post(PREVIEW, posted(DRAGON)).content.decode())
    assert "104 = 20 × 5 + 4" in fragment
    assert fragment in page


def test_the_pane_is_verbatim_what_the_builder_opens_with(gm_client, gm):
    creature = make_creature(gm, **DRAGON)
    page = gm_client.get(f"{creature.get_absolute_url()}edit/").content.decode()
    assert stat_block(gm_client.post(PREVIEW, posted(DRAGON)).content.decode()) in page


@pytest.mark.parametrize("document", [goblin(), DRAGON, goblin(name="")], ids=["goblin", "dragon", "nameless"])
def test_a_preview_touches_neither_database_nor_user_nor_session(
    gm_client, django_assert_num_queries, monkeypatch, document
):
    def forbidden(*args, **kwargs):
        raise AssertionError("a preview asked who is there")

    monkeypatch.setattr("django.contrib.auth.middleware.get_user", forbidden)
    monkeypatch.setattr("django.contrib.sessions.backends.base.SessionBase._get_session", forbidden)
    with django_assert_num_queries(0):
        response = gm_client.post(PREVIEW, posted(document))
    assert response.status_code == 200
    assert "Cookie" not in response.get("Vary", "")
    assert not response.cookies


def test_a_preview_saves_nothing(gm_client):
    gm_client.post(PREVIEW, posted(DRAGON))
    assert not Creature.objects.exists()


def test_a_preview_is_never_fetched_by_a_link(client, db):
    assert client.get(PREVIEW).status_code == 405


def test_the_pane_shows_the_level_chosen_in_the_form(client, db):
    html = client.post(PREVIEW, posted(level="1")).content.decode()
    assert "2 = 4 × 1 + (−2)" in html
    assert "Level 1: Max HP 2," in html


def test_what_has_no_name_yet_still_has_numbers(client, db):
    document = goblin(attacks=[attack_document(name="")], abilities=[ability_document(name="", text="")])
    html = client.post(PREVIEW, posted(document, name=" ")).content.decode()
    assert "Unnamed creature" in stat_block(html)
    assert "Unnamed attack" in stat_block(html)
    assert hints(html) == {}


def test_a_limit_whose_number_is_not_typed_yet_does_not_stop_the_pane(client, db):
    document = goblin(abilities=[ability_document()])
    html = client.post(PREVIEW, posted(document, abilities__0__limit_kind="day")).content.decode()
    assert "Slip Away" in stat_block(html)


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"base_hp": "31"}, "base_hp"),
        ({"base_hp": ""}, "base_hp"),
        ({"wisdom": "--1"}, "wisdom"),
        ({"level": "21"}, "level"),
        ({"name": "x" * 81}, "name"),
        ({"name": "\u200b"}, "name"),
        ({"attacks__0__roll_bonus": "6"}, "attacks-0-roll_bonus"),
        ({"description": "x" * 100_000}, "description"),
    ],
)
def test_what_is_wrong_leaves_the_pane_as_it_is_and_hints_at_the_field(client, db, change, field):
    response = client.post(PREVIEW, posted(goblin(attacks=[attack_document()]), **change))
    html = response.content.decode()
    assert response["HX-Reswap"] == "none"
    assert "stat-block" not in html
    assert list(hints(html)) == [field]
    assert hints(html)[field]
    assert f'id="hinted" name="hinted" form="creature-form" value="{field}"' in html
    spoken = re.search(r'id="live-status" hx-swap-oob="innerHTML">(.*?)</p>', html)[1]
    assert hints(html)[field] in spoken
    assert "numbers from before" in spoken


def test_a_hint_goes_away_once_its_field_is_right(client, db):
    html = client.post(PREVIEW, posted(hinted="base_hp wisdom")).content.decode()
    assert hints(html) == {"base_hp": "", "wisdom": ""}
    assert 'name="hinted" form="creature-form" value=""' in html
    html = client.post(PREVIEW, posted(hinted="base_hp wisdom", base_hp="0")).content.decode()
    assert hints(html)["wisdom"] == ""
    assert hints(html)["base_hp"]


def test_a_message_that_only_saving_gives_stays_until_saving_would_not_give_it_any_more(client, db):
    html = client.post(PREVIEW, posted(hinted="name", name="")).content.decode()
    assert hints(html) == {"name": "Give it a name."}
    assert 'name="hinted" form="creature-form" value="name"' in html
    assert "stat-block" in html
    assert hints(client.post(PREVIEW, posted(hinted="name")).content.decode()) == {"name": ""}


def test_the_message_that_publishing_needs_a_name_stays_while_public_is_chosen(client, db):
    html = client.post(PREVIEW, posted(hinted="visibility", visibility="public")).content.decode()
    assert hints(html) == {}
    assert 'name="hinted" form="creature-form" value="visibility"' in html
    assert hints(client.post(PREVIEW, posted(hinted="visibility")).content.decode()) == {"visibility": ""}


def test_a_page_with_mistakes_shows_the_numbers_from_before_and_says_so(gm_client, gm):
    creature = make_creature(gm)
    html = gm_client.post(f"{creature.get_absolute_url()}edit/", posted(base_hp="99", revision="1")).content.decode()
    assert "18 = 4 × 5 + (−2)" in stat_block(html)
    assert 'data-stale="partly"' in html
    assert "data-stale" not in gm_client.get(f"{creature.get_absolute_url()}edit/").content.decode()


def test_names_of_hinted_fields_are_no_way_to_write_into_the_page(client, db):
    html = client.post(PREVIEW, posted(hinted='"><script>x</script>')).content.decode()
    assert "<script>" not in html


def test_five_abilities_hint_at_the_abilities(client, db):
    html = client.post(PREVIEW, posted(goblin(abilities=[ability_document()] * 5))).content.decode()
    assert list(hints(html)) == ["abilities"]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"name": "\x00"},
        {"attacks-9999-name": "far"},
        {f"attacks-{n}-name": "x" for n in range(300)},
        {"abilities-0-upgrades-0-level": "4"},
        {"attacks--1-name": "x", "attacks-x-name": "x", "abilities-": "x"},
    ],
)
def test_a_form_no_browser_sends_gets_hints_and_never_a_server_error(client, db, data):
    response = client.post(PREVIEW, data)
    assert response.status_code == 200
    assert response["HX-Reswap"] == "none"


def test_broken_bytes_are_read_as_replacement_characters(client, db):
    body = b"&".join(f"{name}={values[0]}".encode() for name, values in posted(base_hp=["4"]).items() if values)
    body = body.replace(b"name=Goblin", b"name=Gob%ED%A0%80%FFlin")
    response = client.post(PREVIEW, body, content_type="application/x-www-form-urlencoded")
    assert response.status_code == 200
    assert "lin" in stat_block(response.content.decode())


def test_the_pane_listens_to_the_form_and_swaps_only_itself(client, db):
    html = client.get(NEW).content.decode()
    form, pane = html.index('id="creature-form"'), html.index('id="preview"')
    assert html.index("</form>", form) < pane
    tag = html[pane:].split(">")[0]
    assert f'hx-post="{PREVIEW}"' in tag
    assert 'hx-sync="this:replace"' in tag
    assert "delay:60ms" in tag
    assert "hx-target" not in tag


def test_what_the_form_holds_is_what_a_browser_would_send(gm):
    creature = make_creature(gm, **DRAGON)
    document = creature_document(Creature.objects.with_stats().get(pk=creature.pk))
    builder = Builder.from_post(Builder.from_document(document).posted(), draft=True)
    assert builder.is_valid()
    assert builder.rules == creature.to_rules()
