"""The threat of an encounter: the six examples for four Personas, cuts, what one Foe more or less does."""

from fractions import Fraction as F

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError, UnknownChoice
from bestiary.rules.two_d12 import RANKS, Rank, ThreatLevel
from encounters.rules.two_d12 import THREAT_CUTS, FoeLine, ThreatCuts, parse_cut, threat, threat_level

LEVELS = list(ThreatLevel)
lines = st.lists(st.builds(FoeLine, st.sampled_from(Rank), st.integers(1, 99)), max_size=6)
personas = st.integers(0, 12)


@pytest.mark.parametrize(
    ("foes", "total", "level", "text"),
    [
        ([("minion", 4)], 2, "low", "4 × ½ = 2 against 4 Personas: up to 2 → Low"),
        ([("soldier", 4)], 4, "moderate", "4 × 1 = 4 against 4 Personas: over 2, up to 4 → Moderate"),
        ([("boss", 1)], 5, "high", "1 × 5 = 5 against 4 Personas: over 4, up to 6 → High"),
        (
            [("leader", 1), ("soldier", 3)], 6, "high",
            "1 × 3 + 3 × 1 = 6 against 4 Personas: over 4, up to 6 → High",
        ),
        ([("boss", 1), ("soldier", 2)], 7, "deadly", "1 × 5 + 2 × 1 = 7 against 4 Personas: over 6 → Deadly"),
        ([("minion", 9)], F(9, 2), "high", "9 × ½ = 4½ against 4 Personas: over 4, up to 6 → High"),
    ],
)  # fmt: skip
def test_the_six_examples_for_four_personas(foes, total, level, text):
    gauge = threat(4, [FoeLine(rank, count) for rank, count in foes])
    assert (gauge.threat, gauge.threat_level, gauge.text) == (total, level, text)
    assert gauge.limits == (2, 4, 6)
    assert gauge.source == "ours"
    assert gauge.cuts_are_ours


@pytest.mark.parametrize(
    ("count", "foes", "missing", "text"),
    [
        (4, [], "no Foes", "no Foes: no threat level"),
        (0, [FoeLine("boss")], "no Personas", "1 × 5 = 5, no Personas: no threat level"),
        (0, [], "no Foes, no Personas", "no Foes, no Personas: no threat level"),
    ],
)
def test_without_foes_or_personas_there_is_no_level(count, foes, missing, text):
    gauge = threat(count, foes, gm_level=ThreatLevel.DEADLY)
    assert (gauge.missing, gauge.text) == (missing, text)
    assert gauge.threat_level is gauge.shown_level is None


def test_one_persona_is_not_called_personas():
    assert threat(1, [FoeLine("minion")]).text == "1 × ½ = ½ against 1 Persona: up to ½ → Low"


def test_the_game_masters_word_is_shown_and_the_sum_kept():
    gauge = threat(4, [FoeLine("boss")], gm_level="low")
    assert (gauge.threat_level, gauge.shown_level, gauge.is_overruled) == ("high", "low", True)
    agreed = threat(4, [FoeLine("boss")], gm_level="high")
    assert (agreed.shown_level, agreed.is_overruled) == ("high", False)
    assert threat(4, [FoeLine("boss")], gm_level="").shown_level == "high"


def test_own_cuts_move_the_levels():
    cuts = ThreatCuts(F(1), F(2), F(5, 2))
    gauge = threat(4, [FoeLine("boss")], cuts)
    assert (gauge.threat_level, gauge.limits, gauge.cuts_are_ours) == ("moderate", (4, 8, 10), False)


@given(personas, lines)
def test_the_sum_is_that_of_its_lines(count, foes):
    gauge = threat(count, foes)
    assert gauge.threat == sum(line.count * RANKS[line.rank].threat for line in foes)
    assert gauge.threat == sum(term.subtotal for term in gauge.terms)
    assert len(gauge.terms) == len(gauge.lines) == len(foes)
    assert type(gauge.threat) is F


@settings(max_examples=50)
@given(personas, lines)
def test_one_more_and_one_less_are_what_the_encounter_would_be(count, foes):
    gauge = threat(count, foes)
    for index, change in enumerate(gauge.lines):
        line = foes[index]
        fewer = [FoeLine(line.rank, line.count - 1)] if line.count > 1 else []
        outcomes = [(change.one_less, fewer)]
        if line.count < 99:
            outcomes.append((change.one_more, [FoeLine(line.rank, line.count + 1)]))
        else:
            assert change.one_more is None
        for outcome, replacement in outcomes:
            other = threat(count, [*foes[:index], *replacement, *foes[index + 1 :]])
            assert (outcome.threat, outcome.threat_level, outcome.missing) == (
                other.threat,
                other.threat_level,
                other.missing,
            )


@given(st.integers(1, 11), lines)
def test_more_foes_never_make_it_easier_and_more_personas_never_harder(count, foes):
    here = threat(count, foes)
    harder = threat(count, [*foes, FoeLine("minion")])
    if here.threat_level:
        assert LEVELS.index(harder.threat_level) >= LEVELS.index(here.threat_level)
        assert LEVELS.index(threat(count + 1, foes).threat_level) <= LEVELS.index(here.threat_level)


@pytest.mark.parametrize("count", range(1, 13))
def test_a_cut_itself_still_belongs_to_the_lower_level(count):
    for place, level in enumerate(LEVELS[:3]):
        limit = THREAT_CUTS.of(level) * count
        assert threat_level(limit, count) is level
        assert threat_level(limit + F(1, 1000), count) is LEVELS[place + 1]


def test_outcomes_say_themselves():
    gauge = threat(4, [FoeLine("minion", 8)])
    assert gauge.lines[0].one_more.text == "4½ → High"
    assert threat(4, [FoeLine("boss")]).lines[0].one_less.text == "no Foes"


@pytest.mark.parametrize(
    ("arguments", "error", "field"),
    [
        ((13, []), OutOfRange, "personas"),
        ((-1, []), OutOfRange, "personas"),
        ((True, []), OutOfRange, "personas"),
        ((4, [FoeLine("boss"), FoeLine("king")]), UnknownChoice, "foes.1.rank"),
        ((4, [FoeLine("boss", 0)]), OutOfRange, "foes.0.count"),
        ((4, [FoeLine("boss", 100)]), OutOfRange, "foes.0.count"),
        ((4, [FoeLine("boss", 1.5)]), OutOfRange, "foes.0.count"),
        ((4, [FoeLine("boss")] * 101), OutOfRange, "foes"),
        ((4, [], THREAT_CUTS, "mild"), UnknownChoice, "gm_level"),
    ],
)
def test_bad_encounters_are_refused_at_their_field(arguments, error, field):
    with pytest.raises(error) as refused:
        threat(*arguments)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("cuts", "field"),
    [
        ((0, 1, 2), "cuts.low"),
        ((F(-1, 2), 1, 2), "cuts.low"),
        ((1, 1, 2), "cuts.moderate"),
        ((1, F(3, 2), F(3, 2)), "cuts.high"),
        ((1, 2, 100), "cuts.high"),
        ((0.5, 1, 2), "cuts.low"),
        ((1, "2", 3), "cuts.moderate"),
    ],
)
def test_cuts_must_rise_from_above_0(cuts, field):
    with pytest.raises(RulesError) as refused:
        ThreatCuts(*cuts)
    assert refused.value.field == field


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1/2", F(1, 2)), ("½", F(1, 2)), (" 1½ ", F(3, 2)), ("1 1/2", F(3, 2)), ("3/2", F(3, 2)), ("0.5", F(1, 2)),
        ("0,75", F(3, 4)), ("2", F(2)), ("1 / 3", F(1, 3)), ("⅔", F(2, 3)),
    ],
)  # fmt: skip
def test_cuts_are_read_exactly_from_the_ways_people_write_them(text, value):
    assert parse_cut(text) == value


@pytest.mark.parametrize("text", ["", " ", "half", "-1", "1/0", "½½", "1.5 1/2", "1/2/3", "1" * 21, "1e3", None, 1])
def test_what_is_no_number_is_refused(text):
    with pytest.raises(RulesError) as refused:
        parse_cut(text, "cuts.low")
    assert refused.value.field == "cuts.low"


def test_cuts_from_a_form_name_the_one_that_is_wrong():
    assert ThreatCuts.parse("½", "1", "1.5") == THREAT_CUTS
    with pytest.raises(RulesError) as refused:
        ThreatCuts.parse("½", "one", "2")
    assert refused.value.field == "cuts.moderate"
