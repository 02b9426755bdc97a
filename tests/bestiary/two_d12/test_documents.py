"""A Foe's document: what is saved comes back equal, what cannot be saved says where it is wrong."""

import pytest
from django.db import IntegrityError, transaction

from bestiary.documents import creature_document, rules_from_document, save_document
from bestiary.models import Creature, FoeEffect, FoeStats
from bestiary.rules import two_d12
from bestiary.rules.errors import RulesError
from tests.factories import creature_document as goblin
from tests.factories import effect_document, foe_document, make_creature, make_foe

SPARSE = foe_document(
    rank="boss",
    **dict.fromkeys(("level", "exp", "guard", "vitality", "stamina", "motion")),
    traits=dict.fromkeys(("agility", "might", "sneak")),
    damage="",
    damage_type="",
)
FULL = foe_document(
    name="Élan “the” Warden <b>",
    rank="leader",
    stamina=0,
    traits={trait.value: number for number, trait in zip((0, -99, 99, 1, -1, 7, 8, 9, 10), two_d12.Trait, strict=True)},
    damage="as much as it has Vitality left",
    notes="Rings its bell first.\n\n*Then* it burns 🔥",
    effects=[
        effect_document(),
        effect_document(effect="exposed", charges=2, damage_type="cold"),
        effect_document(effect="fortified", charges=1, damage_type="", note=""),
        effect_document(effect="panicked", charges=None, note="whoever sees it without a light"),
    ],
    description="Old.\n\n*Very* old 🐉",
    habitat="ruins",
    family="spirit",
    tags=["lamp", "old town"],
)


def without_id(document: dict) -> dict:
    assert document["type"] == "creature"
    assert document["version"] == 1
    return {key: value for key, value in document.items() if key not in ("type", "version", "id")}


def stored(creature: Creature) -> Creature:
    return Creature.objects.with_stats().get(pk=creature.pk)


@pytest.mark.parametrize("document", [foe_document(), SPARSE, FULL], ids=["some", "sparse", "full"])
def test_a_saved_foe_comes_back_equal_with_its_keys_in_order(gm, document):
    creature = stored(save_document(Creature(owner=gm), document))
    found = without_id(creature_document(creature))
    assert found == document
    assert list(found) == list(document)
    assert creature_document(creature)["id"] == str(creature.uid)


@pytest.mark.parametrize("document", [SPARSE, FULL], ids=["sparse", "full"])
def test_rows_and_document_give_the_rules_the_same_foe(gm, document):
    assert stored(save_document(Creature(owner=gm), document)).to_rules() == rules_from_document(document)


def test_a_number_not_typed_is_not_the_number_nought(gm):
    foe = stored(make_foe(gm, stamina=0, guard=None, traits={"study": 0, "track": None})).to_rules()
    assert (foe.stamina, foe.guard, foe.traits.study, foe.traits.track) == (0, None, 0, None)


def test_name_and_rank_are_enough():
    foe = rules_from_document({"system": "two_d12", "name": "Rat", "rank": "minion"})
    assert foe == two_d12.Foe("Rat", two_d12.Rank.MINION)


def test_charges_left_out_are_one_where_they_stack_and_none_where_they_do_not(gm):
    effects = [{"effect": "burning"}, {"effect": "blind"}, {"effect": "mute", "charges": 1}]
    creature = stored(make_foe(gm, effects=effects))
    assert [effect["charges"] for effect in creature_document(creature)["effects"]] == [1, None, None]


def test_saving_again_replaces_the_rows_and_what_lists_sort_by(gm):
    creature = save_document(Creature(owner=gm), FULL)
    assert (creature.system, creature.power, creature.ar_step, creature.rank_step) == ("two_d12", "", None, 4)
    save_document(creature, SPARSE)
    assert without_id(creature_document(stored(creature))) == SPARSE
    assert (stored(creature).rank_step, creature.revision) == (5, 2)
    assert not FoeEffect.objects.exists()


def test_notes_and_rank_are_found_by_a_search(gm):
    make_foe(gm, name="Étameur", notes="Tins everything it sees", rank="specialist")
    for words in ("etameur", "tins specialist"):
        assert Creature.objects.matching(words).count() == 1


@pytest.mark.parametrize(("make", "other"), [(make_foe, goblin()), (make_creature, foe_document())])
def test_a_creature_never_changes_its_game(gm, make, other):
    creature = make(gm)
    with pytest.raises(RulesError) as refused:
        save_document(creature, other)
    assert refused.value.field == "system"


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": None}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "War\x00den"}, "name"),
        ({"rank": None}, "rank"),
        ({"rank": "general"}, "rank"),
        ({"rank": ["boss"]}, "rank"),
        ({"level": 100}, "level"),
        ({"level": "2"}, "level"),
        ({"exp": -1}, "exp"),
        ({"guard": 10_000}, "guard"),
        ({"vitality": True}, "vitality"),
        ({"stamina": 1.5}, "stamina"),
        ({"motion": -5}, "motion"),
        ({"traits": {"might": 100}}, "traits.might"),
        ({"traits": {"track": "3"}}, "traits.track"),
        ({"damage": 6}, "damage"),
        ({"damage": "x" * 81}, "damage"),
        ({"damage_type": "x" * 41}, "damage_type"),
        ({"notes": "x" * 2_001}, "notes"),
        ({"effects": "many"}, "effects"),
        ({"effects": [7]}, "effects.0"),
        ({"effects": [effect_document()] * 25}, "effects"),
        ({"effects": [effect_document(), effect_document(effect="tired")]}, "effects.1.effect"),
        ({"effects": [effect_document(charges=0)]}, "effects.0.charges"),
        ({"effects": [effect_document(charges=1000)]}, "effects.0.charges"),
        ({"effects": [effect_document(effect="blind", charges=2)]}, "effects.0.charges"),
        ({"effects": [effect_document(damage_type="fire")]}, "effects.0.damage_type"),
        ({"effects": [effect_document(note="x" * 201)]}, "effects.0.note"),
        ({"description": 7}, "description"),
        ({"habitat": "cupboard"}, "habitat"),
        ({"tags": ["x" * 41]}, "tags"),
        ({"system": "chess"}, "system"),
        ({"system": ["two_d12"]}, "system"),
    ],
)
def test_a_wrong_document_is_refused_at_its_field_and_leaves_nothing_behind(gm, change, field):
    with pytest.raises(RulesError) as refused:
        save_document(Creature(owner=gm), foe_document(**change))
    assert refused.value.field == field
    assert not Creature.objects.exists()


def test_traits_are_an_object_of_a_foe():
    with pytest.raises(RulesError) as refused:
        rules_from_document(foe_document() | {"traits": [1, 2, 3]})
    assert refused.value.field == "traits"


@pytest.mark.parametrize(
    "change",
    [
        {"rank": "general"},
        {"guard": 10_000},
        {"exp": 100},
        {"agility": -100},
    ],
)
def test_the_database_itself_refuses_numbers_beyond_their_limit(gm, change):
    foe = make_foe(gm)
    with pytest.raises(IntegrityError), transaction.atomic():
        FoeStats.objects.filter(creature=foe).update(**change)


@pytest.mark.parametrize(
    "change",
    [
        {"effect": "tired"},
        {"charges": 0},
        {"charges": None},
        {"effect": "blind"},
        {"damage_type": "fire"},
        {"order": 24},
    ],
)
def test_the_database_itself_refuses_an_effect_that_cannot_be(gm, change):
    make_foe(gm, effects=[effect_document()])
    with pytest.raises(IntegrityError), transaction.atomic():
        FoeEffect.objects.update(**change)


@pytest.mark.parametrize("change", [{"ar_step": 0}, {"power": "boss"}, {"rank_step": None}, {"rank_step": 6}])
def test_the_database_itself_keeps_the_numbers_of_the_games_apart(gm, change):
    foe = make_foe(gm)
    with pytest.raises(IntegrityError), transaction.atomic():
        Creature.objects.filter(pk=foe.pk).update(**change)


@pytest.mark.parametrize("change", [{"ar_step": None}, {"power": ""}, {"rank_step": 0}])
def test_a_creature_of_the_first_game_has_power_and_ratio_and_no_rank(gm, change):
    goblin = make_creature(gm)
    with pytest.raises(IntegrityError), transaction.atomic():
        Creature.objects.filter(pk=goblin.pk).update(**change)
