"""What stands on a printed Foe card, read back from the PDF."""

import re
from html import unescape

import pytest
from django.template.loader import render_to_string

from bestiary.documents import rules_from_document
from bestiary.pdf import render_pdf
from bestiary.rules import two_d12
from encounters.samples import read_sample, sample_files
from tests.print.creatures import ADDRESS, DESCRIPTION, LONG_TEXT, read, texts, whole_text
from tests.print.test_sheet import BUNDLED_FONTS, PAPERS, links

CARD = "bestiary/two_d12/sheet.html"
# What the table of odds holds: percentages and counts of 144, bonuses with their sign.
NUMBER = re.compile(r"[<>+−]?\d+(?:\.\d+)?")

SAMPLES = {
    slug: document
    for slug, path in sample_files().items()
    if slug.startswith("creature/") and (document := read_sample(slug, path))["system"] == "two_d12"
}


def foe(**fields) -> two_d12.Foe:
    """A Foe with some Traits, others not."""
    given = {
        "name": "Lamp warden",
        "rank": "leader",
        "level": 4,
        "exp": 3,
        "guard": 12,
        "vitality": 26,
        "motion": 30,
        "traits": two_d12.TraitMods(agility=2, might=0, resist=-10, study=30),
        "damage": "2d6+1",
        "damage_type": "fire",
        "notes": "Rings its bell first.\nThen it burns.",
        "effects": (
            two_d12.CausedEffect("burning", 4, "", "on a hit"),
            two_d12.CausedEffect("exposed", 2, "cold", "at dusk"),
            two_d12.CausedEffect("blind"),
        ),
    }
    return two_d12.Foe(**given | fields)


def everything() -> two_d12.Foe:
    """Every Trait, every Effect, the longest texts."""
    return foe(
        name="W" * 80,
        traits=two_d12.TraitMods(*range(-4, 14, 2)),
        damage="d" * 80,
        notes=(LONG_TEXT * 3)[:2_000],
        effects=tuple(two_d12.CausedEffect(effect, 1, "", LONG_TEXT[:200].strip()) for effect in two_d12.Effect),
    )


def context(thing: two_d12.Foe, paper: str = "a4", url: str = ADDRESS, **more) -> dict:
    """What the card's template is given."""
    usual = {"description": DESCRIPTION, "habitat": "Ruins", "family": "Spirit", "tags": ["lamp"], "author": "Maren"}
    return {"card": two_d12.foe_card(thing), "creature_text": usual | more, "paper": paper, "url": url}


def print_card(thing: two_d12.Foe, *args, **kwargs) -> bytes:
    return render_pdf(CARD, context(thing, *args, **kwargs))


def words(html: str) -> str:
    return " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())


@pytest.mark.parametrize("thing", [foe(), everything()], ids=["some", "everything"])
def test_every_number_on_the_page_is_on_the_card(thing):
    page = words(render_to_string("bestiary/two_d12/_foe_card.html", {"card": two_d12.foe_card(thing)}))
    wanted = set(NUMBER.findall(page))
    printed = set(NUMBER.findall(whole_text(print_card(thing))))
    assert len(wanted) > 40
    assert not wanted - printed


def test_a_trait_reads_in_one_line_plain_and_adept():
    text = whole_text(print_card(foe()))
    assert (
        "Agility +2 99.3 >99.9/98.6/143 85.4 97.9/73.0/123 54.2 79.0/29.3/78 19.4 35.1/3.8/28 2.1 4.1/<0.1/3 0 0/0/0"
        in text
    )
    assert "Adept +5 100 100/100/144 95.8" in text
    assert "Trait MOD Novice 5 Easy 10 Standard 15 Challenging 20 Tough 25 Expert 30" in text
    assert "Without a MOD: Control, Insight, Sneak, Tinker, Track" in text


def test_numbers_damage_notes_and_effects_are_written_out():
    text = whole_text(print_card(foe()))
    for line in (
        "Leader · Spirit · Ruins · lamp · by Maren",
        "Level EXP Guard Vitality Stamina Motion 4 3 12 26 — 30 ft",
        "Damage 2d6+1 fire (3 to 13, 8 on average)",
        "Rings its bell first. Then it burns.",
        "Burning: 4 charges, on a hit. Start of turn (damage), charges up to 10×EXP:",
        "Exposed: 2 charges, cold, at dusk. Immediate (damage), charges up to EXP/2:",
        "reaches the Threshold (≥; that this is enough is a suggestion); Adept adds EXP 3.",
        "Unofficial tool for 2d12 Traits",
    ):
        assert line in text, line
    for effect in ("burning", "exposed", "blind"):
        assert two_d12.EFFECTS[two_d12.Effect(effect)].text in text


@pytest.mark.parametrize(("rank", "copies"), [("minion", 6), ("soldier", 4), ("brute", 2), ("leader", 1), ("boss", 1)])
def test_the_lower_the_rank_the_more_copies_have_their_places(rank, copies):
    html = render_to_string(CARD, context(foe(rank=rank)))
    assert re.findall(r"<title>(\w+ of \d+ Foes?), to cross off</title>", html) == [
        f"{what} of {copies} Foe{'' if copies == 1 else 's'}" for what in ("Guard", "Vitality")
    ]


def test_without_guard_there_is_nothing_of_it_to_cross_off_and_without_vitality_a_line_to_write_on():
    html = render_to_string(CARD, context(foe(guard=0, vitality=None)))
    assert "Guard of" not in html
    assert "Vitality of 1 Foe" in html


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("slug", SAMPLES)
def test_every_sample_takes_one_page_of_its_paper(slug, paper):
    document = SAMPLES[slug]
    pdf = print_card(rules_from_document(document), paper, description=document["description"], tags=document["tags"])
    (page,) = read(pdf).pages
    assert [float(side) for side in page.mediabox] == pytest.approx([0, 0, *PAPERS[paper]], abs=0.01)


def test_nine_traits_and_five_effects_fit_one_page():
    thing = foe(
        traits=two_d12.TraitMods(*range(9)),
        effects=tuple(two_d12.CausedEffect(effect, 1, "", "on a hit") for effect in list(two_d12.Effect)[:5]),
    )
    for paper in PAPERS:
        assert len(read(print_card(thing, paper)).pages) == 1


def test_the_end_of_the_longest_texts_is_not_lost_and_no_page_is_blank():
    description = f"{LONG_TEXT * 5}"[:3_980] + " The very last words."
    pdf = print_card(everything(), description=description)
    text = whole_text(pdf)
    assert "The very last words." in text
    assert everything().notes.split()[-1] in text
    assert all(two_d12.EFFECTS[effect].text in text for effect in two_d12.Effect)
    assert all(len(page) > 300 for page in texts(pdf))
    assert len(read(pdf).pages) <= 4


def test_a_text_with_tags_is_printed_as_typed():
    text = whole_text(print_card(foe(name="<b>Warden</b>", notes="<script>x</script> & more")))
    assert "<b>Warden</b>" in text
    assert "<script>x</script> & more" in text


def test_only_the_bundled_fonts_are_used_and_only_the_foes_address_is_linked():
    pdf = print_card(foe())
    fonts = {
        font.get_object()["/BaseFont"].split("+")[-1]
        for page in read(pdf).pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert fonts <= BUNDLED_FONTS
    assert links(pdf) == [ADDRESS]
    assert links(print_card(foe(), url="")) == []
