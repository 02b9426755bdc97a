"""The bestiary for whoever runs the site: creatures and all else, the queue of reports, the log of decisions."""

from bestiary.admin.creatures import CreatureAdmin, TagAdmin
from bestiary.admin.makings import AncestryAdmin, CharacterClassAdmin
from bestiary.admin.reports import CreatureDecisionAdmin, CreatureReportAdmin

__all__ = [
    "AncestryAdmin",
    "CharacterClassAdmin",
    "CreatureAdmin",
    "CreatureDecisionAdmin",
    "CreatureReportAdmin",
    "TagAdmin",
]
