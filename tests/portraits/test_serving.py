"""Who is shown a picture, with which headers; and the pages that show it."""

import re

import pytest
from django.conf import settings
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from bestiary.models import Creature, CreatureReport, Portrait
from bestiary.pictures import PAGE, VERSIONS, read_picture
from bestiary.portraits import _keep, file_name
from tests.factories import make_creature, make_foe
from tests.portraits.pictures import drawn, encoded


@pytest.fixture(autouse=True)
def _storage_of_its_own(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


def give_portrait(creature: Creature | None, alt: str = "", **size) -> Portrait:
    """A creature's picture as a save would leave it; without a creature it waits."""
    picture = read_picture(encoded(drawn(**size)))
    portrait = Portrait(thing=creature, alt=alt, width=picture.width, height=picture.height)
    Creature.objects.filter(pk=creature and creature.pk).update(has_portrait=True)
    return _keep(portrait, picture.versions)


def address(portrait: Portrait, version: str = PAGE) -> str:
    return f"/bestiary/portraits/{portrait.key}/{version}"


@pytest.fixture
def creature(gm):
    return make_creature(gm, "public")


@pytest.fixture
def portrait(creature):
    return give_portrait(creature, "A wolf")


@pytest.mark.parametrize(("version", "kind"), VERSIONS.items())
def test_a_picture_comes_as_what_it_is_and_nothing_else(client, portrait, version, kind):
    response = client.get(address(portrait, version))
    assert response.status_code == 200
    assert response["Content-Type"] == kind
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response["Cross-Origin-Resource-Policy"] == "same-origin"
    assert response.content == open(f"{_media(portrait)}-{version}", "rb").read()  # noqa: SIM115


def _media(portrait):
    return settings.MEDIA_ROOT / file_name(portrait.key, "").removesuffix("-")


def test_a_public_picture_may_be_kept_by_everybody_and_asks_for_nobody(client, gm_client, portrait, monkeypatch):
    def forbidden(*args, **kwargs):
        raise AssertionError("asked who is there")

    monkeypatch.setattr("django.contrib.auth.middleware.get_user", forbidden)
    response = gm_client.get(address(portrait), headers={"accept-encoding": "gzip"})
    assert response["Cache-Control"] == "public, max-age=31536000, s-maxage=3600, immutable"
    assert "Vary" not in response
    assert "Content-Encoding" not in response
    assert not response.cookies
    assert "X-Robots-Tag" not in response


def test_a_browser_that_has_it_is_not_sent_it_again(client, portrait):
    etag = client.get(address(portrait))["ETag"]
    response = client.get(address(portrait), headers={"if-none-match": etag})
    assert (response.status_code, response.content) == (304, b"")
    assert "immutable" in response["Cache-Control"]


@pytest.mark.parametrize("hidden", [{"visibility": "private"}, {"held_at": timezone.now()}])
def test_what_only_its_author_may_open_has_a_picture_for_its_author_only(
    client, gm_client, other_gm_client, portrait, hidden
):
    Creature.objects.update(**hidden)
    response = gm_client.get(address(portrait))
    assert response.status_code == 200
    assert response["Cache-Control"].startswith("private")
    assert "Cookie" in response["Vary"]
    assert response["X-Robots-Tag"] == "noindex"
    etag = response["ETag"]
    for stranger in (Client(), other_gm_client):
        for version in VERSIONS:
            assert stranger.get(address(portrait, version)).status_code == 404
        assert stranger.get(address(portrait), headers={"if-none-match": etag}).status_code == 404


def test_an_unlisted_creatures_picture_is_there_for_whoever_has_its_address_and_in_no_shared_cache(client, portrait):
    Creature.objects.update(visibility="unlisted")
    response = client.get(address(portrait))
    assert response.status_code == 200
    assert response["Cache-Control"].startswith("private")


def test_what_lies_in_the_bin_has_no_picture(gm_client, portrait):
    Creature.objects.update(deleted_at=timezone.now())
    assert gm_client.get(address(portrait)).status_code == 404


def test_a_moderator_sees_the_picture_of_what_is_held(other_gm, other_gm_client, portrait):
    Creature.objects.update(held_at=timezone.now())
    assert other_gm_client.get(address(portrait)).status_code == 404
    other_gm.user_permissions.add(Permission.objects.get(codename="change_creaturereport"))
    assert other_gm_client.get(address(portrait)).status_code == 200


def test_the_queue_shows_the_picture_that_a_report_is_about(client, other_gm, portrait):
    report = CreatureReport.objects.create(thing=portrait.thing, owner=other_gm, reason="copied")
    client.force_login(User.objects.create_superuser("Moderator", password="x"))
    html = client.get(f"/admin/bestiary/creaturereport/{report.pk}/change/").content.decode()
    assert f'<img src="{address(portrait)}" alt="Picture"' in html
    assert "A wolf" in html


@pytest.mark.parametrize("version", ["page", "original", "page.webp/", "../settings.py", "page.jpg"])
def test_there_is_nothing_else(client, portrait, version):
    assert client.get(address(portrait, version)).status_code in (301, 404)
    assert client.get(f"/bestiary/portraits/{'0' * 32}/page.webp").status_code == 404
    assert client.get(f"/media/{file_name(portrait.key, PAGE)}").status_code == 404


def test_a_picture_is_only_ever_fetched(client, portrait):
    assert client.post(address(portrait)).status_code == 405
    assert client.head(address(portrait)).status_code == 200


def test_a_file_that_the_storage_lost_is_not_found(client, portrait):
    for version in VERSIONS:
        (_media(portrait).parent / f"{portrait.key}-{version}").unlink()
    assert client.get(address(portrait)).status_code == 404
    assert client.get(portrait.thing.get_absolute_url()).status_code == 200


# --- pages -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [make_creature, make_foe])
def test_the_creatures_page_shows_it_in_its_size_with_its_words(client, gm, make):
    creature = make(gm, "public")
    portrait = give_portrait(creature, 'A "wolf" <b>')
    html = client.get(creature.get_absolute_url()).content.decode()
    assert f'<img src="{address(portrait)}" alt="A &quot;wolf&quot; &lt;b&gt;" width="300" height="400">' in html


def test_previews_in_chats_have_it_where_others_may_see_it(client, gm_client, creature):
    portrait = give_portrait(creature)
    tag = f'<meta property="og:image" content="http://testserver{address(portrait, "print.jpg")}">'
    assert tag in client.get(creature.get_absolute_url()).content.decode()
    Creature.objects.update(visibility="private")
    assert "og:image" not in gm_client.get(creature.get_absolute_url()).content.decode()


def test_the_conduct_page_says_how_many_pictures_one_may_upload(client, db):
    assert (
        "Pictures: 60 an hour with a name, 20 without, each PNG, JPEG or WebP"
        in client.get("/conduct/").content.decode()
    )


def test_without_words_the_picture_is_called_by_the_creatures_name(client, creature):
    give_portrait(creature)
    html = client.get(creature.get_absolute_url()).content.decode()
    assert f'alt="{creature.name}" width="300"' in html


@pytest.mark.parametrize("make", [make_creature, make_foe])
def test_cards_show_a_small_one_that_waits_until_it_is_in_view(client, gm, make):
    creature = make(gm, "public")
    portrait = give_portrait(creature, "A wolf")
    for page in ("/bestiary/", f"/bestiary/by/{gm.username}/"):
        html = client.get(page).content.decode()
        image = re.search(r'<img class="creature-card__portrait"[^>]*>', html)[0]
        assert address(portrait, "card.webp") in image
        assert 'width="72" height="72" loading="lazy"' in image


def test_a_list_asks_for_its_pictures_once(client, gm, creature):
    counts = []
    for _ in range(2):
        for _ in range(4):
            give_portrait(make_creature(gm, "public"))
        with CaptureQueriesContext(
            connection,
        ) as queries:
            client.get("/bestiary/")
        counts.append(len(queries))
    assert counts[0] == counts[1]


def test_the_command_clears_away_what_nobody_saved(db, capsys):
    waiting = give_portrait(None)
    call_command("tidy_portraits")
    assert "Deleted 0 pictures" in capsys.readouterr().out
    Portrait.objects.update(created=waiting.created.replace(year=2020))
    call_command("tidy_portraits")
    assert "Deleted 1 picture or" in capsys.readouterr().out
    assert not Portrait.objects.exists()
