"""Two documents side by side: every field counts, labels are for people, and putting together loses nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bestiary.comparing import MINE, OUTLINES, THEIRS, compare, fields_of, merge
from bestiary.rules.worlds_awakening.vocabulary import UNIVERSES
from tests.factories import ability_document, attack_document, creature_document, effect_document, foe_document
from tests.revisions.cast import FULL, GAMES


def names(old, new) -> list[str]:
    return [difference.name for difference in compare(old, new)]


def attacks(*names) -> list[dict]:
    return [attack_document(name=name) for name in names]


def only_attacks(*names) -> dict:
    return creature_document(attacks=attacks(*names))


def names_of(document, rows="attacks") -> list[str]:
    return [row["name"] for row in document[rows]]


# --- differences -----------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_document_is_compared(game):
    document = FULL[game][0]
    outline = OUTLINES[game]
    told = {key.split(".")[0] for field in outline.fields for key in field.keys} | {g.key for g in outline.groups}
    assert told == {*document, "visibility"} - {"system"}
    for group in outline.groups:
        for row in document[group.key]:
            assert {key for field in group.fields for key in field.keys} == set(row)


@pytest.mark.parametrize("game", GAMES)
def test_a_document_is_no_different_from_itself(game):
    assert compare(*[FULL[game][0]] * 2) == []


def test_a_difference_says_both_sides_in_words():
    old = creature_document(stats={"con": -2}, attacks=[attack_document(damage_bonus=2)])
    new = creature_document(stats={"con": 1}, attacks=[attack_document(damage_bonus=-3, kind="magic")])
    told = [(one.name, one.theirs, one.mine) for one in compare(old, new)]
    assert told == [
        ("CON", "−2", "+1"),
        ("Attack “Rusty hook”: Kind", "Melee", "Magic"),
        ("Attack “Rusty hook”: Damage bonus", "+2", "−3"),
    ]


def test_no_path_of_a_document_is_shown():
    for game in GAMES:
        for one in compare(*FULL[game]):
            assert not {"_", "."} & set(one.name), one.name


def test_magic_is_called_as_the_reader_calls_it():
    old, new = only_attacks("Bolt"), creature_document(attacks=[attack_document(name="Bolt", kind="magic")])
    words = next(words for words in UNIVERSES.values() if words.magic != "Magic")
    assert compare(old, new, words=words)[0].mine == words.magic


def test_nothing_and_empty_are_the_same_and_words_have_no_order():
    old = creature_document(resistances=["Fire", "Cold"], abilities=[ability_document(kind=None)])
    new = creature_document(resistances=["Cold", "Fire"], abilities=[ability_document(kind="")])
    assert compare(old, new) == []


def test_a_zero_is_not_nothing():
    (one,) = compare(foe_document(traits={"might": None}), foe_document(traits={"might": 0}))
    assert (one.theirs, one.mine) == ("", "+0")


def test_a_range_and_its_radius_are_one_thing():
    old = creature_document(abilities=[ability_document(range_metres=5)])
    new = creature_document(abilities=[ability_document(range_metres=5, is_radius=True)])
    assert [(one.label, one.theirs, one.mine) for one in compare(old, new)] == [("Range", "5 m", "5 m radius")]


def test_a_row_that_came_or_went_is_one_difference():
    (went,) = compare(only_attacks("Bite", "Claw"), only_attacks("Bite"))
    assert (went.name, went.mine) == ("Attack “Claw”", None)
    assert "Damage bonus: +2" in went.theirs
    (came,) = compare(only_attacks("Bite"), only_attacks("Bite", "Claw"))
    assert (came.name, came.theirs) == ("Attack “Claw”", None)


def test_a_row_is_known_by_its_name_wherever_it_stands():
    assert names(only_attacks("Bite", "Claw", "Tail"), only_attacks("Tail", "Bite", "Claw")) == ["Order of the attacks"]


def test_a_renamed_row_is_the_same_row():
    (one,) = compare(only_attacks("Bite", "Claw"), only_attacks("Bite", "Talon"))
    assert (one.name, one.theirs, one.mine) == ("Attack “Talon”: Name", "Claw", "Talon")


def test_rows_of_one_name_are_told_apart_by_their_order():
    old = foe_document(effects=[effect_document(charges=1), effect_document(charges=2)])
    new = foe_document(effects=[effect_document(charges=1), effect_document(charges=3)])
    assert [(one.name, one.theirs, one.mine) for one in compare(old, new)] == [("Effect “Burning”: Charges", "2", "3")]


def test_long_texts_are_marked_where_they_differ():
    text = "It lives under the bridge of the old town and counts everybody who crosses it at night."
    (one,) = compare(creature_document(description=text), creature_document(description=text.replace("counts", "eats")))
    assert [piece for piece, is_changed in one.their_pieces if is_changed] == ["counts"]
    assert [piece for piece, is_changed in one.my_pieces if is_changed] == ["eats"]
    assert "".join(piece for piece, _ in one.their_pieces) == text


def test_a_whole_document_can_be_told_in_words():
    told = dict(fields_of(FULL["worlds_awakening"][0]))
    assert told["Size"] == "Small"
    assert "Upgrades" not in told
    assert "Level 4: Faster" in told["Ability “Slip Away”"]


# --- who changed what ------------------------------------------------------------------------------


def sides(base, theirs, mine) -> dict[str, tuple[str, bool]]:
    return {one.name: (one.likely, one.is_contested) for one in compare(theirs, mine, base)}


def test_the_side_that_changed_a_field_is_the_likely_one():
    base = creature_document()
    theirs, mine = creature_document(base_hp=5, size="large"), creature_document(level=7, size="huge")
    assert sides(base, theirs, mine) == {
        "Size": (MINE, True),
        "Base HP": (THEIRS, False),
        "Level shown first": (MINE, False),
    }


def test_added_rows_are_likely_and_removed_ones_go():
    base = only_attacks("Bite", "Claw")
    horn = attack_document(name="Horn", kind="ranged", roll_bonus=1, damage_bonus=0, range_metres=9)
    found = sides(base, only_attacks("Bite", "Claw", "Wing"), creature_document(attacks=[*attacks("Claw"), horn]))
    assert found == {
        "Attack “Bite”": (MINE, False),
        "Attack “Wing”": (THEIRS, False),
        "Attack “Horn”": (MINE, False),
    }


def test_a_row_that_one_side_removed_and_the_other_changed_is_contested_and_kept():
    base = only_attacks("Bite", "Claw")
    theirs = creature_document(attacks=[*attacks("Bite"), attack_document(name="Claw", roll_bonus=3)])
    assert sides(base, theirs, only_attacks("Bite")) == {"Attack “Claw”": (THEIRS, True)}
    assert names_of(merge(theirs, only_attacks("Bite"), base, {})) == ["Bite", "Claw"]


def test_what_both_added_under_one_name_is_one_row():
    base = creature_document()
    theirs = creature_document(attacks=[attack_document(name="Bite", roll_bonus=1)])
    mine = creature_document(attacks=[attack_document(name="Bite", roll_bonus=2)])
    assert sides(base, theirs, mine) == {"Attack “Bite”: Roll bonus": (MINE, True)}


def test_without_the_version_both_began_from_all_is_contested_and_nothing_is_left_out():
    theirs, mine = only_attacks("Bite", "Wing"), only_attacks("Bite", "Claw", "Tail")
    assert all(one.is_contested for one in compare(theirs, mine))
    assert set(names_of(merge(theirs, mine, None, {}))) >= {"Bite", "Claw", "Tail"}


# --- putting together ------------------------------------------------------------------------------


def test_changes_of_both_sides_come_together():
    base = only_attacks("Bite", "Claw", "Tail")
    theirs = {**only_attacks("Tail", "Bite", "Claw", "Wing"), "base_hp": 5}
    mine = {**only_attacks("Bite", "Talon", "Tail"), "description": "Mine", "stats": {**base["stats"], "wis": 3}}
    merged = merge(theirs, mine, base, {})
    assert names_of(merged) == ["Tail", "Bite", "Talon", "Wing"]
    assert (merged["base_hp"], merged["description"], merged["stats"]["wis"]) == (5, "Mine", 3)


def test_a_row_of_the_other_side_stands_behind_the_one_it_followed():
    base = only_attacks("A", "B", "C")
    assert names_of(merge(only_attacks("A", "B", "C", "D"), only_attacks("X", "A", "Y", "B", "C"), base, {})) == [
        *("X", "A", "Y", "B", "C", "D")
    ]


@pytest.mark.parametrize("side", [THEIRS, MINE])
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("has_base", [True, False])
def test_all_of_one_side_is_that_side(game, side, has_base):
    theirs, mine = FULL[game]
    base = theirs if has_base else None
    picked = {one.key: side for one in compare(theirs, mine, base)}
    assert merge(theirs, mine, base, picked) == (theirs if side == THEIRS else mine)


def test_putting_together_changes_neither_side():
    theirs, mine = FULL["worlds_awakening"]
    before = repr((theirs, mine))
    merge(theirs, mine, None, {one.key: MINE for one in compare(theirs, mine)})
    assert repr((theirs, mine)) == before


ROWS = st.lists(st.sampled_from(["Bite", "Claw", "Tail", "Wing"]), max_size=6).map(lambda names: only_attacks(*names))


@given(ROWS, ROWS, ROWS, st.sampled_from([THEIRS, MINE]))
def test_whatever_the_rows_are_picking_one_side_gives_that_side(base, theirs, mine, side):
    picked = {one.key: side for one in compare(theirs, mine, base)}
    assert merge(theirs, mine, base, picked) == (theirs if side == THEIRS else mine)


@given(ROWS, ROWS)
def test_where_only_one_side_changed_the_likely_document_is_that_side(base, changed):
    assert merge(changed, base, base, {}) == changed
    assert merge(base, changed, base, {}) == changed
