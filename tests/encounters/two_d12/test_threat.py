"""The threat gauge: pane, page, list, shared link and print show the same sum; cuts, the GM's word, the place."""

import pytest
from django.urls import reverse

from encounters.models import Encounter
from tests.encounters.cast import fields_of, message_at, sum_text
from tests.encounters.two_d12.cast import foe, foes, form, gauge, level, make_encounter, make_foe

PREVIEW = reverse("encounters:encounter_preview")
NEW = reverse("encounters:encounter_create")

# The specification's six encounters for four Personas.
SIX_CASES = [
    ([("minion", 4)], "4 × ½ = 2 against 4 Personas: up to 2 → Low", "Low"),
    ([("soldier", 4)], "4 × 1 = 4 against 4 Personas: over 2, up to 4 → Moderate", "Moderate"),
    ([("boss", 1)], "1 × 5 = 5 against 4 Personas: over 4, up to 6 → High", "High"),
    ([("leader", 1), ("soldier", 3)], "1 × 3 + 3 × 1 = 6 against 4 Personas: over 4, up to 6 → High", "High"),
    ([("boss", 1), ("soldier", 2)], "1 × 5 + 2 × 1 = 7 against 4 Personas: over 6 → Deadly", "Deadly"),
    ([("minion", 9)], "9 × ½ = 4½ against 4 Personas: over 4, up to 6 → High", "High"),
]


def detail(client, encounter) -> str:
    return client.get(encounter.get_absolute_url()).content.decode()


def pane(client, **fields) -> str:
    response = client.post(PREVIEW, form(**fields))
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize(("lines", "text", "word"), SIX_CASES)
def test_the_six_cases_through_the_pane_and_the_saved_page(client, db, lines, text, word):
    shown = pane(client, **foes(*lines))
    assert (sum_text(shown), level(shown)) == (text, word)
    saved = client.post(NEW, {**form(), **foes(*lines)}, follow=True).content.decode()
    assert (sum_text(saved), level(saved)) == (text, word)


@pytest.mark.parametrize(("lines", "text", "word"), SIX_CASES)
def test_the_six_cases_with_foes_of_the_bestiary(gm_client, gm, lines, text, word):
    encounter = make_encounter(gm, *[(make_foe(gm, rank=rank), number) for rank, number in lines])
    html = detail(gm_client, encounter)
    assert (sum_text(html), level(html)) == (text, word)


def test_pane_page_list_shared_page_and_print_show_the_same_sum(gm_client, gm, monkeypatch):
    encounter = make_encounter(gm, (make_foe(gm, rank="leader"), 1), ("minion", 3), share_token="one-sum")
    printed = {}
    monkeypatch.setattr("bestiary.pdf.render_pdf", lambda template, context, **_: printed.update(context) or b"%PDF-")
    builder = gm_client.get(reverse("encounters:encounter_edit", args=[encounter.uid])).content.decode()
    in_pane = gm_client.post(PREVIEW, fields_of(builder)).content.decode()
    shared = gm_client.get(encounter.get_shared_url()).content.decode()
    text = "1 × 3 + 3 × ½ = 4½ against 4 Personas: over 4, up to 6 → High"
    assert [sum_text(html) for html in (detail(gm_client, encounter), builder, in_pane, shared)] == [text] * 4
    for name, key in (("encounter_print", encounter.uid), ("shared_encounter_print", encounter.share_token)):
        gm_client.get(reverse(f"encounters:{name}", args=[key]))
        assert printed.pop("weighing").threat.text == text
    listed = gm_client.get(reverse("encounters:encounter_list")).content.decode()
    assert '</span> High <span class="num">4½</span>' in listed
    assert "2d12 Traits · 4 Personas" in listed


def test_the_panes_fragment_stands_verbatim_in_the_page(gm_client, gm):
    encounter = make_encounter(
        gm, (make_foe(gm, rank="boss"), 1), ("minion", 3), gm_threat_level="low", place_threat_level="deadly"
    )
    builder = gm_client.get(reverse("encounters:encounter_edit", args=[encounter.uid])).content.decode()
    in_pane = gm_client.post(PREVIEW, fields_of(builder)).content.decode()
    assert gauge(in_pane) == gauge(builder)
    assert gauge(in_pane) in detail(gm_client, encounter)


def test_no_foes_is_no_level(client):
    html = pane(client)
    assert level(html) == "No Foes"
    assert sum_text(html) == "no Foes: no threat level"
    assert "aria-current" not in html


def test_no_personas_is_no_level_whatever_the_gm_says(client):
    html = pane(client, personas="0", gm_threat_level="deadly", **foe(0, rank="boss"))
    assert level(html) == "No Personas"
    assert sum_text(html) == "1 × 5 = 5, no Personas: no threat level"
    assert "aria-current" not in html
    assert "own word" not in html


def test_an_encounter_without_foes_or_personas_says_so_in_the_list(gm_client, gm):
    make_encounter(gm)
    make_encounter(gm, ("boss", 1), personas=0)
    html = gm_client.get(reverse("encounters:encounter_list")).content.decode()
    assert ">No Foes</p>" in html
    assert ">No Personas</p>" in html
    assert "no Personas ·" in html


def test_each_line_says_what_one_more_and_one_less_would_do(client):
    html = gauge(pane(client, **foes(("boss", 1), ("soldier", 1))))
    for button in (
        'value="0:2" id="change-0-more"><span class="visually-hidden">Understudy: </span>+1 → Deadly',
        'value="0:0" id="change-0-less"><span class="visually-hidden">Understudy: </span>−1 → Low',
        'value="1:2" id="change-1-more"><span class="visually-hidden">Understudy: </span>+1 → Deadly',
        'value="1:0" id="change-1-less"><span class="visually-hidden">Understudy: </span>−1 → High',
    ):
        assert button in html


def test_taking_the_last_foe_away_says_no_foes(client):
    assert "−1 → no Foes" in pane(client, **foe(0))


def test_ninety_nine_of_a_line_have_no_one_more(client):
    html = pane(client, **foe(0, count="99"))
    assert "change-0-more" not in html
    assert 'value="0:98" id="change-0-less"' in html


def test_adding_foes_never_makes_it_safer(client):
    words = ["Low", "Moderate", "High", "Deadly"]
    levels = [words.index(level(pane(client, **foe(0, rank="minion", count=number)))) for number in range(1, 30, 3)]
    assert levels == sorted(levels)
    assert set(levels) == {0, 1, 2, 3}


# --- cuts


def test_the_suggested_cuts_are_marked_as_suggested(client):
    html = pane(client, **foe(0))
    assert "Low up to ½ for each Persona = 2, Moderate up to 1 for each Persona = 4," in html
    assert "High up to 1½ for each Persona = 6, above that Deadly." in html
    assert '<span class="badge badge--suggested">suggested</span>' in html


@pytest.mark.parametrize("typed", ["3/4", "¾", "0.75", "0,75", " 3 / 4 "])
def test_own_cuts_move_the_levels_and_are_no_longer_called_suggested(client, typed):
    html = pane(client, cut_low=typed, **foe(0, count="3"))
    assert sum_text(html) == "3 × 1 = 3 against 4 Personas: up to 3 → Low"
    assert "Low up to ¾ for each Persona = 3" in html
    assert "badge--suggested" not in gauge(html)
    assert "this encounter’s own" in html


def test_own_cuts_are_kept_as_typed_and_an_empty_one_is_the_suggested_one(gm_client, gm):
    gm_client.post(NEW, {**form(cut_low="0.123", cut_moderate="", cut_high="2 1/2"), **foe(0)})
    encounter = Encounter.objects.get()
    assert (encounter.cut_low, encounter.cut_moderate, encounter.cut_high) == ("0.123", "", "2 1/2")
    edit = reverse("encounters:encounter_edit", args=[encounter.uid])
    again = fields_of(gm_client.get(edit).content.decode())
    assert [again[f"cut_{name}"] for name in ("low", "moderate", "high")] == ["0.123", "1", "2 1/2"]
    gm_client.post(edit, {**again, "cut_low": "1/2", "cut_moderate": "", "cut_high": " 1.5 "})
    encounter.refresh_from_db()
    assert (encounter.cut_low, encounter.cut_moderate, encounter.cut_high) == ("", "", "")


@pytest.mark.parametrize(
    ("cuts", "field", "message"),
    [
        ({"cut_low": typed}, "cut_low", "Write the cut as a number for each Persona, like ½, 1 or 3/2.")
        for typed in ("x", "-1", "1/0", "½½", "1e1", "٣", "1/2/3", "9" * 30, "a\x00b")
    ]
    + [
        ({"cut_low": "0"}, "cut_low", "The cut of Low must be above 0, at most 99."),
        ({"cut_low": "1"}, "cut_moderate", "The cut of Moderate must be above the 1 before."),
        ({"cut_moderate": "2"}, "cut_high", "The cut of High must be above the 2 before."),
        ({"cut_moderate": "½"}, "cut_moderate", "The cut of Moderate must be above the ½ before."),
        ({"cut_high": "99 1/2"}, "cut_high", "The cut of High must be above 0, at most 99."),
    ],
)
def test_bad_cuts_are_answered_at_their_field_and_the_last_threat_stays(client, db, cuts, field, message):
    for url in (PREVIEW, NEW):
        response = client.post(url, {**form(**cuts), **foe(0)})
        html = response.content.decode()
        assert response.status_code == 422
        assert message_at(html, field) == message
        assert "calibration__sum" not in html
    assert "The threat is the one from before." in client.post(PREVIEW, form(**cuts)).content.decode()
    assert not Encounter.objects.exists()


def test_two_bad_cuts_are_both_named(client):
    html = client.post(PREVIEW, form(cut_low="x", cut_high="y")).content.decode()
    assert message_at(html, "cut_low")
    assert message_at(html, "cut_high")


def test_cuts_that_no_longer_rise_cost_the_level_and_nothing_else(gm_client, gm):
    encounter = make_encounter(gm, ("boss", 1), cut_low="5", share_token="fallen")
    for url in (encounter.get_absolute_url(), encounter.get_shared_url(), reverse("encounters:encounter_list")):
        assert "The cut of Moderate must be above the 5 before." in gm_client.get(url).content.decode()


# --- the GM's own word, and the place


def test_the_gms_word_overrules_the_sum_and_both_are_shown(gm_client, gm):
    encounter = make_encounter(gm, ("boss", 1), gm_threat_level="low", share_token="own-word")
    for html in (detail(gm_client, encounter), gm_client.get(encounter.get_shared_url()).content.decode()):
        assert level(html) == "Low"
        assert "The GM’s own word. By the sum it is <b>High</b>." in html
        assert sum_text(html).endswith("→ High")
    listed = gm_client.get(reverse("encounters:encounter_list")).content.decode()
    assert 'Low <span class="num">5</span>' in listed
    assert "The GM’s own word; by the sum High" in listed


def test_a_word_that_agrees_with_the_sum_is_no_overruling(client):
    html = pane(client, gm_threat_level="high", **foe(0, rank="boss"))
    assert "The GM’s own word, and the sum says the same." in html


def test_the_live_region_says_the_sum_and_the_word(client):
    html = pane(client, gm_threat_level="low", **foe(0, rank="boss"))
    status = html.split('id="live-status"')[1].split("</p>")[0]
    assert "over 4, up to 6 → High. Your own word: Low" in status


def test_the_places_level_stands_beside_the_gauge_with_what_it_asks_for(client):
    html = pane(client, place_threat_level="deadly", **foe(0, rank="minion"))
    assert level(html) == "Low"
    place = html.split('class="threat__place"')[1].split("</p>")[0]
    assert "The place: Deadly." in place
    assert "Specialist Equipment or Abilities" in place


def test_the_threat_level_is_said_in_a_word_and_a_shape(client):
    html = pane(client, **foe(0, rank="boss"))
    assert '<span class="challenge__mark" aria-hidden="true">◆◆◆◇</span> High' in html
    assert html.count('aria-current="true"') == 1
