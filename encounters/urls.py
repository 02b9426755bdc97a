"""Addresses of the encounters."""

app_name = "encounters"

urlpatterns = []
