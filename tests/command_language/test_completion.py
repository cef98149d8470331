"""What is offered while a line is typed."""

import pytest

from referee.dialogue.completion import complete
from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import all_verbs
from referee.rules import registry
from tests.command_language.test_line import at_table


@pytest.fixture
def session() -> Session:
    return at_table("add hero Ulf", "add hero Bo", "add rat x3", "next")


@pytest.mark.parametrize(
    ("text", "start", "words"),
    [
        ("at", 0, ["attack"]),
        ("  un", 2, ["undo"]),
        ("n", 0, ["next", "note"]),
        ("attack r", 7, ["r1", "r2", "r3"]),
        ("attack ", 7, ["bo", "r1", "r2", "r3", "ulf"]),
        ("attack bo ", 10, ["ulf", "r1", "r2", "r3"]),
        ("attack bo rat", 10, ["r1", "r2", "r3"]),
        ("attack nobody r", 14, []),
        ("attack bo r1 x", 13, []),
        ("damage r1,r", 10, ["r1", "r2", "r3"]),
        ("damage r1 ", 10, []),
        ("hold ulf ", 9, ["next"]),
        ("hold ulf next ", 14, []),
        ("condition r1 po", 13, ["poisoned"]),
        ("set ulf w", 8, ["wounds"]),
        ("option luck m", 12, ["much"]),
        ("undo ", 5, ["inside"]),
        ("undo inside ", 12, []),
        ("help att", 5, ["attack"]),
        ("xyzzy ", 6, []),
        ("< 3", 2, []),
    ],
)
def test_what_is_offered(session: Session, text: str, start: int, words: list[str]) -> None:
    offered = complete(session, text)
    assert offered.start == start
    assert sorted(offer.word for offer in offered.options) == sorted(words)


def test_the_word_at_the_cursor_is_completed(session: Session) -> None:
    assert [offer.word for offer in complete(session, "att r1", 3).options] == ["attack"]


def test_what_cannot_be_done_now_comes_last_with_its_reason() -> None:
    session = at_table("add hero Ulf")
    offers = complete(session, "").options
    barred = [(offer.word, offer.barred) for offer in offers if offer.barred]
    assert ("duel", "It is nobody's turn.") in barred
    assert barred == [(offer.word, offer.barred) for offer in offers[-len(barred) :]]


def test_answers_are_offered_to_the_open_question(session: Session) -> None:
    run_line(session, "plot")
    offered = complete(session, "< ")
    assert [(offer.word, offer.barred) for offer in offered.options] == [
        ("ace", ""),
        ("king", ""),
        ("gold", "All gold is spent."),
    ]
    assert offered.start == 2
    assert [offer.word for offer in complete(session, "<1 k").options] == ["king"]
    assert complete(session, "<2 k").options == ()


def test_nothing_at_all_offers_every_verb(session: Session) -> None:
    words = {offer.word for offer in complete(session, "").options}
    assert {"attack", "plot", "damage", "undo", "help"} <= words


@pytest.mark.parametrize("system", registry.names())
def test_nothing_is_offered_to_a_command_that_is_barred(system: str) -> None:
    session = Session(registry.load(system), MemoryStepLog(Encounter(system=system)))
    for line in session.rules.sample().splitlines():
        run_line(session, line)
    for verb in all_verbs(session.rules).values():
        if verb.refusal(session.situation):
            assert complete(session, f"{verb.name} x ").options == complete(session, f"{verb.name} ").options == ()


def test_only_numbers_of_standees_that_are_free_are_offered() -> None:
    rules = registry.load("gloomhaven")
    session = Session(rules, MemoryStepLog(Encounter(system="gloomhaven")))
    for line in rules.sample().splitlines():
        run_line(session, line)
    offered = [offer.word for offer in complete(session, "add bandit-guard ").options]
    assert offered == ["4", "elite 4", "4 5"]
    for word in offered:
        run_line(session, f"add bandit-guard {word}")
        session.undo()


def test_kinds_that_have_what_is_typed_in_their_names_are_offered() -> None:
    rules = registry.load("fifth")
    session = Session(rules, MemoryStepLog(Encounter(system="fifth")))
    offered = complete(session, "add red dragon")
    assert [offer.word for offer in offered.options][:2] == ["Adult Red Dragon", "Ancient Red Dragon"]
    assert offered.written("add red dragon") == 'add "Adult Red Dragon" '
    assert complete(session, "add wolf Fang").options == ()
