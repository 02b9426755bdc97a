"""Addresses of merchants, the haggling desk and outfits."""

from django.urls import path

from shop.views import desk, merchants, outfits

urlpatterns = [
    path("merchants/", merchants.merchant_list, name="merchant_list"),
    path("merchants/new/", merchants.merchant_create, name="merchant_create"),
    path("merchants/items/", merchants.merchant_items, name="merchant_items"),
    path("merchants/line/", merchants.merchant_line, name="merchant_line"),
    path("merchants/<uuid:uid>/", merchants.merchant_detail, name="merchant_detail"),
    path("merchants/<uuid:uid>/edit/", merchants.merchant_edit, name="merchant_edit"),
    path("merchants/<uuid:uid>/share/", merchants.merchant_share, name="merchant_share"),
    path("merchants/<uuid:uid>/delete/", merchants.merchant_delete, name="merchant_delete"),
    path("merchants/<uuid:uid>/restore/", merchants.merchant_restore, name="merchant_restore"),
    # A slug holds every letter of a token and none that a database refuses.
    path("shared/<slug:token>/", merchants.shared_merchant, name="shared_merchant"),
    path("haggling/", desk.haggling_desk, name="haggling_desk"),
    path("haggling/prices/", desk.haggling_prices, name="haggling_prices"),
    path("haggling/items/", desk.haggling_items, name="haggling_items"),
    path("outfits/", outfits.outfit_list, name="outfit_list"),
    path("outfits/new/", outfits.outfit_create, name="outfit_create"),
    path("outfits/items/", outfits.outfit_items, name="outfit_items"),
    path("outfits/line/", outfits.outfit_line, name="outfit_line"),
    path("outfits/<uuid:uid>/", outfits.outfit_detail, name="outfit_detail"),
    path("outfits/<uuid:uid>/edit/", outfits.outfit_edit, name="outfit_edit"),
    path("outfits/<uuid:uid>/delete/", outfits.outfit_delete, name="outfit_delete"),
    path("outfits/<uuid:uid>/restore/", outfits.outfit_restore, name="outfit_restore"),
]
