"""Form fields of the builder, cheap enough for a preview on every keystroke."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from django import forms
from django.core.exceptions import ValidationError
from django.forms.utils import flatatt
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from bestiary.rules import worlds_awakening as wa
from bestiary.rules.checks import one_line
from bestiary.rules.numbers import minus
from bestiary.search import UNSTORABLE

# What people type or paste for a minus: true minus, en dash, the hyphens.
_MINUS_SIGNS = str.maketrans(
    dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{FULLWIDTH HYPHEN-MINUS}", "-")
)
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_SELECTED = SafeString(" selected")
_SLOT = re.compile(r"([0-9]{1,4})-(?:level|text)")


class SharedFields(dict):
    """A form's fields that all its instances share.

    Django copies every field for every form in case somebody changes one. Nobody does here, and with some seventy
    fields the copies would cost a preview more than all its rules.
    """

    def __deepcopy__(self, memo) -> SharedFields:
        return self


def share_fields(form: type[forms.Form]) -> type[forms.Form]:
    """Class decorator: instances of `form` use the class's own fields."""
    form.base_fields = SharedFields(form.base_fields)
    return form


@dataclass(frozen=True, slots=True)
class Limit:
    """From `low` to `high`, both included: what a field asks of a limit."""

    low: int
    high: int

    def __contains__(self, number: int) -> bool:
        return self.low <= number <= self.high


class WholeNumberField(forms.Field):
    """A whole number within a limit of the rules; one sentence says what is allowed whatever was wrong."""

    def __init__(self, band, *, attributes: Mapping[str, str] | None = None, **kwargs):
        self.band = band
        self.range_text = f"{minus(band.low)} to {minus(band.high)}"
        attributes = {"class": "number", "min": band.low, "max": band.high, "step": 1, **(attributes or {})}
        super().__init__(widget=forms.NumberInput(attrs=attributes), **kwargs)

    def clean(self, value: object) -> int | None:
        text = str(value if value is not None else "").strip().translate(_MINUS_SIGNS)
        if not text and not self.required:
            return None
        if not _WHOLE_NUMBER.fullmatch(text) or int(text) not in self.band:
            raise ValidationError(f"Type a whole number from {self.range_text}.", code="invalid")
        return int(text)


class TextField(forms.CharField):
    """Text without surrounding blanks and with plain line ends. `longest` counts characters after that.

    In a control of one line, a line break or another sign of control is a blank.

    The browser is told no limit: it would cut a long paste without a word. The message keeps everything typed.
    """

    def __init__(self, longest: int, **kwargs):
        self.longest = longest
        kwargs.setdefault("required", False)
        super().__init__(**kwargs)
        self.is_one_line = not isinstance(self.widget, forms.Textarea)

    def clean(self, value: object) -> str:
        text = str(value if value is not None else "").replace("\r\n", "\n").replace("\r", "\n").strip()
        if self.is_one_line:
            text = one_line(text)
        if UNSTORABLE.search(text):
            raise ValidationError("This text holds a character that cannot be stored: type it again.", code="invalid")
        if len(text) > self.longest:
            raise ValidationError(
                f"At most {self.longest:,} characters, please: this is {len(text):,}.", code="max_length"
            )
        if self.required and not text:
            raise ValidationError("Give it a name.", code="required")
        return text


def each_once(words: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(words))


class WordsField(TextField):
    """Several short texts, separated by commas or line ends; each once, in the order typed.

    `normal` turns the words into those that are kept; the limits hold for these.
    """

    def __init__(self, most: int, longest_word: int, *, normal: Callable[[list[str]], list[str]] = each_once, **kwargs):
        self.most = most
        self.longest_word = longest_word
        self.normal = normal
        super().__init__(longest=most * (longest_word + 2), **kwargs)
        self.is_one_line = False  # a line end parts two words

    def prepare_value(self, value: object) -> object:
        return ", ".join(value) if isinstance(value, list | tuple) else value

    def clean(self, value: object) -> list[str]:
        parts = (" ".join(part.split()) for part in re.split(r"[,;\n]", super().clean(value)))
        words = self.normal([part for part in parts if part])
        if len(words) > self.most:
            raise ValidationError(f"At most {self.most} entries, please: these are {len(words)}.", code="max_length")
        for word in words:
            if len(word) > self.longest_word:
                raise ValidationError(
                    f"At most {self.longest_word} characters an entry, please: “{word[:20]}…” has {len(word)}.",
                    code="max_length",
                )
        return words


class UpgradesInput(forms.Widget):
    """Reads the (level, text) slots of an ability, as many as there are; the row's template draws them.

    Their numbers say the order and may have gaps, like those of rows.
    """

    def value_from_datadict(self, data: Mapping, files: object, name: str) -> list[tuple[str, str]]:
        start = f"{name}-"
        numbers = {_SLOT.match(key, len(start)) for key in data if key.startswith(start)}
        return [
            (data.get(f"{name}-{number}-level") or "", data.get(f"{name}-{number}-text") or "")
            for number in sorted({match[1] for match in numbers if match}, key=int)
        ]


class UpgradesField(forms.Field):
    """Pairs of a level and what changes from it on; cleaned to the document's list, lowest level first."""

    widget = UpgradesInput

    def __init__(self, longest: int, **kwargs):
        self.level = WholeNumberField(wa.LIMITS["level"])
        self.text = TextField(longest, widget=forms.Textarea)
        super().__init__(required=False, **kwargs)

    def clean(self, value: Iterable[tuple[object, object]] | None) -> list[dict]:
        upgrades = []
        for number, (level, text) in enumerate(value or (), start=1):
            try:
                text = self.text.clean(text)
                if not str(level).strip() and not text:
                    continue
                upgrades.append({"level": self.level.clean(level), "text": text})
            except ValidationError as error:
                raise ValidationError(f"Upgrade {number}: {error.messages[0]}", code="invalid") from None
            if not text:
                raise ValidationError(f"Upgrade {number}: say what changes at that level.", code="required")
        return sorted(upgrades, key=lambda upgrade: upgrade["level"])


class QuickSelect(forms.Select):
    """A select that writes itself: Django's asks a template for every option, a third of the time of a list's page."""

    def render(self, name, value, attrs=None, renderer=None) -> SafeString:
        if any(isinstance(label, list | tuple) for _, label in self.choices):
            return super().render(name, value, attrs, renderer)
        chosen = set(self.format_value(value))
        options = format_html_join(
            "\n",
            '  <option value="{}"{}>{}</option>',
            ((word, _SELECTED if str(word) in chosen else "", label) for word, label in self.choices),
        )
        attributes = flatatt(self.build_attrs(self.attrs, attrs))
        return format_html('<select name="{}"{}>\n{}\n</select>', name, attributes, options)


class OneOfField(forms.ChoiceField):
    """A choice from a list, `None` for the blank one; forged values get a plain message."""

    widget = QuickSelect
    default_error_messages = {"invalid_choice": "Choose one from the list."}

    def clean(self, value: object) -> str | None:
        if value is None and not self.required:
            return None
        if value not in self._words():
            raise ValidationError(self.error_messages["invalid_choice"], code="invalid_choice")
        return value or None

    def _words(self) -> frozenset[str]:
        # Choices never change after the class is made, see SharedFields.
        if not hasattr(self, "_known_words"):
            self._known_words = frozenset(str(value) for value, _ in self.choices)
        return self._known_words


class TickField(forms.BooleanField):
    """A tick box; the live pane follows its class."""

    def __init__(self, **kwargs):
        super().__init__(required=False, widget=forms.CheckboxInput(attrs={"class": "tick"}), **kwargs)


class SeveralOfField(forms.MultipleChoiceField):
    """Any number of choices from a list with groups, as tick boxes, in the order of the list."""

    widget = forms.CheckboxSelectMultiple(attrs={"class": "tick"})
    default_error_messages = {"invalid_choice": "Choose from the list, or type it under “others”."}

    def clean(self, value: object) -> list[str]:
        chosen = set(value or ())
        known = [word for _, group in self.choices for word, _ in group]
        if not chosen <= set(known):
            raise ValidationError(self.error_messages["invalid_choice"], code="invalid_choice")
        return [word for word in known if word in chosen]
