"""Hard limits are refused at the field that breaks them; all else is kept as it was."""

import pytest

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.rules.worlds_awakening import (
    ALL_IN_AREA,
    Ability,
    AbilityKind,
    Action,
    Attack,
    AttackKind,
    Creature,
    LimitKind,
    Size,
    Stats,
    Upgrade,
    Usage,
)


def creature(**choices):
    return Creature(
        **{"name": "Beast", "size": "medium", "base_hp": 6, "boss_damage": False, "stats": Stats(), **choices}
    )


def ability(**choices):
    return Ability(**{"name": "Roar", "usage": "C", "action": "A", **choices})


@pytest.mark.parametrize(
    ("choices", "field"),
    [
        ({"name": ""}, "name"),
        ({"name": "   "}, "name"),
        ({"name": "\u00a0\u200b\t"}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": None}, "name"),
        ({"size": "gigantic"}, "size"),
        ({"size": None}, "size"),
        ({"size": ["medium"]}, "size"),
        ({"base_hp": 0}, "base_hp"),
        ({"base_hp": 31}, "base_hp"),
        ({"base_hp": -1}, "base_hp"),
        ({"base_hp": None}, "base_hp"),
        ({"base_hp": 6.0}, "base_hp"),
        ({"base_hp": True}, "base_hp"),
        ({"base_hp": "6"}, "base_hp"),
        ({"boss_damage": "yes"}, "boss_damage"),
        ({"stats": Stats(strength=7)}, "stats.str"),
        ({"stats": Stats(dexterity=-5)}, "stats.dex"),
        ({"stats": Stats(constitution=10**9)}, "stats.con"),
        ({"stats": Stats(intelligence=None)}, "stats.int"),
        ({"stats": Stats(wisdom=0.5)}, "stats.wis"),
        ({"stats": Stats(charisma=False)}, "stats.cha"),
        ({"attacks": [Attack("Bite", "melee")] * 13}, "attacks"),
        ({"attacks": [Attack("Bite", "melee"), Attack(" ", "melee")]}, "attacks.1.name"),
        ({"attacks": [Attack("Bite", "support")]}, "attacks.0.kind"),
        ({"attacks": [Attack("Bite", "melee", roll_bonus=6)]}, "attacks.0.roll_bonus"),
        ({"attacks": [Attack("Bite", "melee", damage_bonus=-6)]}, "attacks.0.damage_bonus"),
        ({"attacks": [Attack("Bite", "ranged", range_metres=0)]}, "attacks.0.range_metres"),
        ({"attacks": [Attack("Bite", "melee", damage_type="x" * 41)]}, "attacks.0.damage_type"),
        ({"abilities": [ability()] * 5}, "abilities"),
        ({"abilities": [ability(), ability(name="")]}, "abilities.1.name"),
        ({"abilities": [ability(usage="X")]}, "abilities.0.usage"),
        ({"abilities": [ability(action="AA")]}, "abilities.0.action"),
        ({"abilities": [ability(kind="mental")]}, "abilities.0.kind"),
        ({"abilities": [ability(range_metres=1000)]}, "abilities.0.range_metres"),
        ({"abilities": [ability(targets=-1)]}, "abilities.0.targets"),
        ({"abilities": [ability(targets=13)]}, "abilities.0.targets"),
        ({"abilities": [ability(text="x" * 2001)]}, "abilities.0.text"),
        ({"abilities": [ability(text="x" * 100_000)]}, "abilities.0.text"),
        ({"abilities": [ability(upgrades=[Upgrade(0, "more")])]}, "abilities.0.upgrades.0.level"),
        ({"abilities": [ability(upgrades=[Upgrade(3, "more"), Upgrade(21, "x")])]}, "abilities.0.upgrades.1.level"),
        ({"abilities": [ability(upgrades=[Upgrade(3, " ")])]}, "abilities.0.upgrades.0.text"),
        ({"abilities": [ability(upgrades=[Upgrade(3, "more")] * 21)]}, "abilities.0.upgrades"),
        ({"abilities": [ability(limit_kind="week", limit_count=1)]}, "abilities.0.limit_kind"),
        ({"abilities": [ability(limit_kind="day")]}, "abilities.0.limit_count"),
        ({"abilities": [ability(limit_kind="day", limit_count=0)]}, "abilities.0.limit_count"),
        ({"abilities": [ability(limit_count=2)]}, "abilities.0.limit_kind"),
        ({"resistances": ["Fire"] * 21}, "resistances"),
        ({"resistances": ["Fire", ""]}, "resistances.1"),
        ({"weaknesses": ["x" * 41]}, "weaknesses.0"),
    ],
)
def test_what_breaks_a_limit_is_refused_at_its_field(choices, field):
    with pytest.raises(RulesError) as refused:
        creature(**choices)
    assert refused.value.field == field
    assert refused.value.message.endswith(".")


def test_the_message_says_what_is_allowed():
    with pytest.raises(OutOfRange, match="from −4 to 6"):
        creature(stats=Stats(strength=7))
    with pytest.raises(UnknownChoice, match="tiny, small, medium, large, huge, titanic"):
        creature(size="gigantic")


def test_the_ends_of_every_limit_are_allowed():
    for low in (-4, 6):
        creature(name="x" * 80, stats=Stats(low, low, low, low, low, low))
    for base_hp in (1, 30):
        creature(base_hp=base_hp)
    for bonus in (-5, 5):
        creature(attacks=[Attack("Bite", "melee", bonus, bonus)] * 12)
    for targets in (ALL_IN_AREA, 1, 12):
        creature(abilities=[ability(targets=targets, text="x" * 2000, upgrades=[Upgrade(20, "more")])] * 4)


def test_words_become_the_rules_own():
    beast = creature(
        size="tiny",
        attacks=[Attack("Bite", "melee")],
        abilities=[ability(usage="PC", action="MA", kind="support", limit_kind="cooldown", limit_count=2)],
    )
    assert beast.size is Size.TINY
    assert beast.attacks[0].kind is AttackKind.MELEE
    [roar] = beast.abilities
    assert (roar.usage, roar.action) == (Usage.ANYTIME, Action.MOVEMENT_AND_ATTACK)
    assert (roar.kind, roar.limit_kind) == (AbilityKind.SUPPORT, LimitKind.COOLDOWN)


def test_an_empty_kind_or_limit_is_none():
    roar = ability(kind="", limit_kind="")
    assert (roar.kind, roar.limit_kind) == (None, None)


def test_stats_stand_in_the_books_order_and_add_up():
    stats = Stats(1, 2, 3, -4, 5, 6)
    assert list(stats.items()) == [("STR", 1), ("DEX", 2), ("CON", 3), ("INT", -4), ("WIS", 5), ("CHA", 6)]
    assert stats.sum == 13


def test_an_ability_is_written_in_the_shape_of_the_guides_frost_aura():
    aura = ability(action="MA", range_metres=5, is_radius=True, limit_kind="encounter", limit_count=3)
    assert aura.heading == "C - MA - 5 m radius"
    assert aura.limit_text == "3 / Encounter"
    assert aura.targets_text == "all in the area"


@pytest.mark.parametrize(
    ("choices", "heading"),
    [
        ({}, "C - A"),
        ({"kind": "magic", "range_metres": 12}, "C - A - Magic - 12 m"),
        ({"usage": "P", "action": "F", "kind": "support"}, "P - F - Support"),
    ],
)
def test_a_heading_leaves_out_what_there_is_not(choices, heading):
    assert ability(**choices).heading == heading


@pytest.mark.parametrize(
    ("kind", "count", "text"),
    [
        ("encounter", 3, "3 / Encounter"),
        ("day", 1, "1 / Day"),
        ("cooldown", 1, "Cooldown 1 round"),
        ("cooldown", 2, "Cooldown 2 rounds"),
        (None, None, ""),
    ],
)
def test_limits_are_written_out(kind, count, text):
    assert ability(limit_kind=kind, limit_count=count).limit_text == text


@pytest.mark.parametrize(
    ("targets", "is_radius", "several", "everyone", "text"),
    [
        (1, False, False, False, ""),
        (1, True, True, True, "all in the area"),
        (2, False, True, False, "2 targets"),
        (3, True, True, False, "3 targets"),
        (ALL_IN_AREA, False, True, True, "all in the area"),
    ],
)
def test_whom_an_ability_reaches(targets, is_radius, several, everyone, text):
    roar = ability(targets=targets, is_radius=is_radius)
    assert (roar.reaches_several, roar.reaches_all, roar.targets_text) == (several, everyone, text)


def test_a_creature_reaches_several_when_one_ability_does():
    assert not creature().reaches_several
    assert not creature(abilities=[ability()]).reaches_several
    assert creature(abilities=[ability(), ability(targets=2)]).reaches_several


@pytest.mark.parametrize("words", [Size, AttackKind, AbilityKind, Usage, Action, LimitKind])
def test_every_word_has_its_own_label(words):
    labels = [word.label for word in words]
    assert len(set(labels)) == len(labels)
    assert all(labels)
    assert [words(str(word)) for word in words] == list(words)
