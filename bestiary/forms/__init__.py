"""Forms of the bestiary: a `WholeForm` for each game, `CreatureFilters` the search above the list."""

from bestiary.forms.builder import Builder
from bestiary.forms.creature import AbilityForm, AttackForm, CreatureForm
from bestiary.forms.filters import MOST_COPIES, CreatureFilters, read_copies, read_level, read_levels
from bestiary.forms.foe import EffectForm, FoeBuilder, FoeForm
from bestiary.forms.portrait import PortraitForm
from bestiary.forms.report import AppealForm, ReportForm
from bestiary.forms.whole import WholeForm

__all__ = [
    "MOST_COPIES",
    "AbilityForm",
    "AppealForm",
    "AttackForm",
    "Builder",
    "CreatureFilters",
    "CreatureForm",
    "EffectForm",
    "FoeBuilder",
    "FoeForm",
    "PortraitForm",
    "ReportForm",
    "WholeForm",
    "read_copies",
    "read_level",
    "read_levels",
]
