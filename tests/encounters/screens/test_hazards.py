"""Falls, sleep and food on the site: the guide's examples, and bad input answered in words."""

import pytest
from django.urls import reverse

from tests.encounters.screens.prints import words_of_page

PATH = "/screens/hazards/"
MINUS = "\N{MINUS SIGN}"

pytestmark = pytest.mark.django_db


def answer(client, **query):
    return client.get(PATH, query)


def said(response) -> str:
    return " ".join(words_of_page(response.content.decode()).split())


@pytest.mark.parametrize(
    ("height", "result"),
    [
        ("7", "7 m: 3d6 damage."),
        ("1.99", "1.99 m: no damage; it starts at 2 m."),
        ("2", "2 m: 1d6 damage."),
        ("9,5", "9.5 m: 4d6 damage."),
        ("15/2 m", "7.5 m: 3d6 damage."),
        ("10", "10 m: HP fall to 0, unconscious. HP don't deteriorate, but companions must help."),
        ("12", "12 m: HP fall to 0, unconscious. HP don't deteriorate, but companions must help."),
        ("12.01", "12.01 m: the character dies."),
        ("0", "0 m: no damage; it starts at 2 m."),
    ],
)
def test_a_fall_is_worked_out(client, height, result):
    assert result in said(answer(client, height=height))


@pytest.mark.parametrize(
    ("sleep", "food", "result"),
    [
        ("2", "2", f"{MINUS}4 = ({MINUS}2 no sleep) + ({MINUS}2 no food or drink)"),
        ("3", "", f"{MINUS}3 = ({MINUS}3 no sleep) + 0 no food or drink"),
        ("0", "0", "0 = 0 no sleep + 0 no food or drink"),
    ],
)
def test_days_without_sleep_and_food_add_up(client, sleep, food, result):
    assert result in said(answer(client, days_without_sleep=sleep, days_without_food=food))


def test_the_page_opens_with_the_guides_examples(client):
    page = said(client.get(PATH))
    assert "7 m: 3d6 damage." in page
    assert f"{MINUS}4 = " in page


def test_the_calculators_stand_beside_the_screen_and_work_there_without_a_script(client):
    page = client.get(reverse("encounters:game_screen", args=["worlds-awakening"]), {"height": "11"})
    assert "11 m: HP fall to 0, unconscious." in said(page)
    assert "Creature formulas" in said(page)


def test_the_other_game_has_no_such_hazards(client):
    page = client.get(reverse("encounters:game_screen", args=["two-d12"])).content.decode()
    assert "hazard-form" not in page


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("height", "abc", "Write the height in metres as a number from 0 to 10,000, like 7 or 7.5."),
        ("height", "-3", "Write the height in metres as a number from 0 to 10,000, like 7 or 7.5."),
        ("height", "1e9", "Write the height in metres as a number from 0 to 10,000, like 7 or 7.5."),
        ("height", "7/0", "Write the height in metres as a number from 0 to 10,000, like 7 or 7.5."),
        ("height", "10001", "A fall is 0 to 10,000 metres high."),
        ("height", "9" * 30, "Write the height in metres as a number from 0 to 10,000, like 7 or 7.5."),
        ("height", "7\0", "This is no number."),
        ("days_without_sleep", "-1", "Write the days in a row as a whole number from 0 to 99, like 2."),
        ("days_without_sleep", "1.5", "Write the days in a row as a whole number from 0 to 99, like 2."),
        ("days_without_sleep", "100", "Write the days in a row as a whole number from 0 to 99, like 2."),
        ("days_without_food", "two", "Write the days in a row as a whole number from 0 to 99, like 2."),
        ("days_without_food", "٣", "Write the days in a row as a whole number from 0 to 99, like 2."),
    ],
)
def test_bad_input_is_answered_in_words_at_its_field(client, field, value, message):
    response = answer(client, **{field: value})
    page = response.content.decode()
    assert response.status_code == 200
    place = page.index(f'id="id_{field}_error"')
    assert message in page[place : page.index("</p>", place)]
    assert f'name="{field}"' in page


def test_a_wrong_height_leaves_the_days_answered(client):
    page = said(answer(client, height="high", days_without_sleep="1", days_without_food="1"))
    assert f"{MINUS}2 = " in page


def test_with_a_script_only_the_answers_come_and_the_hints_find_their_fields(client):
    headers = {"HX-Request": "true"}
    response = client.get(PATH, {"height": "abc", "days_without_sleep": "2"}, headers=headers)
    page = response.content.decode()
    assert "<html" not in page
    assert page.count('id="hazard-results"') == 1
    assert 'id="id_height_error" hx-swap-oob="true">Write the height' in page
    assert 'id="id_days_without_sleep_error" hx-swap-oob="true"></p>' in page
    assert "<input" not in page


def test_the_live_answer_asks_the_database_nothing(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get(PATH, {"height": "7"}, headers={"HX-Request": "true"})


def test_the_fragment_stands_in_the_page_as_it_comes_alone(client):
    page = client.get(PATH, {"height": "8"}).content.decode()
    fragment = client.get(PATH, {"height": "8"}, headers={"HX-Request": "true"}).content.decode()
    assert fragment[: fragment.index("</dl>")] in page
