"""The pages that belong to no app: home and about."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def home(request: HttpRequest) -> HttpResponse:
    """The front page."""
    return render(request, "home.html")


def about(request: HttpRequest) -> HttpResponse:
    """What the site is, and whose games it serves."""
    return render(request, "about.html")
