"""Addresses of the bestiary. A creature is known by its uid, never by a number that could be counted up."""

from django.urls import path
from django.views.decorators.http import require_safe

from bestiary import views
from bestiary.feeds import NewCreatures
from bestiary.library_urls import urlpatterns as library_urls
from bestiary.making_urls import urlpatterns as making_urls

app_name = "bestiary"

urlpatterns = [
    path("", views.creature_list, name="creature_list"),
    path("feed/", require_safe(NewCreatures()), name="creature_feed"),
    path("by/<str:name>/", views.author_detail, name="author_detail"),
    path("bin/", views.creature_bin, name="creature_bin"),
    path("creatures/new/", views.creature_create, name="creature_create"),
    path("creatures/preview/", views.creature_preview, name="creature_preview"),
    path("creatures/preview/sheet.pdf", views.creature_preview_sheet, name="creature_preview_sheet"),
    path("foes/new/", views.foe_create, name="foe_create"),
    path("foes/preview/", views.foe_preview, name="foe_preview"),
    path("foes/preview/card.pdf", views.foe_preview_sheet, name="foe_preview_sheet"),
    path("creatures/<uuid:uid>/", views.creature_detail, name="creature_detail"),
    path("creatures/<uuid:uid>/edit/", views.creature_edit, name="creature_edit"),
    path("creatures/<uuid:uid>/delete/", views.creature_delete, name="creature_delete"),
    path("creatures/<uuid:uid>/restore/", views.creature_restore, name="creature_restore"),
    path("creatures/<uuid:uid>/revisions/", views.creature_revisions, name="creature_revisions"),
    path("creatures/<uuid:uid>/revisions/compare/", views.creature_compare, name="creature_compare"),
    path("creatures/<uuid:uid>/revisions/<int:number>/", views.creature_revision, name="creature_revision"),
    path("creatures/<uuid:uid>/revisions/<int:number>/restore/", views.creature_revert, name="creature_revert"),
    path("creatures/<uuid:uid>/bookmark/", views.creature_bookmark, name="creature_bookmark"),
    path("creatures/<uuid:uid>/report/", views.creature_report, name="creature_report"),
    path("creatures/<uuid:uid>/note/", views.creature_note, name="creature_note"),
    path("portraits/<slug:key>/<str:version>", views.portrait, name="portrait"),
    path("creatures/<uuid:uid>/sheet.pdf", views.creature_sheet, name="creature_sheet"),
    *making_urls,
    *library_urls,
]
