"""What becomes of a condition where one of its kind lies already, and what ends it before its time."""

import pytest
from msgspec.structs import replace

from referee.engine.conditions.lifetime import remaining
from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.duration_rules import DurationRules
from referee.engine.record.session import Session
from referee.engine.state.condition import Ending, Until
from referee.engine.state.encounter import Slot
from referee.engine.verbs.ledger import Ledger
from referee.words.conditions import ailments
from tests.engine.toys.box import WOUNDS, figure, game, seat, table
from tests.engine.typed import typed

KINDS = (
    ConditionKind("held", stacking=Stacking.EACH),
    ConditionKind("slowed", stacking=Stacking.LONGEST),
    ConditionKind("weary", stacking=Stacking.ADDS, maximum=6),
    ConditionKind("prone", stacking=Stacking.ONCE),
    ConditionKind("dodging", usual="end of bearer"),
)
RULES = game("stacked", conditions=KINDS, durations=DurationRules(own_conditions=Stacking.EACH, moments=("rest",)))


def here() -> Session:
    order = tuple(Slot(who=tag, step=n) for n, tag in enumerate(("ann", "bob", "cyd")))
    return seat(RULES, table(*(figure(slot.who, wounds=5) for slot in order), order=order, round=1, phase="fight"))


def lying(session: Session, tag: str = "ann") -> list[str]:
    return ailments(session.encounter, session.encounter.figures[tag])


@pytest.mark.parametrize(
    ("orders", "lies"),
    [
        (("held end bob", "held 2r"), ["held (until the end of Bob's next turn)", "held (for 2 rounds)"]),
        (("glowing 2r", "glowing"), ["glowing (for 2 rounds)", "glowing"]),
        (("slowed 2r", "slowed end bob"), ["slowed (for 2 rounds)"]),
        (("slowed end bob", "slowed 2r"), ["slowed (for 2 rounds)"]),
        (("slowed end cyd", "slowed end bob"), ["slowed (until the end of Cyd's next turn)"]),
        (("slowed", "slowed rest"), ["slowed"]),
        (("slowed rest", "slowed 9r"), ["slowed (until the next rest)"]),
        (("slowed 2r save 15", "slowed end bob"), ["slowed (until the end of Bob's next turn)"]),
        (("weary 2", "weary 3"), ["weary 5"]),
        (("weary 2", "weary 3 rest"), ["weary 5 (until the next rest)"]),
        (("prone 2r", "prone"), ["prone (for 2 rounds)"]),
        (("dodging",), ["dodging (until the end of Ann's next turn)"]),
        (("held save dex 13 or damaged",), ["held (dex save 13, or until damaged)"]),
    ],
)
def test_conditions_of_one_kind(orders: tuple[str, ...], lies: list[str]) -> None:
    session = here()
    typed(session, *(f"condition ann {order}" for order in orders))
    assert lying(session) == lies


def test_what_stays_as_it_is_is_said() -> None:
    session = here()
    typed(session, "condition ann prone", "condition ann prone")
    (told,) = session.entries()[-1].events or ()
    assert told.t == "told" and told.text == "Ann is already prone"


def test_levels_end_at_their_most() -> None:
    ledger = Ledger(RULES, here().encounter)
    for _ in range(3):
        ledger.afflict("ann", KINDS[2], value=4)
    assert KINDS[2].value(ledger.encounter, "ann") == 6
    assert [event.t for event in ledger.events] == ["cond+", "cond=", "told"]


def test_damage_ends_what_damage_ends_however_it_comes() -> None:
    for order in ("damage ann 1", "set ann wounds 2"):
        session = here()
        typed(session, "condition ann,bob charmed damaged", "heal ann 1")
        assert lying(session) == ["charmed (until damaged)"]
        typed(session, order)
        assert lying(session) == [] and lying(session, "bob") == ["charmed (until damaged)"]
        session.undo()
        assert lying(session) == ["charmed (until damaged)"]


def test_the_loss_of_a_condition_ends_what_hangs_on_it() -> None:
    session = here()
    typed(session, "condition bob chanting damaged", "condition ann,cyd blessed while bob chanting by bob")
    assert lying(session) == ["blessed (until Bob is no longer chanting)"]
    typed(session, "damage bob 1")
    assert lying(session) == lying(session, "cyd") == lying(session, "bob") == []


def test_the_last_of_several_is_lost_before_what_hangs_on_them_ends() -> None:
    session = here()
    typed(session, "condition bob chanting 1r", "condition bob chanting", "condition ann blessed while bob chanting")
    ledger = Ledger(RULES, session.encounter)
    ledger.begin_phase("fight", next_round=True)
    assert ailments(ledger.encounter, ledger.encounter.figures["ann"])
    ledger.lift("bob", "chanting")
    assert not ailments(ledger.encounter, ledger.encounter.figures["ann"])


def test_one_that_ends_with_another_at_the_same_moment_ends_once() -> None:
    session = here()
    typed(session, "condition bob chanting end bob", "condition bob,ann blessed end bob while bob chanting")
    ledger = Ledger(RULES, session.encounter)
    ledger.begin_turn("bob")
    ledger.end_turn()
    assert [event.t for event in ledger.events] == ["turn+", "cond-", "cond-", "cond-", "turn-"]


def test_a_moment_that_the_rules_announce() -> None:
    session = here()
    typed(session, "condition ann,bob cursed until rest", "condition ann glowing")
    ledger = Ledger(RULES, session.encounter)
    ledger.moment("feast")
    assert len(ledger.events) == 0
    ledger.moment("rest")
    assert [event.t for event in ledger.events] == ["cond-", "cond-"]


def test_how_far_off_an_end_is() -> None:
    encounter = replace(here().encounter, turn="bob")
    begun = Slot(who="bob", step=1, begun=True)
    encounter = replace(
        encounter, order=(Slot(who="ann", step=0, begun=True, acted=True), begun, Slot(who="cyd", step=2))
    )
    ends = [
        Until(edge="end", of="bob", left=1),
        Until(edge="start", of="cyd"),
        Until(edge="end", of="cyd"),
        Until(edge="end", of="round"),
        Until(edge="start", of="round"),
        Until(edge="start", of="ann"),
        Until(edge="end", of="ann"),
        Until(edge="start", of="bob"),
        Until(edge="end", of="bob", left=2),
        Until(edge="end", of="round", left=2),
        Until(edge="end", of="moment:rest"),
        None,
    ]
    assert sorted(ends, key=lambda until: remaining(encounter, until)) == ends


def test_an_ending_of_another_condition_is_none_of_its_own() -> None:
    ledger = Ledger(RULES, here().encounter)
    ledger.afflict("ann", "charmed", ends=(Ending(event="damaged", of="bob"),))
    ledger.record(WOUNDS.change("ann", -1))
    assert ailments(ledger.encounter, ledger.encounter.figures["ann"]) == ["charmed (until Bob is damaged)"]


def test_of_two_that_last_equally_long_the_one_that_lies_stays() -> None:
    session = here()
    typed(session, "condition ann slowed 2r", "condition ann slowed 2r")
    (told,) = session.entries()[-1].events or ()
    assert told.t == "told" and told.text == "Ann is already slowed"
    typed(session, "condition bob slowed 2r save 15", "condition bob slowed 2r save 15")
    assert [event.t for event in session.entries()[-1].events or ()] == ["told"]
    typed(session, "condition bob slowed 2r save 12")
    assert [event.t for event in session.entries()[-1].events or ()] == ["cond-", "cond+"]


def test_time_that_passes_ends_what_is_brief_on_who_is_able_alone() -> None:
    session = seat(RULES, table(figure("ann"), replace(figure("bob"), standing="dead")))
    typed(session, "condition ann prone", "condition bob prone", "condition ann poisoned")
    ledger = Ledger(RULES, session.encounter)
    ledger.time_passes(("ann", "bob"), 0, {"prone"})
    assert [one.kind for one in ledger.encounter.figures["ann"].conditions] == ["poisoned"]
    assert [one.kind for one in ledger.encounter.figures["bob"].conditions] == ["prone"]
