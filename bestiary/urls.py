"""Addresses of the bestiary."""

app_name = "bestiary"

urlpatterns = []
