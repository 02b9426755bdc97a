"""The sample creatures of Worlds Awakening as files: valid, complete over sizes and powers, worth reading."""

from collections import Counter
from itertools import product

import pytest

from bestiary.documents import creature_document, rules_from_document, save_document
from bestiary.models import Creature
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.worlds_awakening import Power, Size, StrengthBand
from encounters.samples import KNOWN_KEYS, read_sample, sample_files
from tests.factories import make_user

FILES = {slug: path for slug, path in sample_files().items() if slug.startswith("creature/")}
EVERY_DOCUMENT = {slug: read_sample(slug, path) for slug, path in FILES.items()}
DOCUMENTS = {slug: document for slug, document in EVERY_DOCUMENT.items() if document["system"] == "worlds_awakening"}
CREATURES = {slug: rules_from_document(document) for slug, document in DOCUMENTS.items()}

every_sample = pytest.mark.parametrize("slug", DOCUMENTS)


def block(slug: str, level: int | None = None) -> wa.StatBlock:
    return wa.stat_block(CREATURES[slug], level or DOCUMENTS[slug]["level"])


def test_the_goblin_has_18_hit_points_at_level_5():
    goblin = block("creature/goblin", 5)
    assert (goblin.power, goblin.creature.size, goblin.creature.base_hp) == (Power.STANDARD, Size.SMALL, 4)
    assert goblin.numbers.max_hp.value == 18


def test_the_dragon_has_104_hit_points_at_level_5_and_is_worth_three_pcs():
    dragon = block("creature/dragon", 5)
    assert (dragon.power, dragon.creature.size, dragon.creature.base_hp) == (Power.BOSS, Size.LARGE, 20)
    assert dragon.numbers.max_hp.value == 104
    assert (dragon.adversity_ratio.value, dragon.strength_band) == (3, StrengthBand.BALANCED)


def test_the_dragon_breathes_fire_on_three_targets():
    breath = next(ability for ability in CREATURES["creature/dragon"].abilities if ability.name == "Fire Breath")
    assert breath.targets == 3
    assert breath.limit_kind is not None


def test_two_baby_dragons_are_worth_one_pc():
    assert 2 * block("creature/baby-dragon").adversity_ratio.value == 1


def test_every_size_is_there_in_every_power():
    found = {(creature.size, wa.power(creature)) for creature in CREATURES.values()}
    assert found == set(product(Size, Power))


def test_weak_balanced_and_strong_creatures_and_levels_1_to_8_are_there():
    bands = Counter(wa.strength_band(creature.stats.sum) for creature in CREATURES.values())
    assert min(bands[band] for band in StrengthBand) >= 4
    assert {document["level"] for document in DOCUMENTS.values()} == set(range(1, 9))


def test_names_families_and_habitats_vary():
    names = [creature.name for creature in CREATURES.values()]
    assert len(set(names)) == len(names) >= 26
    assert len({document["family"] for document in DOCUMENTS.values()}) >= 12
    assert len({document["habitat"] for document in DOCUMENTS.values()}) >= 12


@every_sample
def test_a_sample_gives_no_cause_for_advice(slug):
    assert [advice.text for advice in block(slug).advice] == []


@every_sample
def test_a_sample_has_attacks_and_abilities_written_out(slug):
    creature = CREATURES[slug]
    assert 1 <= len(creature.attacks) <= 3
    assert 1 <= len(creature.abilities) <= 4
    assert all(len(ability.text) > 40 for ability in creature.abilities)
    assert all(upgrade.text for ability in creature.abilities for upgrade in ability.upgrades)


@every_sample
def test_only_melee_attacks_have_no_range(slug):
    for attack in CREATURES[slug].attacks:
        assert (attack.range_metres is None) == (attack.kind == wa.AttackKind.MELEE), attack.name


@every_sample
def test_damage_types_are_from_the_shared_list(slug):
    creature = CREATURES[slug]
    shared = {name for names in wa.DAMAGE_TYPES.values() for name in names}
    used = {*creature.resistances, *creature.weaknesses, *(attack.damage_type for attack in creature.attacks)}
    assert used <= shared
    assert creature.weaknesses, "a sample shows how a creature can be beaten"


@every_sample
def test_a_description_is_worth_reading_and_short_enough_to_be_read(slug):
    description = DOCUMENTS[slug]["description"]
    assert 60 <= len(description.split()) <= 120
    assert len(description.split("\n\n")) == 2
    assert not any("\n" in paragraph or "  " in paragraph for paragraph in description.split("\n\n"))


@every_sample
def test_a_sample_stands_in_its_shelf_with_tags(slug):
    document = DOCUMENTS[slug]
    assert document["habitat"]
    assert document["family"]
    assert 2 <= len(document["tags"]) <= 5


@pytest.mark.django_db
@every_sample
def test_a_saved_sample_gives_its_file_back(slug):
    creature = save_document(Creature(owner=make_user(), system="worlds_awakening"), DOCUMENTS[slug])
    saved = creature_document(Creature.objects.with_stats().get(pk=creature.pk))
    assert rules_from_document(saved) == CREATURES[slug]
    for key in ("name", "description", "habitat", "family", "level", "tags"):
        assert saved[key] == DOCUMENTS[slug][key]


@pytest.mark.django_db
def test_files_may_hold_exactly_what_a_document_holds():
    creature = save_document(Creature(owner=make_user(), system="worlds_awakening"), DOCUMENTS["creature/dragon"])
    document = creature_document(Creature.objects.with_stats().get(pk=creature.pk))
    known = KNOWN_KEYS["worlds_awakening"]
    assert known[""] == set(document) - {"type", "version", "id"}
    for part in ("attacks", "abilities"):
        assert known[part] == set(document[part][0])
