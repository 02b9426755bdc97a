"""What people do with each other's creatures: the pages of their authors, bookmarks, reports."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.guests import ensure_user
from accounts.limits import use_allowance, who_asks
from accounts.models import User
from accounts.names import name_key
from bestiary import moderation
from bestiary.bookmarks import set_bookmark
from bestiary.forms import AppealForm, ReportForm
from bestiary.models import Creature, Reason
from bestiary.paging import creature_page
from bestiary.search import UNSTORABLE
from bestiary.views.cards import cards


@require_safe
def author_detail(request: HttpRequest, name: str) -> HttpResponse:
    """The public creatures of one user with a name. Who published nothing has no page but for themselves."""
    if UNSTORABLE.search(name):
        raise Http404
    author = get_object_or_404(User, username_key=name_key(name), is_guest=False)
    if author.username != name:
        return redirect("bestiary:author_detail", author.username)
    published = Creature.objects.published().filter(owner=author)
    page = creature_page(
        published.with_numbers().defer("description", "search_text"),
        after=request.GET.get("after", ""),
        before=request.GET.get("before", ""),
    )
    if not page.items and author.pk != request.user.pk:
        raise Http404
    context = {
        "author": author,
        "count": (count := published.count()),
        "description": f"{count} public creature{'' if count == 1 else 's'} by {author.username}, with all numbers.",
        "cards": cards(page.items, request.user),
        "next_url": f"?after={page.next}" if page.next else "",
        "previous_url": f"?before={page.previous}" if page.previous else "",
    }
    return render(request, "bestiary/author_detail.html", context)


@require_POST
def creature_bookmark(request: HttpRequest, uid) -> HttpResponse:
    """Bookmark a creature that one may open, or with `on=0` take the bookmark away; a visitor becomes a guest."""
    creature = get_object_or_404(Creature.objects.visible_to(request.user), uid=uid)
    on = request.POST.get("on") != "0"
    creature.bookmark_count = set_bookmark(creature, ensure_user(request), on=on)
    back = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        back = creature.get_absolute_url()
    if request.htmx:
        context = {"creature": creature, "is_bookmarked": on, "back": back}
        return render(request, "bestiary/_bookmark.html", context)
    return redirect(back)


@require_http_methods(["GET", "HEAD", "POST"])
def creature_report(request: HttpRequest, uid) -> HttpResponse:
    """Report a creature of somebody else; the author of one that is held asks for another look at it here."""
    creature = get_object_or_404(Creature.objects.visible_to(request.user).select_related("owner"), uid=uid)
    is_appeal = creature.owner_id == request.user.pk
    if is_appeal and creature.held_at is None:
        raise Http404
    form = (AppealForm if is_appeal else ReportForm)(request.POST if request.method == "POST" else None)
    is_named = request.user.is_authenticated and not request.user.is_guest
    most = settings.REPORTS_PER_HOUR if is_named else settings.GUEST_REPORTS_PER_HOUR
    waiting = moderation.open_report(creature, request.user)
    context = {"creature": creature, "form": form, "is_appeal": is_appeal, "waiting": waiting, "most": most}
    status = 200
    if request.method == "POST" and waiting is None:
        status = 422
        if form.is_valid():
            minutes = use_allowance("report", who_asks(request), most, timezone.now())
            if not minutes:
                return _filed(request, creature, form, is_appeal=is_appeal)
            status = 429
            form.add_error(
                None,
                f"That is more than {most} reports in an hour. Send this one again in {minutes} "
                f"minute{'' if minutes == 1 else 's'}: it is not lost while this page stays open.",
            )
    return render(request, "bestiary/creature_report.html", context, status=status)


def _filed(request: HttpRequest, creature: Creature, form, *, is_appeal: bool) -> HttpResponse:
    """Put the report of a valid form into the queue; a visitor becomes a guest."""
    reason = Reason.APPEAL if is_appeal else form.cleaned_data["reason"]
    moderation.file_report(creature, ensure_user(request), reason, form.cleaned_data["text"], timezone.now())
    messages.success(request, f"Thank you. A moderator will look at “{creature.name}”.")
    return redirect(creature)


@require_POST
def creature_note(request: HttpRequest, uid) -> HttpResponse:
    """Put away a moderator's note on one's own creature; that on a held one stays."""
    creature = get_object_or_404(Creature.objects.editable_by(request.user), uid=uid)
    moderation.put_note_away(creature)
    return redirect(creature)
