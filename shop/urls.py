"""Addresses of the shop. A thing is known by its uid, never by a number that could be counted up."""

from django.urls import path

from shop.trade_urls import urlpatterns as trade_urls
from shop.views import builder, items, prints, upgrades

app_name = "shop"

item_urls = [
    path("", items.item_list, name="item_list"),
    path("bin/", items.item_bin, name="item_bin"),
    path("items/new/", builder.item_create, name="item_create"),
    path("items/preview/", builder.item_preview, name="item_preview"),
    path("items/<uuid:uid>/", items.item_detail, name="item_detail"),
    path("items/cards.pdf", prints.item_cards, name="item_cards"),
    path("items/<uuid:uid>/card.pdf", prints.item_card, name="item_card"),
    path("items/<uuid:uid>/edit/", builder.item_edit, name="item_edit"),
    path("items/<uuid:uid>/upgrade/", upgrades.item_upgrade, name="item_upgrade"),
    path("items/<uuid:uid>/delete/", items.item_delete, name="item_delete"),
    path("items/<uuid:uid>/restore/", items.item_restore, name="item_restore"),
]

print_urls = [
    path("merchants/<uuid:uid>/cards.pdf", prints.merchant_cards, name="merchant_cards"),
    path("merchants/<uuid:uid>/price-list.pdf", prints.merchant_price_list, name="merchant_price_list"),
    path("shared/<slug:token>/price-list.pdf", prints.shared_merchant_price_list, name="shared_merchant_price_list"),
]

urlpatterns = [
    *item_urls,
    *trade_urls,
    *print_urls,
]
