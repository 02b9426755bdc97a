"""`manage.py make_demo_creatures`: as valid as what people make, the same for the same seed."""

from collections import Counter

import pytest
from django.core.management import CommandError, call_command

from accounts.models import User
from bestiary.demo import BEINGS, FAMILY_WORDS
from bestiary.documents import creature_document, save_document
from bestiary.models import Creature
from bestiary.rules import worlds_awakening as wa


def make(count: int, **options) -> None:
    call_command("make_demo_creatures", count, verbosity=0, **options)


def test_each_is_what_a_save_of_its_document_would_write(db):
    make(60)
    for creature in Creature.objects.with_stats():
        copy = save_document(
            Creature(owner=creature.owner, visibility=creature.visibility), creature_document(creature)
        )
        for field in ("name", "sort_name", "search_text", "power", "ar_step", "rank_step", "level", "saved_by"):
            assert getattr(copy, field) == getattr(creature, field), field
        again = creature_document(Creature.objects.with_stats().get(pk=copy.pk))
        assert again | {"id": ""} == creature_document(creature) | {"id": ""}


def test_the_search_finds_them(db):
    make(40)
    creature = Creature.objects.first()
    assert creature in Creature.objects.matching(creature.name)


def test_they_are_of_every_kind(db):
    make(400)
    creatures = Creature.objects.with_stats()
    assert {c.worlds_awakening.size for c in creatures if c.system == "worlds_awakening"} == {s.value for s in wa.Size}
    assert {c.power for c in creatures} == {power.value for power in wa.Power} | {""}
    assert {kind for c in creatures for kind in c.attacks.values_list("kind", flat=True)} == {
        "melee",
        "ranged",
        "magic",
    }
    assert Counter(c.system for c in creatures)["two_d12"] > 40
    assert Counter(c.visibility for c in creatures)["private"] > 15
    assert len({c.name for c in creatures}) > 300
    assert len({c.habitat for c in creatures}) > 12
    assert max(len(c.name) for c in creatures) <= wa.LONGEST_NAME


def test_every_family_has_beings_of_its_own():
    assert set(BEINGS) == set(FAMILY_WORDS)


def test_the_same_seed_makes_the_same_ones_and_another_makes_more(db):
    make(30, seed=7)
    uids = set(Creature.objects.values_list("uid", flat=True))
    make(20, seed=8)
    assert Creature.objects.count() == 50
    User.objects.filter(username__startswith="demo-").delete()
    make(30, seed=7)
    assert set(Creature.objects.values_list("uid", flat=True)) == uids


def test_the_same_seed_twice_is_refused_with_a_sentence(db):
    make(10)
    with pytest.raises(CommandError, match="another seed"):
        make(10)
    assert Creature.objects.count() == 10


def test_their_authors_cannot_log_in(db):
    make(1)
    assert not any(author.has_usable_password() for author in User.objects.filter(username__startswith="demo-"))


@pytest.mark.parametrize("count", ["0", "-3", "many"])
def test_a_number_that_is_none_is_refused(count):
    with pytest.raises(CommandError):
        call_command("make_demo_creatures", count)
