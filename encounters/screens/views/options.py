"""What an address says about a print."""

from __future__ import annotations

from django.http import HttpRequest

from accounts.models import Paper
from encounters.screens.models import Orientation


def print_options(
    request: HttpRequest, paper: str = Paper.A4, orientation: str = Orientation.PORTRAIT
) -> tuple[tuple[str, str], str]:
    """(paper, orientation) of `?paper=` and `?orientation=`, and what is wrong with them, "" when nothing is."""
    paper = request.GET.get("paper", paper)
    orientation = request.GET.get("orientation", orientation)
    problem = ""
    if paper not in Paper.values:
        problem = "The paper is A4 or Letter."
    elif orientation not in Orientation.values:
        problem = "The pages are portrait or landscape."
    return (paper, orientation), problem
