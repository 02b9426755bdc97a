"""The live card: the same fragment as everywhere, from the form alone, patient with what is half typed."""

import re

import pytest

from bestiary.models import Creature
from tests.bestiary.test_preview import hints
from tests.bestiary.two_d12.forms import NEW, PREVIEW, posted
from tests.bestiary.two_d12.test_documents import FULL, SPARSE
from tests.factories import effect_document, foe_document, make_foe


def card(html: str) -> str:
    match = re.search(r'<article class="stat-block foe-card".*?</article>', html, re.DOTALL)
    assert match, "no card"
    return match[0]


def rows_of(html: str, region: str = "Chances of the Trait Checks") -> dict[str, list[str]]:
    """The rows of a table of odds: what stands before a row, and its six cells."""
    table = html[html.index(f'aria-label="{region}"') :].split("</table>")[0]
    found = {}
    for row in re.findall(r'<th scope="row">(.*?)</th>(.*?)</tr>', table, re.DOTALL):
        found[re.sub("<[^>]+>", "", row[0])] = re.findall(r"<td>(.*?)</td>", row[1])
    return found


def test_the_pane_is_verbatim_what_the_foes_page_and_its_builder_show(gm_client, gm):
    foe = make_foe(gm, **FULL)
    fragment = card(gm_client.post(PREVIEW, posted(FULL)).content.decode())
    assert fragment in gm_client.get(foe.get_absolute_url()).content.decode()
    assert fragment in gm_client.get(f"{foe.get_absolute_url()}edit/").content.decode()


def test_the_card_has_the_odds_against_each_threshold_plain_and_adept(client, db):
    html = client.post(PREVIEW, posted(exp="3", agility="0", might=None, sneak=None)).content.decode()
    assert rows_of(html) == {
        "Agility +0": ["95.8", "75.0", "38.2", "10.4", "0", "0"],
        "Adept +3": ["100", "89.6", "61.8", "25.0", "4.2", "0"],
    }


def test_advantage_disadvantage_and_the_exact_count_are_one_touch_away(client, db):
    html = client.post(PREVIEW, posted(exp="", agility="0", might=None, sneak=None)).content.decode()
    assert rows_of(html, "Chances with Advantage")["Agility +0"][2] == "61.8"
    assert rows_of(html, "Chances with Disadvantage")["Agility +0"][2] == "14.6"
    assert rows_of(html, "Results of 2d12 that succeed")["Agility +0"] == ["138", "108", "55", "15", "0", "0"]
    assert all("Adept" not in row for row in rows_of(html))
    for key in ("advantage", "disadvantage", "ways"):
        assert f'<details class="sheet-details foe-card__more" data-keep="{key}">' in html


def test_small_and_nearly_certain_chances_stay_readable_and_escaped(client, db):
    html = client.post(PREVIEW, posted(exp="", agility="1", might="2", sneak=None)).content.decode()
    assert rows_of(html, "Chances with Disadvantage")["Agility +1"][4] == "&lt;0.1"
    assert rows_of(html, "Chances with Advantage")["Might +2"][0] == "&gt;99.9"


def test_the_card_says_the_threat_and_what_the_damage_comes_to(client, db):
    html = card(client.post(PREVIEW, posted(rank="minion", damage="2D6 − 1")).content.decode())
    assert "Threat <b>½</b>" in html
    assert "2D6 − 1 fire" in html
    assert "(1 to 11, 6 on average)" in html
    html = card(client.post(PREVIEW, posted(damage="a good shove")).content.decode())
    assert "a good shove fire" in html
    assert "average" not in html


def test_effects_stand_with_charges_type_note_and_what_they_do(client, db):
    html = card(client.post(PREVIEW, posted(FULL)).content.decode())
    text = " ".join(re.sub("<[^>]+>", " ", html).split())
    assert "Burning 4 charges, on a hit Start of turn (damage) · charges up to 10×EXP" in text
    assert "Exposed 2 charges, cold, on a hit Immediate (damage) · charges up to EXP/2" in text
    assert "Panicked whoever sees it without a light Start of turn" in text
    assert "Rings its bell first." in text


def test_what_is_not_typed_is_a_dash_and_named(client, db):
    html = card(client.post(PREVIEW, posted(SPARSE)).content.decode())
    assert html.count("<dd>—</dd>") == 6
    assert "No Trait has a MOD yet" in html
    html = card(client.post(PREVIEW, posted()).content.decode())
    assert "Without a MOD: Control, Insight, Resist, Study, Tinker, Track" in html


@pytest.mark.parametrize("document", [foe_document(), FULL, foe_document(name="")], ids=["some", "full", "nameless"])
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


def test_a_preview_saves_nothing_and_is_never_fetched_by_a_link(client, db):
    client.post(PREVIEW, posted(FULL))
    assert not Creature.objects.exists()
    assert client.get(PREVIEW).status_code == 405


def test_what_has_no_name_and_no_effect_yet_still_has_a_card(client, db):
    document = foe_document(effects=[effect_document(), {"effect": "", "charges": 3, "damage_type": "", "note": "x"}])
    html = client.post(PREVIEW, posted(document, name=" ")).content.decode()
    assert "Unnamed Foe" in card(html)
    assert card(html).count("ability__name") == 1
    assert hints(html) == {}


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"guard": "10000"}, "guard"),
        ({"tinker": "--1"}, "tinker"),
        ({"name": "x" * 81}, "name"),
        ({"rank": ""}, "rank"),
        ({"effects__0__charges": "0"}, "effects-0-charges"),
        ({"effects__0__damage_type": "fire"}, "effects-0-damage_type"),
        ({"description": "x" * 100_000}, "description"),
    ],
)
def test_what_is_wrong_leaves_the_card_as_it_is_and_hints_at_the_field(client, db, change, field):
    response = client.post(PREVIEW, posted(foe_document(effects=[effect_document()]), **change))
    html = response.content.decode()
    assert response["HX-Reswap"] == "none"
    assert "stat-block" not in html
    assert list(hints(html)) == [field]
    assert hints(html)[field] in re.search(r'id="live-status" hx-swap-oob="innerHTML">(.*?)</p>', html)[1]


def test_a_hint_goes_away_once_its_field_is_right(client, db):
    html = client.post(PREVIEW, posted(hinted="guard effects-0-charges")).content.decode()
    assert hints(html) == {"guard": "", "effects-0-charges": ""}


def test_the_live_region_says_the_card_in_a_sentence(client, db):
    html = client.post(PREVIEW, posted()).content.decode()
    assert re.search(r'id="live-status" hx-swap-oob="innerHTML">(.*?)</p>', html)[1] == (
        "Soldier, threat 1, Level 2, EXP 3, Guard 6, Vitality 12, Motion 30 ft."
    )


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"name": "\x00"},
        {"effects-9999-note": "far"},
        {f"effects-{n}-note": "x" for n in range(300)},
        {"effects--1-effect": "x", "effects-x-effect": "x", "effects-": "x", "attacks-0-name": "x"},
    ],
)
def test_a_form_no_browser_sends_gets_hints_and_never_a_server_error(client, db, data):
    response = client.post(PREVIEW, data)
    assert response.status_code == 200
    assert response["HX-Reswap"] == "none"


def test_a_script_in_any_text_stays_a_text(client, db):
    evil = "<script>alert(1)</script>"
    document = foe_document(
        name=evil, damage=evil, damage_type=evil, notes=evil, effects=[effect_document(note=evil, damage_type="")]
    )
    html = client.post(PREVIEW, posted(document)).content.decode()
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 6


def test_the_pane_listens_to_the_form_and_swaps_only_itself(client, db):
    html = client.get(NEW).content.decode()
    form, pane = html.index('id="creature-form"'), html.index('id="preview"')
    assert html.index("</form>", form) < pane
    tag = html[pane:].split(">")[0]
    assert f'hx-post="{PREVIEW}"' in tag
    assert 'hx-sync="this:replace"' in tag
    assert "hx-target" not in tag


def test_a_page_with_mistakes_shows_the_card_with_what_is_stored_there_and_says_so(gm_client, gm):
    foe = make_foe(gm)
    html = gm_client.post(f"{foe.get_absolute_url()}edit/", posted(guard="x", revision="1")).content.decode()
    assert "<dt>Guard</dt><dd>6</dd>" in card(html)
    assert 'data-stale="partly"' in html
