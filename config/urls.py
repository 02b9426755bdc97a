"""The site's addresses; each app lists its own."""

from django.contrib import admin
from django.urls import include, path, reverse_lazy
from django.views.generic import RedirectView

from config import views
from config.api import api

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("favicon.ico", views.favicon),
    path("accounts/", include("accounts.urls")),
    path("bestiary/", include("bestiary.urls")),
    path("shop/", include("shop.urls")),
    path("", include("encounters.urls")),
    path("api/v1/", api.urls),
    # One door for everybody: it counts attempts and brings a guest's work along, the admin's own would not.
    path("admin/login/", RedirectView.as_view(url=reverse_lazy("accounts:login"), query_string=True)),
    path("admin/", admin.site.urls),
]
