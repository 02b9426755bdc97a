"""The door of the rules: systems and version."""

import pytest

from bestiary.rules import SYSTEMS, get_system, rules_version
from bestiary.rules.errors import UnknownChoice
from bestiary.rules.version import digest
from encounters.rules import rules_version as encounter_rules_version


def test_the_system_is_found_by_its_slug():
    system = get_system("worlds_awakening")
    assert (system.slug, system.name) == ("worlds_awakening", "Worlds Awakening")


def test_the_system_computes_its_stat_block():
    from bestiary.rules.worlds_awakening import Creature, Stats

    goblin = Creature("Goblin", "small", 4, False, Stats(constitution=-2))
    assert get_system("worlds_awakening").stat_block(goblin, 5).numbers.max_hp.value == 18


def test_the_second_system_stands_beside_the_first_and_makes_a_foe_card():
    from bestiary.rules.two_d12 import Foe, Rank, foe_card

    assert list(SYSTEMS) == ["worlds_awakening", "two_d12"]
    system = get_system("two_d12")
    rat = Foe("Rat", Rank.MINION)
    assert system.name == "2d12 Traits"
    assert system.stat_block(rat, 1) == system.stat_block(rat, 20) == foe_card(rat)


def test_an_unknown_system_is_refused_at_its_field():
    with pytest.raises(UnknownChoice) as refused:
        get_system("chess")
    assert refused.value.field == "system"


def test_the_version_changes_with_any_rule_or_table(tmp_path):
    (tmp_path / "rule.py").write_text("a = 1")
    (tmp_path / "notes.txt").write_text("no rule")
    first = digest(tmp_path)
    (tmp_path / "notes.txt").write_text("other notes")
    assert digest(tmp_path) == first
    (tmp_path / "tables.toml").write_text("b = 1")
    second = digest(tmp_path)
    assert second != first
    (tmp_path / "rule.py").write_text("a = 2")
    assert digest(tmp_path) not in {first, second}


def test_both_versions_are_short_and_different():
    assert len(rules_version) == len(encounter_rules_version) == 16
    assert rules_version != encounter_rules_version
