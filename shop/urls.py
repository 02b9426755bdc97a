"""Addresses of the shop. A thing is known by its uid, never by a number that could be counted up."""

from django.urls import path

from shop.views import builder, items, upgrades

app_name = "shop"

item_urls = [
    path("", items.item_list, name="item_list"),
    path("bin/", items.item_bin, name="item_bin"),
    path("items/new/", builder.item_create, name="item_create"),
    path("items/preview/", builder.item_preview, name="item_preview"),
    path("items/<uuid:uid>/", items.item_detail, name="item_detail"),
    path("items/<uuid:uid>/edit/", builder.item_edit, name="item_edit"),
    path("items/<uuid:uid>/upgrade/", upgrades.item_upgrade, name="item_upgrade"),
    path("items/<uuid:uid>/delete/", items.item_delete, name="item_delete"),
    path("items/<uuid:uid>/restore/", items.item_restore, name="item_restore"),
]

urlpatterns = [
    *item_urls,
]
