"""Addresses of the shop. A thing is known by its uid, never by a number that could be counted up."""

from django.urls import path  # noqa: F401

app_name = "shop"

urlpatterns = []
