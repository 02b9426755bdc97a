"""The composer: choose, order, add one's own, save, print; strangers see nothing, bad forms lose nothing."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from encounters.screens.catalogue import GAMES, all_panels
from encounters.screens.models import MAX_PANELS, OWN_TEXT_LENGTH, PANEL_TEXT_LENGTH, Screen
from encounters.screens.printing import pages_of
from tests.encounters.screens.cast import OWN, make_screen, order_of, posted
from tests.encounters.screens.prints import read, squeezed, text_of, words_of_page
from tests.factories import PASSWORD

pytestmark = pytest.mark.django_db

CREATE = "/screens/new/"


def url(name, screen):
    return reverse(f"encounters:{name}", args=[screen.uid])


def said(response) -> str:
    return words_of_page(response.content.decode())


# --- saving ----------------------------------------------------------------------------------------------------------


def test_a_visitor_composes_saves_and_owns_it_as_a_guest(client):
    response = client.post(CREATE, posted("two_d12.effects", OWN, "worlds_awakening.falls", save="1"))
    screen = Screen.objects.get()
    assert response.status_code == 302
    assert response.url == screen.get_absolute_url()
    assert screen.owner.is_guest
    assert order_of(screen) == ["two_d12.effects", "House rules", "worlds_awakening.falls"]
    page = said(client.get(response.url))
    assert "Start of turn (damage)" in page
    assert "above 12 m" in page
    assert "Snacks for the GM" in page


def test_log_in_brings_the_guests_screens_along(client, gm):
    client.post(CREATE, posted("two_d12.ranks", save="1"))
    client.post(reverse("accounts:login"), {"username": gm.username, "password": PASSWORD})
    assert Screen.objects.get().owner == gm
    assert not User.objects.filter(is_guest=True).exists()


def test_paper_pages_and_text_size_are_kept(gm_client):
    gm_client.post(CREATE, posted("two_d12.ranks", paper="letter", orientation="landscape", text_size="large"))
    screen = Screen.objects.get()
    assert (screen.paper, screen.orientation, screen.text_size) == ("letter", "landscape", "large")
    box = read(gm_client.get(url("screen_print", screen)).content).pages[0].mediabox
    assert (float(box.width), float(box.height)) == pytest.approx((792, 612), abs=1)


def test_an_edited_screen_replaces_its_panels(gm_client, gm):
    screen = make_screen(gm, "two_d12.ranks", OWN)
    data = posted("worlds_awakening.stats", name="Other", seen=screen.updated.isoformat())
    assert gm_client.post(url("screen_edit", screen), data).status_code == 302
    screen.refresh_from_db()
    assert screen.name == "Other"
    assert order_of(screen) == ["worlds_awakening.stats"]


def test_the_order_fields_decide_the_order(gm_client):
    data = posted("two_d12.ranks", "two_d12.traits", "two_d12.rests")
    data |= {"panels-0-ORDER": "3", "panels-1-ORDER": "1", "panels-2-ORDER": "2"}
    gm_client.post(CREATE, data)
    assert order_of(Screen.objects.get()) == ["two_d12.traits", "two_d12.rests", "two_d12.ranks"]


def test_a_row_marked_as_removed_is_not_saved(gm_client):
    gm_client.post(CREATE, posted("two_d12.ranks", "two_d12.traits") | {"panels-0-DELETE": "on"})
    assert order_of(Screen.objects.get()) == ["two_d12.traits"]


def test_an_empty_row_is_no_panel(gm_client):
    gm_client.post(CREATE, posted("two_d12.ranks", {"title": " ", "text": ""}))
    assert order_of(Screen.objects.get()) == ["two_d12.ranks"]


def test_the_page_the_print_and_the_tables_say_the_same(gm_client, gm):
    screen = make_screen(gm, "worlds_awakening.sizes", "two_d12.gauge", OWN)
    page = squeezed(said(gm_client.get(screen.get_absolute_url())))
    printed = squeezed(text_of(gm_client.get(url("screen_print", screen)).content))
    for slug in ("worlds_awakening.sizes", "two_d12.gauge"):
        for text in all_panels()[slug].texts():
            assert squeezed(text) in page
            assert squeezed(text) in printed
    assert "Snacksforthe" in page
    assert "Snacksforthe" in printed


def test_the_foot_of_the_print_names_the_games_its_tables_come_from(gm_client, gm):
    both = make_screen(gm, "worlds_awakening.sizes", "two_d12.gauge")
    one = make_screen(gm, "two_d12.gauge")
    foot = squeezed("Unofficial tool for {}, made")
    assert foot.format("WorldsAwakeningand2d12Traits") in squeezed(
        text_of(gm_client.get(url("screen_print", both)).content)
    )
    assert foot.format("2d12Traits") in squeezed(text_of(gm_client.get(url("screen_print", one)).content))


def test_a_table_that_a_later_version_drops_is_left_out_and_says_so_when_edited(gm_client, gm):
    screen = make_screen(gm, "two_d12.ranks", "two_d12.dropped")
    assert gm_client.get(screen.get_absolute_url()).status_code == 200
    assert "A table that is gone" in said(gm_client.get(url("screen_edit", screen)))
    data = posted("two_d12.ranks", "two_d12.dropped", seen=screen.updated.isoformat())
    response = gm_client.post(url("screen_edit", screen), data)
    assert response.status_code == 422
    assert "This table is not there any more: remove the row." in said(response)


# --- starting and adding, without a script ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.slug)
def test_a_screen_can_start_from_a_whole_game(client, game):
    page = client.get(f"{CREATE}?from={game.slug}").content.decode()
    for number, panel in enumerate(game.screen()):
        assert f'name="panels-{number}-table" value="{panel.slug}"' in page
    assert not Screen.objects.exists()


def test_a_game_that_is_none_is_not_found(client):
    assert client.get(f"{CREATE}?from=chess").status_code == 404


def test_a_table_is_added_below_and_nothing_saved(client):
    page = client.post(CREATE, posted(OWN, add_table="two_d12.ranks")).content.decode()
    assert 'name="panels-1-table" value="two_d12.ranks"' in page
    assert 'value="House rules"' in page
    assert "data-unsaved" in page
    assert not Screen.objects.exists()


def test_a_whole_game_adds_what_is_missing_only(client):
    page = client.post(CREATE, posted("two_d12.ranks", add_table="game:two_d12")).content.decode()
    assert page.count('value="two_d12.ranks" id=') == 1
    assert page.count('-table" value="two_d12.') == len(GAMES["two_d12"].screen())


@pytest.mark.parametrize(
    ("button", "problem"),
    [
        ("two_d12.ranks", "It is on the screen already."),
        ("two_d12.nonsense", "There is no such table."),
        ("game:chess", "There is no such table."),
        ("", "There is no such table."),
    ],
)
def test_a_table_that_cannot_be_added_says_why(client, button, problem):
    assert problem in said(client.post(CREATE, posted("two_d12.ranks", add_table=button)))


def test_rows_move_and_leave_without_a_script(client):
    data = posted("two_d12.ranks", "two_d12.traits")

    def tables(**button):
        page = client.post(CREATE, data | button).content.decode()
        return [slug for _, slug in sorted((page.find(f'value="{slug}" id='), slug) for slug in all_panels()) if _ > 0]

    assert tables(move_up="panels-1") == ["two_d12.traits", "two_d12.ranks"]
    assert tables(move_down="panels-0") == ["two_d12.traits", "two_d12.ranks"]
    assert tables(remove="panels-0") == ["two_d12.traits"]
    assert not Screen.objects.exists()


def test_a_panel_of_ones_own_opens_ready_to_type(client):
    page = client.post(CREATE, posted("two_d12.ranks", add="panels")).content.decode()
    assert re.search(r'<input[^>]*name="panels-1-name"[^>]*autofocus', page)


def test_a_restored_draft_comes_back_unsaved(client):
    response = client.post(CREATE, posted(OWN, restore="1", name=""))
    assert response.status_code == 200
    assert "No** phones" in response.content.decode()
    assert "data-unsaved" in response.content.decode()


def test_pages_are_counted_without_a_script(client):
    response = client.post(CREATE, posted("two_d12.ranks", "two_d12.traits", recalculate="1"))
    assert "1 page Page 1 Threat per Foe, The nine Traits" in " ".join(said(response).split())
    assert not Screen.objects.exists()


# --- bad forms -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"name": ""}, "Give the screen a name."),
        ({"name": "x" * 81}, "At most 80 characters."),
        ({"name": "a\0b"}, "This name holds a character that cannot be stored: type it again."),
        ({"paper": "a5"}, "Choose A4 or Letter."),
        ({"orientation": "upside"}, "Choose portrait or landscape."),
        ({"text_size": "tiny"}, "Choose a size of the text from the list."),
        ({"panels-0-table": "nonsense"}, "This table is not there any more: remove the row."),
        ({"panels-1-name": ""}, "Give the panel a title."),
        ({"panels-1-name": "x" * 81}, "At most 80 characters."),
        ({"panels-1-text": "a\0b"}, "This text holds a character that cannot be stored: type it again."),
        ({"panels-1-text": "x" * (PANEL_TEXT_LENGTH + 1)}, "At most 4,000 characters; this has 4,001."),
    ],
)
def test_what_is_wrong_is_said_at_its_field_and_nothing_typed_is_lost(client, change, message):
    data = posted("two_d12.ranks", OWN) | change
    response = client.post(CREATE, data)
    page = response.content.decode()
    assert response.status_code == 422
    assert message in page
    assert "Not saved yet" in page
    assert not Screen.objects.exists()
    assert not User.objects.exists()
    if "panels-1-text" not in change:
        assert "No** phones" in page


def test_line_breaks_count_once(gm_client):
    text = "four\r\n" * (PANEL_TEXT_LENGTH // 5)
    assert gm_client.post(CREATE, posted({"title": "Full", "text": text})).status_code == 302


def test_all_texts_together_are_bounded(client):
    full = {"title": "Full", "text": "x" * PANEL_TEXT_LENGTH}
    enough = [full] * (OWN_TEXT_LENGTH // PANEL_TEXT_LENGTH)  # of one long word each
    assert client.post(CREATE, posted(*enough)).status_code == 302
    response = client.post(CREATE, posted(*enough, {"title": "More", "text": "x"}))
    assert response.status_code == 422
    assert "All texts of your own together: at most 20,000 characters; these are 20,001." in response.content.decode()


@pytest.mark.parametrize("piece", ["- a\n", "a\n", "a\n\n", "|a|", "*a* ", "> a\n\n"])
def test_pieces_that_take_long_to_lay_out_are_bounded(client, piece):
    text = (piece * PANEL_TEXT_LENGTH)[: PANEL_TEXT_LENGTH - 1]
    if piece == "|a|":
        text = ("|a|a|\n|-|-|\n" + "|a|a|\n" * PANEL_TEXT_LENGTH)[:PANEL_TEXT_LENGTH]
    response = client.post(CREATE, posted(*[{"title": "Many", "text": text}] * 5))
    assert response.status_code == 422
    assert "at most 1,500 lines, list items, table cells and words in bold; these are" in response.content.decode()


def test_a_screen_has_at_most_40_panels(client):
    rows = [{"title": f"Panel {number}", "text": ""} for number in range(MAX_PANELS)]
    assert client.post(CREATE, posted(*rows)).status_code == 302
    response = client.post(CREATE, posted(*rows, {"title": "One more", "text": ""}))
    assert response.status_code == 422
    assert "At most 40 panels." in response.content.decode()
    response = client.post(CREATE, posted(*rows, add_table="two_d12.ranks"))
    assert "At most 40 panels. Remove one first." in said(response)


@pytest.mark.parametrize(
    "text",
    [
        "<script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "[x](javascript:alert(1))",
        "![x](file:///etc/passwd)",
        "| a |\n|---|\n| <b onclick=x>y</b> |",
    ],
)
def test_scripts_in_a_panel_stay_text_on_page_and_paper(gm_client, gm, text):
    screen = make_screen(gm, {"title": "<i>Own</i>", "text": text})
    page = gm_client.get(screen.get_absolute_url()).content.decode()
    for tag in ("<script>alert", "<img src", 'href="javascript', "<b onclick", "<i>Own"):
        assert tag not in page
    assert gm_client.get(url("screen_print", screen))["Content-Type"] == "application/pdf"


def test_markdown_makes_bold_lists_and_tables(gm_client, gm):
    text = "**Bold** and *thin*\n\n- one\n- two\n\n| d6 | What |\n|---|---|\n| 1 | Rain |"
    screen = make_screen(gm, {"title": "Weather", "text": text})
    page = gm_client.get(screen.get_absolute_url()).content.decode()
    for piece in ("<strong>Bold</strong>", "<em>thin</em>", "<li>one</li>", "<th>d6</th>", "<td>Rain</td>"):
        assert piece in page


def test_headings_are_headings_below_the_panels_title_on_page_and_paper(gm_client, gm):
    text = "# Head\n\nWords\n\n## Part\n\n###### Deep\n\n#No heading"
    screen = make_screen(gm, {"title": "Lore", "text": text}, "two_d12.ranks")
    page = gm_client.get(screen.get_absolute_url()).content.decode()
    for piece in ("<h3>Head</h3>", "<h4>Part</h4>", "<h4>Deep</h4>", "#No heading"):
        assert piece in page
    assert "# Head" not in page
    content = gm_client.get(url("screen_print", screen)).content
    assert "#" not in text_of(content).replace("#No heading", "")
    # The outline, and with it the page count, knows titles of panels only.
    assert [title for titles in pages_of(content) for title in titles] == ["Lore", "Threat per Foe"]


def test_the_tables_to_choose_from_show_which_are_on_the_screen(gm_client, gm):
    def marked(page: str) -> list[str]:
        buttons = re.findall(r'value="([\w.:]+)" data-(?:table|whole)(.*?)</button>', page)
        return [value for value, inner in buttons if '<span class="picked">' in inner]

    screen = make_screen(gm, "two_d12.ranks", OWN)
    assert marked(gm_client.get(url("screen_edit", screen)).content.decode()) == ["two_d12.ranks"]
    whole = marked(gm_client.get("/screens/new/?from=two_d12").content.decode())
    assert whole[0] == "game:two_d12"
    assert set(whole[1:]) == {panel.slug for panel in GAMES["two_d12"].screen()}


def test_a_screen_saved_elsewhere_meanwhile_is_not_overwritten(gm_client, gm):
    screen = make_screen(gm, "two_d12.ranks")
    response = gm_client.post(url("screen_edit", screen), posted("two_d12.traits", seen="2020-01-01T00:00:00"))
    assert response.status_code == 409
    assert "saved somewhere else" in said(response)
    assert order_of(screen) == ["two_d12.ranks"]
    # The page that comes back knows of the other save: saving again is a decision.
    page = response.content.decode()
    assert f'name="seen" value="{screen.updated.isoformat()}"' in page


# --- lists, bin, strangers -------------------------------------------------------------------------------------------


def test_the_list_shows_ones_own_and_asks_no_more_for_more(gm_client, gm, other_gm, django_assert_max_num_queries):
    make_screen(other_gm, "two_d12.ranks", name="Not mine")
    for number in range(12):
        make_screen(gm, "two_d12.ranks", OWN, name=f"Mine {number}")
    with django_assert_max_num_queries(6):
        page = said(gm_client.get("/screens/"))
    assert all(f"Mine {number}" in page for number in range(12))
    assert "Threat per Foe, House rules" in page
    assert "Not mine" not in page


def test_a_deleted_screen_lies_in_the_bin_and_comes_back(gm_client, gm):
    screen = make_screen(gm, "two_d12.ranks")
    assert "Delete" in said(gm_client.get(url("screen_delete", screen)))
    gm_client.post(url("screen_delete", screen))
    assert gm_client.get(screen.get_absolute_url()).status_code == 404
    gm_client.get("/")  # where the message about it is shown
    assert screen.name not in said(gm_client.get("/screens/"))
    assert screen.name in said(gm_client.get("/screens/bin/"))
    assert gm_client.post(url("screen_restore", screen)).status_code == 302
    assert gm_client.get(screen.get_absolute_url()).status_code == 200
    assert order_of(screen) == ["two_d12.ranks"]


@pytest.mark.parametrize(
    ("method", "name"),
    [
        ("get", "screen_detail"),
        ("get", "screen_print"),
        ("get", "screen_edit"),
        ("post", "screen_edit"),
        ("get", "screen_delete"),
        ("post", "screen_delete"),
        ("post", "screen_share"),
        ("post", "screen_restore"),
    ],
)
def test_a_stranger_finds_nothing(other_gm_client, client, gm, method, name):
    kept = make_screen(gm, "two_d12.ranks", share_token="a-token-nobody-guesses")
    binned = make_screen(gm, "two_d12.ranks", deleted_at=timezone.now())
    for screen in (kept, binned):
        for visitor in (other_gm_client, client):
            response = getattr(visitor, method)(url(name, screen), posted() if method == "post" else None)
            assert response.status_code == 404
    kept.refresh_from_db()
    assert kept.share_token == "a-token-nobody-guesses"
    assert kept.deleted_at is None
