"""POST worlds-awakening/stat-block: the guide's numbers, the documented shape, every limit."""

import pytest

from bestiary.api import DRAGON, GOBLIN
from tests.api.calls import STAT_BLOCK, ability, attack, creature, post, problems, stats


@pytest.mark.parametrize(("request_body", "max_hp"), [(GOBLIN, 18), (DRAGON, 104)], ids=["Goblin", "Dragon"])
def test_the_guides_creatures_have_the_guides_hit_points_at_level_5(request_body, max_hp):
    levels = post(STAT_BLOCK, request_body).json()["levels"]
    assert {level["level"]: level["max_hp"] for level in levels}[5] == max_hp


def test_the_dragon_is_a_boss_worth_three_pcs():
    answer = post(STAT_BLOCK, DRAGON).json()
    assert (answer["power"], answer["adversity_ratio"], answer["strength"]) == ("boss", "3/1", "balanced")


def test_a_medium_boss_with_a_stat_sum_of_12_is_worth_three_pcs():
    body = creature(size="medium", base_hp=18, boss_damage=True, stats=stats(str=6, con=6))
    answer = post(STAT_BLOCK, body).json()
    assert (answer["stat_sum"], answer["strength"], answer["adversity_ratio"]) == (12, "strong", "3/1")


def test_the_answer_has_exactly_the_documented_fields():
    answer = post(STAT_BLOCK, creature(attacks=[attack()], size="large", base_hp=20)).json()
    assert set(answer) == {
        "power", "adversity_ratio", "stat_sum", "strength", "token_mm", "critical", "levels", "advice",
    }  # fmt: skip
    assert set(answer["critical"]) == {"success_from", "failure_to"}
    assert set(answer["levels"][0]) == {
        "level", "max_hp", "initiative", "physical_defence", "magical_defence", "melee_attack", "ranged_attack",
        "magical_attack", "base_damage", "attacks",
    }  # fmt: skip
    assert set(answer["levels"][0]["base_damage"]) == {"melee", "ranged", "magic"}
    assert set(answer["levels"][0]["attacks"][0]) == {"name", "kind", "roll", "damage"}
    assert answer["advice"]
    assert all(set(advice) == {"rule", "text", "source"} for advice in answer["advice"])


def test_a_whole_answer_number_by_number():
    body = creature(
        stats={"str": 2, "dex": 3, "con": -2, "int": 1, "wis": -1, "cha": 4},
        attacks=[attack(name="Bite", kind="melee", roll_bonus=-2, damage_bonus=2)],
        levels=[4],
    )
    answer = post(STAT_BLOCK, body).json()
    assert answer | {"advice": []} == {
        "power": "standard",
        "adversity_ratio": "1/2",
        "stat_sum": 7,
        "strength": "balanced",
        "token_mm": 19.05,
        "critical": {"success_from": 18, "failure_to": 1},
        "levels": [
            {
                "level": 4,
                "max_hp": 14,
                "initiative": 13,
                "physical_defence": 10,
                "magical_defence": 12,
                "melee_attack": 6,
                "ranged_attack": 7,
                "magical_attack": 5,
                "base_damage": {"melee": "2d6+1", "ranged": "1d8+3", "magic": "2d4+3"},
                "attacks": [{"name": "Bite", "kind": "melee", "roll": 4, "damage": "2d6+3"}],
            }
        ],
        "advice": [],
    }


def test_dice_are_plain_ascii():
    base_damage = post(STAT_BLOCK, creature(levels=[1])).json()["levels"][0]["base_damage"]
    assert base_damage == {"melee": "1d6-2", "ranged": "1d8-3", "magic": "1d4-1"}


@pytest.mark.parametrize(
    ("base_hp", "boss_damage", "power"),
    [(14, False, "standard"), (15, False, "mini_boss_hp"), (14, True, "mini_boss_dm"), (15, True, "boss")],
)
def test_the_power_follows_from_base_hp_and_damage(base_hp, boss_damage, power):
    assert post(STAT_BLOCK, creature(base_hp=base_hp, boss_damage=boss_damage)).json()["power"] == power


def test_levels_are_1_to_8_unless_asked_otherwise():
    assert [level["level"] for level in post(STAT_BLOCK, creature()).json()["levels"]] == [1, 2, 3, 4, 5, 6, 7, 8]


def test_levels_are_answered_in_the_order_asked():
    levels = post(STAT_BLOCK, creature(levels=[20, 1, 4])).json()["levels"]
    assert [level["level"] for level in levels] == [20, 1, 4]


def test_attack_bonuses_are_0_when_left_out():
    body = creature(attacks=[{"name": "Claw", "kind": "melee"}], levels=[1])
    assert post(STAT_BLOCK, body).json()["levels"][0]["attacks"][0] == {
        "name": "Claw",
        "kind": "melee",
        "roll": 1,
        "damage": "1d6-2",
    }


def test_advice_knows_the_abilities_that_were_sent():
    large = {"size": "large", "base_hp": 20, "stats": stats(str=3)}
    alone = post(STAT_BLOCK, creature(**large)).json()["advice"]
    breath = ability(kind="magic", targets=3, limit_kind="encounter", limit_count=3)
    with_breath = post(STAT_BLOCK, creature(**large, abilities=[breath])).json()["advice"]
    assert [advice["rule"] for advice in alone] == ["area_ability"]
    assert with_breath == []


def test_the_call_asks_the_database_nothing(django_assert_num_queries, db):
    with django_assert_num_queries(0):
        assert post(STAT_BLOCK, DRAGON).status_code == 200


BOUNDS = {
    "a blank name": (creature(name="   "), "name"),
    "no name": (creature(name=""), "name"),
    "a name of 81": (creature(name="x" * 81), "name"),
    "a name that is a number": (creature(name=5), "name"),
    "a size that is none": (creature(size="Small"), "size"),
    "Base HP 0": (creature(base_hp=0), "base_hp"),
    "Base HP 31": (creature(base_hp=31), "base_hp"),
    "Base HP of 30 digits": (creature(base_hp=10**30), "base_hp"),
    "Base HP as text": (creature(base_hp="4"), "base_hp"),
    "Base HP with a decimal point": (creature(base_hp=4.0), "base_hp"),
    "Base HP true": (creature(base_hp=True), "base_hp"),
    "Base HP null": (creature(base_hp=None), "base_hp"),
    "boss damage 1": (creature(boss_damage=1), "boss_damage"),
    "a stat of −5": (creature(stats=stats(con=-5)), "stats.con"),
    "a stat of 7": (creature(stats=stats(str=7)), "stats.str"),
    "a missing stat": (creature(stats={"str": 0, "dex": 0, "con": 0, "int": 0, "wis": 0}), "stats.cha"),
    "a seventh stat": (creature(stats=stats(luck=1)), "stats.luck"),
    "stats as a list": (creature(stats=[0] * 6), "stats"),
    "thirteen attacks": (creature(attacks=[attack()] * 13), "attacks"),
    "an attack of no kind": (creature(attacks=[attack(kind="psychic")]), "attacks.0.kind"),
    "a roll bonus of 6": (creature(attacks=[attack(), attack(roll_bonus=6)]), "attacks.1.roll_bonus"),
    "a damage bonus of −6": (creature(attacks=[attack(damage_bonus=-6)]), "attacks.0.damage_bonus"),
    "a nameless attack": (creature(attacks=[attack(name=" ")]), "attacks.0.name"),
    "five abilities": (creature(abilities=[ability()] * 5), "abilities"),
    "a limit that counts nothing": (creature(abilities=[ability(limit_count=3)]), "abilities.0.limit_kind"),
    "no levels": (creature(levels=[]), "levels"),
    "level 0": (creature(levels=[0]), "levels.0"),
    "level 21": (creature(levels=[1, 21]), "levels.1"),
    "the same level twice": (creature(levels=[3, 3]), "levels"),
    "21 levels": (creature(levels=[*range(1, 21), 1]), "levels"),
    "an unknown field": (creature(colour="red"), "colour"),
    "an unknown field of an attack": (creature(attacks=[attack(power=9000)]), "attacks.0.power"),
    "nothing at all": ({}, "name"),
    "a list": ([], ""),
    "null": (None, ""),
    "a lone surrogate": (creature(name="\ud800"), "name"),
}


@pytest.mark.parametrize(("body", "field"), BOUNDS.values(), ids=BOUNDS)
def test_whatever_breaks_a_bound_is_refused_at_its_field(body, field):
    response = post(STAT_BLOCK, body)
    assert response.status_code == 422
    assert field in problems(response)


@pytest.mark.parametrize(
    ("body", "field", "rule"),
    [
        (creature(base_hp=31), "base_hp", "range"),
        (creature(levels=[3, 3]), "levels", "distinct"),
        (creature(size="gigantic"), "size", "choice"),
        (creature(name="x" * 81), "name", "length"),
        (creature(base_hp="4"), "base_hp", "type"),
        (creature(colour="red"), "colour", "unknown_field"),
        ({}, "size", "required"),
    ],
)
def test_a_refusal_names_the_rule(body, field, rule):
    assert problems(post(STAT_BLOCK, body))[field] == rule


def test_all_reasons_come_at_once_but_never_a_flood():
    response = post(STAT_BLOCK, creature(**{f"field{number}": 0 for number in range(200)}))
    assert response.status_code == 422
    assert len(problems(response)) == 20
