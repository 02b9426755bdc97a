"""The public API, version 1: each app brings its calls, this file mounts them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from ninja import NinjaAPI, Router

from bestiary.api import router as bestiary_router
from config.api_docs import DocumentationPage
from config.api_errors import StrictParser, add_handlers
from encounters.api import router as encounters_router
from shop.api import router as shop_router

METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

api = NinjaAPI(
    title="Duskfolio API",
    version="1",
    description=(
        "The rules of Worlds Awakening and 2d12 Traits as calculations: send the choices of a game master, get the "
        "numbers. No key, no account, nothing is saved. Fractions and dice are text, unknown fields are refused."
    ),
    docs=DocumentationPage(),
    parser=StrictParser(),
)
add_handlers(api)
api.add_router("", bestiary_router)
api.add_router("", encounters_router)
api.add_router("", shop_router)

# Last of all, so that whatever is no call still gets its answer in JSON.
leftovers = Router()


@leftovers.get("", include_in_schema=False, url_name="start")
def start(request: HttpRequest) -> HttpResponse:
    """The bare address leads to the documentation."""
    return redirect("api-1:openapi-view")


@leftovers.api_operation(METHODS, "{path:anything}", include_in_schema=False, url_name="not-found")
def not_found(request: HttpRequest, anything: str) -> HttpResponse:
    raise Http404


api.add_router("", leftovers)
