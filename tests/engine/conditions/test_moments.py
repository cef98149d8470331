"""The moments of a place in the order come although its owner is down, gone or has none; and tests that end things."""

import pytest

from referee.engine.record.session import Session
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Condition, Ending
from referee.engine.state.encounter import Slot
from referee.engine.verbs.ledger import Ledger
from referee.words.conditions import ailments
from referee.words.log import log
from tests.engine.toys.box import figure, game, seat, standing, table
from tests.engine.typed import typed

RULES = game("places")


def here(*tags: Tag) -> Session:
    """A fight in its first round, the first of these at turn."""
    session = seat(RULES, table(*(figure(tag, wounds=5) for tag in tags or ("ann", "boss", "cyd"))))
    typed(session, "next")
    return session


def lying(session: Session, tag: str = "ann") -> list[str]:
    return ailments(session.encounter, session.encounter.figures[tag])


def turns(session: Session, count: int = 1) -> None:
    typed(session, *["next"] * count)


@pytest.mark.parametrize("gone", ["set boss standing dead", "remove boss"])
@pytest.mark.parametrize(
    ("lasts", "after"),
    [
        ("end boss", [1, 0, 0]),
        ("start boss", [1, 0, 0]),
        ("2 ends of boss", [1, 1, 1, 0]),
        ("2 starts of boss", [1, 1, 1, 0]),
    ],
)
def test_a_place_passes_without_its_owner(gone: str, lasts: str, after: list[int]) -> None:
    """Boss is second of three; the toy's new order leaves out nobody, so its place is there in each round."""
    session = here()
    typed(session, f"condition ann poisoned {lasts}", gone)
    found = [len(lying(session))]
    for _ in after[1:]:
        turns(session)
        found.append(len(lying(session)))
    assert found == after
    assert standing(session)["boss"] != "up"


def test_a_place_passes_once_a_round() -> None:
    session = here("ann", "boss", "cyd", "dan", "eve")
    typed(session, "condition ann poisoned 2 ends of boss", "remove boss")
    turns(session, 3)
    assert session.encounter.turn == "eve" and lying(session) == ["poisoned (until the end of Boss's next turn)"]
    turns(session, 2)
    assert session.encounter.turn == "cyd" and not lying(session)


def test_one_who_waits_and_falls_holds_nothing_up() -> None:
    session = here()
    typed(session, "condition ann poisoned 2 ends of boss", "hold boss", "set boss standing dead", "next")
    assert session.encounter.turn == "cyd" and lying(session) == ["poisoned (until the end of Boss's next turn)"]


def test_the_record_says_that_a_place_passes_and_only_where_something_waits_for_it() -> None:
    session = here()
    typed(session, "condition ann poisoned end boss", "set boss standing dead")
    turns(session)
    lines = [line.text for line in log(session.encounter, session.entries()[-1], session.rules)]
    assert "Boss has no turn" in lines
    turns(session, 3)
    assert not any(event.t == "told" for entry in session.entries()[-3:] for event in entry.events or ())


def test_the_last_place_of_a_round_passes_as_the_round_ends() -> None:
    session = here("ann", "cyd", "boss")
    typed(session, "condition ann poisoned end boss", "set boss standing dead")
    turns(session)
    assert lying(session)
    turns(session)
    assert session.encounter.round == 2 and not lying(session)


def test_who_falls_in_its_own_turn_has_had_its_moments() -> None:
    session = here()
    typed(session, "condition cyd poisoned end ann", "set ann standing dead")
    assert lying(session, "cyd") == ["poisoned (until the end of Ann's next turn)"]
    turns(session, 2)
    assert session.encounter.round == 2 and not lying(session, "cyd")


def test_one_who_has_lost_its_place_holds_nothing_up() -> None:
    start = table(figure("ann"), figure("boss"), order=(Slot(who="ann"),), round=1, phase="fight")
    session = seat(RULES, start)
    typed(session, "condition ann poisoned end boss", "remove boss")
    ledger = Ledger(RULES, session.encounter)
    ledger.begin_phase("fight", next_round=True)
    assert not ledger.encounter.figures["ann"].conditions


def test_who_waits_is_not_passed_over() -> None:
    session = here()
    turns(session)
    typed(session, "hold boss", "condition ann poisoned end boss", "next")
    assert lying(session)


# -------------------------------------------------------------------- tests that end conditions


def test_a_save_is_asked_for_at_the_end_of_each_turn_of_its_bearer() -> None:
    session = here()
    typed(session, "condition ann poisoned save 15", "condition cyd poisoned save 12", "next")
    (question,) = session.questions
    assert question.prompt == "Ann's save against 15 to end poisoned: made?" and question.by == "ann"
    typed(session, "< no")
    assert session.encounter.turn == "boss" and lying(session)
    turns(session, 2)
    typed(session, "< yes")
    assert session.encounter.turn == "ann" and not lying(session, "cyd")
    typed(session, "next", "< yes")
    assert not lying(session)
    session.undo()
    assert lying(session) == ["poisoned (save 15)"]


def test_one_that_ends_meanwhile_is_asked_for_no_more() -> None:
    session = here()
    typed(session, "condition ann poisoned save 15", "condition ann cursed save 12", "next", "lift ann poisoned")
    assert [question.prompt for question in session.questions] == ["Ann's save against 12 to end cursed: made?"]
    typed(session, "lift ann cursed")
    assert session.questions == () and session.encounter.turn == "boss"


async def stubborn(ledger: Ledger, tag: Tag, condition: Condition, ending: Ending) -> bool:
    """The rules of a game that knows the answer itself."""
    return ending.test == "dex save"


def test_the_rules_may_make_the_test_themselves() -> None:
    session = seat(game("stubborn", ending_test=stubborn), table(figure("ann"), figure("cyd")))
    typed(session, "next", "condition ann held save dex 12", "condition ann poisoned save 3", "next")
    assert lying(session) == ["poisoned (save 3)"]


def test_a_next_that_is_refused_after_a_save_was_asked_says_so() -> None:
    from referee.engine.problem import Refused

    async def advance(ledger: Ledger) -> None:
        if ledger.encounter.turn is None:
            ledger.begin_turn("ann")
            return
        raise Refused("Nobody is left.")

    session = seat(game("ending", advance=advance), table(figure("ann")))
    typed(session, "next", "condition ann poisoned save 15", "next", "< yes")
    assert not lying(session)
    assert [event.t for event in session.entries()[-1].events or ()] == ["cond-", "told"]
