"""The whole form of a Worlds Awakening creature: one `CreatureForm`, attack rows, ability rows.

Beside its own row buttons it has those of the library: `library_attack` and `library_ability`, the value a verb and
what it is about: "open", "close", "find", "insert:<id of an entry>", "keep:<number of a row>".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from bestiary.documents import STAT_KEYS
from bestiary.forms.creature import AbilityForm, AttackForm, CreatureForm, in_fields
from bestiary.forms.whole import Rows, WholeForm
from bestiary.library import Library, LibraryFull
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError


class Builder(WholeForm):
    """A new one is a Medium creature with average stats."""

    # None where nobody is asked who they are: in the live pane.
    library: Library | None = None
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
        values["visibility"] = visibility
        return cls.filled(values, {name: [in_fields(row) for row in document[name]] for name in cls.groups})

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
            **{name: [row.document() for row in self.used_rows(name)] for name in self.groups},
            "description": values["description"],
            "habitat": values["habitat"] or "",
            "family": values["family"] or "",
            "tags": values["tags"],
            "level": values["level"],
        }

    @property
    def has_all_abilities(self) -> bool:
        return len(self.rows["abilities"]) >= wa.LIMITS["abilities"].high

    # --- the library -------------------------------------------------------------------------------------------------

    @classmethod
    def with_library(cls, library: Library) -> type[Self]:
        """The same form with that library beside its rows."""
        return type(cls.__name__, (cls,), {"library": library})

    @classmethod
    def row_button(cls, data: Mapping) -> tuple[str, str, str]:
        for name, group in cls.groups.items():
            if cls.library and (button := data.get(f"library_{group.noun}")):
                verb, _, of = button.partition(":")
                return name, f"library_{verb}", of
        return super().row_button(data)

    def after_row_action(self, data: Mapping) -> Self | None:
        name, action, of = self.row_button(data)
        if not action.startswith("library_"):
            return super().after_row_action(data)
        rows = {key: [row.typed() for row in forms] for key, forms in self.rows.items()}
        focus, problem = (), ""
        if action == "library_insert":
            focus, problem = self._insert(name, of, rows[name])
        elif action == "library_keep":
            focus, problem = self._keep(name, of)
        else:
            self.library.turn(self.groups[name].noun, action.removeprefix("library_"))
        changed = self.filled(self.main.typed(), rows, focus=(name, *focus) if focus else ())
        changed.has_same_rows = bool(problem) or action != "library_insert"
        if problem:
            changed.row_errors[name] = problem
        return changed

    def _insert(self, name: str, key: str, rows: list[dict]) -> tuple[tuple[int, str], str]:
        """Put the row of an entry into `rows`, at the place of the first one without a word, or behind the last.

        Returns (row, control) to put the focus on, and what was wrong.
        """
        group = self.groups[name]
        row = self.library.row(group.noun, key)
        if row is None:
            return (), "This entry is not in the library any more."
        blank = [place for place, form in enumerate(self.rows[name]) if form.is_blank()]
        if blank:
            rows[blank[0]] = in_fields(row)
        elif len(rows) < group.most:
            rows.append(in_fields(row))
        else:
            return (), f"{self.article} {self.noun} has at most {group.most} {name}."
        return (blank[0] if blank else len(rows) - 1, group.form.first_field), ""

    def _keep(self, name: str, number: str) -> tuple[tuple[int, str], str]:
        """Keep the row of that number in the library; returns as `_insert`."""
        places = {form.index: place for place, form in enumerate(self.rows[name])}
        if number not in places:
            return (), ""
        form, noun = self.rows[name][places[number]], self.groups[name].noun
        focus = (places[number], "keep")
        if form.is_blank():
            return focus, f"This {noun} says nothing yet: give it a name first."
        if not form.is_valid():
            field, messages = next(iter(form.errors.items()))
            label = (form.fields[field].label or field.capitalize()) if field in form.fields else "Form"
            return focus, f"{form.heading} cannot be kept yet. {label}: {messages[0]}"
        try:
            self.library.keep(noun, form.document())
        except (RulesError, LibraryFull) as error:
            return focus, f"{form.heading} is not kept. {error}"
        return focus, ""
