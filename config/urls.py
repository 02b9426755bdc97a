"""The site's addresses; each app lists its own."""

from django.contrib import admin
from django.urls import include, path

from config import views
from config.api import api

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("accounts/", include("accounts.urls")),
    path("bestiary/", include("bestiary.urls")),
    path("", include("encounters.urls")),
    path("api/v1/", api.urls),
    path("admin/", admin.site.urls),
]
