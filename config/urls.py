"""The site's addresses; each app lists its own."""

from django.contrib import admin
from django.contrib.sitemaps import views as sitemap_views
from django.urls import include, path, reverse_lazy
from django.views.decorators.http import require_safe
from django.views.generic import RedirectView, TemplateView

from config import views
from config.api import api
from config.sitemaps import SITEMAPS

urlpatterns = [
    path("", views.home, name="home"),
    path("about/", views.about, name="about"),
    path("conduct/", views.conduct, name="conduct"),
    path("favicon.ico", views.favicon),
    path("robots.txt", TemplateView.as_view(template_name="robots.txt", content_type="text/plain; charset=utf-8")),
    path(
        "sitemap.xml",
        require_safe(sitemap_views.index),
        {"sitemaps": SITEMAPS, "sitemap_url_name": "sitemap_section"},
        name="sitemap",
    ),
    path(
        "sitemap-<slug:section>.xml",
        require_safe(sitemap_views.sitemap),
        {"sitemaps": SITEMAPS},
        name="sitemap_section",
    ),
    path("accounts/", include("accounts.urls")),
    path("bestiary/", include("bestiary.urls")),
    path("shop/", include("shop.urls")),
    path("", include("encounters.urls")),
    path("api/v1/", api.urls),
    # One door for everybody: it counts attempts and brings a guest's work along, the admin's own would not.
    path("admin/login/", RedirectView.as_view(url=reverse_lazy("accounts:login"), query_string=True)),
    path("admin/", admin.site.urls),
]
