"""The picture on paper: on the sheet of either game, grey unless colour is asked for, small, and nobody else's."""

import io

import pytest
from PIL import Image

from bestiary.models import Creature
from bestiary.pictures import PRINT_SIDE
from tests.factories import make_creature, make_foe
from tests.portraits.test_serving import give_portrait
from tests.print.creatures import read, whole_text
from tests.revisions.cast import post_of, stored

PREVIEW_SHEET = {
    "worlds_awakening": "/bestiary/creatures/preview/sheet.pdf",
    "two_d12": "/bestiary/foes/preview/card.pdf",
}
ALT = "A wolf with three eyes"


@pytest.fixture(autouse=True)
def _storage_of_its_own(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path / "media"


@pytest.fixture(params=[make_creature, make_foe], ids=["worlds_awakening", "two_d12"])
def creature(request, gm):
    return request.param(gm, "public")


@pytest.fixture
def printed(monkeypatch):
    """What the last print was made of."""
    made = {}

    def keep(template, context, *, assets=None, **_):
        made.clear()
        made.update(context, assets=assets)
        return b"%PDF-"

    monkeypatch.setattr("bestiary.pdf.render_pdf", keep)
    return made


def sheet(creature, **options) -> str:
    return f"{creature.get_absolute_url()}sheet.pdf?" + "&".join(f"{name}={value}" for name, value in options.items())


def mode(data: bytes) -> str:
    return Image.open(io.BytesIO(data)).mode


def images(pdf: bytes) -> list:
    return [image for page in read(pdf).pages for image in page.images]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_sheet_has_the_picture_and_everything_that_it_had_without(client, creature, paper):
    plain = client.get(sheet(creature, paper=paper)).content
    give_portrait(creature, ALT, width=1200, height=1600)
    response = client.get(sheet(creature, paper=paper))
    assert response.status_code == 200
    pdf = response.content
    assert whole_text(pdf) == whole_text(plain)
    assert not images(plain)
    assert len(images(pdf)) == 1
    image = images(pdf)[0].image
    assert image.mode == "L"
    assert max(image.size) <= PRINT_SIDE
    assert len(pdf) < len(plain) + 45_000
    assert ALT in alternatives(pdf)


def alternatives(pdf: bytes) -> list[str]:
    """What the PDF says instead of its pictures, to those who hear it."""
    found, left = [], [read(pdf).trailer["/Root"]["/StructTreeRoot"]]
    while left:
        element = left.pop().get_object()
        if isinstance(element, list):
            left += [child for child in element if hasattr(child, "get_object")]
        elif isinstance(element, dict):
            found += [str(element["/Alt"])] if "/Alt" in element else []
            left += [element["/K"]] if "/K" in element else []
    return found


def test_grey_unless_colour_is_asked_for_and_left_out_where_it_is(client, creature, printed):
    give_portrait(creature, ALT)
    for options, wanted in (({}, "L"), ({"picture": "colour"}, "RGB"), ({"picture": "nonsense"}, "L")):
        client.get(sheet(creature, **options))
        assert mode(printed["assets"]["portrait.jpg"]) == wanted
        assert printed["portrait_alt"] == ALT
    client.get(sheet(creature, picture="none"))
    assert not printed["assets"]
    assert "portrait_alt" not in printed


def test_pages_offer_the_choice_where_there_is_a_picture(gm_client, creature):
    pages = creature.get_absolute_url(), f"{creature.get_absolute_url()}edit/"
    for page in pages:
        assert 'name="picture"' not in gm_client.get(page).content.decode()
    give_portrait(creature)
    for page in pages:
        assert '<option value="grey">in grey</option>' in gm_client.get(page).content.decode()


def test_a_print_from_the_builder_has_the_saved_picture(gm_client, other_gm_client, creature, printed):
    portrait = give_portrait(creature, ALT)
    page = gm_client.get(f"{creature.get_absolute_url()}edit/").content.decode()
    assert f'name="portrait_now" value="{portrait.key}"' in page
    data = post_of(creature.system, stored(creature), portrait_now=portrait.key, portrait_alt="As typed")
    gm_client.post(PREVIEW_SHEET[creature.system], data)
    assert printed["portrait_alt"] == "As typed"
    gm_client.post(PREVIEW_SHEET[creature.system], {**data, "portrait_remove": "on"})
    assert not printed["assets"]
    Creature.objects.update(visibility="private")
    other_gm_client.post(PREVIEW_SHEET[creature.system], data)
    assert not printed["assets"]


def test_a_print_from_the_builder_has_the_picture_that_waits_and_asks_for_nobody(
    gm_client, creature, printed, monkeypatch
):
    def forbidden(*args, **kwargs):
        raise AssertionError("asked who is there")

    monkeypatch.setattr("django.contrib.auth.middleware.get_user", forbidden)
    waiting = give_portrait(None)
    data = post_of(creature.system, stored(creature), portrait_kept=waiting.key, paper="a4")
    gm_client.post(PREVIEW_SHEET[creature.system], data)
    assert printed["assets"]
    assert printed["portrait_alt"] == stored(creature)["name"]
    for nonsense in ({"portrait_kept": "0" * 32}, {"portrait_kept": "", "portrait_now": "../\0x"}):
        gm_client.post(PREVIEW_SHEET[creature.system], {**data, **nonsense})
        assert not printed["assets"]


def test_a_picture_that_the_storage_lost_costs_no_sheet(client, creature, printed, settings):
    give_portrait(creature)
    settings.MEDIA_ROOT = settings.MEDIA_ROOT / "elsewhere"
    assert client.get(sheet(creature)).status_code == 200
    assert not printed["assets"]
