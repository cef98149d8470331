"""The lines of the log: followed back and forth they read as those that are made anew."""

from random import Random

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules import registry
from referee.ui.controller.log_lines import LogLines
from tests.words.test_upcoming import stood

pytestmark = pytest.mark.one_in(10)

FORTH = {
    "black_keep": ("next", "attack", "<", "< {offer}", "damage {tag} 1", *["amend {place} 1 {face}"] * 2, "redo"),
    "gloomhaven": ("next", "next", "pick", "pick", "<", "< {offer}", "damage {tag} 1", "redo"),
    "scorched": ("next", "fight", "<", "<", "< {offer}", "heal {tag} 1", *["amend {place} 1 {face}"] * 2, "redo"),
}
BACK = ("undo", "undo inside", "rewind {place}")


def moved(session: Session, chance: Random, start: int) -> str:
    """Something is done, or taken back; what it was, or nothing if it was refused."""
    here = session.step_log.position
    system = session.rules.name
    move = chance.choice(FORTH[system] * 2 + BACK if here > start else FORTH[system])
    offers = [offer.word for question in session.questions[:1] for offer in question.offers(session.encounter)]
    order = move.format(
        tag=chance.choice([*session.encounter.figures]),
        place=chance.randrange(start, here + 2),
        face=chance.randint(1, 6),
        offer=chance.choice(offers or [""]),
    )
    try:
        run_line(session, order)
    except Problem:
        return ""
    return order.split()[0]


@pytest.mark.one_in(6, rest=9)
@pytest.mark.parametrize("system", FORTH)
def test_they_read_as_those_made_anew(system: str) -> None:
    done = set()
    for seed in range(6):
        chance = Random(seed)
        session = Session(registry.load(system), stood(system, "dice app").step_log, app=AppDice(chance))
        shown, start = LogLines(session), session.step_log.position
        for _ in range(100):
            done.add(moved(session, chance, start))
            shown.follow()
            anew = LogLines(session).lines()
            assert shown.lines()[-len(anew) :] == anew
    assert {"next", "undo", "redo", "rewind"} <= done
    assert ("pick" if system == "gloomhaven" else "amend") in done


def test_figures_that_come_one_after_another_are_one_line_until_they_are_taken_back() -> None:
    rules = registry.load("black_keep")
    session = Session(rules, MemoryStepLog(bare(rules)))
    shown = LogLines(session)
    for order in (
        "add rat x2",
        "add rat x2",
        "add knight Ulf",
        "add knight Tia",
        "add rat x2",
        "note cold",
        "add rat x2",
    ):
        run_line(session, order)
        shown.follow()
    told = [line.text for line in shown.lines()]
    assert (told[0], told[-1]) == ("Joined: Rat 1-4, Ulf, Tia, Rat 5-6", "Joined: Rat 7-8")
    assert shown.made_of(0)[0] == "> add rat x2; add rat x2; add knight Ulf; add knight Tia; add rat x2"
    for _ in range(5):
        run_line(session, "undo")
        shown.follow()
    assert [line.text for line in shown.lines()] == ["Joined: Rat 1-4"]
    run_line(session, "undo")
    shown.follow()
    assert [line.text for line in shown.lines()] == ["Joined: Rat 1-2"]


@pytest.mark.one_in(6)
def test_arrivals_are_joined_line_by_line_as_they_are_joined_anew() -> None:
    rules, chance = registry.load("black_keep"), Random(3)
    session = Session(rules, MemoryStepLog(bare(rules)), AppDice(chance).throw)
    shown = LogLines(session)
    for _ in range(300):
        order = chance.choice(("add rat", "add rat x2", "add brawler", "note x", "undo", "undo", "redo"))
        try:
            run_line(session, order)
        except Problem:
            continue
        shown.follow()
        if chance.random() < 0.7:
            assert [line.text for line in shown.lines()] == [line.text for line in LogLines(session).lines()]
    assert any("Rat 1-" in line.text for line in shown.lines())


def test_what_was_chosen_in_secret_is_hidden_again_when_the_phase_is_taken_back() -> None:
    picks = ("pick mira 15 61", "pick sly 12 86", "pick ilse 40 25", "pick oda 42 30")
    session = stood("gloomhaven", "dice app", *picks)
    shown = LogLines(session)
    hidden = shown.lines()
    assert not any("86" in line.text for line in hidden)
    run_line(session, "next")
    shown.follow()
    assert any("86" in line.text for line in shown.lines())
    run_line(session, "undo")
    shown.follow()
    assert shown.lines() == hidden


def test_going_back_over_lines_after_the_oldest_were_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in (("MOST_LINES", 20), ("LEFT_LINES", 12), ("FEWEST", 2)):
        monkeypatch.setattr(f"referee.ui.controller.log_lines.{name}", value)
    session = stood("black_keep", "dice app")
    shown = LogLines(session)
    for n in range(30):
        run_line(session, f"note number {n}")
        shown.follow()
        assert len(shown.lines()) <= 20
    for left in range(29, 10, -1):
        run_line(session, "undo")
        shown.follow()
        assert f"number {left - 1}" in shown.lines()[-1].text
