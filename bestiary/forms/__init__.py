"""Forms of the bestiary: `Builder` is a creature's whole form, `CreatureFilters` the search above the list."""

from bestiary.forms.builder import ROW_BUTTONS, ROW_FORMS, Builder
from bestiary.forms.creature import AbilityForm, AttackForm, CreatureForm
from bestiary.forms.filters import CreatureFilters, read_levels

__all__ = [
    "ROW_BUTTONS",
    "ROW_FORMS",
    "AbilityForm",
    "AttackForm",
    "Builder",
    "CreatureFilters",
    "CreatureForm",
    "read_levels",
]
