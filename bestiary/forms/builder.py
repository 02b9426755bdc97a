"""The whole form of a Worlds Awakening creature: one `CreatureForm`, attack rows, ability rows."""

from __future__ import annotations

from collections.abc import Mapping

from bestiary.documents import STAT_KEYS
from bestiary.forms.creature import AbilityForm, AttackForm, CreatureForm
from bestiary.forms.whole import Rows, WholeForm
from bestiary.rules import worlds_awakening as wa


class Builder(WholeForm):
    """A new one is a Medium creature with average stats."""

    form = CreatureForm
    blank_values = {
        "size": "medium",
        "base_hp": 6,
        **dict.fromkeys(STAT_KEYS.values(), 0),
        "level": 1,
        "visibility": "private",
    }
    groups = {
        "attacks": Rows(
            AttackForm,
            wa.LIMITS["attacks"].high,
            {"kind": "melee", "roll_bonus": 0, "damage_bonus": 0},
            "attack",
        ),
        "abilities": Rows(
            AbilityForm,
            wa.LIMITS["abilities"].high,
            {"usage": "C", "action": "A", "targets": "1"},
            "ability",
        ),
    }

    @classmethod
    def from_document(cls, document: Mapping, *, visibility: str = "private") -> Builder:
        values = {**document, **{name: document["stats"][key] for key, name in STAT_KEYS.items()}}
        known = {name for _, names in CreatureForm.base_fields["resistances"].choices for name, _ in names}
        for field in ("resistances", "weaknesses"):
            values[field] = [word for word in document[field] if word in known]
            values[f"{field}_other"] = [word for word in document[field] if word not in known]
        abilities = [
            {**ability, "upgrades": [(upgrade["level"], upgrade["text"]) for upgrade in ability["upgrades"]]}
            for ability in document["abilities"]
        ]
        values["visibility"] = visibility
        return cls.filled(values, {"attacks": document["attacks"], "abilities": abilities})

    def field_of(self, head: str, rest: list[str]) -> str:
        return STAT_KEYS.get(rest[0], "") if head == "stats" and rest else head

    def document(self) -> dict:
        values = self.main.cleaned_data
        return {
            "system": "worlds_awakening",
            "name": values["name"],
            "size": values["size"],
            "base_hp": values["base_hp"],
            "boss_damage": values["boss_damage"],
            "stats": {key: values[name] for key, name in STAT_KEYS.items()},
            "resistances": values["resistances"],
            "weaknesses": values["weaknesses"],
            "attacks": [row.cleaned_data for row in self.used_rows("attacks")],
            "abilities": [self._ability(row.cleaned_data) for row in self.used_rows("abilities")],
            "description": values["description"],
            "habitat": values["habitat"] or "",
            "family": values["family"] or "",
            "tags": values["tags"],
            "level": values["level"],
        }

    def _ability(self, values: dict) -> dict:
        ability = {**values, "targets": int(values["targets"])}
        if self.draft and ability["limit_kind"] and ability["limit_count"] is None:
            ability["limit_kind"] = None
        return ability

    @property
    def has_all_abilities(self) -> bool:
        return len(self.rows["abilities"]) >= wa.LIMITS["abilities"].high
