"""The whole form of a creature: one `CreatureForm`, attack rows, ability rows.

    posted fields ─→ Builder.from_post ─→ is_valid ─→ document ─→ save, or stat block
    document      ─→ Builder.from_document ─→ page
    posted fields + a row button ─→ Builder.after_row_action ─→ page, with everything typed still in it

The fields of a row are named `attacks-0-name`; the numbers say the order and may have gaps.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from django.utils.datastructures import MultiValueDict

from bestiary.documents import STAT_KEYS, normal_tags, rules_from_document
from bestiary.forms.creature import AbilityForm, AttackForm, BuilderForm, CreatureForm, RowForm
from bestiary.forms.fields import SeveralOfField
from bestiary.rules import worlds_awakening as wa
from bestiary.rules.errors import RulesError

ROW_FORMS: dict[str, type[RowForm]] = {"attacks": AttackForm, "abilities": AbilityForm}
# Name of a button → the rows it changes and how.
ROW_BUTTONS = {
    f"{verb}_{row}{suffix}": (rows, f"{verb}{suffix}")
    for row, rows in (("attack", "attacks"), ("ability", "abilities"))
    for verb, suffix in (("add", ""), ("remove", ""), ("move", "_up"), ("move", "_down"))
}
BLANK = {
    "creature": {
        "size": "medium",
        "base_hp": 6,
        **dict.fromkeys(STAT_KEYS.values(), 0),
        "level": 1,
        "visibility": "private",
    },
    "attacks": {"kind": "melee", "roll_bonus": 0, "damage_bonus": 0},
    "abilities": {"usage": "C", "action": "A", "targets": "1"},
}
# How many rows the form draws and reads beyond the limit, so that what was typed is not lost.
SPARE_ROWS = 8

_ROW_NAME = re.compile(r"(attacks|abilities)-([0-9]{1,4})-")


class Builder:
    """All parts of a creature's form, either bound to posted fields or filled from a document."""

    def __init__(self, creature: CreatureForm, rows: Mapping[str, list[RowForm]], *, draft: bool = False):
        self.creature = creature
        self.rows = rows
        self.draft = draft
        self.row_errors: dict[str, str] = {}
        # The rows whose "Add" button takes the focus, after the last row has gone.
        self.focus_add = ""
        # Set where somebody else's save came between: the page asks whether to save over it.
        self.stale = False

    @classmethod
    def from_post(cls, data: Mapping, *, draft: bool = False) -> Builder:
        """The form as posted. A draft accepts a creature and rows without a name, for the live pane."""
        indexes: dict[str, set[int]] = {name: set() for name in ROW_FORMS}
        for key in data:
            if match := _ROW_NAME.match(key):
                indexes[match[1]].add(int(match[2]))
        rows = {
            name: [
                form(data, prefix=f"{name}-{index}", draft=draft)
                for index in sorted(indexes[name])[: wa.LIMITS[name].high + SPARE_ROWS]
            ]
            for name, form in ROW_FORMS.items()
        }
        return cls(CreatureForm(data, draft=draft), rows, draft=draft)

    @classmethod
    def from_document(cls, document: Mapping, *, visibility: str = "private") -> Builder:
        """The form filled with a stored creature."""
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

    @classmethod
    def filled(cls, creature: Mapping, rows: Mapping[str, list[Mapping]], focus: tuple = ()) -> Builder:
        """The form with these values in its fields, nothing checked. `focus`: (rows, index, field) to type in next."""
        forms = {
            name: [
                form(
                    initial=values,
                    prefix=f"{name}-{index}",
                    focus=focus[2] if focus[:2] == (name, index) else "",
                )
                for index, values in enumerate(rows.get(name, ()))
            ]
            for name, form in ROW_FORMS.items()
        }
        return cls(CreatureForm(initial=creature), forms)

    @classmethod
    def blank(cls, **creature) -> Builder:
        """The form of a new creature: a Medium one with average stats, or with these values instead."""
        return cls.filled({**BLANK["creature"], **creature}, {})

    # --- checking ----------------------------------------------------------------------------------------------------

    def parts(self) -> list[BuilderForm]:
        """The forms that count: all but the rows where nothing was typed (a draft counts those too)."""
        rows = [row for name in ROW_FORMS for row in self.used_rows(name)]
        return [self.creature, *rows]

    def used_rows(self, name: str) -> list[RowForm]:
        return [row for row in self.rows[name] if self.draft or not row.is_blank()]

    def is_valid(self) -> bool:
        """Check every part, then the whole by the rules; messages stand at their fields afterwards."""
        # Every part is checked, also after the first wrong one.
        valid = not [part for part in self.parts() if not part.is_valid()]
        for name in ROW_FORMS:
            most, count = wa.LIMITS[name].high, len(self.used_rows(name))
            if count > most:
                self.row_errors[name] = f"At most {most} {name}: these are {count}. Remove {count - most} of them."
                valid = False
        return valid and self.rules is not None

    @cached_property
    def rules(self) -> wa.Creature | None:
        """The creature as the rules take it, or None with a message at the field the rules refuse."""
        try:
            return rules_from_document(self.document(), texts_are_clean=True)
        except RulesError as error:
            self._place(error)
            return None

    def _place(self, error: RulesError) -> None:
        """Put what the rules say at its field: "abilities.1.range_metres" is in the second row that counts."""
        head, *rest = error.field.split(".")
        if head in ROW_FORMS and len(rest) > 1:
            form, field = self.used_rows(head)[int(rest[0])], rest[1]
        elif head == "stats" and rest:
            form, field = self.creature, STAT_KEYS.get(rest[0], "")
        else:
            form, field = self.creature, head
        form.add_error(field if field in form.fields else None, error.message)

    def document(self) -> dict:
        """Return the valid form as a creature's document, without `type`, `version` and `id`."""
        values = self.creature.cleaned_data
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
            "tags": normal_tags(values["tags"]),
            "level": values["level"],
        }

    def _ability(self, values: dict) -> dict:
        ability = {**values, "targets": int(values["targets"])}
        if self.draft and ability["limit_kind"] and ability["limit_count"] is None:
            ability["limit_kind"] = None
        return ability

    def errors(self) -> dict[str, str]:
        """Return the first message of each field that has one, by the field's name in the page."""
        found = {}
        for part in self.parts():
            for field, messages in part.errors.items():
                name = part.add_prefix(field) if field in part.fields else f"{part.prefix or 'creature'}-form"
                found[name] = messages[0]
        return found | self.row_errors

    def labelled_errors(self) -> list[tuple[str, str]]:
        """Return (what the field is called, its message) for everything that is wrong, in the order of the page."""
        found = []
        for part in self.parts():
            where = f"{part.cleaned_data.get('name') or part.unnamed}, " if isinstance(part, RowForm) else ""
            for field, messages in part.errors.items():
                label = (part.fields[field].label or field.capitalize()) if field in part.fields else "Form"
                found.append((f"{where}{label}", messages[0]))
        return found + [(name.capitalize(), message) for name, message in self.row_errors.items()]

    @property
    def has_all_abilities(self) -> bool:
        return len(self.rows["abilities"]) >= wa.LIMITS["abilities"].high

    @property
    def is_checked(self) -> bool:
        """Whether the form was sent to be saved, so that messages belong on the page."""
        return self.creature.is_bound

    # --- rows --------------------------------------------------------------------------------------------------------

    def after_row_action(self, data: Mapping) -> Builder | None:
        """Return the form after the row button in `data` was pressed, or None when none was."""
        button = next((name for name in ROW_BUTTONS if name in data), None)
        if button is None:
            return None
        name, action = ROW_BUTTONS[button]
        rows = {key: [row.typed() for row in forms] for key, forms in self.rows.items()}
        places = {row.index: place for place, row in enumerate(self.rows[name])}
        focus = change_rows(rows[name], action, places.get(data.get(button), -1), BLANK[name], wa.LIMITS[name].high)
        changed = Builder.filled(self.creature.typed(), rows, focus=(name, *focus))
        changed.focus_add = name if focus[1] == "add" else ""
        if action == "add" and len(self.rows[name]) >= wa.LIMITS[name].high:
            changed.row_errors[name] = f"A creature has at most {wa.LIMITS[name].high} {name}."
        return changed

    def as_typed(self) -> Builder:
        """Return the same form with nothing checked yet, to show what was typed without messages."""
        rows = {key: [row.typed() for row in forms] for key, forms in self.rows.items()}
        return Builder.filled(self.creature.typed(), rows)

    def posted(self) -> MultiValueDict:
        """Return what a browser would send for this form."""
        data = MultiValueDict()
        for part in (self.creature, *self.rows["attacks"], *self.rows["abilities"]):
            for name, value in part.typed().items():
                key = part.add_prefix(name)
                if name == "upgrades":
                    for slot, (level, text) in enumerate(value or ()):
                        data[f"{key}-{slot}-level"], data[f"{key}-{slot}-text"] = str(level), text
                elif isinstance(part.fields[name], SeveralOfField):
                    data.setlist(key, list(value or ()))
                elif value is not False:
                    data[key] = "" if value is None else str(value)
        return data


def change_rows(rows: list[dict], action: str, place: int, blank: Mapping, most: int) -> tuple[int, str]:
    """Change `rows` as a row button asks, in place; returns (row, control) to put the focus on.

    A place that does not exist changes nothing: the row was removed in the meantime.
    """
    if action == "add":
        if len(rows) < most:
            rows.append(dict(blank))
        return len(rows) - 1, "name"
    if not 0 <= place < len(rows):
        return -1, ""
    if action == "remove":
        del rows[place]
        return min(place, len(rows) - 1), "name" if rows else "add"
    other = place + (1 if action == "move_down" else -1)
    if not 0 <= other < len(rows):
        return place, action
    rows[place], rows[other] = rows[other], rows[place]
    # At either end the button that was pressed is gone: its opposite takes the focus.
    ends = {0: "move_down", len(rows) - 1: "move_up"}
    return other, ends.get(other, action)
