"""Entries of a library: their documents are checked, searched and remembered; the starter set is valid."""

import pytest
from django.db import IntegrityError, transaction

from accounts.guests import move_work
from bestiary.documents import SavedElsewhereError
from bestiary.documents.library import MOST_EARLIER, OFFERED_TAGS, TOLD_TAGS, save_entry
from bestiary.models import EntryKind, LibraryEntry
from bestiary.rules.errors import RulesError
from bestiary.search import facets, read_search
from bestiary.starter_set import offer, starter_set
from tests.factories import ability_document, attack_document


@pytest.mark.parametrize(
    ("kind", "row", "field"),
    [
        ("attack", attack_document(roll_bonus=6), "row.roll_bonus"),
        ("attack", attack_document(kind="psychic"), "row.kind"),
        ("attack", attack_document(name=" "), "row.name"),
        ("attack", attack_document(damage_type="a\0b"), "row.damage_type"),
        ("attack", "Claw", "row"),
        ("ability", ability_document(limit_kind="day"), "row.limit_count"),
        ("ability", ability_document(is_radius="yes"), "row.is_radius"),
        ("ability", ability_document(upgrades=[{"level": 21, "text": "More."}]), "row.upgrades.0.level"),
        ("ability", ability_document(upgrades=["More."]), "row.upgrades.0"),
    ],
)
def test_the_rules_refuse_what_no_creature_could_have(gm, kind, row, field):
    with pytest.raises(RulesError) as refused:
        save_entry(LibraryEntry(owner=gm, kind=kind), row, [])
    assert refused.value.field == field
    assert not LibraryEntry.objects.exists()


def test_the_database_takes_no_third_kind_and_no_entry_without_a_name(gm):
    for fields in ({"kind": "spell", "name": "Claw"}, {"kind": "attack", "name": ""}):
        with pytest.raises(IntegrityError), transaction.atomic():
            LibraryEntry.objects.create(owner=gm, row={}, **fields)


def test_tags_are_what_the_row_says_and_what_its_author_adds(gm, make_attack, make_ability):
    assert offer(make_attack(gm, ["Night", "melee"])).tags == ["melee", "night"]
    nova = make_ability(gm, ["control"], kind="magic", range_metres=6, is_radius=True, targets=0)
    assert offer(nova).tags == ["magic", "area", "control"]
    aura = make_ability(gm, kind="support", usage="P", targets=3)
    assert offer(aura).tags == ["support", "several targets", "passive"]
    save_entry(nova, ability_document(kind="melee"), nova.tags)
    assert offer(nova).tags == ["melee", "control"]


def test_entries_are_found_by_the_beginnings_of_words_without_accents_and_by_tags(gm, make_attack, make_ability):
    elf = make_attack(gm, ["night"], name="Élfe's needle", damage_type="50% silver")
    make_ability(gm, name="Elsewhere", text="Gone.", upgrades=[{"level": 3, "text": "Elfin speed."}])
    mine = LibraryEntry.objects.visible_to(gm)
    assert list(mine.found("elfe")) == [elf]
    assert list(mine.found("50%")) == [elf]
    assert mine.found("elf").count() == 2
    assert list(mine.found("", facets([("kind", "attack"), ("tag", "Night")]))) == [elf]
    assert not mine.found("lfe").exists()
    assert not mine.found("%").filter(kind="ability").exists()


def test_an_entry_remembers_what_it_said_and_forgets_what_it_says_again(gm, make_attack):
    claw = make_attack(gm, name="Claw", roll_bonus=0)
    save_entry(claw, attack_document(name="Claw", roll_bonus=1), [])
    save_entry(claw, attack_document(name="Claw", roll_bonus=1), ["beast"])
    assert [row["roll_bonus"] for row in claw.earlier] == [0]
    save_entry(claw, attack_document(name="Claw", roll_bonus=0), [])
    assert [row["roll_bonus"] for row in claw.earlier] == [1]
    for number in range(MOST_EARLIER + 3):
        save_entry(claw, attack_document(name=f"Claw {number}"), [])
    assert len(claw.earlier) == MOST_EARLIER
    assert claw.earlier[-1]["name"] == f"Claw {MOST_EARLIER + 1}"


def test_of_two_saves_of_one_revision_the_second_is_refused(gm, make_attack):
    make_attack(gm)
    first, second = LibraryEntry.objects.get(), LibraryEntry.objects.get()
    save_entry(first, attack_document(name="First"), [])
    with pytest.raises(SavedElsewhereError):
        save_entry(second, attack_document(name="Second"), [])
    assert LibraryEntry.objects.get().name == "First"


def test_the_library_of_a_guest_moves_with_the_rest_at_log_in(gm, guest, make_attack):
    entry = make_attack(guest)
    with transaction.atomic():
        move_work(guest, gm)
    assert LibraryEntry.objects.visible_to(gm).get() == entry


# --- the starter set -------------------------------------------------------------------------------------------------


def test_the_starter_set_has_some_of_every_tag_that_the_filter_offers():
    assert len(starter_set()) >= 24
    tags = [tag for one in starter_set() for tag in one.tags]
    assert set(OFFERED_TAGS) <= set(tags)
    for told in TOLD_TAGS[:4]:
        assert tags.count(told) >= 3, told
    assert {one.kind for one in starter_set()} == set(EntryKind.values)


def test_names_and_ids_of_the_starter_set_are_each_there_once():
    assert len({one.name for one in starter_set()}) == len({one.uid for one in starter_set()}) == len(starter_set())


def test_every_ability_of_the_starter_set_says_what_it_does():
    assert all(one.rules.text for one in starter_set() if not one.is_attack)


@pytest.mark.parametrize("query", ["boat", "STRENGTH test", "cellar", "floor remembers", "rémem", "%", "nothing"])
def test_the_starter_set_is_searched_as_the_database_searches_entries(gm, query):
    for one in starter_set():
        save_entry(LibraryEntry(owner=gm, kind=one.kind), one.row, one.own_tags)
    found = {one.name for one in starter_set() if one.fits(read_search(query))}
    assert found == set(LibraryEntry.objects.found(query).values_list("name", flat=True))
