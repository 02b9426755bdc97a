"""Addresses of encounters, parties and shared pages."""

from django.urls import path

from encounters import views
from encounters.screens.urls import urlpatterns as screens

app_name = "encounters"

urlpatterns = [
    path("encounters/", views.encounter_list, name="encounter_list"),
    path("encounters/bin/", views.encounter_bin, name="encounter_bin"),
    path("encounters/new/", views.encounter_create, name="encounter_create"),
    path("encounters/preview/", views.encounter_preview, name="encounter_preview"),
    path("encounters/creatures/", views.encounter_creatures, name="encounter_creatures"),
    path("encounters/line/", views.encounter_line, name="encounter_line"),
    path("encounters/add/", views.encounter_pick, name="encounter_pick"),
    path("encounters/<uuid:uid>/", views.encounter_detail, name="encounter_detail"),
    path("encounters/<uuid:uid>/edit/", views.encounter_edit, name="encounter_edit"),
    path("encounters/<uuid:uid>/add/", views.encounter_add, name="encounter_add"),
    path("encounters/<uuid:uid>/adjust/", views.encounter_adjust, name="encounter_adjust"),
    path("encounters/<uuid:uid>/share/", views.encounter_share, name="encounter_share"),
    path("encounters/<uuid:uid>/delete/", views.encounter_delete, name="encounter_delete"),
    path("encounters/<uuid:uid>/restore/", views.encounter_restore, name="encounter_restore"),
    path("encounters/<uuid:uid>/encounter.pdf", views.encounter_print, name="encounter_print"),
    path("parties/", views.party_list, name="party_list"),
    path("parties/new/", views.party_create, name="party_create"),
    path("parties/<uuid:uid>/", views.party_edit, name="party_edit"),
    path("parties/<uuid:uid>/delete/", views.party_delete, name="party_delete"),
    path("parties/<uuid:uid>/restore/", views.party_restore, name="party_restore"),
    # A slug holds every letter of a token and none that a database refuses.
    path("shared/<slug:token>/", views.shared_encounter, name="shared_encounter"),
    path("shared/<slug:token>/encounter.pdf", views.shared_encounter_print, name="shared_encounter_print"),
    *screens,
]
