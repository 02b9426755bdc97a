"""Whatever is typed: a message at its place, the rest kept, never an error page."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from encounters.models import Encounter, EncounterLine, Party
from tests.encounters.cast import (
    add_quick_foe,
    fields_of,
    foe,
    form,
    make_creature,
    make_encounter,
    make_party,
    message_at,
    pc,
)

NEW = reverse("encounters:encounter_create")
PREVIEW = reverse("encounters:encounter_preview")
COUNT = "The count is a whole number from 1 to 99."
LEVEL = "The level is a whole number from 1 to 20."
PC_LEVEL = "The level of a PC is a whole number from 1 to 20."

REFUSED = [
    *[({**form(), **foe(0, count=typed)}, "lines-0-count", COUNT) for typed in
      ("0", "-1", "100", "1000000000", "", "  ", "--1", "+-1", "1.5", "1,5", "1e1", "1_0", "٣", "NaN", "x" * 9999,
       "9" * 5000, "1\x002")],
    *[({**form(), **foe(0, level=typed)}, "lines-0-level", LEVEL) for typed in ("0", "21", "", "-3", "five")],
    *[({**form(), **foe(0, ar=typed)}, "lines-0-ar", "Choose an Adversity Ratio from the list.")
      for typed in ("", "0/1", "1/0", "-1/2", "3/2", "11/1", "0.5", "1/3 ", "\x00")],
    *[(form(pc_count=typed), "pc_count", "The number of PCs is a whole number from 1 to 12.")
      for typed in ("0", "13", "", "-1", "1000000000")],
    *[(form(pc_level=typed), "pc_level", "The level of the PCs is a whole number from 1 to 20.")
      for typed in ("0", "21", "", "x")],
    ({**form(party_mode="named"), **pc(0, "", "Ana")}, "pcs-0-level", PC_LEVEL),
    ({**form(party_mode="named"), **pc(0, 21, "Ana")}, "pcs-0-level", PC_LEVEL),
    ({**form(party_mode="named"), **pc(0, 3, "A" * 81)}, "pcs-0-name", "At most 80 characters."),
    (form(party_mode="named"), "pcs", "Nobody is present: add at least one PC who is."),
    ({**form(party_mode="named"), **pc(0, 3, present=False)}, "pcs", "Nobody is present: add at least one PC who is."),
    (form(party_mode="saved"), "party", "Choose a party."),
    (form(party_mode="saved", party="forged:ticket"), "party", "Choose one of your parties."),
    ({k: v for n in range(41) for k, v in {**form(), **foe(n)}.items()}, "lines", "At most 40 rows of creatures."),
    ({**form(party_mode="named"), **{k: v for n in range(13) for k, v in pc(n, 3).items()}}, "pcs", "At most 12 PCs."),
]  # fmt: skip


@pytest.mark.parametrize(("posted", "field", "message"), REFUSED)
def test_a_wrong_choice_is_named_at_its_field_in_page_and_pane(client, db, posted, field, message):
    for url in (NEW, PREVIEW):
        response = client.post(url, posted)
        assert response.status_code == 422
        assert message in message_at(response.content.decode(), field)
    assert not Encounter.objects.exists()


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "Give the encounter a name."),
        (" \t\n ", "Give the encounter a name."),
        ("N" * 81, "At most 80 characters."),
        ("a\x00b", "This name holds a character that cannot be stored: type it again."),
    ],
)
def test_a_name_that_cannot_be_is_named_and_the_rest_is_kept(client, db, name, message):
    posted = {**form(name=name, notes="Kept"), **foe(0, name="Kept too", ar="3/1", count="7"), **pc(0, 4, "Ana")}
    response = client.post(NEW, posted)
    html = response.content.decode()
    assert response.status_code == 422
    assert message_at(html, "name") == message
    kept = fields_of(html)
    for field in ("notes", "lines-0-name", "lines-0-ar", "lines-0-count", "pcs-0-name", "pcs-0-level"):
        assert kept[field] == posted[field]


@pytest.mark.parametrize("field", ["notes", "introduction"])
def test_a_text_of_a_hundred_thousand_characters_is_refused_and_kept_whole(client, db, field):
    text = "é" * 100_000
    response = client.post(NEW, form(**{field: text}))
    assert response.status_code == 422
    assert message_at(response.content.decode(), field) == "At most 5,000 characters; this has 100,000."
    assert fields_of(response.content.decode())[field] == text
    assert 'maxlength="5000"' not in response.content.decode()


def test_a_line_break_counts_once(client, db):
    assert client.post(NEW, form(notes="\r\n".join("x" * 2_500) + "x")).status_code == 302
    assert len(Encounter.objects.get().notes) == 5_000


@pytest.mark.parametrize("field", ["notes", "introduction"])
def test_a_nul_in_a_text_is_refused(client, db, field):
    response = client.post(NEW, form(**{field: "a\x00b"}))
    assert response.status_code == 422
    assert message_at(response.content.decode(), field)


@pytest.mark.parametrize(
    "posted",
    [
        {},
        {"party_mode": "everybody"},
        {"lines-0-count": "1"},
        {"lines-99999-count": "1", "lines--1-count": "1", "lines-x-count": "1"},
        {"lines-0-DELETE": "on", "lines-0-count": "x"},
        {"lines-TOTAL_FORMS": "1000000000", "add": "lines"},
        {"lines-0-ORDER": "x", "lines-0-line": "x", "lines-0-count": "1"},
        {"lines-0-line": "9" * 30, "lines-0-count": "1"},
        {"add": "nothing", "remove": "lines-77", "move_up": "lines-", "move_down": "pcs-5"},
        {"change": "9999:99"},
        {"change": "x"},
        {"add_creature": "\x00"},
        {"q": "\x00\ud7ff" * 400, "search": "1"},
        {"hinted": "\x00 id_<b>_error"},
        {"party": "\x00", "party_mode": "saved"},
        {"seen": "\x00"},
    ],
)
@pytest.mark.parametrize("name", ["encounter_create", "encounter_preview", "encounter_line", "encounter_creatures"])
def test_a_form_nobody_made_gets_an_answer(client, db, posted, name):
    url = reverse(f"encounters:{name}")
    assert client.post(url, posted).status_code in (200, 422)
    assert client.post(url, {**form(), **foe(0), **posted}).status_code in (200, 302, 422)


def test_a_removed_row_of_the_page_is_not_saved(client, db):
    client.post(NEW, {**form(), **foe(0), **foe(1, name="Gone"), "lines-1-DELETE": "on"})
    assert [line.name for line in EncounterLine.objects.all()] == ["Cultist"]


def test_rows_left_blank_are_not_pcs(client, db):
    client.post(NEW, {**form(party_mode="named"), **pc(0, 3, "Ana"), **pc(1, "", "")})
    assert [p.name for p in Encounter.objects.get().pcs.all()] == ["Ana"]


def test_the_token_of_a_shared_page_may_be_anything(client, db):
    for token in ("x", "-", "a" * 3_000, "%00", "%F0%9F%90%89", "..", "'"):
        assert client.get(f"/shared/{token}/").status_code == 404


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.lines.update(count=0),
        lambda e: e.lines.update(count=100),
        lambda e: e.lines.update(level=21),
        lambda e: e.lines.update(ar_step=10),
        lambda e: e.lines.update(name=""),
        lambda e: e.lines.update(document=None),
        lambda e: Encounter.objects.update(pc_count=13),
        lambda e: Encounter.objects.update(pc_level=0),
        lambda e: Encounter.objects.update(name=""),
        lambda e: Encounter.objects.update(party_mode="both"),
        lambda e: Encounter.objects.update(share_token=""),
        lambda e: e.pcs.create(level=0),
        lambda e: Party.objects.update(name=""),
    ],
)
def test_the_database_itself_refuses_what_no_form_lets_through(gm, change):
    make_party(gm)
    encounter = make_encounter(gm, (make_creature(gm), 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        change(encounter)


def test_a_snapshot_that_can_no_longer_be_read_costs_its_sheet_and_nothing_else(gm_client, gm):
    encounter = make_encounter(gm, (make_creature(gm, "Old Ogre"), 1), share_token="old")
    add_quick_foe(encounter)
    encounter.lines.filter(name="Old Ogre").update(document={"type": "creature", "version": 0})
    for url in (encounter.get_absolute_url(), encounter.get_shared_url()):
        html = gm_client.get(url).content.decode()
        assert "1 + 1 = 2, minus 4 = −2 → easy" in html
        assert "Old Ogre" in html


@pytest.mark.parametrize("name", ["encounter_create", "encounter_preview", "encounter_line", "party_create"])
@pytest.mark.parametrize("button", [{}, {"add": "lines"}, {"move_up": "pcs-150"}, {"recalculate": "1"}])
@pytest.mark.parametrize("group", ["lines", "pcs"])
def test_hundreds_of_rows_are_not_drawn(client, db, name, button, group):
    fields = {"lines": "count", "pcs": "level"}
    posted = {**form(party_mode="named"), **{f"{group}-{number}-{fields[group]}": "1" for number in range(300)}}
    response = client.post(reverse(f"encounters:{name}"), {**posted, **button})
    assert response.status_code in (200, 422)
    assert response.content.decode().count(" data-row>") <= 40 + 12 + 2 * 8 + 2
    assert not Encounter.objects.exists()
    assert not Party.objects.exists()


def test_a_few_rows_too_many_are_all_kept_to_choose_from(client, db):
    posted = {**form(), **{k: v for n in range(44) for k, v in foe(n, name=f"Foe {n}").items()}}
    html = client.post(NEW, posted).content.decode()
    assert message_at(html, "lines") == "At most 40 rows of creatures."
    assert [fields_of(html)[f"lines-{n}-name"] for n in range(44)] == [f"Foe {n}" for n in range(44)]
