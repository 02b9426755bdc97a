"""The samples of ancestries and classes: valid, varied, worth reading, loaded once."""

import pytest

from bestiary.documents.makings import ancestry_from_document
from bestiary.making_samples import check_ancestry, check_class
from bestiary.models import Ancestry, CharacterClass, Visibility
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError
from bestiary.sample_kinds import sample_uid
from encounters.samples import BrokenSamples, load_samples, read_sample, sample_files

FILES = {slug: path for slug, path in sample_files().items() if slug.startswith(("ancestry/", "class/"))}
DOCUMENTS = {slug: read_sample(slug, path) for slug, path in FILES.items()}
# Sum of the modifiers → free points, worked out by hand.
SUMS = {
    "ancestry/clockmakers-child": (2, 1),
    "ancestry/fenwader": (2, 1),
    "ancestry/wayfolk": (0, 3),
    "ancestry/wickborn": (3, 0),
    "class/lamplighter": (3, 0),
    "class/tide-reader": (2, 1),
    "class/toll-warden": (3, 0),
    "class/unlicensed-advocate": (2, 1),
}
# Worked out by hand as well: parts of each item, added up.
OUTFIT_PRICES = {
    "Lamplighter": {"First round": 160, "Winter round": 160},
    "Tide Reader": {"Low water": 110, "High water": 120},
    "Toll Warden": {"At the gate": 140},
    "Unlicensed Advocate": {"First round": 160, "Winter round": 160},
}


def test_four_ancestries_and_four_classes_have_the_free_points_worked_out_by_hand():
    stats = {slug: wa.Stats(*document["modifiers"].values()) for slug, document in DOCUMENTS.items()}
    assert {slug: (wa.modifier_sum(six).value, wa.free_points(six).value) for slug, six in stats.items()} == SUMS


def test_every_number_of_adaptability_points_and_several_magic_stats_are_there():
    assert {document["adaptability"] for slug, document in DOCUMENTS.items() if slug[0] == "a"} == {0, 1, 2, 3}
    assert {document["magic_stat"] for slug, document in DOCUMENTS.items() if slug[0] == "c"} == {"int", "wis", "cha"}


def test_one_ancestry_shows_what_is_advised_about_innate_abilities():
    ancestries = [ancestry_from_document(document) for slug, document in DOCUMENTS.items() if slug[0] == "a"]
    assert [ancestry.name for ancestry in ancestries if wa.ancestry_advice(ancestry)] == ["Fenwader"]


@pytest.mark.django_db
def test_all_are_loaded_public_with_outfits_priced_by_the_shops_rules():
    load_samples(FILES)
    assert Ancestry.objects.published().count() == CharacterClass.objects.published().count() == 4
    classes = CharacterClass.objects.with_rows()
    prices = {made.name: {outfit.name: outfit.price for outfit in made.outfits.all()} for made in classes}
    assert prices == OUTFIT_PRICES
    advocate = classes.get(name="Unlicensed Advocate")
    assert advocate.outfits_of.uid == sample_uid("class/lamplighter")
    assert {thing.visibility for thing in Ancestry.objects.all()} == {Visibility.PUBLIC}


@pytest.mark.django_db
def test_a_class_whose_lender_was_deleted_is_loaded_without_outfits():
    slug = "class/unlicensed-advocate"
    load_samples({slug: FILES[slug]})
    made = CharacterClass.objects.with_rows().get()
    assert (made.outfits_of, made.outfits_of_name, list(made.outfits.all())) == (None, "", [])


@pytest.mark.parametrize(
    ("check", "slug", "change", "field"),
    [
        (check_ancestry, "ancestry/wickborn", {"adaptabilty": 1}, ""),
        (check_ancestry, "ancestry/wickborn", {"modifiers": {"luck": 1}}, "modifiers"),
        (check_ancestry, "ancestry/wickborn", {"innate_abilities": [{"uses": 1}]}, "innate_abilities.0"),
        (check_ancestry, "ancestry/wickborn", {"adaptability": 4}, "adaptability"),
        (check_ancestry, "ancestry/wickborn", {"description": " "}, "description"),
        (check_class, "class/lamplighter", {"outfits": [{"nmae": "A"}]}, "outfits.0"),
        (check_class, "class/lamplighter", {"outfits_of": "nobody"}, "outfits_of"),
        (check_class, "class/lamplighter", {"outfits_of": "toll-warden"}, "outfits"),
        (check_class, "class/lamplighter", {"magic_stat": "luck"}, "magic_stat"),
    ],
)
def test_a_wrong_file_is_refused_at_its_place(check, slug, change, field):
    with pytest.raises(RulesError) as refused:
        check(DOCUMENTS[slug] | change)
    assert refused.value.field == field


@pytest.mark.django_db
def test_a_key_that_is_missing_stops_the_loading(tmp_path):
    broken = tmp_path / "half.toml"
    broken.write_text('name = "Half"\ntags = []\ndescription = "x"\n', encoding="utf-8")
    with pytest.raises(BrokenSamples, match="'modifiers' is missing"):
        load_samples({"ancestry/half": broken})
    assert not Ancestry.objects.exists()
