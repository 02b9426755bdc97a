"""The record of attempts: one per item and PC, a merchant closed for the day, undo as replay."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestiary.rules.errors import OutOfRange, RulesError
from shop.rules import Attempt, Bargaining, Deal, NewDay, pc_key, replay


def attempt(natural=10, merchant="Orla", pc="Lía", item="Longsword", **parts):
    return Attempt(
        **{
            "merchant": merchant,
            "pc": pc,
            "item": item,
            "deal": "buy",
            "list_price": 200,
            "natural_roll": natural,
            "charisma": 2,
            "difficulty": 14,
            **parts,
        }
    )


ONE_TRY = "This PC has already haggled over this item: there is one attempt for each item and PC."
CLOSED = "After a critical failure this merchant refuses to haggle with this PC until a new day."


def refusal(*events):
    with pytest.raises(RulesError) as refused:
        replay(events)
    return refused.value.field, refused.value.message


def test_nothing_is_refused_before_the_first_attempt():
    assert replay([]) == Bargaining()
    assert Bargaining().refusal("Orla", "Lía", "Longsword") == ""


def test_an_attempt_has_its_result_in_the_log():
    state = replay([attempt(14)])
    [entry] = state.entries
    assert (entry.day, entry.result.price.value) == (1, 150)
    assert entry.event.deal is entry.result.deal is Deal.BUY
    assert entry.text == "16 = 14 + CHA 2 against 14: success, buys for 150 NX"


@pytest.mark.parametrize("natural", [20, 14, 5])
def test_one_attempt_per_item_and_pc_whatever_its_outcome(natural):
    state = replay([attempt(natural)])
    assert state.refusal("Orla", "Lía", "Longsword") == ONE_TRY
    assert refusal(attempt(natural), attempt(20)) == ("events.1.item", ONE_TRY)


@pytest.mark.parametrize("other", [{"merchant": "Bran"}, {"deal": "sell"}, {"pc": " lía "}, {"pc": "LI\u0301A"}])
def test_another_merchant_the_other_deal_or_another_spelling_is_no_second_attempt(other):
    assert refusal(attempt(5), attempt(20, **other)) == ("events.1.item", ONE_TRY)


@pytest.mark.parametrize("other", [{"pc": "Bo"}, {"item": "Shield"}, {"item": "longsword"}])
def test_another_pc_or_another_item_has_an_attempt_of_its_own(other):
    assert len(replay([attempt(5), attempt(20, **other)]).entries) == 2


def test_a_critical_failure_closes_that_merchant_to_that_pc():
    state = replay([attempt(1)])
    assert state.entries[0].result.refuses_for_the_day
    assert state.refusal("Orla", "lía", "Shield") == CLOSED
    assert refusal(attempt(1), attempt(20, item="Shield")) == ("events.1.merchant", CLOSED)
    assert state.refusal("Orla", "Bo", "Shield") == ""
    assert state.refusal("Bran", "Lía", "Shield") == ""


def test_a_new_day_opens_the_merchant_but_gives_no_second_attempt():
    state = replay([attempt(1), NewDay()])
    assert (state.day, state.entries[-1].text) == (2, "Day 2 begins")
    assert state.refusal("Orla", "Lía", "Shield") == ""
    assert state.refusal("Orla", "Lía", "Longsword") == ONE_TRY
    later = state.after(attempt(20, item="Shield"))
    assert [entry.day for entry in later.entries] == [1, 2, 2]


def test_a_range_by_cha_closes_the_merchant_too():
    assert not replay([attempt(3, charisma=-4)]).closed
    assert replay([attempt(3, charisma=-4, critical_by_charisma=True)]).closed == {("Orla", "lía")}


def test_undoing_the_last_event_is_a_replay_without_it():
    events = [attempt(14), attempt(1, item="Shield")]
    assert replay(events).refusal("Orla", "Lía", "Bow") == CLOSED
    undone = replay(events[:-1])
    assert undone.refusal("Orla", "Lía", "Shield") == ""
    assert undone.after(attempt(20, item="Shield")).entries[-1].result.price.value == 100


def test_a_state_is_never_changed():
    state = replay([attempt(14)])
    state.after(attempt(1, item="Shield"))
    assert state == replay([attempt(14)])


@pytest.mark.parametrize(
    ("parts", "field"),
    [
        ({"pc": " "}, "pc"),
        ({"pc": None}, "pc"),
        ({"merchant": ""}, "merchant"),
        ({"item": "x" * 81}, "item"),
        ({"natural": 21}, "natural_roll"),
        ({"charisma": 7}, "charisma"),
        ({"difficulty": 0}, "difficulty"),
        ({"deal": "steal"}, "deal"),
        ({"list_price": -5}, "list_price"),
    ],
)
def test_what_is_no_attempt_is_refused_and_changes_nothing(parts, field):
    with pytest.raises(RulesError) as refused:
        Bargaining().after(attempt(**parts))
    assert refused.value.field == field
    assert refusal(attempt(item="Shield"), attempt(**parts))[0] == f"events.1.{field}"


def test_replay_keeps_the_kind_of_error():
    with pytest.raises(OutOfRange):
        replay([attempt(21)])


def test_pcs_are_compared_as_people_read_them():
    assert pc_key("  Lía  of the\tHill ") == pc_key("LI\u0301A OF THE HILL") == "lía of the hill"


attempts = st.builds(
    attempt,
    st.sampled_from([1, 5, 14, 20]),
    merchant=st.sampled_from(["Orla", "Bran"]),
    pc=st.sampled_from(["Lía", "Bo"]),
    item=st.sampled_from(["Longsword", "Shield", "Bow"]),
)


@settings(max_examples=40)
@given(st.lists(attempts | st.just(NewDay()), max_size=15))
def test_the_record_lets_through_exactly_what_the_rule_allows(wanted):
    state, events, tried, closed = Bargaining(), [], set(), set()
    for event in wanted:
        if isinstance(event, NewDay):
            closed.clear()
        else:
            may = (event.pc, event.item) not in tried and (event.merchant, event.pc) not in closed
            assert (state.refusal(event.merchant, event.pc, event.item) == "") == may
            if not may:
                with pytest.raises(RulesError):
                    state.after(event)
                continue
            tried.add((event.pc, event.item))
            if event.natural_roll == 1:
                closed.add((event.merchant, event.pc))
        state = state.after(event)
        events.append(event)
    assert replay(events) == state
    for length in range(len(events)):
        assert replay(events[:length]).entries == state.entries[:length]
