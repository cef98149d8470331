"""What the players are not to see: figures and spaces, hidden and shown by the referee's hand, and taken back."""

import pytest
from msgspec.json import decode, encode

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.problem import Problem
from referee.engine.questions.typed_questions import Text
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.board import Board
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Given, Situation
from referee.rules.registry import load
from referee.words.phrase import phrase


@pytest.fixture
def session() -> Session:
    rules = load("black_keep")
    session = Session(rules, MemoryStepLog(bare(rules)))
    for line in ("add player Ulf", "add rat x3", "map 6x4"):
        run_line(session, line)
    return session


def hidden(session: Session) -> set[str]:
    return {tag for tag, figure in session.encounter.figures.items() if figure.hidden}


def shown(session: Session) -> set[str]:
    assert session.encounter.board is not None
    return {*session.encounter.board.shown}


def test_figures_are_hidden_and_shown_and_taken_back(session: Session) -> None:
    run_line(session, "hide r1-2")
    assert hidden(session) == {"r1", "r2"}
    run_line(session, "reveal r2")
    assert hidden(session) == {"r1"}
    session.undo()
    session.undo()
    assert not hidden(session)
    session.redo()
    assert hidden(session) == {"r1", "r2"}


def test_spaces_are_shown_and_hidden_again(session: Session) -> None:
    assert not shown(session)
    run_line(session, "reveal b2-c3")
    assert shown(session) == {"b2", "c2", "b3", "c3"}
    run_line(session, "hide c3")
    assert shown(session) == {"b2", "c2", "b3"}
    run_line(session, "reveal map")
    assert len(shown(session)) == 24
    run_line(session, "reveal map")
    assert session.encounter.board is not None and len(session.encounter.board.shown) == 24


def test_a_figure_goes_before_a_space_of_the_same_name(session: Session) -> None:
    run_line(session, "add rat B2")
    run_line(session, "hide b2")
    assert hidden(session) == {"b2"} and not shown(session)
    run_line(session, "reveal map b2")
    assert shown(session) == {"b2"}


def test_one_may_come_hidden_and_so_do_its_copies(session: Session) -> None:
    run_line(session, "add rat Ghost hidden=yes")
    assert hidden(session) == {"ghost"}
    run_line(session, "clone ghost 2")
    assert len(hidden(session)) == 3


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("hide nobody", "There is no"),
        ("reveal r1", "already shown to the players"),
        ("reveal z9", "a1 to f4"),
        ("add rat Ghost hidden=perhaps", "yes or no"),
    ],
)
def test_what_makes_no_sense_is_refused(session: Session, line: str, said: str) -> None:
    before = session.encounter
    with pytest.raises(Problem, match=said):
        run_line(session, line)
    assert session.encounter is before


def test_it_is_marked_as_the_referees_own_and_may_come_at_any_time(session: Session) -> None:
    run_line(session, "engage ulf r1")
    run_line(session, "hide r3")
    (event,) = session.entries()[-1].events or ()
    assert event.hand and phrase(session.encounter, event) == "Rat 3 is hidden from the players"


def test_both_outlive_the_file(session: Session) -> None:
    run_line(session, "hide r1")
    run_line(session, "reveal a1-b1")
    again = decode(encode(session.encounter), type=Encounter)
    assert again == session.encounter


def test_a_board_shows_each_space_once() -> None:
    board = Board(width=3, height=3).shown_to_players("a1", "b2", True).shown_to_players("b2", "c3", True)
    assert len(board.shown) == len({*board.shown}) == 7


def test_where_figures_hide_by_themselves_it_has_another_word() -> None:
    rules = load("olde_swords")
    session = Session(rules, MemoryStepLog(bare(rules)))
    run_line(session, "add goblin x2")
    run_line(session, "conceal g1")
    assert hidden(session) == {"g1"}
    run_line(session, "reveal g1")
    assert not hidden(session)


def test_several_are_hidden_with_commas_and_blanks_and_those_who_can_be_are_offered(session: Session) -> None:
    def offered(verb: str) -> tuple[str, ...]:
        question = verb_of(session.rules, verb).params[0].ask(Situation(session.rules, session.encounter), Given())
        assert isinstance(question, Text)
        return question.words

    run_line(session, "remove r2")
    assert (offered("hide"), offered("reveal")) == (("ulf", "r1", "r3"), ())
    run_line(session, "hide r1, r3")
    assert hidden(session) == {"r1", "r3"}
    assert (offered("hide"), offered("reveal")) == (("ulf",), ("r1", "r3"))


def test_what_is_hidden_or_shown_already_is_refused_in_those_words(session: Session) -> None:
    with pytest.raises(Problem, match="Rat 1 is already shown to the players"):
        run_line(session, "reveal r1")
    run_line(session, "hide r1")
    with pytest.raises(Problem, match="Rat 1 is already hidden from the players"):
        run_line(session, "hide r1")


def test_each_verb_is_told_with_an_example_of_its_own(session: Session) -> None:
    for name in ("hide", "conceal", "reveal"):
        what, colon, examples = verb_of(session.rules, name).hint.partition(": ")
        assert what.endswith("in the players' view" if name == "reveal" else "in every game") or colon, name
        assert what.startswith(("shows the players ", "hides figures or spaces")) and f"{name} g3" in examples
