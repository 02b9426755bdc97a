"""An account that has something of everything, and ways to walk through all rows of the site, whatever models it has.

A new model that belongs to somebody, directly or through what it hangs on, has to get a row here: a test asks for it.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import apps
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import CharField, JSONField, Model, TextField
from django.db.models.deletion import Collector
from django.utils import timezone

from accounts.models import User
from bestiary.bookmarks import set_bookmark
from bestiary.documents import save_document
from bestiary.documents.library import save_entry
from bestiary.models import Ancestry, CharacterClass, Creature, EntryKind, LibraryEntry, Portrait
from bestiary.moderation import decide, file_report
from bestiary.pictures import VERSIONS
from bestiary.portraits import file_name
from encounters.models import EncounterPC, Party, PartyMember
from encounters.screens.models import Screen, ScreenPanel
from shop.documents import save_document as save_item
from shop.models import HaggleEvent, HaggleKind, Item, ItemUpgrade
from tests.encounters.cast import add_quick_foe, make_encounter
from tests.factories import (
    ability_document,
    attack_document,
    creature_document,
    effect_document,
    make_creature,
    make_foe,
)
from tests.makings.things import make_ancestry, make_class, outfit_doc
from tests.shop.items import arm_guard, crossing, make_item
from tests.shop.trade import make_merchant, make_outfit

APPS = ("accounts", "bestiary", "encounters", "shop")

LAMP_GOBLIN = {
    "name": "Lamp goblin",
    "attacks": [attack_document(name="Lamp hook")],
    "abilities": [ability_document(name="Blow out", text="All is dark.", upgrades=[{"level": 4, "text": "Darker."}])],
    "resistances": ["Gloom"],
    "description": "It steals lamps.",
    "tags": ["lamps"],
}


def fill(owner: User, other: User) -> None:
    """Give `owner` something of everything, also beside things of `other`."""
    theirs = make_creature(other, "public", name="Bridge warden")
    goblin = fill_bestiary(owner, theirs)
    fill_encounters(owner, goblin, theirs)
    fill_shop(owner, make_item(other, crossing(name="Night watch"), visibility="public"))


def fill_bestiary(owner: User, theirs: Creature) -> Creature:
    """Creatures of both games with all their rows, an earlier version, a variant, a bookmark, reports, and the rest."""
    goblin = make_creature(owner, "public", **LAMP_GOBLIN)
    save_document(goblin, creature_document(**LAMP_GOBLIN | {"description": "It keeps lamps."}))
    portrait = Portrait.objects.create(thing=goblin, alt="A goblin behind a lamp", width=1, height=1)
    for version in VERSIONS:
        default_storage.save(file_name(portrait.key, version), ContentFile(f"{owner}: {version}".encode()))
    Creature.objects.filter(pk=goblin.pk).update(has_portrait=True)
    make_foe(owner, name="Sewer warden", notes="Smells.", effects=[effect_document(note="on a splash")])
    variant = Creature(owner=owner)
    variant.is_variant_of(theirs)
    save_document(variant, creature_document(name="Bridge captain"))
    Creature.objects.filter(pk=variant.pk).update(deleted_at=timezone.now(), moderator_note="Mind the bridge.")
    set_bookmark(theirs, owner, on=True)
    file_report(theirs, owner, "other", "It looks like mine.", timezone.now())
    hook = LibraryEntry(owner=owner, kind=EntryKind.ATTACK)
    save_entry(hook, attack_document(name="Lamp hook"), ["lamps"])
    save_entry(hook, attack_document(name="Long lamp hook"), ["lamps"])
    make_ancestry(owner, name="Moth Folk", description="Drawn to lamps.", tags=["lamps"])
    make_class(owner, name="Wick trimmer", outfits=[outfit_doc(name="By night")], tags=["lamps"])
    return goblin


def fill_encounters(owner: User, mine: Creature, theirs: Creature) -> None:
    """A party, an encounter with PCs and lines of all kinds, shared; a screen, shared."""
    party = Party.objects.create(owner=owner, name="The Wicks")
    PartyMember.objects.create(party=party, name="Ilse", level=3, charisma=2)
    lines = [(creature, 2) for creature in Creature.objects.with_stats().filter(pk__in=[mine.pk, theirs.pk])]
    encounter = make_encounter(
        owner, *lines, name="Under the bridge", notes="Rain.", party=party, share_token=f"encounter-{owner.pk}"
    )
    EncounterPC.objects.create(encounter=encounter, name="Hilde", level=2)
    add_quick_foe(encounter, "Rat")
    screen = Screen.objects.create(owner=owner, name="Night screen", share_token=f"screen-{owner.pk}")
    ScreenPanel.objects.create(screen=screen, order=0, title="Lamp prices", text="- oil: 3 NX")


def fill_shop(owner: User, theirs: Item) -> None:
    """Items with an upgrade, a merchant and an outfit with others' items too, a haggling log."""
    post = make_item(owner, name="Lamp post", visibility="public", description="Iron.", tags=["iron"])
    ItemUpgrade.objects.create(
        item=post, order=0, change={"damage_type": "burning"}, cost=30, effects=["It glows."], before={}, after={}
    )
    make_item(owner, arm_guard(name="Oil sleeve"))
    merchant = make_merchant(
        owner,
        (post, 1),
        (theirs, 2),
        name="Old Tallow",
        place="Wharf",
        notes="Waters oil.",
        share_token=f"m-{owner.pk}",
    )
    make_outfit(owner, post, theirs, name="Night round")
    HaggleEvent.objects.create(
        owner=owner,
        kind=HaggleKind.ATTEMPT,
        merchant=merchant,
        merchant_key=str(merchant.uid),
        merchant_name="Old Tallow",
        item_key=str(post.uid),
        item_name="Lamp post",
        pc="Ilse",
        deal="buy",
        list_price=160,
        natural_roll=12,
        charisma=2,
        difficulty=14,
    )


def copy_from(owner: User, other: User) -> None:
    """Let `other` take all that one can take from a full account, and moderators look at it."""
    goblin = Creature.objects.with_stats().get(owner=owner, name="Lamp goblin")
    variant = Creature(owner=other)
    variant.is_variant_of(goblin)
    save_document(variant, creature_document(name="Lantern goblin"))
    make_encounter(other, (goblin, 3), name="The lamp shop")
    set_bookmark(goblin, other, on=True)
    file_report(goblin, other, "spam", "Lamps everywhere.", timezone.now())
    decide(goblin, "note", "Fewer lamps.", owner, timezone.now())
    post = Item.objects.with_texts().get(owner=owner, name="Lamp post")
    copied = Item(owner=other)
    copied.is_variant_of(post)
    save_item(copied, crossing(name="Post round"))
    make_merchant(other, (post, 1), name="New Tallow")
    make_outfit(other, post, name="Day round")
    ancestry, lent = Ancestry.objects.get(owner=owner), CharacterClass.objects.get(owner=owner)
    copies = ((make_ancestry(other, name="Night Folk"), ancestry), (make_class(other, name="Wax trimmer"), lent))
    for copy, origin in copies:
        copy.is_variant_of(origin)
        copy.save()
    CharacterClass.objects.filter(owner=other).update(
        outfits_of=lent, outfits_of_name=lent.name, outfits_of_author=owner.display_name, outfits_of_revision=1
    )
    LogEntry.objects.create(
        user=other,
        content_type=ContentType.objects.get_for_model(User),
        object_id=str(owner.pk),
        object_repr=str(owner),
        action_flag=CHANGE,
    )


# --- walking ----------------------------------------------------------------------------------------------------------


def rows_that_go_with(user: User) -> dict[type[Model], set]:
    """The keys of every row that hangs on `user` by keys whose end is its own end, by model."""
    collector = Collector(using="default", origin=user)
    collector.collect([user])
    found = {model: {row.pk for row in rows} for model, rows in collector.data.items()}
    for rows in collector.fast_deletes:
        found.setdefault(rows.model, set()).update(rows.values_list("pk", flat=True))
    return {model: keys for model, keys in found.items() if keys}


def all_keys() -> dict[type[Model], set]:
    """The key of every row of the site's own apps."""
    models = [model for model in apps.get_models(include_auto_created=True) if model._meta.app_label in APPS]
    return {model: set(model._base_manager.values_list("pk", flat=True)) for model in models}


def texts_of(value: object) -> Iterator[str]:
    """Every text in a value of a JSON document; keys are no texts."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from texts_of(part)
    elif isinstance(value, list):
        for part in value:
            yield from texts_of(part)


def text_fields(model: type[Model]) -> list:
    """The columns of a model that hold text."""
    return [field for field in model._meta.concrete_fields if isinstance(field, CharField | TextField | JSONField)]


def places_of(word: str) -> set[str]:
    """Every column of every table in which `word` stands, whatever its case, as "Creature.origin_author"."""
    found = set()
    for model in apps.get_models(include_auto_created=True):
        fields = text_fields(model)
        for row in model._base_manager.all():
            for field in fields:
                if any(word.casefold() in text.casefold() for text in texts_of(getattr(row, field.attname))):
                    found.add(f"{model.__name__}.{field.name}")
    return found
