"""What follows from any command: the spent fall, and the turn of one that fell goes on to the next."""

import contextlib
from collections.abc import Sequence

from msgspec.structs import replace

from referee.engine.events.apply import Change, fold
from referee.engine.events.event import ConditionAdded, Remarked, TurnBegan, TurnEnded
from referee.engine.questions.answer import Chosen, Counted, Said
from referee.engine.questions.ask import Lapsed
from referee.engine.record.session import Session
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Condition, Ending
from referee.engine.verbs.ending_tests import still_on
from referee.engine.verbs.ledger import Ledger, for_each
from tests.engine.toys.box import figure, order, seat, standing, table, tags
from tests.engine.toys.symbols import SYMBOLS


def three() -> Session:
    session = seat(SYMBOLS, table(*(figure(tag, wounds=3) for tag in ("ulf", "ann", "bo"))))
    order(session, "next")
    return session


def test_who_falls_in_its_own_turn_is_followed_by_the_next() -> None:
    session = three()
    order(session, "damage", who=tags("ulf"), amount=Counted(n=3))
    assert standing(session)["ulf"] == "dead" and session.encounter.turn == "ann"
    events = session.entries()[-1].events or ()
    assert [event.hand for event in events if isinstance(event, TurnEnded | TurnBegan)] == [True, False]


def test_who_falls_in_another_turn_changes_nothing_about_it() -> None:
    session = three()
    order(session, "damage", who=tags("ann"), amount=Counted(n=3))
    assert session.encounter.turn == "ulf"
    order(session, "next")
    assert session.encounter.turn == "bo"


def test_a_standing_that_still_has_a_turn_keeps_it() -> None:
    session = three()
    order(session, "set", who=tags("ulf"), what=Chosen(option="standing"), value=Said(text="dying"))
    assert session.encounter.turn == "ulf"


def test_with_nobody_left_it_is_nobodys_turn() -> None:
    session = three()
    order(session, "damage", who=tags("ann", "bo", "ulf"), amount=Counted(n=3))
    assert session.encounter.turn is None and not session.questions


def test_who_is_set_to_nothing_falls() -> None:
    session = three()
    order(session, "set", who=tags("bo"), what=Chosen(option="wounds"), value=Said(text="0"))
    assert standing(session)["bo"] == "dead"


def test_a_lapse_for_one_never_stops_the_others() -> None:
    session = three()
    ledger = Ledger(session.rules, session.encounter)
    done: list[Tag] = []

    async def act(tag: Tag) -> None:
        if tag == "ann":
            raise Lapsed("Ann is away [T-1].")
        done.append(tag)

    steps = for_each(ledger, ("ulf", "ann", "bo"), act, "No blow")
    with contextlib.suppress(StopIteration):
        steps.send(None)
    assert done == ["ulf", "bo"]
    assert ledger.events == [Remarked(text="No blow: Ann is away", cites=("T-1",))]


def test_a_condition_of_one_who_is_not_there_is_over() -> None:
    ledger = Ledger(SYMBOLS, table(figure("ulf")))
    condition = Condition(id="1", kind="on_fire")
    assert not still_on(ledger, "ulf", condition) and not still_on(ledger, "zed", condition)
    ledger.record(ConditionAdded(tag="ulf", condition=condition))
    assert still_on(ledger, "ulf", condition)


def test_the_referee_is_asked_for_a_test_in_words() -> None:
    session = three()
    ends = (Ending(test="save", against=12, of="ulf", at="end"),)
    event = ConditionAdded(tag="ulf", condition=Condition(id="1", kind="on_fire", ends=ends))
    session = seat(SYMBOLS, fold(session.encounter, (event,)))
    order(session, "next")
    assert session.question().prompt == "Ulf's save against 12 to end on fire: made?"


def test_a_game_is_told_once_what_a_command_has_changed_and_what_it_did_about_it() -> None:
    told: list[list[str]] = []

    async def on_done(ledger: Ledger, new: Sequence[Change]) -> None:
        told.append([type(change.event).__name__ for change in new])
        if len(told) == 1:
            ledger.remark("The floor creaks.")

    session = seat(replace(SYMBOLS, on_done=on_done), table(figure("ulf", wounds=3)))
    order(session, "damage", who=tags("ulf"), amount=Counted(n=1))
    assert told == [["TrackChanged"], ["Remarked"]]
