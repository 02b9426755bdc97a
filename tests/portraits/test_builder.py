"""A picture in the builder: taken, kept while the form comes back, copied for variants, removed, replaced."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone

from accounts.guests import move_work
from bestiary import portraits
from bestiary.models import Creature, Portrait
from bestiary.pictures import MAX_BYTES, VERSIONS
from bestiary.portraits import file_name, tidy
from config.requests import LONGEST_REQUEST
from tests.bestiary.forms import error_at, value_of
from tests.factories import make_creature, make_guest
from tests.portraits.pictures import drawn, encoded, photo, upload
from tests.revisions.cast import FULL, GAMES, address, conflict_fields, make, post_of, stored

NEW = {"worlds_awakening": "/bestiary/creatures/new/", "two_d12": "/bestiary/foes/new/"}


@pytest.fixture(autouse=True)
def _storage_of_its_own(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture(params=GAMES)
def game(request):
    return request.param


@pytest.fixture
def creature(gm, game):
    return make(game, gm)


def stored_document(game) -> dict:
    return FULL[game][0]


def form(game, **changes) -> dict:
    """The form of a new creature as posted."""
    return post_of(game, stored_document(game), **changes)


def save(client, creature, **changes):
    data = post_of(creature.system, stored(creature), revision=str(current(creature).revision), **changes)
    return client.post(address(creature, "edit/"), data)


def current(creature) -> Creature:
    return Creature.objects.with_stats().get(pk=creature.pk)


def portrait(creature) -> Portrait | None:
    return Portrait.objects.filter(thing=creature).first()


def files() -> set[str]:
    found = set()
    for folder in portraits._listed("portraits")[0]:
        found |= {f"portraits/{folder}/{name}" for name in portraits._listed(f"portraits/{folder}")[1]}
    return found


def files_of(*kept: Portrait) -> set[str]:
    return {file_name(each.key, version) for each in kept for version in VERSIONS}


def kept_key(html: str) -> str:
    return value_of(html, "portrait_kept")


@pytest.fixture
def with_portrait(gm_client, creature, django_capture_on_commit_callbacks):
    """The creature of `gm` with a picture."""
    assert save(gm_client, creature, portrait=upload(), portrait_alt="A wolf").status_code == 302
    return current(creature)


def test_a_new_creature_is_saved_with_its_picture(gm_client, game):
    response = gm_client.post(NEW[game], form(game, portrait=upload(), portrait_alt="A wolf with three eyes"))
    assert response.status_code == 302
    creature = Creature.objects.get()
    assert creature.has_portrait
    assert (creature.portrait.alt, creature.portrait.width, creature.portrait.height) == (
        "A wolf with three eyes",
        300,
        400,
    )
    assert files() == files_of(creature.portrait)
    assert "wolf.png" not in " ".join(files())


def test_the_form_says_what_may_be_uploaded_and_sends_files_without_a_script(client, db, game):
    html = client.get(NEW[game]).content.decode()
    assert '<form class="builder__form" id="creature-form" method="post" enctype="multipart/form-data"' in html
    assert "PNG, JPEG or WebP, at most 8 MB and 20 million pixels." in html
    assert "At most 20 an hour." in html
    assert 'accept="image/png,image/jpeg,image/webp"' in html


def test_a_visitor_who_saves_with_a_picture_becomes_a_guest_and_owns_it(client, db, game):
    assert client.post(NEW[game], form(game, portrait=upload())).status_code == 302
    assert Creature.objects.get().portrait
    assert Creature.objects.get().owner.is_guest


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (b"<svg><script>alert(1)</script></svg>", "wolf.svg", "This is an SVG drawing"),
        (b"%PDF-1.7", "wolf.png", "This is a PDF"),
        (b"PK\x03\x04" + b"\0" * 99, "wolf.png", "This is a ZIP archive"),
        (encoded(drawn(), "GIF"), "wolf.png", "This is a GIF"),
        (encoded(drawn())[:600], "wolf.png", "damaged"),
        (b"x" * (MAX_BYTES + 1), "wolf.jpg", "This file has 8.0 MB, a portrait at most 8"),
        (b"x" * (LONGEST_REQUEST - 100_000), "wolf.jpg", "This file has 31.9 MB, a portrait at most 8"),
    ],
)
def test_a_file_that_is_no_picture_is_refused_at_its_place_and_nothing_typed_is_lost(
    gm_client, game, data, name, reason
):
    response = gm_client.post(NEW[game], form(game, portrait=upload(data, name), portrait_alt="A wolf & its “moon”"))
    html = response.content.decode()
    assert response.status_code == 422
    assert reason in error_at(html, "portrait")
    assert unescape(value_of(html, "portrait_alt")) == "A wolf & its “moon”"
    assert value_of(html, "name") == stored_document(game)["name"]
    assert not Creature.objects.exists()
    assert not Portrait.objects.exists()
    assert not files()
    # Everything else can be saved at once.
    assert gm_client.post(NEW[game], form(game)).status_code == 302


def test_an_empty_file_is_refused_and_no_file_is_no_file(gm_client, game):
    assert gm_client.post(NEW[game], form(game, portrait=upload(b"x"))).status_code == 422
    assert gm_client.post(NEW[game], form(game, portrait="[object File]")).status_code == 302
    assert not Creature.objects.get().has_portrait


def test_a_picture_waits_while_the_form_comes_back(gm_client, game):
    html = gm_client.post(NEW[game], form(game, name="", portrait=upload())).content.decode()
    assert error_at(html, "name")
    assert "This picture is not saved yet. It is kept for a day" in html
    key = kept_key(html)
    assert Portrait.objects.get().key == key
    assert gm_client.get(f"/bestiary/portraits/{key}/card.webp").status_code == 200
    assert gm_client.post(NEW[game], form(game, portrait_kept=key)).status_code == 302
    assert Creature.objects.get().portrait.key == key


@pytest.mark.parametrize("button", ["add", "recalculate", "restore"])
def test_buttons_that_save_nothing_keep_the_picture_too(gm_client, game, button):
    add = {"worlds_awakening": "add_ability", "two_d12": "add_effect"}[game]
    pressed = {add if button == "add" else button: "1", "save": None}
    html = gm_client.post(NEW[game], form(game, portrait=upload(), **pressed)).content.decode()
    assert kept_key(html) == Portrait.objects.get().key
    html = gm_client.post(NEW[game], form(game, portrait=upload(b"%PDF-1.7"), **pressed)).content.decode()
    assert "The picture was not taken. This is a PDF" in html


def test_a_picture_that_waited_for_a_day_is_gone_and_the_form_says_so(
    gm_client, game, django_capture_on_commit_callbacks
):
    key = kept_key(gm_client.post(NEW[game], form(game, name="", portrait=upload())).content.decode())
    created = Portrait.objects.get().created
    assert tidy(created + timedelta(hours=23, minutes=59)) == 0
    with django_capture_on_commit_callbacks(execute=True):
        assert tidy(created + timedelta(days=1)) == 1
    assert not files()
    response = gm_client.post(NEW[game], form(game, portrait_kept=key))
    assert response.status_code == 422
    assert "The picture waited for a day and is gone" in error_at(response.content.decode(), "portrait")
    assert not Creature.objects.exists()
    assert gm_client.post(NEW[game], form(game, portrait_kept=key, portrait_remove="on")).status_code == 302


def test_another_picture_takes_the_place_of_the_first_whose_files_go(
    gm_client, with_portrait, django_capture_on_commit_callbacks
):
    first = portrait(with_portrait)
    with django_capture_on_commit_callbacks(execute=True):
        assert (
            save(gm_client, with_portrait, portrait=upload(photo(), "moon.jpg"), portrait_alt="A moon").status_code
            == 302
        )
    second = portrait(with_portrait)
    assert second.key != first.key
    assert second.alt == "A moon"
    assert files() == files_of(second)


def test_a_save_without_a_file_leaves_picture_and_words_as_typed(gm_client, with_portrait):
    before = portrait(with_portrait)
    html = gm_client.get(address(with_portrait, "edit/")).content.decode()
    assert value_of(html, "portrait_alt") == "A wolf"
    assert kept_key(html) == ""
    assert save(gm_client, with_portrait, portrait_alt="A grey wolf").status_code == 302
    after = portrait(with_portrait)
    assert (after.key, after.alt) == (before.key, "A grey wolf")
    assert current(with_portrait).has_portrait


def test_a_picture_is_removed_with_its_files(gm_client, with_portrait, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        assert save(gm_client, with_portrait, portrait_remove="on").status_code == 302
    assert portrait(with_portrait) is None
    assert not current(with_portrait).has_portrait
    assert not files()


def test_files_stay_when_the_save_that_would_remove_them_does_not_happen(
    gm_client, with_portrait, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True), transaction.atomic():
        Portrait.objects.filter(thing=with_portrait).delete()
        transaction.set_rollback(True)
    assert files() == files_of(portrait(with_portrait))


def test_a_creature_deleted_for_good_takes_its_files_along(with_portrait, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        Creature.objects.filter(pk=with_portrait.pk).delete()
    assert not Portrait.objects.exists()
    assert not files()


def test_a_user_who_leaves_takes_their_files_along(gm, with_portrait, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        gm.delete()
    assert not files()


def test_a_variant_takes_a_copy_that_lives_on(
    other_gm_client, gm_client, with_portrait, game, django_capture_on_commit_callbacks
):
    Creature.objects.update(visibility="public")
    address_of_variant = f"{NEW[game]}?variant_of={with_portrait.uid}"
    html = other_gm_client.get(address_of_variant).content.decode()
    first = portrait(with_portrait)
    assert kept_key(html) == first.key
    assert "The variant takes a copy of this picture." in html
    data = form(game, portrait_kept=first.key, portrait_alt="A wolf")
    assert other_gm_client.post(address_of_variant, data).status_code == 302
    variant = Creature.objects.get(origin=with_portrait)
    second = portrait(variant)
    assert second.key != first.key
    assert second.alt == "A wolf"
    assert files() == files_of(first, second)
    with django_capture_on_commit_callbacks(execute=True):
        Creature.objects.filter(pk=with_portrait.pk).delete()
    assert files() == files_of(second)
    assert other_gm_client.get(f"/bestiary/portraits/{second.key}/page.webp").status_code == 200


def test_a_variant_can_do_without_the_picture(other_gm_client, with_portrait, game):
    Creature.objects.update(visibility="public")
    data = form(game, portrait_kept=portrait(with_portrait).key, portrait_remove="on")
    assert other_gm_client.post(f"{NEW[game]}?variant_of={with_portrait.uid}", data).status_code == 302
    assert not Creature.objects.get(origin=with_portrait).has_portrait


def test_nobody_takes_over_a_picture_that_they_may_not_see(other_gm_client, with_portrait, game):
    response = other_gm_client.post(NEW[game], form(game, portrait_kept=portrait(with_portrait).key))
    assert response.status_code == 422
    assert "gone" in error_at(response.content.decode(), "portrait")
    html = response.content.decode()
    assert f"/bestiary/portraits/{portrait(with_portrait).key}/" not in html


@pytest.mark.parametrize("key", ["nonsense", "../../db.sqlite3", "\N{SNOWMAN}", "0" * 40, "' OR 1=1"])
def test_a_key_that_is_none_is_a_picture_that_is_gone(gm_client, game, key):
    response = gm_client.post(NEW[game], form(game, portrait_kept=key))
    assert response.status_code == 422
    assert error_at(response.content.decode(), "portrait")


def test_two_tabs_collide_and_the_picture_of_the_second_comes_along(gm_client, creature, game):
    theirs = {**stored(creature), "description": "Theirs"}
    mine = {**stored(creature), "name": "Mine"}
    assert gm_client.post(address(creature, "edit/"), post_of(game, theirs, revision="1")).status_code == 302
    answer = gm_client.post(
        address(creature, "edit/"), post_of(game, mine, revision="1", portrait=upload(), portrait_alt="A wolf")
    )
    assert answer.status_code == 409
    key = Portrait.objects.get().key
    fields = conflict_fields(answer.content.decode())
    assert (fields["portrait_kept"], fields["portrait_alt"]) == ([key], ["A wolf"])
    saved = gm_client.post(address(creature, "edit/"), {**fields, "save": "merged"})
    assert saved.status_code == 302
    after = current(creature)
    assert (after.name, after.description) == ("Mine", "Theirs")
    assert (after.portrait.key, after.portrait.alt) == (key, "A wolf")


def test_a_picture_added_to_what_another_tab_saved_the_same_is_no_conflict(gm_client, creature, game):
    same = {**stored(creature), "name": "Same"}
    assert gm_client.post(address(creature, "edit/"), post_of(game, same, revision="1")).status_code == 302
    answer = gm_client.post(address(creature, "edit/"), post_of(game, same, revision="1", portrait=upload()))
    assert answer.status_code == 302
    assert current(creature).has_portrait


def test_a_form_sent_twice_keeps_its_one_picture(gm_client, creature, game):
    key = kept_key(
        gm_client.post(
            address(creature, "edit/"), post_of(game, stored(creature), name="", revision="1", portrait=upload())
        ).content.decode()
    )
    data = post_of(game, stored(creature), revision="1", portrait_kept=key)
    for _ in range(2):
        assert gm_client.post(address(creature, "edit/"), data).status_code == 302
    assert portrait(creature).key == key
    assert current(creature).revision == 2


def test_restoring_a_revision_leaves_the_picture(gm_client, with_portrait):
    before = portrait(with_portrait)
    assert gm_client.post(address(with_portrait, "revisions/1/restore/")).status_code == 302
    assert portrait(with_portrait) == before
    assert current(with_portrait).has_portrait


def test_uploads_are_counted_by_the_hour(client, db, settings, game):
    settings.GUEST_PICTURES_PER_HOUR = 2
    for _ in range(2):
        assert client.post(NEW[game], form(game, portrait=upload())).status_code == 302
    response = client.post(NEW[game], form(game, portrait=upload()))
    assert response.status_code == 422
    assert "more than 2 pictures in an hour" in error_at(response.content.decode(), "portrait")
    assert client.post(NEW[game], form(game)).status_code == 302


def test_files_without_a_row_are_found(with_portrait):
    stray = f"portraits/ab/{'ab' * 16}-page.webp"
    default_storage.save(stray, ContentFile(b"x"))
    now = timezone.now()
    assert tidy(now) == 0
    assert tidy(now + timedelta(days=2)) == 1
    assert files() == files_of(portrait(with_portrait))


def test_the_has_picture_filter_finds_what_has_one(gm_client, with_portrait, gm):
    make_creature(gm, "public", name="Faceless")
    Creature.objects.update(visibility="public")
    html = gm_client.get("/bestiary/?portrait=with").content.decode()
    assert stored(with_portrait)["name"] in html
    assert "Faceless" not in html
    assert "Faceless" in gm_client.get("/bestiary/?portrait=").content.decode()
    save(gm_client, with_portrait, portrait_remove="on", visibility="public")
    assert 'class="creature-card"' not in gm_client.get("/bestiary/?portrait=with").content.decode()


def test_the_file_is_never_part_of_the_preview(client, db, game):
    html = client.get(NEW[game]).content.decode()
    assert re.search(r'id="builder" hx-params="not portrait"', html)
    assert 'formenctype="application/x-www-form-urlencoded"' in html
    preview = {"worlds_awakening": "/bestiary/creatures/preview/", "two_d12": "/bestiary/foes/preview/"}[game]
    assert client.post(preview, form(game, portrait=upload())).status_code == 200
    assert not Portrait.objects.exists()
    assert client.post(preview, form(game, portrait=upload(b"x" * 1_100_000))).status_code == 400


def test_a_guests_picture_moves_with_the_creature(gm, client, game):
    guest = make_guest()
    client.force_login(guest)
    client.post(NEW[game], form(game, portrait=upload()))
    move_work(guest, gm)
    assert Creature.objects.get(owner=gm).portrait
