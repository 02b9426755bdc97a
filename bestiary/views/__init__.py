"""Pages of the bestiary: the lists, one creature, the builders."""

from bestiary.views.builder import creature_create, creature_edit, creature_preview
from bestiary.views.community import author_detail, creature_bookmark, creature_note, creature_report
from bestiary.views.foes import foe_create, foe_preview
from bestiary.views.lists import creature_bin, creature_list
from bestiary.views.portraits import portrait
from bestiary.views.revisions import creature_compare, creature_revert, creature_revision, creature_revisions
from bestiary.views.single import (
    creature_delete,
    creature_detail,
    creature_preview_sheet,
    creature_restore,
    creature_sheet,
    foe_preview_sheet,
)

__all__ = [
    "author_detail",
    "creature_bin",
    "creature_bookmark",
    "creature_compare",
    "creature_create",
    "creature_delete",
    "creature_detail",
    "creature_edit",
    "creature_list",
    "creature_note",
    "creature_preview",
    "creature_preview_sheet",
    "creature_report",
    "creature_restore",
    "creature_revert",
    "creature_revision",
    "creature_revisions",
    "creature_sheet",
    "foe_create",
    "foe_preview",
    "foe_preview_sheet",
    "portrait",
]
