"""Screens and posted forms for these tests."""

from itertools import count

from encounters.screens.models import Screen, ScreenPanel

_names = count(1)

OWN = {"title": "House rules", "text": "- Snacks for the GM\n- **No** phones"}


def make_screen(owner, *panels, **fields) -> Screen:
    """A screen of `owner`; each panel is the slug of a table, or fields of one's own."""
    screen = Screen.objects.create(**{"owner": owner, "name": f"Screen {next(_names)}", **fields})
    for order, panel in enumerate(panels):
        values = {"table": panel} if isinstance(panel, str) else panel
        ScreenPanel.objects.create(screen=screen, order=order, **values)
    return screen


def posted(*panels, **fields) -> dict:
    """What the composer's form sends: panels as in `make_screen`."""
    data = {
        "name": "Tonight",
        "paper": "a4",
        "orientation": "portrait",
        "text_size": "medium",
        "words": "medieval_fantasy",
        "panels-TOTAL_FORMS": str(len(panels)),
        **fields,
    }
    for number, panel in enumerate(panels):
        values = {"table": panel} if isinstance(panel, str) else {"name": panel["title"], "text": panel["text"]}
        for key, value in {"table": "", "name": "", "text": "", "ORDER": str(number + 1), **values}.items():
            data[f"panels-{number}-{key}"] = value
    return data


def order_of(screen: Screen) -> list[str]:
    """The panels of a screen as stored, by table or title."""
    return [str(panel) for panel in screen.panels.order_by("order")]
