"""Addresses of the library."""

from django.urls import path

from bestiary.views import library as views

urlpatterns = [
    path("library/", views.library_list, name="library_list"),
    path("library/bin/", views.library_bin, name="library_bin"),
    path("library/new/<slug:kind>/", views.library_create, name="library_create"),
    path("library/<uuid:uid>/", views.library_edit, name="library_edit"),
    path("library/<uuid:uid>/delete/", views.library_delete, name="library_delete"),
    path("library/<uuid:uid>/restore/", views.library_restore, name="library_restore"),
    path("library/<uuid:uid>/update/", views.library_update, name="library_update"),
    path("library/<uuid:uid>/copy/", views.library_copy, name="library_copy"),
    path("creatures/<uuid:uid>/keep/", views.creature_keep_row, name="creature_keep_row"),
]
