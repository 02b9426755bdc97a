"""One document: what is saved comes back equal, what cannot be saved says where it is wrong."""

import pytest
from django.db import IntegrityError, transaction

from bestiary.documents import creature_document, rules_from_document, save_document
from bestiary.forms import Builder
from bestiary.models import Attack, Creature, Tag, WorldsAwakeningStats
from bestiary.rules.errors import RulesError
from tests.factories import ability_document, attack_document, make_creature
from tests.factories import creature_document as goblin

FULL = goblin(
    name="Élan “the” Dragon <b>",
    size="large",
    base_hp=20,
    boss_damage=True,
    stats={"str": 4, "con": 4},
    resistances=["All weapons", "Fire", "song"],
    weaknesses=["Ice", "silver"],
    attacks=[
        attack_document(name="Claw", damage_type="Slashing"),
        attack_document(name="Spit", kind="ranged", roll_bonus=5, damage_bonus=-5, range_metres=20),
    ],
    abilities=[
        ability_document(
            name="Breath",
            usage="PC",
            action="MA",
            kind="magic",
            range_metres=12,
            is_radius=True,
            targets=0,
            text="Burns.\nTwice.",
            upgrades=[{"level": 4, "text": "Wider"}, {"level": 7, "text": "Hotter"}],
            limit_kind="cooldown",
            limit_count=2,
        ),
        ability_document(),
    ],
    description="Old.\n\n*Very* old 🐉",
    habitat="volcanic",
    family="dragon",
    tags=["fire", "old wyrm"],
    level=20,
)


def without_id(document: dict) -> dict:
    assert document["type"] == "creature"
    assert document["version"] == 1
    return {key: value for key, value in document.items() if key not in ("type", "version", "id")}


def stored(creature: Creature) -> Creature:
    return Creature.objects.with_stats().get(pk=creature.pk)


@pytest.mark.parametrize("document", [goblin(), FULL], ids=["goblin", "full"])
def test_a_saved_document_comes_back_equal(gm, document):
    creature = save_document(Creature(owner=gm), document)
    assert without_id(creature_document(stored(creature))) == document
    assert creature_document(stored(creature))["id"] == str(creature.uid)


@pytest.mark.parametrize("document", [goblin(), FULL], ids=["goblin", "full"])
def test_a_document_goes_through_the_form_and_comes_out_equal(document):
    builder = Builder.from_post(Builder.from_document(document).posted())
    assert builder.is_valid(), builder.errors()
    assert builder.document() == document


def test_rows_and_document_give_the_rules_the_same_creature(gm):
    creature = save_document(Creature(owner=gm), FULL)
    assert stored(creature).to_rules() == rules_from_document(FULL)


def test_saving_again_replaces_rows_counts_the_revision_and_sets_what_lists_sort_by(gm):
    creature = save_document(Creature(owner=gm), FULL)
    assert (creature.power, creature.ar_step, creature.revision) == ("boss", 3, 1)
    save_document(creature, goblin(stats={"con": -4, "dex": 0}))
    creature = stored(creature)
    assert without_id(creature_document(creature)) == goblin(stats={"con": -4, "dex": 0})
    assert (creature.power, creature.ar_step, creature.revision) == ("standard", -2, 2)


def test_tags_exist_once_whatever_their_case_and_blanks(gm):
    save_document(Creature(owner=gm), goblin(tags=["Night", "old  wyrm"]))
    creature = save_document(Creature(owner=gm), goblin(tags=["old wyrm", "night", "NIGHT "]))
    assert [tag.name for tag in Tag.objects.all()] == ["night", "old wyrm"]
    assert creature_document(stored(creature))["tags"] == ["night", "old wyrm"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"name": "  "}, "name"),
        ({"name": None}, "name"),
        ({"name": "x" * 81}, "name"),
        ({"name": "Gob\x00lin"}, "name"),
        ({"name": "Gob\ud800lin"}, "name"),
        ({"size": "enormous"}, "size"),
        ({"size": ["small"]}, "size"),
        ({"base_hp": 0}, "base_hp"),
        ({"base_hp": 31}, "base_hp"),
        ({"base_hp": "4"}, "base_hp"),
        ({"base_hp": True}, "base_hp"),
        ({"boss_damage": "yes"}, "boss_damage"),
        ({"stats": {"con": 7}}, "stats.con"),
        ({"stats": {"wis": None}}, "stats.wis"),
        ({"attacks": [attack_document(roll_bonus=6)]}, "attacks.0.roll_bonus"),
        ({"attacks": [attack_document(), attack_document(kind="bite")]}, "attacks.1.kind"),
        ({"attacks": "many"}, "attacks"),
        ({"attacks": [7]}, "attacks.0"),
        ({"attacks": [attack_document()] * 13}, "attacks"),
        ({"abilities": [ability_document()] * 5}, "abilities"),
        ({"abilities": [ability_document(is_radius="no")]}, "abilities.0.is_radius"),
        ({"abilities": [ability_document(upgrades=[{"level": 21, "text": "x"}])]}, "abilities.0.upgrades.0.level"),
        ({"abilities": [ability_document(text="x" * 100_000)]}, "abilities.0.text"),
        ({"resistances": ["Fire", 3]}, "resistances.1"),
        ({"weaknesses": ["x" * 41]}, "weaknesses.0"),
        ({"description": "x" * 100_000}, "description"),
        ({"description": 7}, "description"),
        ({"description": "\ud800"}, "description"),
        ({"habitat": "the moon"}, "habitat"),
        ({"habitat": []}, "habitat"),
        ({"family": {}}, "family"),
        ({"tags": ["x"] * 3 + [7]}, "tags"),
        ({"tags": [str(n) for n in range(13)]}, "tags"),
        ({"tags": "night"}, "tags"),
        ({"level": 0}, "level"),
        ({"level": 21}, "level"),
        ({"level": "5"}, "level"),
    ],
)
def test_a_wrong_document_names_its_field_and_saves_nothing(gm, change, field):
    with pytest.raises(RulesError) as refused:
        save_document(Creature(owner=gm), goblin(**change))
    assert refused.value.field == field
    assert not Creature.objects.exists()


@pytest.mark.parametrize("document", [None, [], "creature", {"name": "Goblin"}])
def test_what_is_no_document_is_refused_like_any_other_mistake(document):
    with pytest.raises(RulesError):
        rules_from_document(document)


@pytest.mark.parametrize(
    ("model", "change"),
    [
        (Creature, {"level": 21}),
        (Creature, {"name": ""}),
        (Creature, {"visibility": "secret"}),
        (Creature, {"power": "mighty"}),
        (Creature, {"habitat": "moon"}),
        (WorldsAwakeningStats, {"base_hp": 31}),
        (WorldsAwakeningStats, {"strength": -5}),
        (WorldsAwakeningStats, {"size": "enormous"}),
        (Attack, {"damage_bonus": 6}),
        (Attack, {"kind": "bite"}),
        (Attack, {"range_metres": 0}),
    ],
)
def test_the_database_itself_refuses_what_the_rules_forbid(gm, model, change):
    make_creature(gm, attacks=[attack_document()])
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**change)


def test_a_limit_without_its_number_is_refused_by_the_database(gm):
    creature = make_creature(gm, abilities=[ability_document(limit_kind="day", limit_count=1)])
    with pytest.raises(IntegrityError), transaction.atomic():
        creature.abilities.update(limit_count=None)
