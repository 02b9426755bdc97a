"""Pictures, served by the site itself.

A web server in front could send files faster, yet it would have to ask the site each time whether whoever wants one may
see it, in its own way for each server, and again in another way for each storage. These files have some 10 to 60 KB and
go through memory at once; browsers keep them, so that each is asked for about once by each reader.
"""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from bestiary.models import Creature, Portrait
from bestiary.pictures import VERSIONS
from bestiary.portraits import may_take, read_version

# What caches between the site and its readers keep of public pictures: an hour, so that one which its author or a
# moderator takes back is soon gone there. Browsers that have it may keep it, its address never means another picture.
PUBLIC = "public, max-age=31536000, s-maxage=3600, immutable"
PRIVATE = "private, max-age=3600"

# Whoever reads reports sees what they are about.
MODERATES = "bestiary.change_creaturereport"


@require_safe
def portrait(request: HttpRequest, key: str, version: str) -> HttpResponse:
    """A version of a picture; 404 for whoever may not see its creature, nor moderates.

    Of a public one nobody is asked who they are: the answer is the same for all, and no cookie keeps it from caches.
    """
    found = Portrait.objects.filter(key=key).first() if version in VERSIONS else None
    if found is None:
        raise Http404
    is_public = found.thing_id is not None and Creature.objects.published().filter(pk=found.thing_id).exists()
    if not is_public and not may_take(found, request.user) and not request.user.has_perm(MODERATES):
        raise Http404
    etag = f'"{found.key}-{version}"'
    response = get_conditional_response(request, etag=etag)
    if response is None:
        data = read_version(found, version)
        if data is None:
            raise Http404
        response = HttpResponse(data, content_type=VERSIONS[version])
    response["ETag"] = etag
    response["Cache-Control"] = PUBLIC if is_public else PRIVATE
    response["X-Content-Type-Options"] = "nosniff"
    # Opened by itself, a picture is nothing but a picture, and no other site shows it as its own.
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    if not is_public:
        response["X-Robots-Tag"] = "noindex"
    return response
