"""The sample screen: loaded once, on one page, open to everybody by its link."""

import pytest
from django.urls import reverse
from django.utils import timezone

from bestiary.rules.errors import RulesError
from encounters.samples import load_samples, read_sample, sample_files, sample_uid
from encounters.samples.screens import SHOWN_SCREEN
from encounters.screens.models import Screen
from tests.encounters.screens.prints import read, text_of, words_of_page

pytestmark = pytest.mark.django_db

SLUG = "screen/upper-marl"
FILES = {SLUG: sample_files()[SLUG]}


@pytest.fixture
def screen():
    load_samples(FILES)
    return Screen.objects.with_panels().get(uid=sample_uid(SLUG))


def test_it_mixes_tables_with_panels_of_its_own(screen):
    panels = list(screen.panels.all())
    assert sum(bool(panel.table) for panel in panels) >= 6
    assert sum(not panel.table for panel in panels) >= 3
    assert screen.owner.username == "samples"


def test_anybody_reads_it_by_its_link_and_prints_it_on_one_sheet(client, screen):
    page = words_of_page(client.get(screen.get_shared_url()).content.decode())
    assert "Somebody’s goose" in page or "Somebody's goose" in page
    content = client.get(f"{screen.get_shared_url()}screen.pdf").content
    assert len(read(content).pages) == 1
    assert "Ysolde Wick" in text_of(content)


def test_whoever_has_no_screen_is_shown_it(client, gm, gm_client, screen):
    link = f'href="{reverse("encounters:shared_screen", args=[SHOWN_SCREEN])}"'
    assert link in client.get("/screens/").content.decode()
    Screen.objects.create(owner=gm, name="Mine")
    assert link not in gm_client.get("/screens/").content.decode()


def test_the_list_links_to_no_screen_that_is_gone(client, screen):
    Screen.objects.filter(pk=screen.pk).move_to_bin(timezone.now())
    assert SHOWN_SCREEN not in client.get("/screens/").content.decode()


def test_it_is_loaded_once_and_stays_deleted(screen):
    screen.delete()
    assert not load_samples(FILES)
    assert not Screen.objects.exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('table = "worlds_awakening.fight"', 'table = "worlds_awakening.flight"', "This table is not there any more"),
        ('paper = "a4"', 'paper = "a5"', "Choose A4 or Letter."),
        ('paper = "a4"', "", "The key 'paper' is missing."),
        ('table = "worlds_awakening.fight"', 'tabel = "worlds_awakening.fight"', "There is no such key: tabel."),
    ],
)
def test_a_broken_file_says_what_is_wrong(tmp_path, old, new, message):
    path = tmp_path / "screen-upper-marl.toml"
    path.write_text(FILES[SLUG].read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(RulesError, match=message):
        read_sample(SLUG, path)
