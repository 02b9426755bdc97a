"""The builder of 2d12 Traits with and without a script: one game an encounter, rows, saving, what cannot be."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from bestiary.documents import creature_document, save_document
from encounters.models import Encounter, EncounterLine
from encounters.tickets import FoeTicket, LineTicket
from tests.encounters import cast as first_game
from tests.encounters.cast import fields_of, message_at, sum_text
from tests.encounters.two_d12.cast import foe, foes, form, make_encounter, make_foe

NEW = reverse("encounters:encounter_create")
NEW_2D12 = f"{NEW}?system=two_d12"
PREVIEW = reverse("encounters:encounter_preview")
LINE = reverse("encounters:encounter_line")


def edit(encounter) -> str:
    return reverse("encounters:encounter_edit", args=[encounter.uid])


def shown(response) -> str:
    return response.content.decode()


def press(client, html, url=NEW, **button) -> str:
    """Submit the page's form with a button, as a browser without a script does."""
    return shown(client.post(url, {**fields_of(html), **button}))


# --- one game an encounter


def test_the_list_offers_a_new_encounter_of_each_game(client, db):
    html = shown(client.get(reverse("encounters:encounter_list")))
    for slug, name in (("worlds_awakening", "Worlds Awakening"), ("two_d12", "2d12 Traits")):
        assert f'href="{NEW}?system={slug}">New for {name}</a>' in html


def test_the_game_is_chosen_by_the_address_and_an_unknown_one_is_not_there(client, db):
    assert "Personas taking part" in shown(client.get(NEW_2D12))
    assert "Number of PCs" in shown(client.get(NEW))
    assert client.get(f"{NEW}?system=chess").status_code == 404


def test_a_foe_starts_an_encounter_of_its_game(gm_client, gm):
    html = shown(gm_client.get(NEW, {"creature": make_foe(gm, "Stagehand", rank="minion").uid}))
    assert fields_of(html)["system"] == "two_d12"
    assert sum_text(html) == "1 × ½ = ½ against 4 Personas: up to 2 → Low"


def test_the_game_of_a_saved_encounter_stays_whatever_is_posted(gm_client, gm):
    encounter = make_encounter(gm, ("boss", 1))
    posted = {**fields_of(shown(gm_client.get(edit(encounter)))), "system": "worlds_awakening"}
    assert gm_client.post(edit(encounter), posted).status_code == 302
    encounter.refresh_from_db()
    assert encounter.system == "two_d12"
    assert encounter.lines.get().rank == "boss"


@pytest.mark.parametrize("system", ["two_d12", "worlds_awakening"])
def test_a_creature_of_the_other_game_is_refused_and_nothing_is_lost(gm_client, gm, system):
    orc, actor = first_game.make_creature(gm, "Orc"), make_foe(gm, "Actor")
    other = orc if system == "two_d12" else actor
    if system == "two_d12":
        posted = {**form(notes="Kept"), **foe(0, name="Stays", count="3")}
    else:
        posted = {**first_game.form(notes="Kept"), **first_game.foe(0, name="Stays", count=3)}
    message = f"{other.name} belongs to "
    page = shown(gm_client.post(NEW, {**posted, "add_creature": str(other.uid)}))
    assert message in page
    kept = fields_of(page)
    assert [kept[name] for name in ("notes", "lines-0-name", "lines-0-count")] == ["Kept", "Stays", "3"]
    assert "lines-1-ticket" not in kept
    response = gm_client.post(LINE, {**posted, "add_creature": str(other.uid)})
    assert (response.status_code, response["HX-Reswap"]) == (422, "none")
    assert message in message_at(shown(response), "lines")
    assert not Encounter.objects.exists()


def test_a_creature_of_the_other_game_is_not_added_to_a_saved_encounter(gm_client, gm):
    orc = first_game.make_creature(gm, "Orc")
    encounter = make_encounter(gm, ("boss", 1))
    add = reverse("encounters:encounter_add", args=[encounter.uid])
    html = shown(gm_client.post(add, {"creature": orc.uid}, follow=True))
    assert "Orc belongs to Worlds Awakening, this encounter to 2d12 Traits" in html
    assert "Orc belongs to" in shown(gm_client.get(edit(encounter), {"creature": orc.uid}))
    assert encounter.lines.count() == 1


def test_a_ticket_of_the_other_game_is_no_ticket(gm_client, gm):
    orc, actor = first_game.make_creature(gm, "Orc"), make_foe(gm, "Actor")
    rows = {"lines-0-count": "1", "lines-0-level": "1"}
    wrong = {**form(), **rows, "lines-0-ticket": LineTicket(str(orc.uid), None, "Orc", 0, False).signed()}
    other = {**first_game.form(), **rows, "lines-0-ticket": FoeTicket(str(actor.uid), None, "Actor", "boss").signed()}
    for posted in (wrong, other):
        response = gm_client.post(NEW, posted)
        assert response.status_code == 422
        assert message_at(shown(response), "lines-0-ticket").startswith("This creature cannot be read")


def test_the_search_finds_creatures_of_the_encounters_game_alone(gm_client, gm):
    first_game.make_creature(gm, "Orc of one game")
    make_foe(gm, "Orc of the other")
    url = reverse("encounters:encounter_creatures")
    found = shown(gm_client.post(url, {**form(), "q": "orc"}))
    assert ("Orc of the other" in found, "Orc of one game" in found) == (True, False)
    found = shown(gm_client.post(url, {**first_game.form(), "q": "orc"}))
    assert ("Orc of the other" in found, "Orc of one game" in found) == (False, True)


def test_a_foe_is_added_to_encounters_of_its_game(gm_client, gm):
    actor = make_foe(gm, "Actor", rank="leader")
    first_game.make_encounter(gm, name="Another game")
    pick = reverse("encounters:encounter_pick")
    assert gm_client.get(pick, {"creature": actor.uid}).url == f"{NEW}?creature={actor.uid}"
    encounter = make_encounter(gm, name="On stage")
    html = shown(gm_client.get(pick, {"creature": actor.uid}))
    assert "On stage" in html
    assert "Another game" not in html
    added = gm_client.post(reverse("encounters:encounter_add", args=[encounter.uid]), {"creature": actor.uid})
    assert added.status_code == 302
    line = encounter.lines.get()
    assert (line.name, line.rank, line.ar_step, line.count) == ("Actor", "leader", None, 1)
    assert line.document["name"] == "Actor"


# --- rows and saving


def test_everything_typed_is_saved_and_comes_back_in_the_form(gm_client, gm):
    actor = make_foe(gm, "Actor", rank="leader")
    page = press(gm_client, shown(gm_client.get(NEW_2D12)), add_creature=str(actor.uid))
    posted = {
        **fields_of(page),
        "name": "  The dress ",
        "introduction": "Fog.\r\n\r\nA bell.",
        "notes": "He lies.",
        "personas": "5",
        "gm_threat_level": "deadly",
        "place_threat_level": "low",
        "cut_high": "2",
        "lines-0-count": "2",
        **foe(1, name="Crow", rank="minion", count=7),
    }
    assert gm_client.post(NEW, posted).status_code == 302
    encounter = Encounter.objects.get()
    assert (encounter.system, encounter.name, encounter.personas) == ("two_d12", "The dress", 5)
    assert (encounter.introduction, encounter.notes) == ("Fog.\n\nA bell.", "He lies.")
    assert (encounter.gm_threat_level, encounter.place_threat_level, encounter.cut_high) == ("deadly", "low", "2")
    rows = encounter.lines.values_list("name", "rank", "count", "creature__name", "ar_step")
    assert list(rows) == [("Actor", "leader", 2, "Actor", None), ("Crow", "minion", 7, None, None)]
    again = fields_of(shown(gm_client.get(edit(encounter))))
    for key in ("introduction", "notes", "personas", "gm_threat_level", "place_threat_level", "cut_high"):
        assert again[key].replace("\r\n", "\n") == posted[key].replace("\r\n", "\n")
    assert (again["lines-1-rank"], again["lines-1-count"]) == ("minion", "7")


def test_saving_again_keeps_the_lines_and_their_snapshots(gm_client, gm):
    actor = make_foe(gm, "Actor", rank="leader")
    encounter = make_encounter(gm, (actor, 1), ("minion", 2))
    save_document(actor, {**creature_document(actor), "name": "Star", "rank": "boss"})
    before = {line.pk: line.document for line in encounter.lines.all()}
    gm_client.post(edit(encounter), {**fields_of(shown(gm_client.get(edit(encounter)))), "lines-0-count": "4"})
    assert {line.pk: line.document for line in encounter.lines.all()} == before
    assert list(encounter.lines.values_list("name", "rank", "count")) == [
        ("Actor", "leader", 4),
        ("Minion", "minion", 2),
    ]


def test_adding_a_foe_again_raises_its_count(gm_client, gm):
    actor = make_foe(gm, "Actor")
    page = press(gm_client, shown(gm_client.get(NEW_2D12)), add_creature=str(actor.uid))
    page = press(gm_client, page, add_creature=str(actor.uid))
    assert fields_of(page)["lines-0-count"] == "2"
    response = gm_client.post(LINE, {**fields_of(page), "add_creature": str(actor.uid)})
    assert response["HX-Reswap"] == "none"
    assert 'id="id_lines-0-count" value="3"' in shown(response)


def test_adding_a_foe_in_place_answers_with_its_row_alone(gm_client, gm):
    actor = make_foe(gm, "Actor", rank="brute")
    html = shown(gm_client.post(LINE, {**form(), **foe(3), "lines-TOTAL_FORMS": "6", "add_creature": str(actor.uid)}))
    assert html.count("<li ") == 1
    assert 'name="lines-6-ticket"' in html
    assert "Brute · threat 2" in html
    assert "level" not in html


def test_buttons_without_a_script_change_rows_and_save_nothing(gm_client):
    page = shown(gm_client.post(NEW, {**form(), **foes(("boss", 1), ("minion", 4)), "change": "1:3"}))
    assert sum_text(page) == "1 × 5 + 3 × ½ = 6½ against 4 Personas: over 6 → Deadly"
    page = press(gm_client, page, change="0:0")
    assert sum_text(page) == "3 × ½ = 1½ against 4 Personas: up to 2 → Low"
    page = press(gm_client, page, add="lines")
    assert fields_of(page)["lines-2-rank"] == "soldier"
    page = press(gm_client, page, move_up="lines-2")
    assert sum_text(page) == "1 × 1 + 3 × ½ = 2½ against 4 Personas: over 2, up to 4 → Moderate"
    page = press(gm_client, page, remove="lines-1")
    assert sum_text(page) == "1 × 1 = 1 against 4 Personas: up to 2 → Low"
    assert not Encounter.objects.exists()


def test_a_draft_kept_by_the_browser_is_shown_under_its_own_name(gm_client):
    page = shown(gm_client.post(NEW, {**form(name="Kept"), **foe(0, count="0"), "restore": "1"}))
    assert fields_of(page)["name"] == "Kept"
    assert 'data-draft="encounter:new:two_d12"' in page
    assert "data-unsaved" in page
    assert not Encounter.objects.exists()


def test_a_visitor_without_account_saves_and_becomes_a_guest(client, db):
    client.post(NEW, {**form(), **foe(0)})
    assert Encounter.objects.get().owner.is_guest


def test_two_tabs_get_both_versions(gm_client, gm):
    encounter = make_encounter(gm, ("boss", 1))
    posted = fields_of(shown(gm_client.get(edit(encounter))))
    gm_client.post(edit(encounter), {**posted, "name": "First"})
    answer = gm_client.post(edit(encounter), {**posted, "name": "Second"})
    assert answer.status_code == 409
    assert "saved somewhere else" in shown(answer)
    assert Encounter.objects.get().name == "First"


def test_a_button_of_the_page_changes_the_saved_count(gm_client, gm):
    encounter = make_encounter(gm, ("boss", 1), ("soldier", 2))
    posted = {"change": "1:3", "seen": encounter.updated.isoformat()}
    html = shown(gm_client.post(reverse("encounters:encounter_adjust", args=[encounter.uid]), posted, follow=True))
    assert sum_text(html) == "1 × 5 + 3 × 1 = 8 against 4 Personas: over 6 → Deadly"


# --- HTMX and the database


def test_the_pane_asks_the_database_nothing(client, gm, django_assert_num_queries):
    actor = make_foe(gm, visibility="public", rank="boss")
    client.force_login(gm, backend="django.contrib.auth.backends.ModelBackend")
    posted = fields_of(press(client, shown(client.get(NEW_2D12)), add_creature=str(actor.uid)))
    with django_assert_num_queries(0):
        response = client.post(PREVIEW, posted)
    assert sum_text(shown(response)) == "1 × 5 = 5 against 4 Personas: over 4, up to 6 → High"
    assert not response.cookies


def test_what_one_of_each_foe_found_would_do(gm_client, gm):
    make_foe(gm, "Actor", rank="boss")
    url = reverse("encounters:encounter_creatures")
    assert "one more → Deadly" in shown(gm_client.post(url, {**form(), **foe(0, count="2"), "q": "actor"}))
    assert "one more → no Personas" in shown(gm_client.post(url, {**form(personas="0"), "q": "actor"}))
    assert "one more →" not in shown(gm_client.post(url, {**form(personas="x"), "q": "actor"}))


def test_a_foe_changed_between_adding_and_saving_is_saved_as_it_is_now(gm_client, gm):
    actor = make_foe(gm, "Actor", rank="soldier")
    page = press(gm_client, shown(gm_client.get(NEW_2D12)), add_creature=str(actor.uid))
    save_document(actor, {**creature_document(actor), "rank": "boss"})
    answer = shown(gm_client.post(NEW, {**fields_of(page), "name": "At the gate"}, follow=True))
    assert "Actor was changed while you worked: it is a Boss now." in answer
    assert sum_text(answer).endswith("→ High")


def test_a_foe_deleted_between_adding_and_saving_is_named_at_its_row(gm_client, gm):
    actor = make_foe(gm, "Actor", rank="brute")
    page = press(gm_client, shown(gm_client.get(NEW_2D12)), add_creature=str(actor.uid))
    actor.delete()
    answer = gm_client.post(NEW, {**fields_of(page), "name": "At the gate"})
    assert answer.status_code == 422
    assert "a quick foe, a Brute" in message_at(shown(answer), "lines-0-ticket")
    assert fields_of(shown(answer))["name"] == "At the gate"


def test_somebody_elses_private_foe_cannot_be_had_by_a_ticket(gm_client, other_gm):
    secret = make_foe(other_gm, "Secret")
    ticket = FoeTicket(str(secret.uid), None, "Secret", "soldier").signed()
    response = gm_client.post(NEW, {**form(), "lines-0-ticket": ticket, "lines-0-count": "1"})
    assert response.status_code == 422
    assert not Encounter.objects.exists()


# --- whatever is typed

COUNT = "The count is a whole number from 1 to 99."
PERSONAS = "The number of Personas is a whole number from 0 to 12."
LEVEL = "Choose a threat level from the list."
REFUSED = [
    *[({**form(), **foe(0, count=typed)}, "lines-0-count", COUNT)
      for typed in ("0", "-1", "100", "1000000000", "", "--1", "1.5", "NaN", "٣", "9" * 5000, "1\x002")],
    *[({**form(), **foe(0, rank=typed)}, "lines-0-rank", "Choose a rank from the list.")
      for typed in ("", "king", "Boss", "\x00")],
    *[(form(personas=typed), "personas", PERSONAS) for typed in ("", "-1", "13", "1000000000", "four")],
    (form(gm_threat_level="mild"), "gm_threat_level", LEVEL),
    (form(place_threat_level="mild"), "place_threat_level", LEVEL),
    ({k: v for n in range(41) for k, v in {**form(), **foe(n)}.items()}, "lines", "At most 40 rows of Foes."),
]  # fmt: skip


@pytest.mark.parametrize(("posted", "field", "message"), REFUSED)
def test_a_wrong_choice_is_named_at_its_field_in_page_and_pane(client, db, posted, field, message):
    for url in (NEW, PREVIEW):
        response = client.post(url, posted)
        assert response.status_code == 422
        assert message in message_at(shown(response), field)
    assert not Encounter.objects.exists()


def test_a_page_with_a_mistake_keeps_everything_typed(client, db):
    posted = {**form(name="", notes="Kept", cut_low="x", gm_threat_level="high"), **foe(0, name="Kept too", count="7")}
    response = client.post(NEW, posted)
    assert response.status_code == 422
    kept = fields_of(shown(response))
    for field in ("system", "notes", "cut_low", "gm_threat_level", "lines-0-name", "lines-0-rank", "lines-0-count"):
        assert kept[field] == posted[field]


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"system": "two_d12"},
        {"system": "\x00"},
        {"personas": "\x00", "cut_low": "\ud7ff"},
        {"lines-0-line": "9" * 30, "lines-0-count": "1"},
        {"lines-0-ticket": "\x00", "lines-0-count": "1"},
        {"add_creature": "\x00"},
        {"change": "9999:99"},
    ],
)
@pytest.mark.parametrize("name", ["encounter_create", "encounter_preview", "encounter_line", "encounter_creatures"])
def test_a_form_nobody_made_gets_an_answer(client, db, posted, name):
    url = reverse(f"encounters:{name}")
    assert client.post(url, posted).status_code in (200, 422)
    assert client.post(url, {**form(), **foe(0), **posted}).status_code in (200, 302, 422)


@pytest.mark.parametrize(
    "change",
    [
        lambda: Encounter.objects.update(personas=13),
        lambda: Encounter.objects.update(gm_threat_level="mild"),
        lambda: Encounter.objects.update(place_threat_level="mild"),
        lambda: Encounter.objects.update(system="chess"),
        lambda: EncounterLine.objects.update(rank="king"),
        lambda: EncounterLine.objects.update(rank=""),
        lambda: EncounterLine.objects.update(ar_step=0),
    ],
)
def test_the_database_itself_refuses_what_no_form_lets_through(gm, change):
    make_encounter(gm, (make_foe(gm), 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        change()
