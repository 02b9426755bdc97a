"""What a GM calls magic: the choice on the account page, and the same fields for other forms.

The words are the rules' (`bestiary.rules.worlds_awakening.vocabulary`); what is stored is their short code.
"""

from django import forms

from bestiary.rules.errors import RulesError
from bestiary.rules.worlds_awakening.vocabulary import (
    LONGEST_SHORT,
    LONGEST_WORD,
    OWN,
    STANDARD_WORDS,
    UNIVERSES,
    Vocabulary,
    vocabulary,
)

UNIVERSE_CHOICES = [
    *((slug, f"{words.name}: {words.text}") for slug, words in UNIVERSES.items()),
    (OWN, "Words of my own"),
]


def words_of(user) -> Vocabulary:
    """The words this user chose; the standard ones for visitors and for whoever chose none."""
    return vocabulary(getattr(user, "vocabulary", ""))


def vocabulary_values(code: str) -> dict[str, str]:
    """What the fields of `VocabularyFields` hold for this code."""
    words = vocabulary(code)
    if words.slug != OWN:
        return {"universe": words.slug}
    return {
        "universe": OWN,
        "own_magic": words.magic,
        "own_magic_short": words.magic_short,
        "own_points": words.points,
        "own_points_short": words.points_short,
    }


def _word(label: str, longest: int, hint: str) -> forms.CharField:
    return forms.CharField(
        label=label,
        max_length=longest,
        required=False,
        help_text=hint,
        error_messages={
            "max_length": f"At most {longest} characters.",
            "null_characters_not_allowed": "This holds a character that cannot be stored: type it again.",
        },
    )


class VocabularyFields(forms.Form):
    """Which universe, or which words of one's own; the code is `cleaned_data["vocabulary"]`, if one was chosen.

    Forms with this mixin hand their stored code to `choose` before they are shown.
    """

    vocabulary_names = ("universe", "own_magic", "own_magic_short", "own_points", "own_points_short")

    universe = forms.ChoiceField(
        label="Words for magic",
        choices=UNIVERSE_CHOICES,
        initial=STANDARD_WORDS.slug,
        required=False,
        widget=forms.RadioSelect,
        help_text="What Worlds Awakening pages, sheets and screens call magic. Nothing you saved changes.",
        error_messages={"invalid_choice": "Choose a universe from the list."},
    )
    own_magic = _word("Your word for magic", LONGEST_WORD, "Aether, for example.")
    own_magic_short = _word("Short form of magic", LONGEST_SHORT, "Made from the word when left empty.")
    own_points = _word("Your word for its points", LONGEST_WORD, "Aether Points, for example.")
    own_points_short = _word("Short form of the points", LONGEST_SHORT, "Made from the word when left empty.")

    def choose(self, code: str) -> None:
        """Start with the vocabulary of this code."""
        self.initial.update(vocabulary_values(code))

    @property
    def vocabulary_fields(self) -> list[forms.BoundField]:
        """The fields in order, the universe first."""
        return [self[name] for name in self.vocabulary_names]

    def clean(self) -> dict:
        data = super().clean()
        universe = data.get("universe")
        if universe == OWN and not self.errors.keys() & set(self.vocabulary_names):
            try:
                data["vocabulary"] = Vocabulary.own(*(data[name] for name in _OWN_ARGUMENTS)).code
            except RulesError as error:
                self.add_error(error.field, error.message)
        elif universe in UNIVERSES:
            data["vocabulary"] = universe
        return data


_OWN_ARGUMENTS = ("own_magic", "own_points", "own_magic_short", "own_points_short")
