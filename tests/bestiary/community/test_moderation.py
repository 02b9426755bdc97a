"""From a report to the moderators' queue, to a held creature, and back."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.utils import timezone

from accounts.guests import move_work
from bestiary import pdf
from bestiary.documents import save_document
from bestiary.models import Creature, CreatureDecision, CreatureReport, ReportStatus
from bestiary.moderation import decide, file_report
from encounters.models import Encounter
from tests.factories import ability_document, creature_document, make_creature, make_guest, make_user

NOTE = "This insults people. Change it, please."


def client_of(user) -> Client:
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


@pytest.fixture
def moderator(db):
    """Somebody of the site with the one permission that moderators need."""
    user = make_user("keeper", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__in=["view_creaturereport", "change_creaturereport"]))
    return client_of(user)


@pytest.fixture
def creature(gm):
    return make_creature(
        gm, "public", name="Rude goblin", description="Rude *words*.", tags=["rude"],
        abilities=[ability_document(text="Says <b>worse</b>.")],
    )  # fmt: skip


def report_address(creature: Creature) -> str:
    return f"{creature.get_absolute_url()}report/"


def queue(report: CreatureReport) -> str:
    return f"/admin/bestiary/creaturereport/{report.pk}/change/"


def hold(creature: Creature, note: str = NOTE) -> None:
    decide(creature, "hold", note, make_user(), timezone.now())


def test_reported_held_changed_released_and_back(creature, gm, gm_client, other_gm_client, moderator, monkeypatch):
    monkeypatch.setattr(pdf, "sheet_response", lambda *_, **__: pdf.pdf_response(b"%PDF-", "x"))
    address = creature.get_absolute_url()
    sent = other_gm_client.post(report_address(creature), {"reason": "offensive", "text": "It is rude."})
    assert (sent.status_code, sent["Location"]) == (302, address)

    assert "A moderator will look at" in other_gm_client.get(address).content.decode()

    report = CreatureReport.objects.get()
    assert "Rude goblin" in moderator.get("/admin/bestiary/creaturereport/").content.decode()
    shown = moderator.get(queue(report)).content.decode()
    for text in ("Rude *words*.", "Says &lt;b&gt;worse&lt;/b&gt;.", "It is rude.", "Otto", "Gretchen"):
        assert text in shown
    assert moderator.post(queue(report), {"action": "hold", "note": NOTE}, follow=True).status_code == 200

    for client in (other_gm_client, Client(), moderator):
        for rest in ("", "sheet.pdf", "report/"):
            assert client.get(address + rest).status_code == 404
        for lists in ("/bestiary/", "/bestiary/?q=rude", "/bestiary/feed/", "/sitemap-creatures.xml", "/"):
            html = client.get(lists).content.decode()
            assert "Rude goblin" not in html
            assert str(creature.uid) not in html
        assert client.get(f"/bestiary/creatures/new/?variant_of={creature.uid}").status_code == 404
        assert client.get("/bestiary/by/Gretchen/").status_code == 404
    page = gm_client.get(address)
    assert NOTE in page.content.decode()
    assert "noindex" in page["X-Robots-Tag"]
    assert "og:title" not in page.content.decode()
    assert "Held" in gm_client.get("/bestiary/?mine=1").content.decode()
    assert gm_client.get(f"{address}edit/").status_code == 200

    assert gm_client.post(report_address(creature), {"text": "I changed it."}).status_code == 302
    appeal = CreatureReport.objects.get(status=ReportStatus.OPEN)
    assert (appeal.owner, appeal.reason) == (gm, "appeal")
    assert "I changed it." in moderator.get(queue(appeal)).content.decode()
    assert moderator.post(queue(appeal), {"action": "release", "note": ""}).status_code == 302

    assert other_gm_client.get(address).status_code == 200
    assert "Rude goblin" in Client().get("/bestiary/?q=rude").content.decode()
    assert NOTE not in gm_client.get(address).content.decode()
    log = CreatureDecision.objects.values_list("moderator", "action", "note", "thing_name", "author")
    assert list(log) == [
        ("keeper", "release", "", "Rude goblin", "Gretchen"),
        ("keeper", "hold", NOTE, "Rude goblin", "Gretchen"),
    ]
    assert not CreatureReport.objects.filter(status=ReportStatus.OPEN).exists()


def test_a_held_creature_is_in_no_verb_but_its_owners(creature, gm, other_gm):
    hold(creature)
    everything = Creature.objects
    assert not everything.published().exists()
    for user, seen in ((other_gm, False), (gm, True)):
        assert everything.visible_to(user).exists() is seen
        assert everything.listed_for(user).exists() is seen
        assert everything.editable_by(user).exists() is seen


def test_an_encounter_keeps_its_copy_of_a_held_creature(creature, other_gm, other_gm_client):
    from encounters.lines import line_from_creature

    encounter = Encounter.objects.create(owner=other_gm, name="Ambush")
    line = line_from_creature(creature, other_gm, count=2, level=3)
    line.encounter = encounter
    line.save()
    hold(creature)
    html = other_gm_client.get(encounter.get_absolute_url()).content.decode()
    assert "Rude goblin" in html
    assert creature.get_absolute_url() not in html


def test_a_save_of_the_author_does_not_undo_a_hold_that_came_meanwhile(creature):
    read_before = Creature.objects.with_stats().get(pk=creature.pk)
    hold(creature)
    save_document(read_before, creature_document(name="Polite goblin"))
    creature.refresh_from_db()
    assert (creature.name, creature.held_at is None, creature.moderator_note) == ("Polite goblin", False, NOTE)


def test_making_it_private_and_public_again_does_not_release_it(creature, gm_client, other_gm_client):
    hold(creature)
    for visibility in ("private", "public"):
        held = Creature.objects.with_stats().get()
        held.visibility = visibility
        save_document(held, creature_document())
    assert other_gm_client.get(creature.get_absolute_url()).status_code == 404


# --- who may do what --------------------------------------------------------------------------------------------------


def test_neither_strangers_nor_guests_nor_staff_without_the_permission_see_the_queue(creature, other_gm):
    file_report(creature, other_gm, "spam", "", timezone.now())
    report = CreatureReport.objects.get()
    staff = client_of(make_user("clerk", is_staff=True))
    for client in (Client(), client_of(make_guest()), client_of(other_gm), client_of(creature.owner), staff):
        for address in ("/admin/bestiary/creaturereport/", queue(report), "/admin/bestiary/creaturedecision/"):
            assert client.get(address).status_code in (302, 403)
        assert client.post(queue(report), {"action": "hold", "note": "x"}).status_code in (302, 403)
    creature.refresh_from_db()
    assert creature.held_at is None
    assert not CreatureDecision.objects.exists()


def test_who_may_only_look_at_the_queue_decides_nothing(creature, other_gm):
    file_report(creature, other_gm, "spam", "", timezone.now())
    reader = make_user("reader", is_staff=True)
    reader.user_permissions.add(Permission.objects.get(codename="view_creaturereport"))
    address = queue(CreatureReport.objects.get())
    assert client_of(reader).get(address).status_code == 200
    assert client_of(reader).post(address, {"action": "hold", "note": "x"}).status_code == 403
    assert not CreatureDecision.objects.exists()


def test_the_log_is_read_and_never_written(creature):
    hold(creature)
    boss = client_of(make_user("boss", is_staff=True, is_superuser=True))
    address = f"/admin/bestiary/creaturedecision/{CreatureDecision.objects.get().pk}/"
    assert NOTE in boss.get(f"{address}change/").content.decode()
    assert boss.post(f"{address}change/", {"note": "other"}).status_code == 403
    assert boss.post(f"{address}delete/", {"post": "yes"}).status_code == 403
    assert boss.get("/admin/bestiary/creaturedecision/add/").status_code == 403


def test_the_log_outlives_the_creature(creature):
    hold(creature)
    creature.delete()
    assert CreatureDecision.objects.get().thing_name == "Rude goblin"


def test_a_moderator_may_hold_what_nobody_reported(creature, other_gm_client):
    boss = client_of(make_user("boss", is_staff=True, is_superuser=True))
    rows = ("worlds_awakening", "attacks", "abilities", "affinities")
    forms = {f"{row}-{part}_FORMS": "0" for row in rows for part in ("TOTAL", "INITIAL")}
    data = {"visibility": "public", "action": "hold", "note": NOTE, **forms}
    assert boss.post(f"/admin/bestiary/creature/{creature.pk}/change/", data).status_code == 302
    assert other_gm_client.get(creature.get_absolute_url()).status_code == 404


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"action": "hold", "note": ""}, "Tell the author why."),
        ({"action": "note", "note": " "}, "Tell the author why."),
        ({"action": "release", "note": ""}, "It is not held."),
        ({"action": "", "note": "Hm"}, "Choose what shall happen."),
        ({"action": "burn", "note": "Hm"}, "Select a valid choice."),
        ({"action": "hold", "note": "x" * 1001}, "At most 1,000 characters"),
    ],
)
def test_a_decision_that_cannot_be_is_refused_at_its_place(creature, other_gm, moderator, data, message):
    file_report(creature, other_gm, "spam", "", timezone.now())
    response = moderator.post(queue(CreatureReport.objects.get()), data)
    assert response.status_code == 200
    assert message in response.content.decode()
    assert not CreatureDecision.objects.exists()


def test_dismissing_closes_all_open_reports_of_the_thing_and_nothing_else(creature, moderator):
    other = make_creature(visibility="public")
    for user in (make_user(), make_user()):
        file_report(creature, user, "spam", "", timezone.now())
    file_report(other, make_user(), "spam", "", timezone.now())
    report = CreatureReport.objects.filter(thing=creature).first()
    data = {"action": "dismiss", "_selected_action": [report.pk]}
    assert moderator.post("/admin/bestiary/creaturereport/", data).status_code == 302
    left = CreatureReport.objects.filter(status=ReportStatus.OPEN)
    assert [row.thing for row in left] == [other]
    creature.refresh_from_db()
    assert creature.held_at is None
    assert CreatureDecision.objects.get().action == "dismiss"


def test_a_note_is_shown_to_the_author_until_it_is_put_away(creature, gm_client, other_gm_client):
    decide(creature, "note", "Name your source, please.", make_user(), timezone.now())
    address = creature.get_absolute_url()
    assert "Name your source" in gm_client.get(address).content.decode()
    assert "Name your source" not in other_gm_client.get(address).content.decode()
    assert other_gm_client.post(f"{address}note/").status_code == 404
    assert gm_client.get(f"{address}note/").status_code == 405
    gm_client.post(f"{address}note/")
    assert "Name your source" not in gm_client.get(address).content.decode()


def test_the_reason_of_a_hold_cannot_be_put_away(creature, gm_client):
    hold(creature)
    gm_client.post(f"{creature.get_absolute_url()}note/")
    assert NOTE in gm_client.get(creature.get_absolute_url()).content.decode()


def test_script_in_notes_and_reports_is_text(creature, gm_client, other_gm, moderator):
    evil = "<script>alert(1)</script>"
    file_report(creature, other_gm, "other", evil, timezone.now())
    hold(creature, evil)
    for html in (
        gm_client.get(creature.get_absolute_url()).content.decode(),
        moderator.get(queue(CreatureReport.objects.get())).content.decode(),
    ):
        assert "alert(1)" in html
        assert evil not in html


# --- reporting --------------------------------------------------------------------------------------------------------


def test_one_has_one_open_report_about_a_thing(creature, other_gm_client, other_gm):
    address = report_address(creature)
    for _ in range(2):
        other_gm_client.post(address, {"reason": "spam", "text": ""})
    assert not file_report(creature, other_gm, "copied", "", timezone.now())
    assert CreatureReport.objects.count() == 1
    assert "You reported this" in other_gm_client.get(address).content.decode()
    decide(creature, "dismiss", "", make_user(), timezone.now())
    other_gm_client.post(address, {"reason": "copied", "text": "Again."})
    assert CreatureReport.objects.count() == 2


def test_a_visitor_reports_and_becomes_a_guest(client, creature):
    assert client.post(report_address(creature), {"reason": "spam", "text": ""}).status_code == 302
    assert CreatureReport.objects.get().owner.is_guest


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"text": "Bad."}, "Choose one from the list."),
        ({"reason": "appeal", "text": "Bad."}, "Choose one from the list."),
        ({"reason": "other", "text": "  "}, "Say in a few words"),
        ({"reason": "spam", "text": "x" * 1001}, "At most 1,000 characters"),
        ({"reason": "spam", "text": "a\x00b"}, "cannot be stored"),
    ],
)
def test_a_report_that_cannot_be_says_why_and_keeps_what_was_typed(client, creature, data, message):
    response = client.post(report_address(creature), data)
    html = response.content.decode()
    assert response.status_code == 422
    assert message in html
    assert data["text"].strip("\x00 ")[:3] in html
    assert not CreatureReport.objects.exists()


def test_nobody_reports_what_is_hidden_from_them_or_their_own(creature, gm_client, other_gm_client, gm):
    private = make_creature(gm)
    assert other_gm_client.get(report_address(private)).status_code == 404
    assert other_gm_client.post(report_address(private), {"reason": "spam"}).status_code == 404
    assert gm_client.get(report_address(creature)).status_code == 404
    assert report_address(creature) in other_gm_client.get(creature.get_absolute_url()).content.decode()
    assert report_address(creature) not in gm_client.get(creature.get_absolute_url()).content.decode()


def test_the_reports_of_a_guest_move_and_those_that_both_have_stay_one(creature, guest, gm, other_gm):
    other = make_creature(visibility="public")
    for thing, user in ((creature, guest), (creature, other_gm), (other, guest)):
        file_report(thing, user, "spam", "", timezone.now())
    move_work(guest, other_gm)
    assert sorted(CreatureReport.objects.values_list("thing", "owner")) == [
        (creature.pk, other_gm.pk),
        (other.pk, other_gm.pk),
    ]


def test_a_report_outlives_the_account_it_came_from(creature, moderator):
    user = make_user()
    file_report(creature, user, "spam", "", timezone.now())
    user.delete()
    assert "account deleted" in moderator.get(queue(CreatureReport.objects.get())).content.decode()
