"""The builders of ancestries and classes: new, variant, change, live pane."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_http_methods, require_POST

from bestiary.forms.makings import OF_CLASS
from bestiary.models import CharacterClass, Making
from bestiary.views.makings.kinds import CLASSES, Kind
from bestiary.workbench import answer, begin, find_origin, page, preview


@require_http_methods(["GET", "HEAD", "POST"])
def making_create(request: HttpRequest, kind: Kind) -> HttpResponse:
    """A new one: blank, a variant of `?variant_of=<uid>`, or a class with the outfits of `?outfits_of=<uid>`."""
    origin = find_origin(request, kind.objects.visible_to(request.user).with_rows())
    values = {}
    if kind is CLASSES and "outfits_of" in request.GET:
        lender = _visible(request, CharacterClass, request.GET["outfits_of"])
        if lender is None and request.method != "POST":
            raise Http404
        values = {"outfits_from": OF_CLASS, "outfits_of": request.GET["outfits_of"]}
    return begin(request, kind.bench_for(request, origin, is_own=False), origin=origin, values=values)


@require_http_methods(["GET", "HEAD", "POST"])
def making_edit(request: HttpRequest, kind: Kind, uid: UUID) -> HttpResponse:
    """Change one's own."""
    mine = kind.objects.editable_by(request.user)
    if request.method == "POST":
        # What was typed must not be lost because another tab put it into the bin meanwhile.
        mine |= kind.objects.binned_by(request.user)
    thing = get_object_or_404(mine.with_rows(), uid=uid)
    bench = kind.bench_for(request, thing)
    if request.method == "POST":
        return answer(request, bench, thing)
    return page(
        request, bench, bench.form.from_document(bench.document(thing), visibility=thing.visibility), thing=thing
    )


@require_POST
def making_preview(request: HttpRequest, kind: Kind) -> HttpResponse:
    """The sheet of the form as it stands."""
    return preview(request, bench_of_form(request, kind))


def bench_of_form(request: HttpRequest, kind: Kind):
    """The workbench for a form that says itself, in `kept_uid`, whose outfits it offers.

    Only outfits ask who is there, so that the pane of a class without any costs what every other pane does.
    """
    chooses = kind is CLASSES and any(key.startswith("outfits-") and value for key, value in request.POST.items())
    if not chooses and request.POST.get("outfits_from") != OF_CLASS:
        return kind.bench
    return kind.bench_for(request, _visible(request, kind.model, request.POST.get("kept_uid", "")))


def _visible(request: HttpRequest, model: type[Making], text: str) -> Making | None:
    try:
        uid = UUID(text)
    except ValueError:
        return None
    return model.objects.visible_to(request.user).with_rows().filter(uid=uid).first()
