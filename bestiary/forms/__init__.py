"""Forms of the bestiary: a `WholeForm` for each game, `CreatureFilters` the search above the list."""

from bestiary.forms.builder import Builder
from bestiary.forms.creature import AbilityForm, AttackForm, CreatureForm
from bestiary.forms.filters import CreatureFilters, read_levels
from bestiary.forms.foe import EffectForm, FoeBuilder, FoeForm
from bestiary.forms.whole import WholeForm

ROW_BUTTONS = {
    button: (name, "")
    for name, group in Builder.groups.items()
    for button in (f"add_{group.noun}", f"remove_{group.noun}", f"move_{group.noun}_up", f"move_{group.noun}_down")
}

__all__ = [
    "ROW_BUTTONS",
    "AbilityForm",
    "AttackForm",
    "Builder",
    "CreatureFilters",
    "CreatureForm",
    "EffectForm",
    "FoeBuilder",
    "FoeForm",
    "WholeForm",
    "read_levels",
]
