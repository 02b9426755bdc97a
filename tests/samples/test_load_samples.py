"""`load_samples`: once, never over anybody's data, never back from the dead."""

import io
import shutil

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from accounts.models import User
from bestiary.documents import creature_document, save_document
from bestiary.models import Ancestry, CharacterClass, Creature
from encounters import samples
from encounters.models import Encounter, LoadedSample, Party
from encounters.rules.worlds_awakening import ChallengeLevel
from encounters.samples import load_samples, sample_files, sample_uid
from encounters.screens.models import Screen
from shop.models import Item, Merchant, StockLine

pytestmark = pytest.mark.django_db

FILES = sample_files()
CREATURE_COUNT = sum(slug.startswith("creature/") for slug in FILES)


def a_few(*names: str) -> dict:
    return {slug: path for slug, path in FILES.items() if slug.split("/")[1] in names}


def sample(slug: str) -> Creature:
    return Creature.objects.get(uid=sample_uid(slug))


def everything() -> dict:
    """All rows that samples make, as plain values."""
    return {
        "creatures": [creature_document(creature) for creature in Creature.objects.order_by("pk").with_stats()],
        "dates": list(Creature.objects.order_by("pk").values_list("created", "updated", "revision", "visibility")),
        "parties": list(Party.objects.order_by("pk").values()),
        "encounters": list(Encounter.objects.order_by("pk").values()),
        "screens": list(Screen.objects.order_by("pk").values()),
        "ancestries": list(Ancestry.objects.order_by("pk").values()),
        "classes": list(CharacterClass.objects.order_by("pk").values()),
        "items": list(Item.objects.order_by("pk").values()),
        "merchants": list(Merchant.objects.order_by("pk").values()),
        "stock": list(StockLine.objects.order_by("pk").values()),
        "users": list(User.objects.order_by("pk").values_list("username", "password")),
        "loaded": list(LoadedSample.objects.order_by("pk").values()),
    }


def test_the_command_loads_everything_and_says_so():
    out = io.StringIO()
    call_command("load_samples", stdout=out)
    assert out.getvalue() == (
        f"Samples loaded: {CREATURE_COUNT} creatures, 1 party, 2 encounters, 1 screen, 4 ancestries, 4 classes, "
        "16 items, 2 merchants.\n"
    )
    assert Creature.objects.published().count() == CREATURE_COUNT >= 26


def test_loading_twice_changes_nothing_and_says_nothing():
    load_samples()
    before = everything()
    out = io.StringIO()
    call_command("load_samples", stdout=out)
    assert everything() == before
    assert out.getvalue() == ""


def test_the_second_time_asks_one_question(django_assert_num_queries):
    load_samples()
    with django_assert_num_queries(1):
        assert not load_samples()


def test_a_deleted_sample_stays_deleted():
    load_samples()
    sample("creature/goblin").delete()
    Encounter.objects.all().delete()
    load_samples()
    assert not Creature.objects.filter(name="Goblin").exists()
    assert not Encounter.objects.exists()


def test_a_sample_in_the_bin_stays_in_the_bin():
    load_samples()
    Creature.objects.filter(uid=sample_uid("creature/goblin")).move_to_bin(timezone.now())
    load_samples()
    assert sample("creature/goblin").deleted_at is not None
    assert Creature.objects.filter(name="Goblin").count() == 1


def test_a_changed_sample_stays_changed():
    load_samples()
    goblin = Creature.objects.with_stats().get(uid=sample_uid("creature/goblin"))
    save_document(goblin, creature_document(goblin) | {"name": "Hobnail", "base_hp": 5})
    load_samples()
    assert sample("creature/goblin").name == "Hobnail"
    assert sample("creature/goblin").worlds_awakening.base_hp == 5


def test_a_gms_creature_of_the_same_name_is_not_touched(gm):
    document = samples.read_sample("creature/goblin", FILES["creature/goblin"])
    mine = save_document(Creature(owner=gm, system="worlds_awakening"), document | {"base_hp": 1})
    before = creature_document(Creature.objects.with_stats().get(pk=mine.pk))
    load_samples()
    assert creature_document(Creature.objects.with_stats().get(pk=mine.pk)) == before
    assert Creature.objects.filter(name="Goblin").count() == 2


def test_a_sample_of_a_later_version_is_loaded_beside_the_others():
    load_samples(a_few("goblin", "dragon"))
    assert Creature.objects.count() == 2
    loaded = load_samples(a_few("goblin", "dragon", "hive-bear"))
    assert loaded.counts == {"creature": 1}
    assert sorted(Creature.objects.values_list("name", flat=True)) == ["Dragon", "Goblin", "Hive Bear"]


def test_an_encounter_of_a_later_version_does_not_bring_a_deleted_creature_back():
    load_samples(a_few("dragon", "baby-dragon"))
    sample("creature/baby-dragon").delete()
    load_samples()
    encounter = Encounter.objects.get(system="worlds_awakening")
    assert [line.name for line in encounter.lines.all()] == ["Dragon"]
    assert not Creature.objects.filter(name="Baby Dragon").exists()


def test_the_owner_cannot_log_in_and_is_no_guest():
    load_samples()
    owner = User.objects.get(username="samples")
    assert not owner.has_usable_password()
    assert not owner.is_guest
    assert not owner.is_staff
    assert owner.email == ""


def test_the_oldest_creature_is_the_goblin_which_the_front_page_shows():
    load_samples()
    assert Creature.objects.published().order_by("pk").first().name == "Goblin"


def test_the_bestiary_begins_with_the_creatures_of_the_guide_and_goes_on_by_name(client):
    load_samples()
    newest = [creature.name for creature in Creature.objects.published().order_by("-created", "-pk")]
    assert newest[:4] == ["Goblin", "Dragon", "Baby Dragon", "Bastion Snail"]


def test_nothing_is_loaded_when_one_file_is_broken(tmp_path):
    files = {}
    for name in ("goblin", "dragon", "snuffmoth"):
        files[f"creature/{name}"] = tmp_path / f"{name}.toml"
        shutil.copy(FILES[f"creature/{name}"], files[f"creature/{name}"])
    dragon = files["creature/dragon"]
    dragon.write_text(dragon.read_text().replace("base_hp = 20", "base_hp = 31"))
    moth = files["creature/snuffmoth"]
    moth.write_text(moth.read_text().replace("roll_bonus", "rol_bonus"))
    with pytest.raises(samples.BrokenSamples) as caught:
        load_samples(files)
    assert [problem.split(": ")[:2] for problem in caught.value.problems] == [
        ["dragon.toml", "base_hp"],
        ["snuffmoth.toml", "attacks"],
    ]
    assert not Creature.objects.exists()
    assert not LoadedSample.objects.exists()


@pytest.mark.parametrize(
    ("content", "report"),
    [
        ("name = ", "cannot be read as TOML"),
        ('name = "Goblin"\nsize = "small"', "goblin.toml: stats: "),
        ('habitat = "the moon"', "habitat"),
    ],
)
def test_the_command_names_the_broken_file(tmp_path, monkeypatch, content, report):
    path = tmp_path / "goblin.toml"
    text = FILES["creature/goblin"].read_text()
    path.write_text(text.replace('habitat = "settlement"', content) if content.startswith("habitat") else content)
    monkeypatch.setattr(samples, "sample_files", lambda: {"creature/goblin": path})
    with pytest.raises(CommandError) as caught:
        call_command("load_samples")
    assert "goblin" in str(caught.value)
    assert report in str(caught.value)
    assert not User.objects.filter(username="samples").exists()


# --- the Dragon encounter ----------------------------------------------------------------------------


@pytest.fixture
def dragon_encounter():
    load_samples()
    return Encounter.objects.with_documents().get(uid=sample_uid("encounter/quarter-day"))


def test_the_dragon_encounter_is_demanding_for_its_party(dragon_encounter):
    calibration = dragon_encounter.calibration()
    assert (calibration.pc_count, calibration.average_level) == (4, 5)
    assert (calibration.ar_sum, calibration.value) == (4, 0)
    assert calibration.challenge_level == ChallengeLevel.DEMANDING


def test_the_dragon_encounter_gives_advice_on_the_unequal_levels_alone(dragon_encounter):
    assert [advice.rule for advice in dragon_encounter.calibration().advice] == ["pairing"]


def test_the_notes_say_what_fewer_or_more_babies_would_be(dragon_encounter):
    (_, babies) = dragon_encounter.calibration().lines
    assert babies.one_less.text == "−½ → manageable"
    assert babies.one_more.challenge_level == ChallengeLevel.DEMANDING
    assert babies.reach[ChallengeLevel.INTENSE] == 4
    for claim in ("−½", "manageable", "still demanding", "a fourth it is intense"):
        assert claim in dragon_encounter.notes.replace("\n", " ")


def test_the_dragon_encounter_has_text_for_everybody(dragon_encounter):
    assert 80 <= len(dragon_encounter.introduction.split()) <= 160
    assert "Fire Breath" not in dragon_encounter.introduction


def test_the_party_has_four_names(dragon_encounter):
    names = [pc.name for pc in dragon_encounter.party_pcs()]
    assert len(set(names)) == 4
    assert all(names)


def test_lines_keep_the_creatures_as_they_were_loaded(dragon_encounter):
    assert [(line.count, line.name, line.level) for line in dragon_encounter.lines.all()] == [
        (1, "Dragon", 5),
        (2, "Baby Dragon", 4),
    ]
    assert all(line.stat_block() for line in dragon_encounter.lines.all())


def test_anybody_can_open_the_encounter_by_its_link(client, dragon_encounter):
    url = samples.shown_encounter_url()
    page = client.get(url)
    assert page.status_code == 200
    assert "quarter day" in page.content.decode()
    assert "Another way out" not in page.content.decode()
    assert not page.cookies


def test_the_link_is_gone_when_the_encounter_is(dragon_encounter):
    dragon_encounter.delete()
    assert samples.shown_encounter_url() == ""


def test_whoever_has_no_encounter_is_shown_the_sample(client, dragon_encounter):
    link = f'href="{samples.shown_encounter_url()}"'
    assert link in client.get("/encounters/").content.decode()
    assert link in client.get("/").content.decode()


def test_whoever_has_an_encounter_is_not(gm, gm_client, dragon_encounter):
    Encounter.objects.create(owner=gm, name="Mine")
    assert samples.shown_encounter_url() not in gm_client.get("/encounters/").content.decode()
