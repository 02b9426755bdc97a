"""The stat block: every number with its sum, and no word of a user taken for markup."""

import pytest

from bestiary.documents import rules_from_document
from bestiary.rules import worlds_awakening as wa
from bestiary.templatetags.stat_block import stat_block
from tests.factories import ability_document, attack_document, creature_document


def rendered(level: int = 5, levels=range(1, 9), **fields) -> str:
    creature = rules_from_document(creature_document(**fields))
    return stat_block({}, wa.stat_block(creature, level), wa.level_table(creature, levels))


def rows_of(html: str) -> list[list[str]]:
    """The cells of the level table, row by row."""
    body = html.split('class="level-table"')[1].split("<tbody>")[1].split("</tbody>")[0]
    return [
        [cell.split("</")[0].split(">")[-1] for cell in row.split("</td>")[:-1]]
        for row in body.replace("</th>", "</td>").split("</tr>")[:-1]
    ]


def test_every_number_shows_its_sum():
    html = rendered()
    for total in (
        "18 = 4 × 5 + (−2) (Base HP × level + CON)",
        "11 = 10 + 2 × CON (−2) + level 5",
        "15 = 10 + 2 × WIS 0 + level 5",
        "6 = STR 1 + level 5",
        "8 = DEX 3 + level 5",
        "6 = INT 1 + level 5",
        "13 = 10 + DEX 3",
        "1/2 = 1/2 (Small, standard HP), no step (stat sum 4, balanced)",
    ):
        assert total in html


def test_an_attack_is_written_as_the_game_writes_it_with_its_roll_and_damage():
    html = rendered(attacks=[attack_document(range_metres=3, damage_type="Piercing")])
    assert "<b>Rusty hook</b> (Melee)" in html
    assert "−2/+2" in html
    assert "d20+4" in html
    assert "4 = STR 1 + level 5 + roll bonus (−2)" in html
    assert ", 3 m, Piercing" in html


def test_an_ability_shows_shape_text_upgrades_and_limit():
    html = rendered(
        abilities=[
            ability_document(
                kind="magic",
                range_metres=5,
                is_radius=True,
                targets=0,
                upgrades=[{"level": 4, "text": "It moves 9 m."}],
                limit_kind="encounter",
                limit_count=3,
            )
        ]
    )
    for words in (
        "Slip Away",
        "C - M - Magic - 5 m radius · all in the area",
        "It moves 7 m without being struck.",
        "<b>Level 4:</b> It moves 9 m.",
        "3 / Encounter",
    ):
        assert words in html


@pytest.mark.parametrize("boss_damage", [False, True])
def test_a_row_of_the_table_stands_in_the_order_of_its_head(boss_damage):
    fields = {"boss_damage": boss_damage, "stats": {"str": 1, "dex": 2, "con": 3, "int": 4, "wis": -3}}
    rows = rows_of(rendered(levels=[1, 20], **fields))
    for level, row in zip((1, 20), rows, strict=True):
        numbers = wa.level_numbers(rules_from_document(creature_document(**fields)), level)
        assert row == [
            str(level),
            str(numbers.max_hp),
            str(numbers.physical_defence),
            str(numbers.magical_defence),
            f"+{numbers.melee_attack}",
            f"+{numbers.ranged_attack}",
            f"+{numbers.magical_attack}",
            numbers.base_damage["melee"].typeset,
            numbers.base_damage["ranged"].typeset,
            numbers.base_damage["magic"].typeset,
        ]
    assert len(set(rows[1])) == len(rows[1]), "two columns alike could change places unseen"


def test_the_level_shown_is_marked_in_the_table():
    html = rendered(level=3)
    assert html.count('aria-current="true"') == 1
    assert 'aria-current="true"><th scope="row">3</th>' in html


def test_negative_numbers_have_a_true_minus():
    html = rendered(stats={"str": -4, "dex": -4, "con": -4, "int": -4, "wis": -4, "cha": -4}, level=1)
    assert "−3" in html
    assert ">-" not in html


@pytest.mark.parametrize(
    ("size", "base_hp", "is_suggested"),
    [("medium", 17, False), ("tiny", 15, True)],
    ids=["ratio from the guide", "ratio that is ours"],
)
def test_a_number_that_is_not_the_games_says_so(size, base_hp, is_suggested):
    html = rendered(size=size, base_hp=base_hp, stats={"con": 0, "cha": 0})
    ratio = html.split('data-keep="ar"')[1].split("</details>")[0]
    token = html.split("Token ⌀")[1].split("</p>")[0]
    assert ("suggested" in ratio) == is_suggested
    assert ("suggested" in token) == is_suggested


HOSTILE = '<script>alert("x")</script>'


@pytest.mark.parametrize(
    "fields",
    [
        {"name": HOSTILE},
        {"attacks": [attack_document(name=HOSTILE, damage_type=HOSTILE)]},
        {
            "abilities": [
                ability_document(name=HOSTILE, text=HOSTILE, upgrades=[{"level": 2, "text": HOSTILE}], kind="magic")
            ]
        },
        {"resistances": [HOSTILE], "weaknesses": [HOSTILE]},
    ],
    ids=["name", "attack", "ability", "damage types"],
)
def test_words_of_users_are_never_markup(fields):
    html = rendered(**fields)
    assert "<script" not in html
    assert "&lt;script&gt;" in html
