"""Addresses of sign-up, log-in and the account page."""

app_name = "accounts"

urlpatterns = []
