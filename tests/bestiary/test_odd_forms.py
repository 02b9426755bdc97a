"""Forms that nobody planned: half-filled rows, gaps in row numbers, words that grow when they are normalised."""

import pytest

from bestiary.forms import AbilityForm, AttackForm
from bestiary.models import Creature, Tag
from tests.bestiary.forms import NEW, error_at, posted
from tests.factories import ability_document, attack_document
from tests.factories import creature_document as goblin

NEW_ROW = {"name": "", "roll_bonus": 0, "damage_bonus": 0}
NEW_ABILITY = {"name": "", "action": "A", "text": ""}


def only() -> Creature:
    return Creature.objects.with_stats().get()


# --- rows -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "typed",
    [
        {"roll_bonus": "2"},
        {"damage_bonus": "-1"},
        {"kind": "magic"},
        {"range_metres": "9"},
        {"damage_type": "fire"},
    ],
)
def test_an_attack_with_anything_typed_or_chosen_is_never_dropped_without_a_word(gm_client, typed):
    assert set(typed) <= set(AttackForm.base_fields)
    data = posted(goblin(attacks=[attack_document(**NEW_ROW)]))
    response = gm_client.post(NEW, data | {f"attacks-0-{name}": value for name, value in typed.items()})
    assert response.status_code == 422
    assert error_at(response.content.decode(), "attacks-0-name") == "Give it a name."
    assert not Creature.objects.exists()


@pytest.mark.parametrize(
    "typed",
    [
        {"usage": "P"},
        {"action": "MA"},
        {"kind": "support"},
        {"range_metres": "5"},
        {"is_radius": "on"},
        {"targets": "0"},
        {"text": "It burns."},
        {"limit_kind": "day", "limit_count": "1"},
        {"upgrades-0-level": "3", "upgrades-0-text": "More."},
    ],
)
def test_an_ability_with_anything_typed_or_chosen_is_never_dropped_without_a_word(gm_client, typed):
    assert {name.partition("-")[0] for name in typed} <= set(AbilityForm.base_fields)
    data = posted(goblin(abilities=[ability_document(**NEW_ABILITY)]))
    response = gm_client.post(NEW, data | {f"abilities-0-{name}": value for name, value in typed.items()})
    assert response.status_code == 422
    assert error_at(response.content.decode(), "abilities-0-name") == "Give it a name."
    assert not Creature.objects.exists()


@pytest.mark.parametrize(
    "emptied", [{}, {"attacks-0-roll_bonus": " "}, {"attacks-0-damage_bonus": ""}, {"abilities-0-text": "\n"}]
)
def test_rows_as_the_add_buttons_give_them_are_left_out_also_when_emptied(gm_client, emptied):
    data = posted()
    for button in ("add_attack", "add_ability"):
        page = gm_client.post(NEW, data | {button: "1"})
        data = dict(page.context["builder"].posted().lists())
    assert {"attacks-0-kind", "abilities-0-usage"} <= set(data)
    assert gm_client.post(NEW, data | emptied).status_code == 302
    assert not only().attacks.exists()
    assert not only().abilities.exists()


@pytest.mark.parametrize("numbers", [(1,), (0, 2), (7, 3), (0, 1, 19)])
def test_gaps_between_the_numbers_of_upgrades_lose_none(gm_client, numbers):
    data = posted(goblin(abilities=[ability_document(upgrades=[])]))
    for number in numbers:
        data |= {
            f"abilities-0-upgrades-{number}-level": str(number + 1),
            f"abilities-0-upgrades-{number}-text": f"gain {number}",
        }
    assert gm_client.post(NEW, data).status_code == 302
    gained = [upgrade["text"] for upgrade in only().abilities.get().upgrades]
    assert gained == [f"gain {number}" for number in sorted(numbers)]


def test_the_text_of_an_upgrade_that_came_without_a_level_is_not_lost(gm_client):
    data = posted(goblin(abilities=[ability_document(upgrades=[])])) | {"abilities-0-upgrades-0-text": "It grows."}
    html = gm_client.post(NEW, data).content.decode()
    assert "1 to 20" in error_at(html, "abilities-0-upgrades")
    assert "It grows." in html


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("letter", ["İ", "ΐ", "ß", "ﬃ", "ǰ", "Σ"])
@pytest.mark.parametrize("field", ["tags", "resistances_other", "weaknesses_other", "name"])
def test_letters_that_grow_when_their_case_changes_get_a_message_or_are_saved(gm_client, field, letter):
    response = gm_client.post(NEW, posted(goblin(), **{field: letter * 40}))
    if response.status_code == 422:
        assert "40 characters" in error_at(response.content.decode(), field)
    else:
        assert response.status_code == 302
        assert only()


@pytest.mark.parametrize("nothing", ["\u202e", "\u200b", "\ufeff", "\u2066 \u2069", "\U000e0041"])
def test_a_tag_that_shows_nothing_is_none(gm_client, nothing):
    gm_client.post(NEW, posted(goblin(), tags=f"night, {nothing}, {nothing}"))
    assert [tag.name for tag in only().tags.all()] == ["night"]
    assert Tag.objects.count() == 1
