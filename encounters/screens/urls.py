"""Addresses of the GM screens; part of the encounters app's."""

from django.urls import path

from encounters.screens import views

urlpatterns = [
    path("screens/", views.screen_list, name="screen_list"),
    path("screens/bin/", views.screen_bin, name="screen_bin"),
    path("screens/new/", views.screen_create, name="screen_create"),
    path("screens/pages/", views.screen_pages, name="screen_pages"),
    path("screens/panel/", views.screen_panel, name="screen_panel"),
    path("screens/preview.pdf", views.screen_preview_print, name="screen_preview_print"),
    path("screens/hazards/", views.screen_hazards, name="screen_hazards"),
    path("screens/<uuid:uid>/", views.screen_detail, name="screen_detail"),
    path("screens/<uuid:uid>/edit/", views.screen_edit, name="screen_edit"),
    path("screens/<uuid:uid>/share/", views.screen_share, name="screen_share"),
    path("screens/<uuid:uid>/delete/", views.screen_delete, name="screen_delete"),
    path("screens/<uuid:uid>/restore/", views.screen_restore, name="screen_restore"),
    path("screens/<uuid:uid>/screen.pdf", views.screen_print, name="screen_print"),
    # The two games; after the words above, which are no game's.
    path("screens/<slug:game>/", views.game_screen, name="game_screen"),
    path("screens/<slug:game>/screen.pdf", views.game_screen_print, name="game_screen_print"),
    path("shared/screens/<slug:token>/", views.shared_screen, name="shared_screen"),
    path("shared/screens/<slug:token>/screen.pdf", views.shared_screen_print, name="shared_screen_print"),
]
