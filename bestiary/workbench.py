"""What the builders of all things with an author do alike: row buttons, live pane, saving, conflicts, beginnings.

Every button of the form posts to the page's own address. Save stands first in the markup; the others (rows,
"Recalculate", a restored draft) show the form again with everything typed still in it and save nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template import loader
from django.urls import reverse
from django.utils.html import format_html

from accounts.limits import AccountGoneError
from accounts.models import Paper
from bestiary import pdf, portrait_bench
from bestiary.conflicts import conflict, is_stale, merged, says_the_same
from bestiary.documents import SavedElsewhereError
from bestiary.forms import WholeForm
from bestiary.forms.mended import without_mistakes
from bestiary.keeping import ACCOUNT_GONE, NoRoomError, keep_new, no_room
from bestiary.models import Authored, Revision, Visibility
from bestiary.portraits import Change, PictureGone
from bestiary.rules.worlds_awakening.vocabulary import Vocabulary, vocabulary


@dataclass(frozen=True, slots=True)
class Workbench:
    """What one builder brings along: the model of its things and how they and their documents become each other.

    `pane` gives the live pane of a valid form, `hints_template` what stands beside the fields while it is wrong;
    `regions` are the templates of its groups of rows; `choices` what the page offers beyond the form's own fields;
    `home` says where a saved thing is, in words. Things that keep revisions bring `revision_of`, which lets two saves
    be put together; `restore_view` takes a thing out of the bin.
    """

    model: type[Authored]
    document: Callable[[Authored], dict]
    save: Callable[[Authored, dict], Authored]
    form: type[WholeForm]
    page_template: str
    pane_template: str
    hints_template: str
    pane: Callable[[WholeForm], dict]
    home: str
    values: Mapping[str, str] = field(default_factory=dict)
    regions: Mapping[str, str] = field(default_factory=dict)
    choices: Mapping = field(default_factory=dict)
    revision_of: Callable[[Authored, int], Revision] | None = None
    restore_view: str = ""

    def new(self) -> Authored:
        """A thing that is not stored yet, with the `values` that all of this builder have."""
        return self.model(**self.values)


def preview(request: HttpRequest, bench: Workbench) -> HttpResponse:
    """The live pane of the form as it stands, typed or half typed; saves nothing.

    A pure function of the form: it asks neither for the user nor for the session, which would halve how many previews
    a server can give. Where the form is wrong, hints go to their fields and the pane stays as it is.
    """
    builder = bench.form.from_post(request.POST, draft=True)
    valid = builder.is_valid()
    hints = _hints(request.POST, builder)
    context = {"hints": hints, "hinted": " ".join(name for name, text in hints.items() if text != ""), "oob": True}
    context |= {"words": _typed_words(request), "success_rule": request.POST.get("success_rule", "")}
    if valid:
        return HttpResponse(loader.get_template(bench.pane_template).render(context | bench.pane(builder)))
    context["labelled_errors"] = builder.labelled_errors()
    # Half-typed numbers are the normal state of a form, not an error of the client worth a line in the log.
    response = HttpResponse(loader.get_template(bench.hints_template).render(context))
    response["HX-Reswap"] = "none"
    return response


def _typed_words(request: HttpRequest) -> Vocabulary:
    """The words for magic that travel in the form, so that nobody has to ask whose they are."""
    return vocabulary(request.POST.get("words", ""))


def _hints(data, builder: WholeForm) -> dict[str, str | None]:
    """What to write beside which fields: a message, "" to take one away, None to leave the one that is there.

    `hinted` in the form names the fields that have a message. One that saving gave (no name yet) stays until saving
    would not give it any more, though a preview minds it as little as before.
    """
    hinted = [name for name in data.get("hinted", "").split() if name.isascii()][:60]
    errors = builder.errors()
    if not hinted:
        return errors
    strict = type(builder).from_post(data)
    strict.is_valid()
    still = strict.errors()
    hints = {name: still.get(name, "") for name in hinted} | errors
    # Only saving knows who asks: the message that publishing needs a name stays as long as "public" is chosen.
    if "visibility" in hints and data.get("visibility") == Visibility.PUBLIC and not hints["visibility"]:
        hints["visibility"] = None
    return hints


# --- the page --------------------------------------------------------------------------------------------------------


def answer(request: HttpRequest, bench: Workbench, thing: Authored, *, origin: Authored | None = None) -> HttpResponse:
    """Do what the pressed button asks: change rows, show the form again, or save."""
    builder = portrait_bench.posted_form(request, bench)
    place = {"thing": thing, "origin": origin, "is_unsaved": True}
    if changed := builder.after_row_action(request.POST):
        portrait_bench.say_refusal(request, builder)
        return _rows(request, bench, changed) if request.htmx else page(request, bench, changed, **place)
    if "recalculate" in request.POST or "restore" in request.POST:
        portrait_bench.say_refusal(request, builder)
        return page(request, bench, builder.as_typed(), **place)
    # The conflict page, which shows both versions, has told of what was saved meanwhile.
    is_told = thing.pk and request.POST.get("seen") == str(thing.revision)
    choice = ("look" if "look" in request.POST else request.POST.get("save")) if is_told else ""
    if choice == "theirs":
        messages.info(request, f"“{thing.name}” stays as it was saved: revision {thing.revision}.")
        return redirect(thing)
    if not builder.is_valid() or not _may_save(request, builder):
        return page(request, bench, builder, **place, status=422)
    if thing.pk and (thing.deleted_at or is_stale(request.POST, thing)) and not _only_pictures(bench, builder, thing):
        return _held_back(request, bench, builder, thing)
    if choice in ("merged", "look"):
        try:
            builder = merged(request, bench, builder, thing)
        except ValidationError as error:
            return conflict(request, bench, builder, thing, _draft_key(bench, thing), problem=error.messages[0])
        place["revision"] = thing.revision
        if choice == "look" or not builder.is_valid() or not _may_save(request, builder):
            return page(request, bench, builder, **place, status=200 if choice == "look" else 422)
    is_new = thing.pk is None
    if is_new and origin is not None:
        thing.is_variant_of(origin)
    thing.visibility = builder.main.cleaned_data["visibility"]
    try:
        if is_new:
            thing = keep_new(request, thing, lambda: _save(request, bench, builder, thing))
        else:
            with transaction.atomic():
                _save(request, bench, builder, thing)
    except NoRoomError:
        builder.main.add_error(None, no_room(bench.model))
        return page(request, bench, builder, **place, status=422)
    except PictureGone as error:
        builder.main.add_error("portrait", str(error))
        return page(request, bench, builder, **place, status=422)
    except (AccountGoneError, SavedElsewhereError):
        stored = bench.model.objects.filter(pk=thing.pk).first()
        if stored is not None:
            return _held_back(request, bench, builder, stored)
        # Nobody else deletes for good what somebody is still working on.
        builder.main.add_error(None, ACCOUNT_GONE)
        return page(request, bench, builder, **place, status=409)
    messages.success(request, f"“{thing.name}” is {bench.home if is_new else 'saved'}.")
    return redirect(thing)


def _save(request: HttpRequest, bench: Workbench, builder: WholeForm, thing: Authored) -> None:
    """Save a thing, and its portrait where it may have one. Raises PictureGone before anything is written."""
    if not portrait_bench.takes_portrait(bench):
        bench.save(thing, builder.document())
        return
    change = Change.wanted(builder.main.cleaned_data, thing, request.user)
    thing.has_portrait = change.leaves_one(thing)
    bench.save(thing, builder.document())
    change.apply(thing)


def _only_pictures(bench: Workbench, builder: WholeForm, thing: Authored) -> bool:
    """Whether a save that another one came before says the same but for the portrait: then there is no conflict."""
    if thing.deleted_at or bench.revision_of is None or not portrait_bench.takes_portrait(bench):
        return False
    return portrait_bench.changes(builder, thing) and says_the_same(bench, builder, thing)


def _held_back(request: HttpRequest, bench: Workbench, builder: WholeForm, thing: Authored) -> HttpResponse:
    """What a save gets that somebody else's came before: both versions, or the page again; in the bin, the way back."""
    if thing.deleted_at is not None:
        return page(request, bench, builder, thing=thing, is_unsaved=True, status=409)
    if bench.revision_of is not None:
        return conflict(request, bench, builder, thing, _draft_key(bench, thing))
    builder.stale = True
    return page(request, bench, builder, thing=thing, is_unsaved=True, revision=thing.revision, status=409)


def _may_save(request: HttpRequest, builder: WholeForm) -> bool:
    """Whether nothing but the fields themselves forbids saving; says at its place what does."""
    if builder.main.cleaned_data["visibility"] == Visibility.PUBLIC and not _has_name(request.user):
        sign_up = format_html(
            'To publish under a name, <a href="{}" target="_blank">sign up</a> (it opens beside this page) and '
            "save again. Or save it as unlisted: whoever has the link can see it.",
            reverse("accounts:signup"),
        )
        builder.main.add_error("visibility", sign_up)
        return False
    return True


def _has_name(user) -> bool:
    return user.is_authenticated and not user.is_guest


def page(
    request: HttpRequest,
    bench: Workbench,
    builder: WholeForm,
    *,
    thing: Authored | None = None,
    origin: Authored | None = None,
    is_unsaved: bool = False,
    revision: int | None = None,
    status: int = 200,
) -> HttpResponse:
    """The builder's page. `is_unsaved`: it shows what was posted, and nothing has been saved.

    `revision` is the last one that whoever sees the page has been told of. Without it, a page that shows what was
    posted still edits the revision it was opened with.
    """
    draft = bench.form.from_post(builder.posted(), draft=True)
    is_new = thing is None or thing.pk is None
    context = {
        "builder": builder,
        "form": builder.main,
        "thing": None if is_new else thing,
        "origin": origin,
        "draft_key": _draft_key(bench, None if is_new else thing),
        "revision": revision or (request.POST.get("revision") if is_unsaved else thing and thing.revision),
        "restore_url": reverse(bench.restore_view, args=[thing.uid]) if bench.restore_view and not is_new else "",
        "is_unsaved": is_unsaved,
        "guest_things": 0 if _has_name(request.user) else settings.GUEST_THINGS,
        "things": bench.model._meta.verbose_name_plural,
        "errors": builder.labelled_errors() if builder.is_checked else [],
        "hinted": " ".join(builder.errors()) if builder.is_checked else "",
        "papers": Paper.choices,
        "paper": getattr(request.user, "paper", Paper.A4),
        **bench.choices,
    }
    if portrait_bench.takes_portrait(bench):
        context |= portrait_bench.shown(request, builder, context["thing"])
    context |= bench.pane(draft) if draft.is_valid() else _pane_beside_mistakes(bench, draft, thing)
    pdf.warm_up()
    return render(request, bench.page_template, context, status=status)


def _draft_key(bench: Workbench, thing: Authored | None) -> str:
    """The name under which the browser keeps what is typed."""
    return f"{bench.form.noun.lower()}:{thing.uid if thing else 'new'}"


def _pane_beside_mistakes(bench: Workbench, draft: WholeForm, thing: Authored | None) -> dict:
    """The pane while something on the page is wrong; `stale` says whose numbers it has.

    "partly": those of everything that is right, with what is stored where something is wrong. Where that cannot be
    told apart, "invalid": those stored; and for a thing that is not stored yet "nothing".
    """
    is_stored = thing is not None and thing.pk is not None
    stored = bench.form.from_document(bench.document(thing)).posted() if is_stored else None
    if (good := without_mistakes(draft, stored)) is not None:
        return {**bench.pane(good), "stale": "partly"}
    if stored is None:
        return {"stale": "nothing"}
    before = bench.form.from_post(stored, draft=True)
    before.is_valid()
    return {**bench.pane(before), "stale": "invalid"}


def _rows(request: HttpRequest, bench: Workbench, builder: WholeForm) -> HttpResponse:
    """The one region whose rows changed, for HTMX; the pane hears that it must look again."""
    name, _, _ = bench.form.row_button(request.POST)
    response = render(request, bench.regions[name], {"builder": builder, "words": _typed_words(request)})
    if not builder.has_same_rows:
        response["HX-Trigger-After-Settle"] = "rows-changed"
    return response


# --- beginnings ------------------------------------------------------------------------------------------------------


def begin(
    request: HttpRequest, bench: Workbench, *, origin: Authored | None = None, values: Mapping | None = None
) -> HttpResponse:
    """A new thing on the bench: a variant of `origin`, or blank but for `values`."""
    if request.method == "POST":
        return answer(request, bench, bench.new(), origin=origin)
    if origin is not None:
        builder = bench.form.from_document(bench.document(origin))
        if portrait_bench.takes_portrait(bench):
            portrait_bench.fill(builder, origin, for_variant=True)
        return page(request, bench, builder, origin=origin)
    return page(request, bench, bench.form.blank(**(values or {})))


def find_origin(request: HttpRequest, things: QuerySet) -> Authored | None:
    """The thing `?variant_of=<uid>` that the new one shall be a variant of; 404 for one that is not among `things`.

    A variant on its way to be saved lives on when the origin was deleted or hidden meanwhile.
    """
    text = request.GET.get("variant_of", "")
    if not text:
        return None
    try:
        origin = things.filter(uid=UUID(text)).first()
    except ValueError:
        origin = None
    if origin is None and request.method != "POST":
        raise Http404
    return origin
