"""The sample Foes of 2d12 Traits as files: valid by the rules, two of each rank, worth reading."""

from collections import Counter

import pytest

from bestiary.documents import creature_document, rules_from_document, save_document
from bestiary.models import Creature
from bestiary.rules import two_d12
from bestiary.rules.dice import Dice
from encounters.samples import KNOWN_KEYS, load_samples, read_sample, sample_files, sample_uid
from tests.factories import make_user

DOCUMENTS = {
    slug: document
    for slug, path in sample_files().items()
    if slug.startswith("creature/") and (document := read_sample(slug, path))["system"] == "two_d12"
}
FOES = {slug: rules_from_document(document) for slug, document in DOCUMENTS.items()}

every_foe = pytest.mark.parametrize("slug", DOCUMENTS)


def test_there_are_two_of_each_rank():
    assert Counter(foe.rank for foe in FOES.values()) == dict.fromkeys(two_d12.Rank, 2)


def test_the_higher_rank_is_the_tougher_foe():
    toughness = {rank: [foe.guard + foe.vitality for foe in FOES.values() if foe.rank is rank] for rank in two_d12.Rank}
    assert max(toughness[two_d12.Rank.MINION]) < min(toughness[two_d12.Rank.SOLDIER])
    assert max(toughness[two_d12.Rank.LEADER]) < min(toughness[two_d12.Rank.BOSS])


def test_names_families_habitats_and_effects_vary():
    assert len({foe.name for foe in FOES.values()}) == len(FOES) == 12
    assert len({document["family"] for document in DOCUMENTS.values()}) >= 8
    assert len({document["habitat"] for document in DOCUMENTS.values()}) >= 8
    assert len({caused.effect for foe in FOES.values() for caused in foe.effects}) >= 16


@every_foe
def test_a_sample_has_every_number_that_a_table_asks_for(slug):
    foe = FOES[slug]
    assert None not in (foe.level, foe.exp, foe.guard, foe.vitality, foe.stamina, foe.motion)
    assert sum(foe.traits.of(trait) is not None for trait in two_d12.Trait) >= 5
    assert Dice.parse(foe.damage)
    assert foe.damage_type


@every_foe
def test_each_effect_says_when_and_keeps_the_cap_of_an_equal(slug):
    foe = FOES[slug]
    assert foe.effects
    for caused in foe.effects:
        assert caused.note
        assert caused.charges <= (two_d12.cap(caused.effect, foe.exp).limit or caused.charges)


@every_foe
def test_notes_tell_how_it_fights_and_the_description_how_it_lives(slug):
    document = DOCUMENTS[slug]
    assert 20 <= len(document["notes"].split()) <= 60
    assert 60 <= len(document["description"].split()) <= 120
    assert len(document["description"].split("\n\n")) == 2
    for text in (document["notes"], *document["description"].split("\n\n")):
        assert "\n" not in text
        assert "  " not in text


@every_foe
def test_a_sample_stands_in_its_shelf_with_tags(slug):
    document = DOCUMENTS[slug]
    assert document["habitat"]
    assert document["family"]
    assert 2 <= len(document["tags"]) <= 5
    assert document["tags"] == sorted(document["tags"])


@pytest.mark.django_db
@every_foe
def test_a_saved_sample_gives_its_file_back(slug):
    creature = save_document(Creature(owner=make_user()), DOCUMENTS[slug])
    saved = creature_document(Creature.objects.with_stats().get(pk=creature.pk))
    assert rules_from_document(saved) == FOES[slug]
    for key in ("name", "description", "habitat", "family", "tags"):
        assert saved[key] == DOCUMENTS[slug][key]


@pytest.mark.django_db
def test_files_may_hold_exactly_what_a_document_holds():
    creature = save_document(Creature(owner=make_user()), DOCUMENTS["creature/tallow-rat"])
    document = creature_document(Creature.objects.with_stats().get(pk=creature.pk))
    known = KNOWN_KEYS["two_d12"]
    assert known[""] == set(document) - {"type", "version", "id"}
    assert known["traits"] == set(document["traits"])
    assert known["effects"] == set(document["effects"][0])


@pytest.mark.django_db
def test_loading_brings_them_all_published():
    load_samples()
    assert Creature.objects.published().of_system("two_d12").count() == 12
    assert Creature.objects.get(uid=sample_uid("creature/second-moon")).two_d12.rank == "boss"


def test_a_misspelt_trait_or_effect_key_is_no_silent_loss(tmp_path):
    text = sample_files()["creature/tallow-rat"].read_text()
    for right, wrong, part in (("agility =", "agilty =", "traits"), ("note =", "notes =", "effects")):
        path = tmp_path / "tallow-rat.toml"
        path.write_text(wrong.join(text.rsplit(right, 1)))
        with pytest.raises(ValueError, match="no such key") as refused:
            read_sample("creature/tallow-rat", path)
        assert refused.value.field == part
