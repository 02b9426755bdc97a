"""The guide's example through the pages; every page, list and print shows the same numbers."""

import pytest
from django.urls import reverse

from encounters.models import Encounter
from tests.encounters.cast import (
    LARGE_BOSS,
    SMALL,
    TINY,
    add_quick_foe,
    calibration,
    fields_of,
    foe,
    form,
    make_creature,
    make_encounter,
    make_party,
    pc,
    sum_text,
)

PREVIEW = reverse("encounters:encounter_preview")


@pytest.fixture
def dragon(gm):
    return make_creature(gm, "Dragon", **LARGE_BOSS)


@pytest.fixture
def baby(gm):
    return make_creature(gm, "Baby Dragon", **SMALL)


def detail(client, encounter) -> str:
    return client.get(encounter.get_absolute_url()).content.decode()


@pytest.mark.parametrize(
    ("babies", "shown", "level"),
    [
        (2, "3 + 2 × ½ = 4, minus 4 = 0 → demanding", "Demanding"),
        (1, "3 + ½ = 3½, minus 4 = −½, counts as −1 → manageable", "Manageable"),
        (0, "3, minus 4 = −1 → manageable", "Manageable"),
    ],
)
def test_the_guides_dragon_with_two_one_and_no_babies(gm_client, gm, dragon, baby, babies, shown, level):
    lines = [(dragon, 1), (baby, babies)] if babies else [(dragon, 1)]
    html = detail(gm_client, make_encounter(gm, *lines))
    assert sum_text(html) == shown
    assert f"</span> {level}</p>" in calibration(html)


def test_a_value_between_two_steps_says_which_one_counts(gm_client, gm, dragon, baby):
    html = calibration(detail(gm_client, make_encounter(gm, (dragon, 1), (baby, 1))))
    assert "between two steps the lower one counts, so −½ counts as −1" in html
    assert "−1 is manageable: from the guide" in html


def test_six_tiny_creatures_against_two_pcs_are_exactly_zero(gm_client, gm):
    tiny = make_creature(gm, **TINY)
    html = detail(gm_client, make_encounter(gm, (tiny, 6), pc_count=2))
    assert sum_text(html) == "6 × ⅓ = 2, minus 2 = 0 → demanding"


def test_one_tiny_creature_too_few_rounds_down_and_not_to_zero(gm_client, gm):
    tiny = make_creature(gm, **TINY)
    html = detail(gm_client, make_encounter(gm, (tiny, 5), pc_count=2))
    assert sum_text(html) == "5 × ⅓ = 1⅔, minus 2 = −⅓, counts as −1 → manageable"


def test_adding_a_creature_never_makes_it_easier(gm_client):
    steps = []
    for number in range(1, 100, 7):
        html = gm_client.post(PREVIEW, {**form(pc_count="12"), **foe(0, ar="1/3", count=number)}).content.decode()
        steps.append(
            ["easy", "manageable", "demanding", "intense", "impossible"].index(html.split("→ ")[1].split("<")[0])
        )
    assert steps == sorted(steps)
    assert steps[0] == 0
    assert steps[-1] == 4


def test_pane_page_list_shared_page_and_print_show_the_same_sum(gm_client, gm, dragon, baby, monkeypatch):
    encounter = make_encounter(gm, (dragon, 1), (baby, 1), share_token="a-token-of-this-test")
    printed = {}
    monkeypatch.setattr("bestiary.pdf.render_pdf", lambda template, context, **_: printed.update(context) or b"%PDF-")
    page = detail(gm_client, encounter)
    builder = gm_client.get(reverse("encounters:encounter_edit", args=[encounter.uid])).content.decode()
    pane = gm_client.post(PREVIEW, fields_of(builder)).content.decode()
    shared = gm_client.get(encounter.get_shared_url()).content.decode()
    shown = "3 + ½ = 3½, minus 4 = −½, counts as −1 → manageable"
    assert [sum_text(html) for html in (page, builder, pane, shared)] == [shown] * 4
    gm_client.get(reverse("encounters:encounter_print", args=[encounter.uid]))
    assert printed.pop("calibration").text == shown
    gm_client.get(reverse("encounters:shared_encounter_print", args=[encounter.share_token]))
    assert printed["calibration"].text == shown
    listed = gm_client.get(reverse("encounters:encounter_list")).content.decode()
    assert 'Manageable <span class="num">−½</span>' in listed


def test_the_panes_fragment_stands_verbatim_in_the_page(gm_client, gm, dragon, baby):
    encounter = make_encounter(gm, (dragon, 1), (baby, 2, 9))
    add_quick_foe(encounter)
    builder = gm_client.get(reverse("encounters:encounter_edit", args=[encounter.uid])).content.decode()
    pane = gm_client.post(PREVIEW, fields_of(builder)).content.decode()
    assert calibration(pane) == calibration(builder)
    assert calibration(pane) in detail(gm_client, encounter)


def test_each_line_says_what_one_more_and_one_less_would_do(gm_client, gm, dragon, baby):
    html = calibration(detail(gm_client, make_encounter(gm, (dragon, 1), (baby, 2))))
    assert 'value="1:3" id="change-1-more"><span class="visually-hidden">Baby Dragon: </span>+1 → demanding' in html
    assert 'value="1:1" id="change-1-less"><span class="visually-hidden">Baby Dragon: </span>−1 → manageable' in html
    assert 'value="1:4" id="change-1-intense"><span class="visually-hidden">Baby Dragon: </span>Intense with 4' in html
    assert 'value="0:0" id="change-0-less"><span class="visually-hidden">Dragon: </span>−1 → easy' in html


def test_the_challenge_level_is_said_in_a_word_and_a_shape(gm_client, gm, dragon):
    html = calibration(detail(gm_client, make_encounter(gm, (dragon, 1))))
    assert '<span class="challenge__mark" aria-hidden="true">◆◆◇◇◇</span> Manageable' in html
    assert html.count('aria-current="true"') == 1


def test_advice_names_its_rule_and_where_it_comes_from(gm_client, gm, baby):
    html = calibration(detail(gm_client, make_encounter(gm, (baby, 6, 9))))
    assert "Number of creatures: 6 against 4 PCs" in html
    assert "Level of creatures: Baby Dragon of level 9" in html
    assert html.count("(from the guide)") == 2


def test_a_quick_foe_gets_no_advice_on_abilities_nobody_knows_of(gm_client, gm, dragon):
    encounter = make_encounter(gm)
    add_quick_foe(encounter, ar_step=2)
    assert "Area ability" not in detail(gm_client, encounter)
    assert "Area ability: Dragon" in detail(gm_client, make_encounter(gm, (dragon, 1)))


def test_unequal_levels_give_a_level_and_say_who_faces_whom(gm_client, gm):
    party = make_party(gm, levels=(3, 5, 5, 7))
    encounter = make_encounter(gm, party_mode="saved", party=party)
    add_quick_foe(encounter, number=4, level=5)
    html = calibration(detail(gm_client, encounter))
    assert "Demanding" in html
    assert "<dt>Average level</dt><dd>5</dd>" in html
    assert "<dt>Most common</dt><dd>5</dd>" in html
    assert "AR 1/1 at level 3 for 1 PC, AR 2/1 at level 5 for 2 PCs, AR 1/1 at level 7 for 1 PC" in html


def test_absent_pcs_do_not_count(gm_client, gm):
    party = make_party(gm, levels=(3, 3, 3, 20), absent=(3,))
    encounter = make_encounter(gm, party_mode="saved", party=party)
    add_quick_foe(encounter, number=3)
    html = detail(gm_client, encounter)
    assert sum_text(html) == "3 × 1 = 3, minus 3 = 0 → demanding"
    assert "<dt>Average level</dt><dd>3</dd>" in html


def test_absent_named_pcs_do_not_count_in_the_pane(gm_client):
    posted = {**form(party_mode="named"), **pc(0, 3, "Ana"), **pc(1, 9, "Bo", present=False), **foe(0)}
    assert sum_text(gm_client.post(PREVIEW, posted).content.decode()) == "1, minus 1 = 0 → demanding"


def test_a_party_that_is_all_absent_shows_a_sentence_and_no_error(gm_client, gm):
    party = make_party(gm, levels=(3, 4), absent=(0, 1))
    encounter = make_encounter(gm, party_mode="saved", party=party)
    for url in (encounter.get_absolute_url(), reverse("encounters:encounter_list")):
        assert "Add at least one PC who is present." in gm_client.get(url).content.decode()


def test_no_creatures_yet_is_said_and_weighed(gm_client, gm):
    html = detail(gm_client, make_encounter(gm))
    assert sum_text(html) == "0, minus 4 = −4 → easy"
    assert "No creatures yet." in html


def test_the_order_of_ratios_is_that_of_numbers_in_the_choice_of_a_quick_foe(gm_client):
    html = gm_client.get(reverse("encounters:encounter_create")).content.decode()
    choice = html.split('id="id_lines-__prefix__-ar"')[1].split("</select>")[0]
    places = [choice.index(f'value="{ratio}"') for ratio in ("1/3", "1/2", "1/1", "2/1", "10/1")]
    assert places == sorted(places)


def test_a_stored_calibration_is_the_rules_own(gm, dragon, baby):
    encounter = make_encounter(gm, (dragon, 1), (baby, 2))
    assert Encounter.objects.with_lines().get(pk=encounter.pk).calibration().step == 0


def test_where_levels_are_far_one_button_sets_all_to_the_partys(gm_client, gm):
    encounter = make_encounter(gm, (make_creature(gm), 1, 9), (make_creature(gm), 2, 3))
    html = gm_client.get(encounter.get_absolute_url()).content.decode()
    assert 'name="set_level" value="3"' in html
    adjust = reverse("encounters:encounter_adjust", args=[encounter.uid])
    page = gm_client.post(adjust, {**fields_of(html), "set_level": "3"}, follow=True).content.decode()
    assert set(encounter.lines.values_list("level", flat=True)) == {3}
    assert "set_level" not in page


def test_the_builder_sets_all_levels_without_a_script(gm_client):
    url = reverse("encounters:encounter_create")
    posted = {**form(), **foe(0, level=9), **foe(1, level=1)}
    assert 'name="set_level" value="3"' in gm_client.post(url, {**posted, "recalculate": "1"}).content.decode()
    fields = fields_of(gm_client.post(url, {**posted, "set_level": "3"}).content.decode())
    assert (fields["lines-0-level"], fields["lines-1-level"]) == ("3", "3")
