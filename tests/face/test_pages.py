"""The frame every page stands in, the front page, and the pages for when something is wrong."""

import re

import pytest
from django import forms
from django.template.loader import get_template, render_to_string
from django.test import RequestFactory
from django.views.csrf import csrf_failure
from django.views.defaults import bad_request, server_error

from tests.factories import make_creature

PAGES = ["/", "/about/", "/bestiary/", "/bestiary/creatures/new/", "/encounters/", "/encounters/new/", "/accounts/"]


@pytest.mark.parametrize("address", PAGES)
def test_pages_keep_styles_and_scripts_in_files_of_this_site(client, db, address):
    html = client.get(address).content.decode()
    assert not re.search(r"<style|\sstyle=|\son\w+=|hx-on|<script(?![^>]*\ssrc=\"/static/)[^>]*>", html)
    loaded = re.findall(r'<(?:script|img|link rel="(?!alternate|canonical))[^>]*\s(?:src|href)="([^"]+)"', html)
    assert loaded
    assert all(link.startswith("/static/") for link in loaded)


@pytest.mark.parametrize("address", PAGES)
def test_every_page_has_one_title_one_heading_and_a_way_past_the_menu(client, db, address):
    html = client.get(address).content.decode()
    assert len(re.findall(r"<title>[^<]+ · Duskfolio</title>", html)) == 1
    assert html.count("<h1") == 1
    assert '<a class="skip-link" href="#main">' in html
    assert '<main id="main"' in html
    assert '<meta name="description" content="' in html


def test_every_page_says_it_is_unofficial_and_names_the_game(client, db):
    for address in PAGES:
        footer = client.get(address).content.decode().split("<footer")[1]
        assert "unofficial" in footer
        assert "Worlds Awakening" in footer


def test_the_menu_marks_where_one_is(client, db):
    menu = client.get("/encounters/new/").content.decode().split("<main")[0]
    assert '<a href="/encounters/" aria-current="true">' in menu
    assert menu.count("aria-current") == 2, "once in the wide menu, once in the folded one"


def test_the_front_page_shows_a_published_creature_and_no_other(client, gm):
    make_creature(gm, name="Secret Goblin")
    make_creature(gm, name="Shared Goblin", visibility="unlisted")
    assert "stat-block" not in client.get("/").content.decode()
    published = make_creature(gm, name="Public Goblin", visibility="public")
    html = client.get("/").content.decode()
    assert "Public Goblin" in html
    assert published.get_absolute_url() in html
    assert "Secret" not in html + "Shared"


def test_the_address_where_browsers_look_for_a_mark_has_one(client):
    answer = client.get("/favicon.ico")
    assert answer.status_code == 302
    assert answer["Location"].endswith(".svg")


def test_a_missing_page_says_what_to_do(client, db):
    response = client.get("/bestiary/creatures/00000000-0000-4000-8000-000000000000/")
    assert response.status_code == 404
    assert "Search the bestiary" in response.content.decode()


def test_pages_for_trouble_need_nothing_that_may_be_broken():
    request = RequestFactory().get("/")
    assert "Something broke" in server_error(request).content.decode()
    assert "{{" not in server_error(request).content.decode()
    assert "could not be read" in bad_request(request, None).content.decode()
    assert "grown old" in csrf_failure(request).content.decode()
    assert "Too many attempts" in get_template("429.html").render()


def test_an_error_page_keeps_the_drafts_of_this_browser(client, db):
    """draft.js takes a page as proof of a save unless it carries this mark."""
    for name in ("400", "403", "403_csrf", "404", "429", "500"):
        assert "<body data-error>" in get_template(f"{name}.html").render()


class Sample(forms.Form):
    name = forms.CharField(help_text="As the book has it.")
    tick = forms.BooleanField(help_text="Or not.")
    choice = forms.MultipleChoiceField(choices=[("a", "A")], widget=forms.CheckboxSelectMultiple)


@pytest.mark.parametrize("name", ["name", "tick", "choice"])
def test_a_field_names_its_control_and_ties_hint_and_message_to_it(name):
    field = Sample({})[name]
    html = render_to_string("_form_field.html", {"field": field})
    assert f'<p class="field__error" id="id_{name}_error">This field is required.</p>' in html
    assert 'aria-invalid="true"' in html
    described = re.search(r'aria-describedby="([^"]+)"', html)[1].split()
    assert f"id_{name}_error" in described
    assert all(f'id="{part}"' in html for part in described)
    if name != "choice":
        assert f'for="id_{name}"' in html
        assert f'id="id_{name}_helptext"' in html


def test_a_fields_message_has_its_place_before_there_is_one():
    html = render_to_string("_form_field.html", {"field": Sample()["name"]})
    assert '<p class="field__error" id="id_name_error"></p>' in html


def test_words_in_a_fields_message_are_not_markup():
    form = Sample({})
    form.add_error("name", "<b>")
    assert "&lt;b&gt;" in render_to_string("_form_field.html", {"field": form["name"]})


def test_a_list_of_pages_keeps_the_search():
    html = render_to_string("_pagination.html", {"next_url": "?q=a&after=2", "previous_url": ""})
    assert 'rel="next" href="?q=a&amp;after=2"' in html
    assert 'rel="prev"' not in html
