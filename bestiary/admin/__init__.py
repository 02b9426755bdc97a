"""The bestiary for whoever runs the site: creatures, the queue of reports, the log of decisions."""

from bestiary.admin.creatures import CreatureAdmin, TagAdmin
from bestiary.admin.reports import CreatureDecisionAdmin, CreatureReportAdmin

__all__ = ["CreatureAdmin", "CreatureDecisionAdmin", "CreatureReportAdmin", "TagAdmin"]
