"""The tables of both screens as data: complete, read from the rules, what is ours marked."""

import re

import pytest

from bestiary.rules import two_d12
from bestiary.rules.worlds_awakening.vocabulary import STANDARD_WORDS, UNIVERSES, Vocabulary
from encounters.screens import worlds_awakening
from encounters.screens.catalogue import GAMES, all_panels, games_of, names_of

PANELS = all_panels()
every_panel = pytest.mark.parametrize("panel", PANELS.values(), ids=lambda panel: panel.slug)


def rows_of(slug: str) -> list[list[str]]:
    return [[cell.text for cell in row] for row in PANELS[slug].rows]


def marked(slug: str) -> list[list[str]]:
    """The rows with the marks of the print."""
    return [[cell.text + "*" * cell.suggested for cell in row] for row in PANELS[slug].rows]


def notes_of(slug: str) -> dict[str, str]:
    return {note[0].text: note[-1].text for note in PANELS[slug].notes}


def test_both_screens_hold_what_they_promise():
    assert [panel.slug for panel in GAMES["two_d12"].screen()] == [
        f"two_d12.{name}"
        for name in (
            "thresholds", "odds", "effects", "traits", "key_terms", "chance", "rests", "injuries", "ranks", "gauge",
            "threat_levels", "rulings",
        )
    ]  # fmt: skip
    assert {panel.slug.partition(".")[2] for panel in GAMES["worlds_awakening"].screen()} == {
        "fight", "actions", "affinities", "criticals", "difficulties", "effects", "falls", "privations", "calibration",
        "rewards", "formulas", "attack_kinds", "base_damage_1", "ability_line", "sizes", "power", "strengths", "stats",
        "behaviours", "haggling", "prices", "universes",
    }  # fmt: skip


@every_panel
def test_every_row_fills_its_columns(panel):
    width = len(panel.columns) or 2
    assert panel.rows
    assert {len(row) for row in panel.rows} == {width}
    assert {len(note) for note in panel.notes} <= {1, 2}


@every_panel
def test_a_panel_that_is_ours_says_so_once_in_its_heading(panel):
    if panel.suggested:
        assert not any(cell.suggested for row in (*panel.rows, *panel.notes) for cell in row)
        assert not any(column.suggested for column in panel.columns)


def test_slugs_name_their_game():
    assert {slug.partition(".")[0] for slug in PANELS} == set(GAMES)
    assert [game.slug for game in games_of(["two_d12.odds", "worlds_awakening.sizes", "two_d12.ranks"])] == [
        "worlds_awakening",
        "two_d12",
    ]
    assert names_of(games_of(["two_d12.odds"])) == "2d12 Traits"
    assert names_of([]) == "Worlds Awakening and 2d12 Traits"


# --- 2d12 Traits -----------------------------------------------------------------------------------------------------


def test_the_24_effects_stand_with_text_when_and_stacking():
    expected = [[row.name, row.text, row.when_text, row.stacks_text] for row in two_d12.EFFECTS.values()]
    assert rows_of("two_d12.effects") == expected
    assert len(expected) == 24
    assert ["Bleeding", "Start of turn (damage)", "5×EXP"] in [[row[0], *row[2:]] for row in expected]


@pytest.mark.parametrize(
    ("slug", "count"),
    [("key_terms", 12), ("thresholds", 6), ("odds", 15), ("ranks", 6), ("threat_levels", 4), ("traits", 9)],
)
def test_the_other_tables_of_2d12_are_complete(slug, count):
    assert len(PANELS[f"two_d12.{slug}"].rows) == count


def test_thresholds_show_their_odds_and_what_they_take():
    assert rows_of("two_d12.thresholds") == [
        ["Novice", "5", "95.8", "99.8", "91.8", "−19", "+3"],
        ["Easy", "10", "75.0", "93.8", "56.3", "−14", "+8"],
        ["Standard", "15", "38.2", "61.8", "14.6", "−9", "+13"],
        ["Challenging", "20", "10.4", "19.7", "1.1", "−4", "+18"],
        ["Tough", "25", "0", "0", "0", "+1", "+23"],
        ["Expert", "30", "0", "0", "0", "+6", "+28"],
    ]


def test_a_bonus_is_looked_up_once_for_all_three_kinds_of_roll():
    rows = {row[0]: row[1:] for row in rows_of("two_d12.odds")}
    assert list(rows) == ["−2", "−1", *(f"+{bonus}" for bonus in range(13))]
    assert {row[0] for row in rows.values()} == {"plain\nAdv.\nDisadv."}
    assert rows["+0"][3] == "38.2\n61.8\n14.6"  # Standard
    assert rows["+6"][6] == "0.7\n1.4\n<0.1"  # Expert


def by_slug(rule: two_d12.SuccessRule) -> dict:
    return {panel.slug: panel for panel in GAMES["two_d12"].screen(rule=rule)}


def test_a_table_that_beats_the_threshold_reads_other_odds():
    panels = by_slug(two_d12.SuccessRule.BEAT)
    thresholds = [[cell.text for cell in row] for row in panels["two_d12.thresholds"].rows]
    # 2d12 > 15 is 2d12 ≥ 16: 45 of 144.
    assert thresholds[2] == ["Standard", "15", "31.3", "52.7", "9.8", "−8", "+14"]
    odds = {row[0].text: [cell.text for cell in row[2:]] for row in panels["two_d12.odds"].rows}
    assert odds["+1"] == [cell.text for cell in by_slug(two_d12.SuccessRule.REACH)["two_d12.odds"].rows[2][2:]]


@pytest.mark.parametrize(
    ("rule", "check", "threshold", "sign"),
    [
        ("reach", "Beating the Threshold succeeds. So does reaching it exactly.", "must reach: 5 Novice", "≥"),
        ("beat", "Beating the Threshold succeeds. Reaching it exactly fails.", "must beat: 5 Novice", ">"),
    ],
)
def test_terms_odds_and_rulings_say_the_same_about_an_equal_total(rule, check, threshold, sign):
    panels = by_slug(two_d12.SuccessRule(rule))
    terms = {row[0].text: row[1] for row in panels["two_d12.key_terms"].rows}
    assert terms["Trait Check"].text.endswith(check)
    assert terms["Trait Check"].suggested
    assert threshold in terms["Threshold"].text
    other = {"≥": "succeeds", ">": "fails"}[sign]
    assert panels["two_d12.rulings"].rows[0][1].text.endswith(f"a total that equals the Threshold {other}.")
    assert panels["two_d12.thresholds"].notes[1][0].text == panels["two_d12.rulings"].rows[0][1].text
    assert {column.group[-1:] for column in panels["two_d12.odds"].columns} == {"", sign}


def test_the_gauge_is_ours_and_gives_the_limits_of_a_party():
    gauge = PANELS["two_d12.gauge"]
    assert gauge.suggested
    assert [column.title for column in gauge.columns] == ["Level", "each", "2", "3", "4", "5", "6"]
    assert rows_of("two_d12.gauge") == [
        ["Low up to", "½", "1", "1½", "2", "2½", "3"],
        ["Moderate up to", "1", "2", "3", "4", "5", "6"],
        ["High up to", "1½", "3", "4½", "6", "7½", "9"],
    ]


def test_every_ruling_of_ours_is_on_the_screen_as_suggested():
    panel = PANELS["two_d12.rulings"]
    assert panel.suggested
    assert rows_of("two_d12.rulings") == [[ruling.about, ruling.text] for ruling in two_d12.RULINGS]


def test_rests_say_what_comes_back():
    assert marked("two_d12.rests") == [
        ["Chance", "+1 charge", "all charges"],
        ["Trivial injuries", "heal", "heal"],
        ["Harmful injuries", "stay", "heal after 3 in a row"],
        ["Grave injuries", "stay*", "stay*"],
    ]


# --- Worlds Awakening ------------------------------------------------------------------------------------------------


def test_base_hp_and_ratios_carry_the_mark_where_they_are_ours():
    assert marked("worlds_awakening.sizes") == [
        ["Tiny", "1–2", "1/3", "15–16*", "1/2*", "12.7*"],
        ["Small", "3–5", "1/2", "15–16*", "1/1", "19.05*"],
        ["Medium", "6–9", "1/1", "17–19*", "2/1", "25.4"],
        ["Large", "10–14", "2/1", "20–22*", "3/1", "50.8*"],
        ["Huge", "10–14*", "3/1*", "23–26*", "4/1", "76.2*"],
        ["Titanic", "10–14*", "4/1*", "27–30*", "5/1", "101.6*"],
    ]


def test_base_damage_has_both_columns_and_the_boss_one_is_marked():
    panel = PANELS["worlds_awakening.base_damage_1"]
    assert [(column.group, column.title, column.suggested) for column in panel.columns] == [
        ("", "Level", False),
        *(("Standard", kind, False) for kind in ("Melee", "Ranged", "Magic")),
        *(("Boss damage (DM)", kind, True) for kind in ("Melee", "Ranged", "Magic")),
    ]
    rows = {row[0]: row[1:] for row in rows_of("worlds_awakening.base_damage_1")}
    assert list(rows) == [str(level) for level in range(1, 9)]
    assert rows["1"][:3] == ["1d6−2", "1d8−3", "1d4−1"]
    assert rows["4"][:3] == ["2d6+1", "1d8+3", "2d4+3"]


def test_levels_beyond_the_screen_can_be_chosen():
    panel = PANELS["worlds_awakening.base_damage_9"]
    assert not panel.on_screen
    assert [row[0].text for row in panel.rows] == [str(level) for level in range(9, 21)]


def test_formulas_are_those_of_the_guide():
    assert rows_of("worlds_awakening.formulas")[:7] == [
        ["Max HP", "Base HP × level + CON"],
        ["Init", "10 + DEX"],
        ["Phys Def", "10 + 2 × CON + level"],
        ["Mag Def", "10 + 2 × WIS + level"],
        ["Melee Atk", "STR + level"],
        ["Ranged Atk", "DEX + level"],
        ["Mag Atk", "INT + level"],
    ]
    assert ["Max HP on a sheet", "at least 1*"] in marked("worlds_awakening.formulas")


def test_falls_run_from_unhurt_to_death():
    assert rows_of("worlds_awakening.falls") == [
        ["under 2 m", "No damage; it starts at 2 m."],
        ["from 2 m", "1d6 damage."],
        ["from 4 m", "2d6 damage."],
        ["from 6 m", "3d6 damage."],
        ["from 8 m", "4d6 damage."],
        ["10 to 12 m", "HP fall to 0, unconscious. HP don't deteriorate, but companions must help."],
        ["above 12 m", "The character dies."],
    ]


def test_two_days_without_sleep_and_food_are_minus_four():
    assert rows_of("worlds_awakening.privations")[-1] == ["Together", "They add up: 2 days of both are −4."]


def test_calibration_names_the_five_levels():
    assert rows_of("worlds_awakening.calibration") == [
        ["−2 and less", "Easy"],
        ["−1", "Manageable"],
        ["0", "Demanding"],
        ["+1", "Intense"],
        ["+2 and more", "Impossible"],
    ]
    assert notes_of("worlds_awakening.calibration")["How many"] == "Creatures ≤ PCs + 1."


def test_rewards_mark_the_money_as_ours():
    panel = PANELS["worlds_awakening.rewards"]
    assert [column.title for column in panel.columns if column.suggested] == ["1–2", "3–4", "5–6", "7+"]
    assert rows_of("worlds_awakening.rewards")[2] == ["Boss", "3", "3", "60", "90", "120", "150"]
    assert rows_of("worlds_awakening.rewards")[5] == ["Important quest", "2", "–", "40", "60", "80", "100"]


def test_criticals_go_by_cha():
    assert rows_of("worlds_awakening.criticals") == [
        ["−4", "1–3", "20"],
        ["−3 to −2", "1–2", "20"],
        ["−1 to +1", "1", "20"],
        ["+2 to +3", "1", "19–20"],
        ["+4 to +5", "1", "18–20"],
        ["+6", "1", "17–20"],
    ]


def test_haggling_shows_what_each_outcome_costs():
    assert rows_of("worlds_awakening.haggling") == [
        ["Critical success", "½ × list price", "list price"],
        ["Success", "¾ × list price", "1¼ × resale price"],
        ["No test or failure", "list price", "½ × list price (resale)"],
        ["Critical failure: no more haggling here today", "list price", "½ × list price (resale)"],
    ]
    assert "45 NX: buy 45, 34, 23; sell 22, 27, 45." in notes_of("worlds_awakening.haggling")["Rounding"]


def test_no_number_of_a_suggested_source_stays_unmarked_in_fights():
    rows = {row[0].text: row[1] for row in PANELS["worlds_awakening.fight"].rows}
    ours = {"Margin", "Progressive damage", "Damage under 0"}
    assert {name for name, cell in rows.items() if cell.suggested} == ours


# --- words -----------------------------------------------------------------------------------------------------------


def all_texts(words: Vocabulary) -> str:
    return "\n".join(text for panel in worlds_awakening.panels(words) for text in panel.texts())


@pytest.mark.parametrize(
    "words", [*list(UNIVERSES.values())[1:], Vocabulary.own("Aether", "Breath")], ids=lambda words: words.slug
)
def test_other_words_leave_no_magic_but_in_the_list_of_universes(words):
    panels = worlds_awakening.panels(words)
    said = "\n".join(text for panel in panels if panel.slug != "worlds_awakening.universes" for text in panel.texts())
    assert not re.search(r"\bmag(ic|ical)?\b|\bMP\b", said, flags=re.IGNORECASE)
    assert words.attack in said
    assert words.defence in said
    assert words.points_short in said


def test_the_list_of_universes_ends_with_words_of_ones_own():
    own = Vocabulary.own("Aether", "Breath")
    rows = worlds_awakening.panels(own)
    (universes,) = [panel for panel in rows if panel.slug == "worlds_awakening.universes"]
    assert [row[1].text for row in universes.rows] == [
        "Magic (MAG)",
        "Radiant Energy (RAD)",
        "Energy Flux (FLU)",
        "Supernatural Energy (SUR)",
        "Aether (AET)",
    ]


def test_words_change_no_number():
    def numbers(words: Vocabulary) -> list[str]:
        return re.findall(r"\d+", all_texts(words))

    assert all(numbers(words) == numbers(STANDARD_WORDS) for words in UNIVERSES.values())
