"""How a table of 2d12 Traits reads the Threshold: of an account, of an address or a form.

The two readings are the rules' (`bestiary.rules.two_d12.SuccessRule`); what is stored and sent is their word.
"""

from django.http import HttpRequest

from bestiary.rules.two_d12 import SuccessRule


def success_rule_of(user) -> SuccessRule:
    """The reading this user chose; "reach", the suggested one, for visitors and for whoever chose none."""
    return read_success_rule(getattr(user, "success_rule", ""))


def read_success_rule(text: str) -> SuccessRule:
    """The reading of a word; the suggested one for whatever is none."""
    return SuccessRule(text) if text in list(SuccessRule) else SuccessRule.REACH


def asked_success_rule(request: HttpRequest) -> SuccessRule:
    """The reading that the form or the address asks for as `success_rule`, else that of whoever asks."""
    for data in (request.POST, request.GET):
        if (asked := data.get("success_rule", "")) in list(SuccessRule):
            return SuccessRule(asked)
    return success_rule_of(request.user)
