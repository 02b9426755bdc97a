"""Who can read a 2d12 Traits encounter: its GM, whoever has the link, nobody else; what a link shows, on paper too."""

import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from bestiary.documents import creature_document, save_document
from bestiary.models import Creature
from encounters import samples
from encounters.models import Encounter, EncounterLine
from tests.encounters.cast import sum_text
from tests.encounters.test_access import OF_AN_ENCOUNTER, statuses
from tests.encounters.two_d12.cast import level, make_encounter, make_foe
from tests.print.creatures import read, texts, whole_text

NOTES = "The prompter did it"
TACTICS = "Flees when the curtain falls"


@pytest.fixture
def encounter(gm):
    """A Leader with everything typed and three quick Minions, shared."""
    actor = make_foe(
        gm,
        "Actor",
        rank="leader",
        description="Owner's private lore",
        notes=TACTICS,
        effects=[{"effect": "burning", "charges": 4, "damage_type": "", "note": "on a hit"}],
    )
    return make_encounter(
        gm,
        (actor, 1),
        ("minion", 3),
        name="Curtain call",
        notes=NOTES,
        introduction="Bells.\n\nThen silence.",
        place_threat_level="deadly",
        share_token="token-of-these-tests",
    )


def page_of(client, url) -> str:
    response = client.get(url)
    assert response.status_code == 200
    return response.content.decode()


def own_print(client, encounter, query=""):
    return client.get(reverse("encounters:encounter_print", args=[encounter.uid]) + query)


def shared_print(client, encounter, query=""):
    return client.get(reverse("encounters:shared_encounter_print", args=[encounter.share_token]) + query)


@pytest.mark.parametrize("name", OF_AN_ENCOUNTER)
def test_a_strangers_encounter_is_not_there(client, encounter, other_gm, name):
    if "restore" in name:
        Encounter.objects.update(deleted_at=encounter.created)
    client.force_login(other_gm, "django.contrib.auth.backends.ModelBackend")
    before = list(Encounter.objects.values()), list(EncounterLine.objects.values())
    assert statuses(client, name, encounter.uid) == {404}
    assert statuses(client, name, uuid.uuid4()) == {404}
    assert (list(Encounter.objects.values()), list(EncounterLine.objects.values())) == before


def test_whoever_has_the_link_reads_without_account_cookie_or_script(client, encounter):
    response = client.get(encounter.get_shared_url())
    html = response.content.decode()
    assert "<p>Bells.</p>\n\n<p>Then silence.</p>" in html
    assert sum_text(html) == "1 × 3 + 3 × ½ = 4½ against 4 Personas: over 4, up to 6 → High"
    assert level(html) == "High"
    assert "The place: Deadly." in html
    assert 'aria-label="Actor, Foe card"' in html
    assert not response.cookies
    assert "<form" not in html.split("<main")[1]
    assert "<button" not in html.split("<main")[1]
    assert response["X-Robots-Tag"] == "noindex, nofollow"


def test_notes_of_the_gm_and_of_the_foes_are_nowhere_on_the_link(client, encounter):
    uid = str(encounter.lines.first().creature.uid)
    html = page_of(client, encounter.get_shared_url())
    printed = whole_text(shared_print(client, encounter).content)
    for private in (NOTES, TACTICS, uid, str(encounter.uid), "private lore"):
        assert private not in html
        assert private not in printed


def test_the_gm_reads_both_notes(gm_client, encounter):
    html = page_of(gm_client, encounter.get_absolute_url())
    assert NOTES in html
    assert TACTICS in html


@pytest.mark.parametrize("fate", ["deleted", "hidden", "changed"])
def test_an_encounter_stays_whole_whatever_the_author_does(gm_client, gm, other_gm, fate):
    lent = make_foe(other_gm, "Lent actor", rank="brute", visibility="public")
    borrowed = make_encounter(gm, (lent, 2), share_token="borrowed")
    if fate == "deleted":
        lent.delete()
    elif fate == "hidden":
        Creature.objects.filter(pk=lent.pk).update(visibility="private")
    else:
        save_document(lent, {**creature_document(lent), "name": "Titan", "rank": "boss"})
    page, shared = (page_of(gm_client, url) for url in (borrowed.get_absolute_url(), borrowed.get_shared_url()))
    for html in (page, shared):
        assert sum_text(html) == "2 × 2 = 4 against 4 Personas: over 2, up to 4 → Moderate"
        assert 'aria-label="Lent actor, Foe card"' in html
        assert f"by {other_gm.display_name}" in html
        assert "Titan" not in html
    assert (f'href="/bestiary/creatures/{lent.uid}/"' in page) == (fate == "changed")
    edit = page_of(gm_client, reverse("encounters:encounter_edit", args=[borrowed.uid]))
    assert "Lent actor" in edit


def test_a_snapshot_that_can_no_longer_be_read_costs_its_card_and_nothing_else(gm_client, encounter):
    encounter.lines.filter(rank="leader").update(document={"type": "creature", "version": 0, "system": "two_d12"})
    for url in (encounter.get_absolute_url(), encounter.get_shared_url()):
        html = page_of(gm_client, url)
        assert sum_text(html).endswith("→ High")
        assert "Actor" in html


def test_markup_in_names_is_shown_as_text(gm_client, gm):
    bad = "<script>alert(1)</script>"
    encounter = make_encounter(gm, (make_foe(gm, bad), 1), name=bad, introduction=bad, notes=bad, share_token="markup")
    for url in (encounter.get_absolute_url(), encounter.get_shared_url(), reverse("encounters:encounter_list")):
        html = page_of(gm_client, url)
        assert "<script>alert" not in html
        assert "&lt;script&gt;alert(1)" in html


def test_a_deleted_encounter_waits_in_the_bin_and_comes_back(gm_client, client, encounter):
    gm_client.post(reverse("encounters:encounter_delete", args=[encounter.uid]))
    assert client.get(encounter.get_shared_url()).status_code == 404
    assert "Curtain call" in page_of(gm_client, reverse("encounters:encounter_bin"))
    restored = gm_client.post(reverse("encounters:encounter_restore", args=[encounter.uid]), follow=True)
    assert sum_text(restored.content.decode()).endswith("→ High")


@pytest.mark.parametrize("name", ["encounter_detail", "encounter_edit", "shared_encounter", "encounter_list"])
def test_queries_do_not_grow_with_the_foes(gm_client, gm, name):
    def queries(lines, token):
        foes = [make_foe(gm, visibility="public") for _ in range(lines)]
        made = make_encounter(gm, *[(foe, 1) for foe in foes], share_token=token)
        key = {"shared_encounter": [token], "encounter_list": []}.get(name, [made.uid])
        with CaptureQueriesContext(connection) as captured:
            assert gm_client.get(reverse(f"encounters:{name}", args=key)).status_code == 200
        return len(captured)

    assert queries(1, "small") == queries(7, "large")


# --- on paper


def test_the_print_has_the_sum_the_cuts_the_place_and_every_foe(gm_client, encounter):
    printed = whole_text(own_print(gm_client, encounter).content)
    for text in (
        "4 Personas against 4 Foes",
        "Threat: 1 × 3 + 3 × ½ = 4½ against 4 Personas: over 4, up to 6 → High",
        "Low up to ½ for each Persona = 2, Moderate up to 1 for each Persona = 4, High up to 1½ for each Persona = 6",
        "(suggested: the game names the levels and sets no cuts)",
        "The place: Deadly",
        "1 × Actor Leader, 1 × 3 = 3; one more: 7½ → Deadly; one less: 1½ → Low",
        "3 × Minion Minion, 3 × ½ = 1½; one more: 5 → High; one less: 4 → Moderate",
        "Actor Guard 6",
        "Actor Vitality 12",
        "Minion Vitality",
        "Burning 4 charges, on a hit",
        NOTES,
    ):
        assert text in printed
    assert NOTES not in whole_text(own_print(gm_client, encounter, "?notes=0").content)


def test_the_print_shows_the_gms_word_and_own_cuts(gm_client, encounter):
    Encounter.objects.update(gm_threat_level="low", cut_low="¾")
    printed = whole_text(own_print(gm_client, encounter).content)
    assert "The GM’s own word Low; by the sum it is High." in printed
    assert "Low up to ¾ for each Persona = 3" in printed
    assert "(this encounter’s own cuts; ½, 1 and 1½ are suggested)" in printed


@pytest.mark.parametrize(("paper", "size"), [("a4", (595.2756, 841.8898)), ("letter", (612, 792))])
def test_every_page_is_as_large_as_the_paper_and_names_the_game(client, encounter, paper, size):
    response = shared_print(client, encounter, f"?paper={paper}")
    pages = read(response.content).pages
    for number, (page, text) in enumerate(zip(pages, texts(response.content), strict=True), start=1):
        assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *size], abs=0.01)
        assert f"page {number} of {len(pages)}" in text
        assert "Unofficial tool for 2d12 Traits" in text
        assert encounter.get_shared_url() in text
    assert 'filename="Curtain call.pdf"' in response["Content-Disposition"]


def test_an_empty_encounter_prints_too(gm_client, gm):
    printed = whole_text(own_print(gm_client, make_encounter(gm, name="Nothing yet", personas=0)).content)
    assert "Nothing yet" in printed
    assert "no Foes, no Personas: no threat level" in printed


# --- the sample


@pytest.fixture
def rehearsal(db):
    samples.load_samples()
    return Encounter.objects.with_documents().get(uid=samples.sample_uid("encounter/dress-rehearsal"))


def test_the_sample_is_high_for_four_personas_and_its_place_is_not(rehearsal):
    threat = rehearsal.threat()
    assert (threat.personas, threat.threat, threat.threat_level) == (4, 6, "high")
    assert rehearsal.place_threat_level == "moderate"
    assert [(line.count, line.name, line.rank) for line in rehearsal.lines.all()] == [
        (1, "Understudy Queen", "leader"),
        (6, "Rehearsal Guard", "minion"),
    ]
    assert all(line.stat_block() for line in rehearsal.lines.all())


def test_the_samples_notes_say_what_fewer_or_more_guards_would_be(rehearsal):
    guards = rehearsal.threat().lines[1]
    assert guards.one_more.threat_level == "deadly"
    rehearsal.lines.filter(name="Rehearsal Guard").update(count=4)
    fewer = Encounter.objects.with_lines().get(pk=rehearsal.pk).threat()
    assert (fewer.threat, fewer.threat_level) == (5, "high")
    notes = rehearsal.notes.replace("\n", " ")
    assert "Two guards fewer and the threat is 5: still High" in notes
    assert "One guard more makes it Deadly" in notes


def test_whoever_has_no_encounter_is_shown_both_samples(client, rehearsal):
    html = page_of(client, reverse("encounters:encounter_list"))
    for sample in samples.shown_encounters():
        assert f'href="{sample.get_shared_url()}">{sample.name}</a>' in html
    assert len(samples.shown_encounters()) == 2
    assert "Ottilie" not in page_of(client, rehearsal.get_shared_url())
