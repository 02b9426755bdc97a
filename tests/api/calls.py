"""How the tests talk to the API."""

import json
from typing import Any

from django.http import HttpResponse
from django.test import Client

STAT_BLOCK = "/api/v1/worlds-awakening/stat-block"
CALIBRATION = "/api/v1/worlds-awakening/calibration"
THREAT = "/api/v1/two-d12/threat"
ODDS = "/api/v1/two-d12/odds"
PRICE = "/api/v1/shop/price"
UPGRADE = "/api/v1/shop/upgrade"


def post(address: str, body: Any, content_type: str = "application/json") -> HttpResponse:
    """Send `body` (bytes and text as they are, all else as JSON) as a stranger whose forgery check is not waived."""
    raw = body if isinstance(body, str | bytes) else json.dumps(body)
    # A lone surrogate is no UTF-8, yet bytes that somebody may send.
    raw = raw.encode(errors="surrogatepass") if isinstance(raw, str) else raw
    return Client(enforce_csrf_checks=True).post(address, raw, content_type=content_type)


def ask(address: str, query: Any) -> HttpResponse:
    """Ask an address with `query` behind it: fields, or text as it is."""
    return Client().get(f"{address}?{query}") if isinstance(query, str) else Client().get(address, query)


def problems(response: HttpResponse) -> dict[str, str]:
    """The refused fields with the slug of the rule each broke; the shape of every reason is checked on the way."""
    body = response.json()
    assert set(body) == {"detail"}
    assert body["detail"], "a refusal names a reason"
    for problem in body["detail"]:
        assert set(problem) == {"field", "rule", "message"}
        assert all(isinstance(value, str) for value in problem.values())
        assert problem["rule"]
        assert problem["message"]
    return {problem["field"]: problem["rule"] for problem in body["detail"]}


def creature(**changes: Any) -> dict[str, Any]:
    """A request for a stat block."""
    return {
        "name": "Goblin",
        "size": "small",
        "base_hp": 4,
        "boss_damage": False,
        "stats": stats(con=-2),
        **changes,
    }


def stats(**changes: int) -> dict[str, int]:
    """Six base stats, 0 where nothing else is said."""
    return dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 0) | changes


def attack(**changes: Any) -> dict[str, Any]:
    return {"name": "Claw", "kind": "melee", "roll_bonus": 0, "damage_bonus": 0, **changes}


def ability(**changes: Any) -> dict[str, Any]:
    return {"name": "Roar", "usage": "C", "action": "A", **changes}


def opponent(**changes: Any) -> dict[str, Any]:
    return {"adversity_ratio": "1/1", "count": 1, "level": 5, **changes}


def encounter(*creatures: dict[str, Any], pcs: Any = (5, 5, 5, 5)) -> dict[str, Any]:
    """A request for a calibration."""
    return {"pcs": list(pcs), "creatures": list(creatures)}


def threat(personas: Any = 4, **counts: int) -> dict[str, Any]:
    """A request for the threat of Foes by rank, `threat(boss=1, soldier=2)` say."""
    return {"personas": personas, "foes": [{"rank": rank, "count": count} for rank, count in counts.items()]}


def weapon(**changes: Any) -> dict[str, Any]:
    """The guide's Longsword as the shop's calls take it."""
    return {
        "kind": "weapon",
        "roll_bonus": 2,
        "damage": "1d8+2",
        "two_handed": False,
        "special_effect_value": 0,
        **changes,
    }


def equipment(**bonuses: Any) -> dict[str, Any]:
    """A piece of equipment with these bonuses."""
    return {"kind": "equipment", "bonuses": bonuses}


def service(price: Any = 45) -> dict[str, Any]:
    return {"kind": "service", "price": price}
