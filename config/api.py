"""The public API, version 1."""

from ninja import NinjaAPI

api = NinjaAPI(title="API", version="1")
