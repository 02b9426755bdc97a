"""Pages of the encounters app: parties, encounters, the builder, shared links."""

from encounters.views.builder import (
    encounter_create,
    encounter_creatures,
    encounter_edit,
    encounter_line,
    encounter_preview,
)
from encounters.views.lists import encounter_bin, encounter_list, encounter_pick
from encounters.views.parties import party_create, party_delete, party_edit, party_list, party_restore
from encounters.views.sharing import encounter_share, shared_encounter, shared_encounter_print
from encounters.views.single import (
    encounter_add,
    encounter_adjust,
    encounter_delete,
    encounter_detail,
    encounter_print,
    encounter_restore,
)

__all__ = [
    "encounter_add",
    "encounter_adjust",
    "encounter_bin",
    "encounter_create",
    "encounter_creatures",
    "encounter_delete",
    "encounter_detail",
    "encounter_edit",
    "encounter_line",
    "encounter_list",
    "encounter_pick",
    "encounter_preview",
    "encounter_print",
    "encounter_restore",
    "encounter_share",
    "party_create",
    "party_delete",
    "party_edit",
    "party_list",
    "party_restore",
    "shared_encounter",
    "shared_encounter_print",
]
