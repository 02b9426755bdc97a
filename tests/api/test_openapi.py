"""The OpenAPI document says what the API does, and the documentation page says what the document does."""

import html
import json
import re

import pytest

from bestiary.rules import two_d12
from bestiary.rules import worlds_awakening as wa
from encounters.rules.worlds_awakening import ChallengeLevel
from shop import rules as shop
from tests.api.calls import CALIBRATION, ODDS, PRICE, STAT_BLOCK, THREAT, UPGRADE, ask, post


@pytest.fixture
def document(client):
    response = client.get("/api/v1/openapi.json")
    assert response.status_code == 200
    return response.json()


def inner(value):
    """Every mapping inside a JSON value."""
    if isinstance(value, dict):
        yield value
    for child in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from inner(child)


def properties(document, name):
    return document["components"]["schemas"][name]["properties"]


def test_it_is_version_1_and_lists_every_call(document):
    assert document["openapi"].startswith("3.")
    assert document["info"]["version"] == "1"
    assert {path: list(methods) for path, methods in document["paths"].items()} == {
        STAT_BLOCK: ["post"],
        CALIBRATION: ["post"],
        THREAT: ["post"],
        ODDS: ["get"],
        PRICE: ["post"],
        UPGRADE: ["post"],
    }


def test_every_reference_leads_somewhere(document):
    references = [node["$ref"] for node in inner(document) if "$ref" in node]
    assert references
    for reference in references:
        target = document
        for key in reference.removeprefix("#/").split("/"):
            target = target[key]
        assert target


def test_every_call_names_itself_and_its_refusals(document):
    operations = [operation for methods in document["paths"].values() for operation in methods.items()]
    assert len({operation["operationId"] for _, operation in operations}) == len(operations) == 6
    for method, operation in operations:
        assert operation["summary"]
        assert operation["description"]
        # Only a body can be unreadable or too large.
        refusals = {"400", "413", "422"} if method == "post" else {"422"}
        assert set(operation["responses"]) == {"200", *refusals}


def test_requests_and_their_parts_refuse_unknown_fields(document):
    requests = [name for name in document["components"]["schemas"] if name.endswith("In")]
    assert len(requests) == 18
    for name in requests:
        assert document["components"]["schemas"][name]["additionalProperties"] is False


def test_the_documented_limits_are_the_rules_limits(document):
    base_hp = properties(document, "StatBlockIn")["base_hp"]
    assert (base_hp["minimum"], base_hp["maximum"]) == (wa.LIMITS["base_hp"].low, wa.LIMITS["base_hp"].high)
    assert properties(document, "StatBlockIn")["abilities"]["maxItems"] == 4
    for stat in properties(document, "StatsIn").values():
        assert (stat["minimum"], stat["maximum"]) == (-4, 6)
    count = properties(document, "OpponentIn")["count"]
    assert (count["minimum"], count["maximum"]) == (1, 99)
    personas = properties(document, "ThreatIn")["personas"]
    assert (personas["minimum"], personas["maximum"]) == (1, 12)
    for name, limit in (("roll_bonus", "roll_bonus"), ("price", "service_price")):
        sent = properties(document, "PriceIn")[name]
        assert (sent["minimum"], sent["maximum"]) == (shop.LIMITS[limit].low, shop.LIMITS[limit].high)
    asked = {one["name"]: one for one in document["paths"][ODDS]["get"]["parameters"]}
    for name, (low, high) in (("bonus", two_d12.LIMITS["bonus"]), ("threshold", two_d12.LIMITS["threshold"])):
        assert (asked[name]["schema"]["minimum"], asked[name]["schema"]["maximum"]) == (low, high)
        assert (asked[name]["in"], asked[name]["required"]) == ("query", True)


def test_the_words_are_the_rules_words(document):
    schemas = document["components"]["schemas"]
    for name, words in (
        ("Size", wa.Size),
        ("AttackKind", wa.AttackKind),
        ("Power", wa.Power),
        ("StrengthBand", wa.StrengthBand),
        ("ChallengeLevel", ChallengeLevel),
        ("Rank", two_d12.Rank),
        ("ThreatLevel", two_d12.ThreatLevel),
        ("ItemKind", shop.ItemKind),
    ):
        assert schemas[name]["enum"] == [word.value for word in words]


def test_example_requests_get_the_example_answers(document):
    for path, operations in document["paths"].items():
        ((method, operation),) = operations.items()
        if method == "post":
            send, examples = post, operation["requestBody"]["content"]["application/json"]["examples"]
        else:
            send, examples = ask, operation["x-examples"]
        first, *others = [example["value"] for example in examples.values()]
        answer = operation["responses"]["200"]["content"]["application/json"]["example"]
        assert send(path, first).json() == answer
        assert all(send(path, other).status_code == 200 for other in others)


# --- the page for people -----------------------------------------------------------------------------


@pytest.fixture
def page(client):
    response = client.get("/api/v1/docs")
    assert response.status_code == 200
    return response.content.decode()


def test_the_bare_address_leads_to_the_page(client):
    assert client.get("/api/v1/").headers["Location"] == "/api/v1/docs"


def test_the_page_names_every_field_of_every_call(document, page):
    names = re.findall(r'<th scope="row"[^>]*><code>(\w+)</code>', page)
    schemas = ("StatBlockIn", "AttackIn", "StatsIn", "StatBlockOut", "LevelOut", "CalibrationIn", "CalibrationOut")
    schemas += (
        "PriceIn",
        "BonusesIn",
        "PriceOut",
        "ItemUpgradeIn",
        "ChangeIn",
        "PointsIn",
        "EffectIn",
        "ItemUpgradeOut",
    )
    for schema in (*schemas, "ThreatIn", "FoeIn", "CutsIn", "ThreatOut", "OddsIn", "OddsOut"):
        assert set(properties(document, schema)) <= set(names)


def test_the_page_shows_limits_with_a_true_minus(page):
    assert "−4 to 6" in page
    assert "1 to 12 entries, each 1 to 20" in page


def test_the_command_lines_on_the_page_work(page):
    commands = [html.unescape(text) for text in re.findall(r"<pre[^>]*>(curl .*?)</pre>", page, re.DOTALL)]
    assert len(commands) == 6
    asked = [command for command in commands if " -X POST " not in command]
    assert asked == [f"curl 'http://testserver{ODDS}?bonus=0&threshold=15'"]
    for command in (command for command in commands if command not in asked):
        address, body = re.fullmatch(
            r"curl -X POST http://testserver(\S+) \\\n  -H 'Content-Type: application/json' \\\n  -d '(.*)'",
            command,
            re.DOTALL,
        ).groups()
        assert post(address, json.loads(body)).status_code == 200


def test_the_page_has_no_inline_script_or_style(page):
    assert "style=" not in page
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
    assert not re.search(r"""(src|href)=["'](https?:)?//""", page)


def test_the_about_page_leads_to_it(client):
    assert 'href="/api/v1/docs"' in client.get("/about/").content.decode()
