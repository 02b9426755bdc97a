"""Everything of mine in one file."""

import io
import json
import re
from zipfile import ZipFile

import pytest
from django.apps import apps
from django.test import Client
from django.utils import timezone

from accounts.archive import file_stem, numbered_stem
from accounts.belongings import all_belongings
from accounts.guests import owned_models
from accounts.models import User
from bestiary.models import Creature
from tests.accounts.everything import APPS, copy_from, fill, rows_that_go_with, text_fields, texts_of
from tests.factories import make_creature, make_guest

pytestmark = pytest.mark.django_db

DOWNLOAD = "/accounts/download/"

# Columns that are no content: made of others for lists, searches and log-in, or names of files.
MADE = {"sort_name", "search_text", "searched", "username_key", "password", "power", "key"}
# Said by the keys of a document, or by the documents inside it.
SAID_OTHERWISE = {"DamageAffinity.kind", "ClassOutfit.items"}


def download(client) -> ZipFile:
    """The archive that the button brings."""
    response = client.post(DOWNLOAD)
    assert response.status_code == 200
    return ZipFile(io.BytesIO(b"".join(response.streaming_content)))


def documents(archive: ZipFile) -> dict:
    """Every JSON file of an archive by its name, read."""
    return {name: json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")}


def test_every_model_with_an_owner_is_in_the_download():
    """A new one is registered in its app's `belongings.py`."""
    assert sorted(kind.model.__name__ for kind in all_belongings()) == sorted(m.__name__ for m in owned_models())


def test_the_full_account_of_these_tests_has_a_row_of_everything(gm, other_gm):
    """Else the next tests would prove nothing of a new model: give it a row in `tests/accounts/everything.py`."""
    fill(gm, other_gm)
    copy_from(gm, other_gm)
    from_outside = {"Allowance", "LoadedSample", "Tag", "User_groups", "User_user_permissions"}
    hangs_on_users = {model.__name__ for model in rows_that_go_with(gm)} | {m.__name__ for m in owned_models()}
    models = {m.__name__ for m in apps.get_models(include_auto_created=True) if m._meta.app_label in APPS}
    decisions = {name for name in models if name.endswith("Decision")}
    assert models - from_outside - decisions - hangs_on_users == set()
    for model in owned_models():
        assert model._base_manager.filter(owner=gm).exists(), model


def test_the_manifest_counts_what_each_table_has(gm, other_gm, client):
    fill(gm, other_gm)
    client.force_login(gm)
    archive = download(client)
    contents = {line["path"]: line["count"] for line in documents(archive)["manifest.json"]["contents"]}
    for kind in all_belongings():
        path = f"{kind.folder}.json" if kind.together else f"{kind.folder}/"
        number = kind.model._base_manager.filter(owner=gm).count()
        assert contents[path] == number > 0
        if kind.together:
            assert len(documents(archive)[path]) == number
        else:
            files = [name for name in archive.namelist() if name.startswith(path) and name.count("/") == 1]
            assert len(files) == number


def test_every_text_of_every_row_is_in_it(gm, other_gm, client):
    fill(gm, other_gm)
    client.force_login(gm)
    found = {text for document in documents(download(client)).values() for text in texts_of(document)}
    missing = set()
    for model, keys in rows_that_go_with(gm).items():
        fields = [field for field in text_fields(model) if field.name not in MADE]
        fields = [field for field in fields if f"{model.__name__}.{field.name}" not in SAID_OTHERWISE]
        for row in model._base_manager.filter(pk__in=keys):
            if getattr(row, "owner_id", gm.pk) not in (gm.pk, None):
                continue
            for field in fields:
                texts = {text for text in texts_of(getattr(row, field.attname)) if text}
                missing |= {f"{model.__name__}.{field.name}: {text}" for text in texts - found}
    assert missing == set()


def test_earlier_versions_lie_beside_a_creature_and_what_is_in_the_bin_says_so(gm, other_gm, client):
    fill(gm, other_gm)
    client.force_login(gm)
    files = documents(download(client))
    assert files["creatures/0001-lamp-goblin.json"]["document"]["description"] == "It keeps lamps."
    assert files["creatures/0001-lamp-goblin/revision-1.json"]["document"]["description"] == "It steals lamps."
    assert files["creatures/0001-lamp-goblin.json"]["deleted_at"] is None
    assert files["creatures/0003-bridge-captain.json"]["deleted_at"]


def test_a_portrait_lies_beside_its_creature_as_the_page_shows_it(gm, other_gm, client):
    fill(gm, other_gm)
    client.force_login(gm)
    archive = download(client)
    assert archive.read("creatures/0001-lamp-goblin/portrait.webp") == b"Gretchen: page.webp"
    assert documents(archive)["creatures/0001-lamp-goblin.json"]["portrait"]["alt"] == "A goblin behind a lamp"


def test_a_portrait_that_the_storage_lost_keeps_nobody_from_the_rest(gm, other_gm, client, media):
    fill(gm, other_gm)
    client.force_login(gm)
    for file in media.rglob("*.webp"):
        file.unlink()
    archive = download(client)
    assert archive.testzip() is None
    assert not [name for name in archive.namelist() if "portrait" in name]


def test_nothing_of_others_and_no_secret_is_in_it(gm, other_gm, client):
    fill(gm, other_gm)
    copy_from(gm, other_gm)
    make_creature(other_gm, name="Otto’s own horror")
    client.force_login(gm)
    text = json.dumps(documents(download(client)), ensure_ascii=False)
    assert "horror" not in text
    assert "Lamps everywhere" not in text
    assert other_gm.email not in text
    assert gm.password not in text


def test_a_bookmark_of_what_became_private_no_longer_says_its_name(gm, other_gm, client):
    fill(gm, other_gm)
    Creature.objects.filter(owner=other_gm).update(visibility="private", name="Shame")
    client.force_login(gm)
    [bookmark] = documents(download(client))["bookmarks/creatures.json"]
    assert bookmark["name"] == ""
    assert bookmark["id"] == str(Creature.objects.get(owner=other_gm).uid)


def test_the_download_changes_nothing(gm, other_gm, client):
    fill(gm, other_gm)
    before = list(Creature.objects.order_by("pk").values())
    client.force_login(gm)
    download(client)
    assert list(Creature.objects.order_by("pk").values()) == before


NAMES = ["../../etc/passwd", "C:\\boot.ini", "CON", "🐉", "a\u202egnp.exe", "x" * 80, "Élfe noire", "goblin", "Goblin"]


def test_names_of_files_are_safe_on_every_system_and_never_the_same(gm, client):
    for name in NAMES:
        make_creature(gm, name=name)
    client.force_login(gm)
    archive = download(client)
    files = [name for name in archive.namelist() if name.startswith("creatures/")]
    assert len(set(map(str.casefold, files))) == len(NAMES)
    assert all(re.fullmatch(r"creatures/\d{4}[\w-]*\.json", name) for name in files)
    assert max(map(len, files)) < 80
    kept = {document["document"]["name"] for name, document in documents(archive).items() if name in files}
    assert kept == set(NAMES)


@pytest.mark.parametrize(
    ("name", "stem"), [("Élfe noire", "0007-élfe-noire"), ("🐉", "0007"), ("../x", "0007-x"), ("", "0007")]
)
def test_the_number_stands_alone_where_nothing_of_a_name_is_left(name, stem):
    assert numbered_stem(7, name) == stem
    assert file_stem(name) == stem.removeprefix("0007").removeprefix("-")


def test_the_file_is_a_zip_named_after_the_account_and_the_day(gm_client):
    response = gm_client.post(DOWNLOAD, headers={"accept-encoding": "gzip"})
    assert response["Content-Type"] == "application/zip"
    assert response["Content-Disposition"] == f'attachment; filename="duskfolio-gretchen-{timezone.now():%Y-%m-%d}.zip"'
    assert "Content-Encoding" not in response
    assert int(response["Content-Length"]) == len(b"".join(response.streaming_content))
    assert "no-store" in response["Cache-Control"]


def test_an_empty_account_has_a_file_too(gm_client):
    files = documents(download(gm_client))
    assert files["account.json"]["username"] == "Gretchen"
    assert files["account.json"]["email"] == "Gretchen@example.org"
    assert all(line["count"] == 0 for line in files["manifest.json"]["contents"])
    assert files["haggling.json"] == []


def test_a_guest_takes_along_what_a_guest_saved(client):
    guest = make_guest()
    make_creature(guest, name="Wisp")
    client.force_login(guest)
    assert "creatures/0001-wisp.json" in download(client).namelist()


def test_a_visitor_has_nothing_to_download_and_stays_a_visitor(client):
    assert client.post(DOWNLOAD).url == "/accounts/"
    assert not User.objects.exists()


def test_no_link_and_no_other_site_can_ask_for_it(gm, gm_client):
    assert gm_client.get(DOWNLOAD).status_code == 405
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(gm)
    assert strict.post(DOWNLOAD).status_code == 403


def test_it_is_asked_for_so_many_times_in_an_hour_whoever_else_asks(gm_client, other_gm_client, settings):
    settings.DOWNLOADS_PER_HOUR = 2
    assert "At most 2 times in an hour" in gm_client.get("/accounts/").content.decode()
    assert [gm_client.post(DOWNLOAD).status_code for _ in range(3)] == [200, 200, 429]
    page = gm_client.post(DOWNLOAD).content.decode()
    assert "Try again in 60 minutes" in page
    assert 'name="username" value="Gretchen"' in page
    assert other_gm_client.post(DOWNLOAD).status_code == 200
