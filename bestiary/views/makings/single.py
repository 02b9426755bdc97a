"""One ancestry or class: its page, its printed sheet, its way into the bin and back."""

from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_GET, require_http_methods, require_POST, require_safe

from accounts.models import Paper
from accounts.vocabulary import words_of
from bestiary import pdf
from bestiary.models import CharacterClass, Making, Visibility
from bestiary.rules.worlds_awakening.vocabulary import Vocabulary, vocabulary
from bestiary.views.makings.builder import bench_of_form
from bestiary.views.makings.kinds import CLASSES, Kind, shown

STYLESHEET = "print_makings.css"


@require_safe
def making_detail(request: HttpRequest, kind: Kind, uid: UUID) -> HttpResponse:
    """Its page: the sheet, the text, where it came from and what was made of it."""
    thing = get_object_or_404(kind.objects.visible_to(request.user).with_rows(), uid=uid)
    variants = kind.objects.listed_for(request.user).filter(origin=thing).select_related("owner")
    pdf.warm_up()
    context = {
        "kind": kind,
        "thing": thing,
        "is_owner": thing.owner_id == request.user.pk,
        "origin": thing.origin_id and kind.objects.listed_for(request.user).filter(pk=thing.origin_id).first(),
        "variants": variants[:12],
        **{f"{page}_url": kind.address(page, thing.uid) for page in ("edit", "delete", "sheet")},
        "papers": Paper.choices,
        "paper": getattr(request.user, "paper", Paper.A4),
        **shown(thing.to_rules(), request.user),
    }
    if kind is CLASSES and thing.outfits_of_name:
        context |= _lender(thing, request.user)
    return _for_search_engines(thing, render(request, "bestiary/makings/detail.html", context))


def _lender(thing: CharacterClass, user) -> dict:
    """Whose outfits a class has: the names as they were, the class itself where lists offer it to `user`."""
    seen = thing.outfits_of_id and CharacterClass.objects.listed_for(user).filter(pk=thing.outfits_of_id).first()
    return {
        "lender": {"name": thing.outfits_of_name, "author": thing.outfits_of_author},
        "lending_class": seen,
        "is_lender_changed": bool(seen) and seen.revision != thing.outfits_of_revision,
    }


def _for_search_engines(thing: Making, response: HttpResponse) -> HttpResponse:
    """Keep what is not public out of search engines."""
    if thing.visibility != Visibility.PUBLIC or thing.held_at:
        response["X-Robots-Tag"] = "noindex, nofollow"
    return response


# --- the printed sheet -----------------------------------------------------------------------------------------------


@require_GET
def making_sheet(request: HttpRequest, kind: Kind, uid: UUID) -> HttpResponse:
    """Its sheet as a PDF, on one's own `?paper=` by default."""
    thing = get_object_or_404(kind.objects.visible_to(request.user).with_rows(), uid=uid)
    origin = f"Variant of {thing.origin_name}" if thing.origin_name else ""
    text = {
        "description": thing.description,
        "tags": [tag.name for tag in thing.tags.all()],
        "author": thing.owner.display_name,
        "origin": f"{origin} by {thing.origin_author}" if origin and thing.origin_author else origin,
    }
    if kind is CLASSES and thing.outfits_of_name:
        text["lender"] = {"name": thing.outfits_of_name, "author": thing.outfits_of_author}
    # The address of what is private or held, printed on paper, would lead everybody else to "not found".
    is_open = thing.visibility != Visibility.PRIVATE and thing.held_at is None
    url = request.build_absolute_uri(thing.get_absolute_url()) if is_open else ""
    return _for_search_engines(thing, _sheet(request, thing.to_rules(), text, url, words_of(request.user)))


@require_POST
def making_preview_sheet(request: HttpRequest, kind: Kind) -> HttpResponse:
    """The sheet of what is in the builder, saved or not."""
    builder = bench_of_form(request, kind).form.from_post(request.POST, draft=True)
    if not builder.is_valid():
        message = " ".join(f"{label}: {text}" for label, text in builder.labelled_errors())
        return render(request, "print_error.html", {"message": message}, status=422)
    document = builder.document()
    text = {"description": document["description"], "tags": document["tags"], "lender": document.get("outfits_of")}
    return _sheet(request, builder.rules, text, "", vocabulary(request.POST.get("words", "")))


def _sheet(request: HttpRequest, rules, text: dict, url: str, words: Vocabulary) -> HttpResponse:
    """The sheet, or a page that says why there is none."""
    options = request.POST if request.method == "POST" else request.GET
    paper = options.get("paper") or getattr(request.user, "paper", Paper.A4)
    if paper not in Paper.values:
        return render(request, "print_error.html", {"message": "The paper is A4 or Letter."}, status=400)
    context = {**shown(rules), "name": rules.name, "text": text, "words": words, "paper": paper, "url": url}
    assets = {STYLESHEET: (settings.BASE_DIR / "static" / "css" / STYLESHEET).read_bytes()}
    return pdf.sheet_response(request, "bestiary/makings/sheet.html", context, rules.name, assets=assets)


# --- bin and back ----------------------------------------------------------------------------------------------------


@require_http_methods(["GET", "HEAD", "POST"])
def making_delete(request: HttpRequest, kind: Kind, uid: UUID) -> HttpResponse:
    """Ask, then put it into its owner's bin."""
    thing = get_object_or_404(kind.objects.editable_by(request.user), uid=uid)
    if request.method == "POST":
        kind.objects.filter(pk=thing.pk).move_to_bin(timezone.now())
        messages.success(request, f"“{thing.name}” lies in your bin now.")
        return redirect(kind.address("bin"))
    return render(request, "bestiary/makings/confirm_delete.html", {"kind": kind, "thing": thing})


@require_POST
def making_restore(request: HttpRequest, kind: Kind, uid: UUID) -> HttpResponse:
    """Take it out of the bin, as it was."""
    thing = get_object_or_404(kind.objects.binned_by(request.user), uid=uid)
    kind.objects.filter(pk=thing.pk).restore()
    messages.success(request, f"“{thing.name}” is back.")
    return redirect(thing)
