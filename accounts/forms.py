"""Forms of sign-up, log-in and the account page."""

from django import forms
from django.contrib.auth import forms as auth_forms
from django.core.cache import cache

from accounts.addresses import must_confirm
from accounts.limits import refusal_of_password
from accounts.models import User
from accounts.names import validate_not_misleading
from accounts.vocabulary import VocabularyFields

EMAIL_HELP = "Used for one thing: to send you a link when you forgot your password. Without it, there is no way back."
PASSWORD_HELP = "At least 10 characters; not only digits, no common password, nothing like your name."  # noqa: S105 (a hint, no password)
NEW_NAME_HELP = (
    "Shown beside what you publish. A new one replaces the old everywhere at once, beside what others copied from you "
    "too, and your author page has a new address."
)
PREFERENCE_LABELS = {
    "paper": "Paper you print on",
    "theme": "Colours of the pages",
    "success_rule": "2d12 Traits: a Trait Check has to",
}
PREFERENCE_HELP = {
    "success_rule": (
        "The game says both “beat” and “reach” the Threshold. Odds on cards, prints and screens, and on what you "
        "share, follow your choice."
    ),
}
MINUTES_BETWEEN_RESETS = 2


class PlainPasswordFields:
    """Labels and one sentence of advice for the two fields of a new password, instead of Django's bulleted list."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        prefix, word = ("", "Password") if "password1" in self.fields else ("new_", "New password")
        first, second = self.fields[f"{prefix}password1"], self.fields[f"{prefix}password2"]
        first.label, first.help_text = word, PASSWORD_HELP
        second.label, second.help_text = f"{word}, once more", ""


class SignUpForm(PlainPasswordFields, auth_forms.BaseUserCreationForm):
    """A name and a password, for a new user or for the guest given as `instance`."""

    class Meta:
        model = User
        fields = ("username", "email")
        field_classes = {"username": auth_forms.UsernameField}
        labels = {"email": "E-mail address (optional)"}
        help_texts = {
            "username": "Shown beside what you publish. Letters, digits, spaces and . @ + - _ '",
            "email": EMAIL_HELP,
        }
        widgets = {"email": forms.EmailInput(attrs={"autocomplete": "email"})}

    def clean_username(self) -> str:
        """The name, unless it could be taken for the site or its staff."""
        validate_not_misleading(self.cleaned_data["username"])
        return self.cleaned_data["username"]

    def save(self, commit: bool = True) -> User:
        """The user, who is no guest from now on."""
        self.instance.is_guest = False
        return super().save(commit)


class LogInForm(auth_forms.AuthenticationForm):
    """Name and password."""

    error_messages = {
        "invalid_login": "This name and this password do not belong together. Look at capital letters in the password.",
        "inactive": "This account is closed.",
    }


class PreferencesForm(VocabularyFields, forms.ModelForm):
    """What everybody with a row may choose: fields of the model, and the words for magic beside them."""

    new_email = ""
    """An address that waits for its confirmation, see `accounts.addresses`."""

    def __init__(self, *args, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.choose(self.instance.vocabulary)
        for name in ("theme", "success_rule"):
            self.fields[name].required = False

    def clean_theme(self) -> str:
        """The colours; whoever sends none keeps theirs."""
        return self.cleaned_data["theme"] or self.instance.theme

    def clean_success_rule(self) -> str:
        """How the Threshold is read; whoever sends nothing keeps theirs."""
        return self.cleaned_data["success_rule"] or self.instance.success_rule

    def save(self, commit: bool = True) -> User:
        """The user with the words chosen."""
        self.instance.vocabulary = self.cleaned_data.get("vocabulary", self.instance.vocabulary)
        return super().save(commit)


class PaperForm(PreferencesForm):
    """What a guest may choose."""

    class Meta:
        model = User
        fields = ("paper", "theme", "success_rule")
        labels = PREFERENCE_LABELS
        help_texts = PREFERENCE_HELP


class ProfileForm(PreferencesForm):
    """Name, e-mail address and preferences of a named user.

    The name and the address are keys to the account, so changing them takes the password.
    """

    current_password = forms.CharField(
        label="Your password",
        help_text="Only needed to change the name or the e-mail address.",
        required=False,
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )

    class Meta:
        model = User
        fields = ("username", "email", "paper", "theme", "success_rule")
        labels = {"email": "E-mail address (optional)", **PREFERENCE_LABELS}
        help_texts = {"username": NEW_NAME_HELP, "email": EMAIL_HELP, **PREFERENCE_HELP}
        field_classes = {"username": auth_forms.UsernameField}
        widgets = {"email": forms.EmailInput(attrs={"autocomplete": "email"})}

    def clean_username(self) -> str:
        """The name; a new one must not be misleading."""
        name = self.cleaned_data["username"]
        if "username" in self.changed_data:
            validate_not_misleading(name)
        return name

    def clean(self) -> dict:
        """Ask for the password when a key to the account changes; an address that has to be confirmed waits."""
        cleaned = super().clean()
        if {"username", "email"} & set(self.changed_data) and not self.errors.keys() & {"username", "email"}:
            password = cleaned.get("current_password", "")
            empty = "Type your password to change the name or the e-mail address."
            if refusal := refusal_of_password(self.instance, password) if password else empty:
                self.add_error("current_password", refusal)
        if "email" in self.changed_data and must_confirm(cleaned.get("email", "")):
            self.new_email, cleaned["email"] = cleaned["email"], self.initial["email"]
        return cleaned


class GuestDeletionForm(forms.Form):
    """The button is all that a guest can be asked for."""

    def __init__(self, *args, user: User, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.user = user


class DeletionForm(GuestDeletionForm):
    """The password of whoever deletes their account."""

    current_password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
        error_messages={"required": "Type your password to delete the account."},
    )

    def clean_current_password(self) -> str:
        """The password, if it is the right one."""
        if refusal := refusal_of_password(self.user, self.cleaned_data["current_password"]):
            raise forms.ValidationError(refusal)
        return self.cleaned_data["current_password"]


class NewPasswordForm(PlainPasswordFields, auth_forms.SetPasswordForm):
    """A new password behind the link of a mail."""


class PasswordChangeForm(PlainPasswordFields, auth_forms.PasswordChangeForm):
    """The old password and a new one."""

    def clean_old_password(self) -> str:
        """The old password; after too many wrong ones not even the right one."""
        if refusal := refusal_of_password(self.user, self.cleaned_data["old_password"]):
            raise forms.ValidationError(refusal, code="password_incorrect")
        return self.cleaned_data["old_password"]


class PasswordResetForm(auth_forms.PasswordResetForm):
    """Sends a link to every account with that address, but not again within two minutes: no one's mailbox is a toy."""

    def get_users(self, email: str) -> list[User]:
        """The named users with this address who were not written to just now."""
        return [
            user
            for user in super().get_users(email)
            if cache.add(f"password-reset-{user.pk}", True, MINUTES_BETWEEN_RESETS * 60)
        ]
