"""Advice names its rule and source, and never refuses anything."""

import pytest
from hypothesis import given

from bestiary.rules.worlds_awakening import (
    ALL_IN_AREA,
    Ability,
    Attack,
    Creature,
    Stats,
    Upgrade,
    creature_advice,
    last_floored_level,
    max_hp,
    stat_block,
)

from . import strategies

BALANCED = Stats(strength=3)
LIMIT = {"limit_kind": "encounter", "limit_count": 2}


def creature(**choices):
    return Creature(
        **{"name": "Beast", "size": "medium", "base_hp": 6, "boss_damage": False, "stats": BALANCED, **choices}
    )


def dragon(**choices):
    return creature(**{"size": "large", "base_hp": 20, "boss_damage": True, **choices})


def breath(**choices):
    return Ability(**{"name": "Breath", "usage": "C", "action": "A", "targets": 3, **LIMIT, **choices})


def pieces(beast):
    return {advice.rule: advice for advice in creature_advice(beast)}


def test_a_creature_by_the_book_needs_no_advice():
    assert creature_advice(dragon(abilities=[breath()], attacks=[Attack("Bite", "melee")])) == ()


@pytest.mark.parametrize(
    ("size", "base_hp", "text", "source"),
    [
        ("small", 6, "6 is outside 3–5, the band for Small creatures with standard HP", "published"),
        ("medium", 10, "10 is outside 6–9, the band for Medium creatures with standard HP", "published"),
        ("medium", 5, "5 is outside 6–9, the band for Medium creatures with standard HP", "published"),
        ("huge", 9, "9 is outside 10–14, the band for Huge creatures with standard HP (suggested)", "ours"),
        ("medium", 20, "20 is outside 17–19, the band for Medium creatures with boss HP (suggested)", "ours"),
    ],
)
def test_base_hp_outside_its_band_names_band_and_source(size, base_hp, text, source):
    advice = pieces(creature(size=size, base_hp=base_hp))["base_hp_band"]
    assert text in advice.text
    assert advice.source == source


@pytest.mark.parametrize(
    ("size", "base_hps"),
    [
        ("tiny", [1, 2, 15, 16]),
        ("small", [3, 4, 5, 15, 16]),
        ("medium", [6, 9, 17, 19]),
        ("large", [10, 14, 20, 22]),
        ("huge", [10, 14, 23, 26]),
        ("titanic", [10, 14, 27, 30]),
    ],
)
def test_base_hp_inside_its_band_needs_no_advice(size, base_hps):
    for base_hp in base_hps:
        assert "base_hp_band" not in pieces(creature(size=size, base_hp=base_hp))


def test_a_high_ratio_without_area_ability_names_how_many_targets():
    advice = pieces(dragon(abilities=[breath(targets=1)]))["area_ability"]
    assert "3 targets at once" in advice.text
    assert "3/1" in advice.text
    assert advice.source == "guide"


@pytest.mark.parametrize("reach", [{"targets": 3}, {"targets": ALL_IN_AREA}, {"targets": 1, "is_radius": True}])
def test_an_ability_for_all_the_pcs_it_faces_is_enough(reach):
    assert not {"area_ability", "area_ability_targets"} & set(pieces(dragon(abilities=[breath(**reach)])))


def test_an_area_narrower_than_the_ratio_is_worth_a_note():
    advice = pieces(dragon(abilities=[breath(targets=2)]))["area_ability_targets"]
    assert "should reach 3 targets; the widest here reaches 2" in advice.text
    assert advice.level == "note"


def test_a_ratio_under_2_1_needs_no_area_ability():
    assert "area_ability" not in pieces(creature())
    assert "area_ability" in pieces(creature(base_hp=17))


def test_magic_without_a_limit_is_named():
    spells = [
        breath(name="Free Spell", kind="magic", limit_kind=None, limit_count=None),
        breath(name="Rare Spell", kind="magic"),
        breath(name="Kick", kind="melee", limit_kind=None, limit_count=None),
    ]
    [advice] = [a for a in creature_advice(creature(abilities=spells)) if a.rule == "magic_without_limit"]
    assert "Free Spell" in advice.text
    assert advice.source == "guide"


@pytest.mark.parametrize(
    ("size", "kind", "fits"),
    [
        ("tiny", "melee", False),
        ("tiny", "magic", True),
        ("small", "ranged", True),
        ("medium", "melee", True),
        ("medium", "magic", True),
        ("large", "magic", False),
        ("large", "ranged", True),
        ("huge", "ranged", False),
        ("titanic", "magic", False),
        ("titanic", "melee", True),
    ],
)
def test_attacks_that_do_not_suit_the_size_get_gentle_advice(size, kind, fits):
    found = pieces(creature(size=size, attacks=[Attack("Strike", kind)]))
    assert ("attack_by_size" not in found) == fits
    if not fits:
        assert found["attack_by_size"].level == "note"


def test_one_fitting_attack_is_enough():
    attacks = [Attack("Bite", "melee"), Attack("Spark", "magic")]
    assert "attack_by_size" not in pieces(creature(size="tiny", attacks=attacks))
    assert "attack_by_size" not in pieces(creature(size="tiny"))


@pytest.mark.parametrize(
    ("base_hp", "con", "last", "levels"),
    [(1, -4, 4, "levels 1–4"), (2, -2, 1, "level 1"), (3, -4, 1, "level 1"), (1, -1, 1, "level 1")],
)
def test_the_floor_of_max_hp_says_where_it_acts(base_hp, con, last, levels):
    beast = creature(size="tiny", base_hp=base_hp, stats=Stats(constitution=con))
    assert last_floored_level(beast) == last
    assert f"under 1 at {levels};" in pieces(beast)["max_hp_floor"].text
    assert pieces(beast)["max_hp_floor"].source == "ours"


@given(strategies.creatures)
def test_the_floor_acts_exactly_up_to_the_last_floored_level(beast):
    acted = [level for level in range(1, 21) if len(max_hp(beast, level).terms) == 3]
    assert acted == list(range(1, last_floored_level(beast) + 1))
    assert ("max_hp_floor" in pieces(beast)) == bool(acted)


def test_a_damage_type_on_both_sides_is_named_whatever_its_case():
    found = pieces(creature(resistances=["Fire", "Ice"], weaknesses=["fire ", "Acid"]))
    assert "fire" in found["affinity_conflict"].text
    assert "affinity_conflict" not in pieces(creature(resistances=["Ice"], weaknesses=["Fire"]))


def test_an_area_ability_wants_a_limit_or_a_weakness():
    free = breath(limit_kind=None, limit_count=None)
    assert "area_without_limit" in pieces(dragon(abilities=[free]))
    assert "area_without_limit" not in pieces(dragon(abilities=[free], weaknesses=["Ice"]))
    assert "area_without_limit" not in pieces(dragon(abilities=[breath()]))
    assert "area_without_limit" not in pieces(creature(abilities=[free]))


def test_unlimited_area_magic_is_advised_on_once():
    magic = breath(kind="magic", limit_kind=None, limit_count=None)
    assert set(pieces(dragon(abilities=[magic]))) == {"magic_without_limit"}


def test_an_upgrade_at_level_1_is_always_on():
    assert "upgrade_from_the_start" in pieces(creature(abilities=[breath(upgrades=[Upgrade(1, "more")])]))
    assert "upgrade_from_the_start" not in pieces(creature(abilities=[breath(upgrades=[Upgrade(2, "more")])]))


@given(strategies.creatures)
def test_every_piece_of_advice_is_a_named_sentence_with_a_source(beast):
    for advice in stat_block(beast, 1).advice:
        name, colon, rest = advice.text.partition(": ")
        assert name
        assert colon
        assert rest.endswith(".")
        assert advice.source in {"guide", "published", "inferred", "ours"}
        assert advice.level in {"", "note"}
