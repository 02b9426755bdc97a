"""What lies in a bin is deleted for good after 30 days, not a moment sooner, and nobody's copy goes with it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.apps import apps
from django.core.management import call_command
from django.utils import timezone

from bestiary import bins
from bestiary.bins import binnable_models, empty_bins
from bestiary.models import Creature, CreatureRevision
from encounters.models import Encounter, Party
from tests.encounters.cast import make_encounter, make_party
from tests.encounters.screens.cast import make_screen
from tests.factories import make_creature, make_foe
from tests.revisions.cast import save_again

NOW = datetime(2026, 5, 31, 12, tzinfo=UTC)
A_MOMENT = timedelta(microseconds=1)
DAYS_30 = timedelta(days=30)

MAKERS = {
    "creature": make_creature,
    "foe": make_foe,
    "party": make_party,
    "encounter": make_encounter,
    "screen": lambda owner: make_screen(owner, {"title": "House rules", "text": "Snacks"}),
}


def bin_at(row, moment: datetime):
    type(row).objects.filter(pk=row.pk).update(deleted_at=moment)
    return row


def exists(row) -> bool:
    return type(row).objects.filter(pk=row.pk).exists()


@pytest.fixture(params=MAKERS)
def row(request, gm):
    """Something of `gm` that can be deleted."""
    return MAKERS[request.param](gm)


@pytest.mark.parametrize(("waited", "stays"), [(DAYS_30 - A_MOMENT, True), (DAYS_30, False), (2 * DAYS_30, False)])
def test_the_bin_keeps_for_30_days_to_the_moment(row, waited, stays):
    bin_at(row, NOW - waited)
    counts = empty_bins(NOW)
    assert exists(row) == stays
    assert counts == ({} if stays else {type(row): 1})


def test_what_is_in_no_bin_stays_however_old(row):
    type(row).objects.update(created=NOW - 900 * DAYS_30, updated=NOW - 900 * DAYS_30)
    assert empty_bins(NOW) == {}
    assert exists(row)


def test_a_date_in_the_future_is_no_reason_to_delete(row):
    bin_at(row, NOW + DAYS_30)
    assert empty_bins(NOW) == {}


def test_every_model_with_a_bin_is_emptied():
    names = {model._meta.label for model in binnable_models()}
    assert names >= {"bestiary.Creature", "encounters.Party", "encounters.Encounter", "encounters.Screen", "shop.Item"}
    assert names == {m._meta.label for m in apps.get_models() if "deleted_at" in {f.name for f in m._meta.get_fields()}}


def test_nothing_that_has_a_bin_takes_something_else_with_a_bin_along():
    """Copies and snapshots live on: a thing goes with its owner or from its own bin, never with another thing."""
    with_bins = set(binnable_models())
    for model in with_bins:
        for relation in model._meta.related_objects:
            if relation.related_model in with_bins:
                assert relation.on_delete.__name__ == "SET_NULL", relation


def test_a_variant_and_an_encounter_live_on_without_their_creature(gm, other_gm):
    creature = make_creature(gm, visibility="public")
    variant = make_creature(other_gm, name="Hobgoblin")
    variant.origin, variant.origin_name, variant.origin_author = creature, "Goblin", "Gretchen"
    variant.save()
    encounter = make_encounter(other_gm, (creature, 2))
    before = encounter.calibration()
    save_again(creature, name="Changed")
    bin_at(creature, NOW - DAYS_30)
    empty_bins(NOW)
    variant.refresh_from_db()
    assert (variant.origin, variant.origin_name, variant.origin_author) == (None, "Goblin", "Gretchen")
    encounter = Encounter.objects.with_documents().get()
    assert encounter.calibration() == before
    assert encounter.lines.all()[0].stat_block().creature.name == "Goblin"
    assert not CreatureRevision.objects.exists()


def test_a_party_stays_in_the_bin_as_long_as_an_encounter_counts_its_pcs(gm):
    party = bin_at(make_party(gm), NOW - DAYS_30)
    encounter = make_encounter(gm, party_mode="saved", party=party)
    assert empty_bins(NOW) == {}
    bin_at(encounter, NOW - DAYS_30 + A_MOMENT)
    assert empty_bins(NOW) == {}
    assert empty_bins(NOW + A_MOMENT) == {Encounter: 1, Party: 1}


def test_more_than_one_batch_goes_in_one_run(gm, monkeypatch):
    monkeypatch.setattr(bins, "BATCH", 2)
    for _ in range(5):
        bin_at(make_creature(gm), NOW - DAYS_30)
    kept = make_creature(gm)
    assert empty_bins(NOW) == {Creature: 5}
    assert list(Creature.objects.all()) == [kept]


def test_the_command_says_what_it_deleted(gm, capsys):
    for name in ("A", "B"):
        bin_at(make_creature(gm, name=name), timezone.now() - DAYS_30)
    bin_at(make_party(gm), timezone.now() - DAYS_30)
    bin_at(make_creature(gm, name="C"), timezone.now() - DAYS_30 + timedelta(hours=1))
    call_command("empty_bins")
    assert capsys.readouterr().out == "Deleted for good: 1 party, 2 creatures.\n"
    assert Creature.objects.get().name == "C"
    call_command("empty_bins")
    assert capsys.readouterr().out == "Nothing was old enough.\n"
