"""The builder with and without a script: rows, the search, saving, the live pane."""

from django.urls import reverse

from bestiary.documents import creature_document, save_document
from encounters.models import Encounter, EncounterLine
from encounters.tickets import LineTicket
from tests.encounters.cast import (
    LARGE_BOSS,
    SMALL,
    add_quick_foe,
    fields_of,
    foe,
    form,
    make_creature,
    make_encounter,
    make_party,
    message_at,
    pc,
    sum_text,
)

NEW = reverse("encounters:encounter_create")
PREVIEW = reverse("encounters:encounter_preview")


def edit(encounter) -> str:
    return reverse("encounters:encounter_edit", args=[encounter.uid])


def shown(response) -> str:
    return response.content.decode()


def press(client, html, url=NEW, **button) -> str:
    """Submit the page's form with a button, as a browser without a script does."""
    return shown(client.post(url, {**fields_of(html), **button}))


# --- saving


def test_a_visitor_without_account_saves_and_becomes_a_guest(client, db):
    response = client.post(NEW, {**form(), **foe(0, count=3)}, follow=True)
    encounter = Encounter.objects.get()
    assert encounter.owner.is_guest
    assert response.redirect_chain[-1][0] == encounter.get_absolute_url()
    assert "3 × 1 = 3, minus 4 = −1 → manageable" in shown(response)


def test_opening_the_builder_makes_no_guest(client, django_user_model, db):
    assert client.get(NEW).status_code == 200
    assert not django_user_model.objects.exists()
    assert "sessionid" not in client.cookies


def test_everything_typed_is_saved_and_comes_back_in_the_form(gm_client, gm):
    creature = make_creature(gm, "Ogre")
    page = press(gm_client, shown(gm_client.get(NEW)), add_creature=str(creature.uid))
    posted = {
        **fields_of(page),
        "name": "  The ford ",
        "introduction": "Fog.\r\n\r\nA bell.",
        "notes": "He lies.",
        "party_mode": "named",
        "lines-0-count": "2",
        "lines-0-level": "5",
        **foe(1, name="Crow", ar="1/4", count=7, level=1),
        **pc(0, 4, "Ana"),
        **pc(1, 5, "", present=False),
    }
    gm_client.post(NEW, posted)
    encounter = Encounter.objects.get()
    assert (encounter.name, encounter.introduction, encounter.notes) == ("The ford", "Fog.\n\nA bell.", "He lies.")
    assert [(p.name, p.level, p.present) for p in encounter.pcs.all()] == [("Ana", 4, True), ("", 5, False)]
    rows = encounter.lines.values_list("name", "ar_step", "count", "level", "creature__name")
    assert list(rows) == [("Ogre", 0, 2, 5, "Ogre"), ("Crow", -3, 7, 1, None)]
    again = fields_of(shown(gm_client.get(edit(encounter))))
    for key in ("introduction", "notes", "party_mode"):
        assert again[key].replace("\r\n", "\n") == posted[key].replace("\r\n", "\n")
    assert (again["lines-0-count"], again["lines-0-level"], again["lines-1-name"], again["lines-1-ar"]) == (
        "2", "5", "Crow", "1/4",
    )  # fmt: skip
    assert again["pcs-0-present"] == "on"
    assert "pcs-1-present" not in again


def test_saving_twice_changes_nothing(gm_client, gm):
    encounter = make_encounter(gm, (make_creature(gm), 2), party_mode="named")
    add_quick_foe(encounter)
    encounter.pcs.create(order=0, name="Ana", level=2)
    before = list(encounter.lines.values()), list(encounter.pcs.values("name", "level", "present"))
    gm_client.post(edit(encounter), fields_of(shown(gm_client.get(edit(encounter)))))
    assert (list(encounter.lines.values()), list(encounter.pcs.values("name", "level", "present"))) == before


def test_switching_the_party_mode_loses_nothing(gm_client, gm):
    party = make_party(gm)
    encounter = make_encounter(gm, party_mode="saved", party=party, pc_count=6, pc_level=7)
    encounter.pcs.create(order=0, name="Ana", level=2)
    for mode in ("named", "uniform", "saved"):
        posted = {**fields_of(shown(gm_client.get(edit(encounter)))), "party_mode": mode}
        assert gm_client.post(edit(encounter), posted).status_code == 302
        encounter.refresh_from_db()
        assert (encounter.party_mode, encounter.party, encounter.pc_count, encounter.pc_level) == (mode, party, 6, 7)
        assert [(p.name, p.level) for p in encounter.pcs.all()] == [("Ana", 2)]


def test_the_last_creature_can_be_removed(gm_client, gm):
    encounter = make_encounter(gm, (make_creature(gm), 1))
    page = press(gm_client, shown(gm_client.get(edit(encounter))), edit(encounter), remove="lines-0")
    assert sum_text(page) == "0, minus 4 = −4 → easy"
    gm_client.post(edit(encounter), fields_of(page))
    assert not encounter.lines.exists()
    assert "No creatures yet." in shown(gm_client.get(encounter.get_absolute_url()))


def test_a_quick_foe_without_a_name_is_called_quick_foe(gm_client):
    gm_client.post(NEW, {**form(), **foe(0, name="  ")})
    assert EncounterLine.objects.get().name == "Quick foe"


def test_saving_over_what_another_tab_saved_asks_first(gm_client, gm):
    encounter = make_encounter(gm)
    posted = {**fields_of(shown(gm_client.get(edit(encounter)))), "notes": "From this tab."}
    gm_client.post(edit(encounter), {**posted, "notes": "From the other tab."})
    answer = gm_client.post(edit(encounter), posted)
    encounter.refresh_from_db()
    assert answer.status_code == 409
    assert encounter.notes == "From the other tab."
    assert "saved somewhere else" in shown(answer)
    assert "From this tab." in shown(answer)
    assert gm_client.post(edit(encounter), fields_of(shown(answer))).status_code == 302
    encounter.refresh_from_db()
    assert encounter.notes == "From this tab."


# --- without a script


def test_enter_presses_save_since_it_stands_first(gm_client):
    page = shown(gm_client.get(NEW))
    body = page[page.index('id="encounter-form"') :]
    assert 'name="save"' in body[: body.index("</button>")]


def test_row_buttons_keep_what_was_typed_and_save_nothing(gm_client):
    page = shown(gm_client.post(NEW, {**form(name="", notes="Half a thought"), **foe(0, count="7"), "add": "lines"}))
    fields = fields_of(page)
    assert (fields["notes"], fields["lines-0-count"]) == ("Half a thought", "7")
    assert (fields["lines-1-ar"], fields["lines-1-count"], fields["lines-1-level"]) == ("1/1", "1", "3")
    assert page.index("autofocus") > page.index('name="lines-1-name"')
    assert "data-unsaved" in page
    assert message_at(page, "name") == ""
    assert not Encounter.objects.exists()


def test_rows_move_up_and_down(gm_client):
    posted = {**form(), **foe(0, name="A"), **foe(1, name="B"), **foe(2, name="C")}
    page = press(gm_client, shown(gm_client.post(NEW, {**posted, "move_up": "lines-2"})), move_down="lines-0")
    gm_client.post(NEW, fields_of(page))
    assert [line.name for line in Encounter.objects.get().lines.all()] == ["C", "A", "B"]


def test_the_calibrations_buttons_change_a_count_and_take_a_row_away(gm_client):
    page = shown(gm_client.post(NEW, {**form(), **foe(0, count=3), **foe(4, name="Imp"), "change": "0:4"}))
    assert fields_of(page)["lines-0-count"] == "4"
    assert sum_text(page) == "4 × 1 + 1 = 5, minus 4 = 1 → intense"
    page = press(gm_client, page, change="4:0")
    assert sum_text(page) == "4 × 1 = 4, minus 4 = 0 → demanding"


def test_searching_and_adding_without_a_script(gm_client, gm):
    creature = make_creature(gm, "Élfe noir", **SMALL)
    make_creature(gm, "Troll")
    page = shown(gm_client.post(NEW, {**form(name="", pc_level="6"), "q": "elfe", "search": "1"}))
    assert f'name="add_creature" value="{creature.uid}"' in page
    assert "Troll" not in page
    page = press(gm_client, page, add_creature=str(creature.uid))
    assert fields_of(page)["lines-0-level"] == "6"
    assert sum_text(page) == "½, minus 4 = −3½ → easy"
    page = press(gm_client, page, add_creature=str(creature.uid))
    assert fields_of(page)["lines-0-count"] == "2"


def test_enter_in_the_search_box_saves_and_answers_the_search(gm_client, gm):
    make_creature(gm, "Troll")
    response = gm_client.post(NEW, {**form(), "q": "troll", "searched": "", "save": "1"}, follow=True)
    assert response.redirect_chain[-1][0] == f"{edit(Encounter.objects.get())}?q=troll"
    assert "<b>Troll</b>" in shown(response)


def test_a_draft_kept_by_the_browser_is_shown_and_not_saved(gm_client):
    page = shown(gm_client.post(NEW, {**form(name="Kept"), **foe(0, count="0"), "restore": "1"}))
    assert fields_of(page)["name"] == "Kept"
    assert "data-unsaved" in page
    assert not Encounter.objects.exists()


# --- with HTMX


def test_adding_a_creature_answers_with_its_row_alone(gm_client, gm):
    creature = make_creature(gm, "Troll")
    url = reverse("encounters:encounter_line")
    posted = {**form(), **foe(3), "lines-TOTAL_FORMS": "6", "add_creature": str(creature.uid)}
    html = shown(gm_client.post(url, posted, headers={"HX-Request": "true"}))
    assert html.count("<li ") == 1
    assert 'name="lines-6-ticket"' in html
    assert 'id="id_lines-TOTAL_FORMS" value="7" hx-swap-oob="true"' in html


def test_adding_a_creature_again_raises_its_count_in_place(gm_client, gm):
    creature = make_creature(gm, "Troll")
    page = press(gm_client, shown(gm_client.get(NEW)), add_creature=str(creature.uid))
    posted = {**fields_of(page), "add_creature": str(creature.uid)}
    response = gm_client.post(reverse("encounters:encounter_line"), posted)
    assert response["HX-Reswap"] == "none"
    assert 'id="id_lines-0-count" value="2"' in shown(response)


def test_what_one_of_each_creature_found_would_do(gm_client, gm):
    make_creature(gm, "Dragon", **LARGE_BOSS)
    posted = {**form(), **foe(0), "q": "dragon"}
    assert "one more → demanding" in shown(gm_client.post(reverse("encounters:encounter_creatures"), posted))
    assert "one more →" not in shown(gm_client.get(reverse("encounters:encounter_creatures"), {"q": "dragon"}))


def test_the_pane_asks_the_database_nothing(client, gm, django_assert_num_queries):
    creature = make_creature(gm, visibility="public")
    make_party(gm)
    client.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")
    posted = fields_of(press(client, shown(client.get(NEW)), add_creature=str(creature.uid)))
    posted |= {"party_mode": "saved", "party": client.get(NEW).context["form"].fields["party"].widget.choices[1][0]}
    with django_assert_num_queries(0):
        response = client.post(PREVIEW, posted)
    assert sum_text(shown(response)) == "1, minus 4 = −3 → easy"


def test_the_pane_does_not_mind_a_missing_name(client):
    response = client.post(PREVIEW, {**form(name=""), **foe(0)})
    assert response.status_code == 200
    assert message_at(shown(response), "name") == ""


def test_a_hint_goes_when_its_field_is_right_again(client):
    wrong = client.post(PREVIEW, form(pc_level="21"))
    assert wrong.status_code == 422
    assert wrong["HX-Reswap"] == "none"
    assert "calibration__sum" not in shown(wrong)
    assert 'id="hinted" name="hinted" form="encounter-form" value="id_pc_level_error"' in shown(wrong)
    right = shown(client.post(PREVIEW, {**form(), "hinted": 'id_pc_level_error <b> id_x"_error'}))
    assert '<p class="field__error" id="id_pc_level_error" hx-swap-oob="true"></p>' in right
    assert "<b>" not in right.split("hx-swap-oob")[1]


def test_only_the_party_mode_in_use_must_be_right_for_the_pane(client):
    posted = {**form(party_mode="uniform"), **pc(0, "none", "Ana"), **foe(0)}
    response = client.post(PREVIEW, posted)
    assert sum_text(shown(response)) == "1, minus 4 = −3 → easy"
    assert message_at(shown(response), "pcs-0-level")


# --- tickets


def test_a_ticket_nobody_signed_is_refused_and_weighs_nothing(client, gm):
    ticket = LineTicket("", None, "Kraken", 9, False).signed()
    forged = "x" + ticket[1:]
    response = client.post(PREVIEW, {**form(), "lines-0-ticket": forged, "lines-0-count": "1", "lines-0-level": "1"})
    assert response.status_code == 422
    assert "Kraken" not in shown(response)
    assert message_at(shown(response), "lines-0-ticket").startswith("This creature cannot be read")


def test_a_ticket_of_someone_elses_private_creature_saves_nothing(gm_client, gm, other_gm):
    secret = make_creature(other_gm, "Secret")
    ticket = LineTicket(str(secret.uid), None, "Secret", 0, False).signed()
    posted = {**form(), "lines-0-ticket": ticket, "lines-0-count": "1", "lines-0-level": "1"}
    response = gm_client.post(NEW, posted)
    assert response.status_code == 422
    assert message_at(shown(response), "lines-0-ticket").startswith("Its author has withdrawn this creature")
    assert not Encounter.objects.exists()


def test_a_ticket_of_another_encounters_line_takes_no_snapshot_from_it(gm_client, gm, other_gm):
    secret = make_creature(other_gm, "Secret")
    line = make_encounter(other_gm, (secret, 1)).lines.get()
    ticket = LineTicket("", line.pk, "Secret", 0, False).signed()
    posted = {**form(), "lines-0-ticket": ticket, "lines-0-count": "1", "lines-0-level": "1"}
    assert gm_client.post(NEW, posted).status_code == 422
    assert EncounterLine.objects.get() == line


def test_a_creature_changed_between_adding_and_saving_is_saved_as_it_is_now(gm_client, gm):
    creature = make_creature(gm, "Troll")
    page = press(gm_client, shown(gm_client.get(NEW)), add_creature=str(creature.uid))
    save_document(creature, {**creature_document(creature), "size": "large"})
    answer = gm_client.post(NEW, {**fields_of(page), "name": "At the gate"}, follow=True)
    assert "Troll was changed while you worked: its AR is 2/1 now." in shown(answer)
    assert sum_text(shown(answer)) == "2, minus 4 = −2 → easy"


def test_a_creature_deleted_between_adding_and_saving_is_named_at_its_row(gm_client, gm):
    creature = make_creature(gm, "Troll")
    page = press(gm_client, shown(gm_client.get(NEW)), add_creature=str(creature.uid))
    creature.delete()
    answer = gm_client.post(NEW, {**fields_of(page), "name": "At the gate"})
    assert answer.status_code == 422
    assert "quick foe of AR 1/1" in message_at(shown(answer), "lines-0-ticket")
    assert fields_of(shown(answer))["name"] == "At the gate"


def test_forecasts_have_places_that_a_change_of_the_lines_fills_again(gm_client, gm):
    creature = make_creature(gm, "Dragon", **LARGE_BOSS)
    url, place = reverse("encounters:encounter_creatures"), f'id="outcome-{creature.uid}"'
    for lines, outcome in ((foe(0), "demanding"), (foe(0, count=3), "impossible")):
        html = shown(gm_client.post(url, {**form(), **lines, "q": "dragon"}))
        assert f"{place}>one more → {outcome}<" in html
        assert f'hx-select-oob="#outcome-{creature.uid}"' in html
