"""Addresses of ancestries and classes; the pages of both are the same views."""

from django.urls import path

from bestiary.views.makings import builder, check, lists, single
from bestiary.views.makings.kinds import ANCESTRIES, CLASSES, Kind


def urls_of(kind: Kind) -> list:
    """The pages of one kind: "ancestry_list" and so on."""
    pages = (
        ("", lists.making_list, "list"),
        ("bin/", lists.making_bin, "bin"),
        ("new/", builder.making_create, "create"),
        ("preview/", builder.making_preview, "preview"),
        ("preview/sheet.pdf", single.making_preview_sheet, "preview_sheet"),
        ("<uuid:uid>/", single.making_detail, "detail"),
        ("<uuid:uid>/edit/", builder.making_edit, "edit"),
        ("<uuid:uid>/delete/", single.making_delete, "delete"),
        ("<uuid:uid>/restore/", single.making_restore, "restore"),
        ("<uuid:uid>/sheet.pdf", single.making_sheet, "sheet"),
    )
    return [
        path(f"{kind.folder}/{address}", view, {"kind": kind}, name=f"{kind.noun}_{page}")
        for address, view, page in pages
    ]


urlpatterns = [
    path("ancestries/check/", check.pair_check, name="pair_check"),
    *urls_of(ANCESTRIES),
    *urls_of(CLASSES),
]
