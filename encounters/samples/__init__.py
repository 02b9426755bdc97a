"""Samples for a new site: creatures, parties, encounters and a screen, each loaded once and then left to its readers.

A creature is a TOML file in `bestiary/samples` with the keys of its document (a Foe of 2d12 Traits in the folder of
its game), a party, encounter or screen one in this folder; other apps register theirs, see `bestiary.sample_kinds`.
`LoadedSample` remembers what was loaded: a sample that was changed or deleted since stays as it is, and a file that a
later version brings is loaded beside the others.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from bestiary.documents import rules_from_document, save_document, system_of
from bestiary.models import NAME_LENGTH, TEXT_LENGTH, TRAIT_NAMES, Creature, Visibility
from bestiary.rules import checks
from bestiary.rules.checks import visible_text, whole_number
from bestiary.rules.errors import RulesError
from bestiary.rules.two_d12 import ThreatLevel
from bestiary.rules.worlds_awakening import MAX_STAT, MIN_STAT, check_level
from bestiary.sample_kinds import (
    SampleKind,
    read_toml,
    refuse_unknown_keys,
    registered_samples,
    sample_uid,
    toml_files,
)
from encounters.lines import line_from_creature
from encounters.models import (
    MAX_COUNT,
    PERSONAS,
    Encounter,
    LoadedSample,
    Party,
    PartyMember,
    PartyMode,
)
from encounters.samples.screens import check_screen, make_screen

CREATURES = Path(__file__).parents[2] / "bestiary" / "samples"
PARTIES_AND_ENCOUNTERS = Path(__file__).parent

# Nobody can sign up under this name.
OWNER = "samples"

# Names nobody has to guess: the link to the sample encounter stands on pages that everybody sees.
SHOWN_ENCOUNTER = "sample-the-dragon-at-quarter-day"
SHOWN_ENCOUNTERS = (SHOWN_ENCOUNTER, "sample-the-dress-rehearsal")

# The front page shows the creature that was loaded first, the bestiary begins with these.
FIRST = ("goblin", "dragon", "baby-dragon")

_CREATURE_KEYS = {
    "system", "name", "size", "base_hp", "boss_damage", "stats", "resistances", "weaknesses", "attacks",
    "abilities", "description", "habitat", "family", "tags", "level",
}  # fmt: skip
_FOE_KEYS = {
    "system", "name", "rank", "level", "exp", "guard", "vitality", "stamina", "motion", "traits", "damage",
    "damage_type", "notes", "effects", "description", "habitat", "family", "tags",
}  # fmt: skip
_ATTACK_KEYS = {"name", "kind", "roll_bonus", "damage_bonus", "range_metres", "damage_type"}
_ABILITY_KEYS = {
    "name", "usage", "action", "kind", "range_metres", "is_radius", "targets", "text", "upgrades", "limit_kind",
    "limit_count",
}  # fmt: skip
# What a file may hold, by system and part; a misspelt key would otherwise be a lost one.
KNOWN_KEYS = {
    "worlds_awakening": {"": _CREATURE_KEYS, "attacks": _ATTACK_KEYS, "abilities": _ABILITY_KEYS},
    "two_d12": {
        "": _FOE_KEYS,
        "traits": set(TRAIT_NAMES),
        "effects": {"effect", "charges", "damage_type", "note"},
    },
}


class BrokenSamples(Exception):
    """Files that cannot be loaded; `problems` has a line for each, and nothing was loaded."""

    def __init__(self, problems: list[str]):
        super().__init__("\n".join(problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Loaded:
    """How many samples of each kind a run brought."""

    counts: Mapping[str, int] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return any(self.counts.values())

    @property
    def text(self) -> str:
        """ "33 creatures, 1 party, …": every kind there is, in order."""
        counts = ((self.counts.get(name, 0), kind) for name, kind in sample_kinds().items())
        return ", ".join(f"{count} {kind.name if count == 1 else kind.plural}" for count, kind in counts)


def sample_kinds() -> dict[str, SampleKind]:
    """Every kind of sample by name, in the order in which they are loaded: what others refer to comes first."""
    return {kind.name: kind for kind in (*_OWN_KINDS, *registered_samples())}


def sample_files() -> dict[str, Path]:
    """The sample files by slug, in the order in which they are loaded."""
    return {slug: path for kind in sample_kinds().values() for slug, path in kind.files().items()}


def shown_encounter_url() -> str:
    """Address of the shared sample encounter, "" when it was deleted or its link ended. One query."""
    if not Encounter.objects.shared_under(SHOWN_ENCOUNTER).exists():
        return ""
    return reverse("encounters:shared_encounter", args=[SHOWN_ENCOUNTER])


def shown_encounters() -> list[Encounter]:
    """The sample encounters of all games whose links are alive, by name. One query."""
    return list(Encounter.objects.filter(share_token__in=SHOWN_ENCOUNTERS, deleted_at=None).order_by("name"))


def load_samples(files: Mapping[str, Path] | None = None, *, now: datetime | None = None) -> Loaded:
    """Load the samples that never were, all or none; one query when there are none.

    Raises BrokenSamples when a file cannot be read or breaks a rule.
    """
    files = sample_files() if files is None else files
    if not _not_loaded(files):
        return Loaded()
    with transaction.atomic():
        # Asked again inside the transaction, in case another process was loading just now.
        return _load(_not_loaded(files), now or timezone.now())


def _not_loaded(files: Mapping[str, Path]) -> dict[str, Path]:
    loaded = set(LoadedSample.objects.values_list("slug", flat=True))
    return {slug: path for slug, path in files.items() if slug not in loaded}


def _load(files: Mapping[str, Path], now: datetime) -> Loaded:
    if not files:
        return Loaded()
    documents = _documents(files)
    owner = _owner()
    for place, (slug, document) in enumerate(documents.items()):
        try:
            # A list of the newest shows them in the order of the files, and anybody's own work above them.
            _kind_of(slug).make(sample_uid(slug), document, owner, now - timedelta(seconds=place))
        except RulesError as error:
            raise BrokenSamples([f"{slug}: {error.field}: {error}"]) from error
    LoadedSample.objects.bulk_create(LoadedSample(slug=slug, loaded=now) for slug in files)
    return Loaded(Counter(slug.split("/")[0] for slug in documents))


def _kind_of(slug: str) -> SampleKind:
    return sample_kinds()[slug.split("/")[0]]


def _owner() -> User:
    owner = User.objects.filter(username__iexact=OWNER).first()
    if owner is None:
        owner = User(username=OWNER)
        owner.set_unusable_password()
        owner.save()
    return owner


# ------------------------------------------------------------------------------------------ the files


def _documents(files: Mapping[str, Path]) -> dict[str, dict[str, Any]]:
    """Read every file, so that a report names all that is wrong."""
    documents, problems = {}, []
    for slug, path in files.items():
        try:
            documents[slug] = read_sample(slug, path)
        except RulesError as error:
            problems.append(f"{path.name}: {error.field or 'the file'}: {error}")
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            problems.append(f"{path.name}: cannot be read as TOML: {error}")
    if problems:
        raise BrokenSamples(problems)
    return documents


def read_sample(slug: str, path: Path) -> dict[str, Any]:
    """The document of a sample file; raises RulesError for unknown keys and for what breaks a hard limit."""
    document = read_toml(path)
    try:
        _kind_of(slug).check(document)
    except KeyError as error:
        raise RulesError(f"The key {error} is missing.") from None
    return document


def _check_creature(document: dict[str, Any]) -> None:
    for part, keys in KNOWN_KEYS[system_of(document)].items():
        found = document.get(part, []) if part else document
        for row in [found] if isinstance(found, dict) else found:
            refuse_unknown_keys(row, keys, part)
    rules_from_document(document)
    if not document["description"].strip():
        raise RulesError("A sample is worth a description.", "description")


def _check_party(document: dict[str, Any]) -> None:
    visible_text(document["name"], NAME_LENGTH, "name", "The name")
    for index, member in enumerate(document["members"]):
        visible_text(member["name"], NAME_LENGTH, f"members.{index}.name", "The name of a PC")
        check_level(member["level"], f"members.{index}.level")
        whole_number(member["charisma"], MIN_STAT, MAX_STAT, f"members.{index}.charisma", "CHA")


def _check_encounter(document: dict[str, Any]) -> None:
    visible_text(document["name"], NAME_LENGTH, "name", "The name")
    for key in ("introduction", "notes"):
        visible_text(document[key], TEXT_LENGTH, key, key.capitalize())
    has_levels = document["system"] == "worlds_awakening"
    if not has_levels:
        whole_number(document["personas"], *PERSONAS, "personas", "The number of Personas")
        place = checks.known(ThreatLevel, document["place_threat_level"])
        checks.member(ThreatLevel, place, "place_threat_level", "The threat level of the place")
    for index, line in enumerate(document["lines"]):
        whole_number(line["count"], 1, MAX_COUNT, f"lines.{index}.count", "The number of creatures")
        if has_levels:
            check_level(line["level"], f"lines.{index}.level")


# ------------------------------------------------------------------------------------------- the rows


def _make_creature(uid: UUID, document: dict[str, Any], owner: User, now: datetime) -> None:
    creature = Creature(
        uid=uid,
        owner=owner,
        system=document["system"],
        visibility=Visibility.PUBLIC,
        created=now,
    )
    save_document(creature, document, now=now)


def _make_party(uid: UUID, document: dict[str, Any], owner: User, now: datetime) -> None:
    party = Party.objects.create(uid=uid, owner=owner, name=document["name"], created=now, updated=now)
    PartyMember.objects.bulk_create(
        PartyMember(party=party, order=order, **member) for order, member in enumerate(document["members"])
    )


def _make_encounter(uid: UUID, document: dict[str, Any], owner: User, now: datetime) -> None:
    if document["system"] == "two_d12":
        game = {key: document[key] for key in ("personas", "place_threat_level")}
    else:
        party_uid = sample_uid(document["party"].replace("-", "/", 1))
        game = {"party_mode": PartyMode.SAVED, "party": Party.objects.filter(uid=party_uid).first()}
    encounter = Encounter.objects.create(
        uid=uid,
        owner=owner,
        system=document["system"],
        name=document["name"],
        introduction=document["introduction"],
        notes=document["notes"],
        share_token=document["share_token"],
        created=now,
        updated=now,
        **game,
    )
    uids = [sample_uid(f"creature/{line['creature']}") for line in document["lines"]]
    creatures = {creature.uid: creature for creature in Creature.objects.filter(uid__in=uids).with_stats()}
    for order, (uid, row) in enumerate(zip(uids, document["lines"], strict=True)):
        # A creature that was deleted since its own loading cannot come back through an encounter.
        if uid in creatures:
            line = line_from_creature(creatures[uid], owner, count=row["count"], level=row.get("level", 1))
            line.encounter, line.order = encounter, order
            line.save()


# ------------------------------------------------------------------------------------------ the kinds


def _creature_files() -> dict[str, Path]:
    rank = {f"creature/{name}": place for place, name in enumerate(FIRST)}
    files = toml_files(CREATURES, "creature")
    first = dict(sorted(files.items(), key=lambda entry: rank.get(entry[0], len(FIRST))))
    return first | toml_files(CREATURES / "two_d12", "creature")


def _files_here(kind: str) -> dict[str, Path]:
    paths = sorted(PARTIES_AND_ENCOUNTERS.glob(f"{kind}-*.toml"))
    return {path.stem.replace("-", "/", 1): path for path in paths}


_OWN_KINDS = (
    SampleKind("creature", "creatures", _creature_files, _check_creature, _make_creature),
    SampleKind("party", "parties", lambda: _files_here("party"), _check_party, _make_party),
    SampleKind("encounter", "encounters", lambda: _files_here("encounter"), _check_encounter, _make_encounter),
    SampleKind("screen", "screens", lambda: _files_here("screen"), check_screen, make_screen),
)
