"""Pages of the GM screens: those of the two games, the composer, shared links, hazards."""

from encounters.screens.views.composer import (
    screen_create,
    screen_edit,
    screen_pages,
    screen_panel,
    screen_preview_print,
)
from encounters.screens.views.games import game_screen, game_screen_print, screen_hazards
from encounters.screens.views.lists import screen_bin, screen_list
from encounters.screens.views.sharing import screen_share, shared_screen, shared_screen_print
from encounters.screens.views.single import screen_delete, screen_detail, screen_print, screen_restore

__all__ = [
    "game_screen",
    "game_screen_print",
    "screen_bin",
    "screen_create",
    "screen_delete",
    "screen_detail",
    "screen_edit",
    "screen_hazards",
    "screen_list",
    "screen_pages",
    "screen_panel",
    "screen_preview_print",
    "screen_print",
    "screen_restore",
    "screen_share",
    "shared_screen",
    "shared_screen_print",
]
