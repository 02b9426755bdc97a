"""Which names people may have, and when two names are the same."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.models import User
from accounts.names import MAX_KEY_LENGTH, MAX_NAME_LENGTH, name_key, validate_not_misleading, validate_spelling
from tests.factories import PASSWORD, make_user


@pytest.mark.parametrize(
    "name", ["Gretchen", "Élodie", "Old Gretchen", "o'Brien", "gm_42", "Ольга", "龍", "J.R.R.", "a"]
)
def test_ordinary_names_are_fine(name):
    validate_spelling(name)
    validate_not_misleading(name)


@pytest.mark.parametrize(
    "name", ["", " ", "a  b", " a", "a ", "a\nb", "<b>", "a/b", "zero\u200bwidth", "a\u202eb", "a\x00b", "..", "_ _"]
)
def test_names_without_plain_spelling_are_refused(name):
    with pytest.raises(ValidationError):
        validate_spelling(name)


@pytest.mark.parametrize(
    "name",
    [
        "samples",
        "Samples",
        "SAMPLE",
        "s.a.m.p.l.e.s",
        "sampIes",
        "5amp1es",
        "admin",
        "Adm1n",
        "àdmín",
        "admin2",
        "Administrator",
        "guest",
        "Guest-17",
        "gu3st",
        "staff",
        "m0derator",
        "rnoderator",
        "аdmin",  # the first letter is Cyrillic
        "Ｒｏｏｔ",  # full-width letters
    ],
)
def test_names_that_look_like_the_site_are_refused(name):
    with pytest.raises(ValidationError):
        validate_not_misleading(name)


@pytest.mark.parametrize("name", ["Grеtchen", "Οtto"])  # one Cyrillic е; one Greek Ο
def test_mixed_alphabets_are_refused(name):
    with pytest.raises(ValidationError, match="one alphabet"):
        validate_not_misleading(name)


@pytest.mark.parametrize("name", ["Guestling", "Sampler", "Administer", "Rootbeer"])
def test_names_that_only_begin_like_a_reserved_one_are_fine(name):
    validate_not_misleading(name)


@pytest.mark.parametrize(("one", "other"), [("Élodie", "élODIE"), ("STRASSE", "straße"), ("Ｏtto", "otto")])
def test_case_and_compatible_forms_make_no_second_name(one, other):
    assert name_key(one) == name_key(other)


def test_the_longest_name_has_a_key_that_fits():
    assert len(name_key("ΐ" * MAX_NAME_LENGTH)) <= MAX_KEY_LENGTH


@pytest.mark.django_db
def test_the_database_itself_refuses_the_same_name_in_another_case():
    make_user("Élodie")
    with pytest.raises(IntegrityError):
        User.objects.create_user("éLODIE", password=PASSWORD)


@pytest.mark.django_db
def test_a_renamed_user_frees_the_old_name_even_when_only_some_columns_are_saved():
    user = make_user("Gretchen")
    user.username = "Greta"
    user.save(update_fields=["username"])
    assert User.objects.get_by_natural_key("GRETA") == user
    with pytest.raises(User.DoesNotExist):
        User.objects.get_by_natural_key("Gretchen")
