"""Creatures, encounters and posted forms for these tests, and ways to read what a page says."""

from html import unescape
from itertools import count
from re import DOTALL, findall, search, sub

from bestiary.documents import save_document
from bestiary.models import Creature
from encounters.lines import line_from_creature
from encounters.models import Encounter, EncounterLine, Party, PartyMember

_names = count(1)

LARGE_BOSS = {"size": "large", "base_hp": 20, "boss_damage": True}  # AR 3/1
SMALL = {"size": "small", "base_hp": 4}  # AR 1/2
TINY = {"size": "tiny", "base_hp": 2}  # AR 1/3
BALANCED = {"str": 1, "dex": 1, "con": 1, "int": 0, "wis": 0, "cha": 0}


def make_creature(owner, name="", *, visibility="private", **document) -> Creature:
    """A creature of `owner`: Medium and Standard with a balanced sum of stats (AR 1/1) unless told otherwise."""
    given = {
        "name": name or f"Creature {next(_names)}",
        "size": "medium",
        "base_hp": 7,
        "boss_damage": False,
        "stats": BALANCED,
        **document,
    }
    save_document(Creature(owner=owner, visibility=visibility), given)
    return Creature.objects.with_stats().get(owner=owner, name=given["name"])


def make_encounter(owner, *lines, **fields) -> Encounter:
    """An encounter of `owner` for 4 PCs of level 3. Each line is (creature, count) or (creature, count, level)."""
    encounter = Encounter.objects.create(
        **{"owner": owner, "name": f"Encounter {next(_names)}", "pc_count": 4, "pc_level": 3, **fields}
    )
    for order, (creature, number, *level) in enumerate(lines):
        line = line_from_creature(creature, owner, count=number, level=(level or [3])[0])
        line.encounter, line.order = encounter, order
        line.save()
    return encounter


def add_quick_foe(encounter, name="Cultist", *, ar_step=0, number=1, level=3) -> EncounterLine:
    """A quick foe, AR 1/1 unless told otherwise, as the next line of an encounter."""
    return EncounterLine.objects.create(
        encounter=encounter, order=encounter.lines.count(), name=name, ar_step=ar_step, count=number, level=level
    )


def make_party(owner, name="The Lanterns", levels=(3, 3, 3, 3), absent=()) -> Party:
    """A party whose PCs have these levels; `absent` are places in that list."""
    party = Party.objects.create(owner=owner, name=name)
    PartyMember.objects.bulk_create(
        PartyMember(party=party, order=place, name=f"PC {place + 1}", level=level, present=place not in absent)
        for place, level in enumerate(levels)
    )
    return party


def form(**fields) -> dict:
    """The encounter builder's form as posted: a name and 4 PCs of level 3, no creature yet."""
    return {"name": "At the gate", "party_mode": "uniform", "pc_count": "4", "pc_level": "3", **fields}


def foe(number, **fields) -> dict:
    """Row `number` of the form, a quick foe of AR 1/1."""
    values = {"name": "Cultist", "ar": "1/1", "count": "1", "level": "3", **fields}
    return {f"lines-{number}-{field}": str(value) for field, value in values.items()}


def pc(number, level, name="", present=True) -> dict:
    """Row `number` of the form's named PCs."""
    row = {f"pcs-{number}-name": name, f"pcs-{number}-level": str(level)}
    return {**row, f"pcs-{number}-present": "on"} if present else row


def fields_of(html: str) -> dict:
    """What a browser would post of the page's builder form: hidden fields, inputs, selects, text areas."""
    builders = "encounter|party|screen|shelf|desk|creature|item|making"
    body = search(rf'<form[^>]*id="(?:{builders})-form".*?</form>', html, DOTALL)[0]
    body = sub(r"<template.*?</template>", "", body, flags=DOTALL)
    posted = {}
    for tag in findall(r"<input[^>]*>", body):
        name, kind = attribute(tag, "name"), attribute(tag, "type")
        if name and (kind not in ("radio", "checkbox") or " checked" in tag):
            posted[name] = attribute(tag, "value") or ("on" if kind == "checkbox" else "")
    for name, options in findall(r'<select name="([^"]+)".*?>(.*?)</select>', body, DOTALL):
        chosen = search(r'<option value="([^"]*)"[^>]* selected', options) or search(r'value="([^"]*)"', options)
        posted[name] = unescape(chosen[1])
    for name, text in findall(r'<textarea name="([^"]+)"[^>]*>\n?(.*?)</textarea>', body, DOTALL):
        posted[name] = unescape(text)
    posted.pop("csrfmiddlewaretoken", None)
    return posted


def attribute(tag: str, name: str) -> str:
    found = search(rf' {name}="([^"]*)"', tag)
    return unescape(found[1]) if found else ""


def calibration(html: str) -> str:
    """The calibration fragment of a page, tag by tag as it stands there."""
    return search(r'<section class="calibration".*?</section>', html, DOTALL)[0]


def sum_text(html: str) -> str:
    """The sum that the calibration shows, "3 + 2 × ½ = 4, minus 4 = 0 → demanding" say."""
    return unescape(search(r'<p class="calibration__sum">(.*?)</p>', html)[1])


def message_at(html: str, field: str) -> str:
    """The message beside a field, "" where there is none."""
    found = search(rf'<p class="field__error" id="id_{field}_error"[^>]*>(.*?)</p>', html, DOTALL)
    return unescape(found[1]).strip() if found else ""
