"""What entries did, and what is to come, in words."""

from referee.engine.encounter import Encounter
from referee.engine.history import Entry
from referee.engine.resolve import Settled
from referee.engine.session import Session
from referee.engine.verb import Command
from referee.script.run import run_line
from referee.words import forecast, heading, log, ordered, summary, veiled
from tests.script.test_line import at_table
from tests.script.tiny import TINY


def last(*lines: str) -> tuple[Encounter, Entry, Session]:
    """The encounter before the last command of a fight, and what came of it."""
    session = at_table("add hero Ulf skill=1", "add rat x2", "next")
    before = session.encounter
    for line in lines:
        if not line.startswith("<"):
            before = session.encounter
        run_line(session, line)
    return before, session.entries()[-1], session


def test_a_summary_says_who_is_different_and_how() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    assert summary(before, entry) == "Ulf +1 items, Rat 1 -> dead, Rat 1 -1 wounds"
    assert ordered(entry) == "attack r1"
    assert heading(entry, before=before, rules=TINY) == "attack r1 · 4, 1"


def test_dice_of_the_app_are_marked() -> None:
    before, entry, _ = last("dice split", "attack r1", "< 4")
    assert heading(entry, False, before, TINY).startswith("attack r1 · 4, ")
    assert heading(entry, False, before, TINY).endswith(" (app)")


def test_a_summary_of_what_changes_nothing_is_what_was_told() -> None:
    before, entry, _ = last("attack r1", "< 1")
    assert summary(before, entry) == "Ulf attacks: die 1 + skill 1 = 2 against 4"
    before, entry, _ = last("note the door is open")
    assert summary(before, entry) == "the door is open"


def test_summaries_of_the_hand() -> None:
    assert summary(*last("add rat x9")[:2]) == "Rat 3, Rat 4, Rat 5 and 6 more join"
    assert summary(*last("condition r1 poisoned")[:2]) == "Rat 1 poisoned"
    assert summary(*last("condition r1 poisoned", "lift r1 poisoned")[:2]) == "Rat 1 no longer poisoned"
    assert summary(*last("set ulf side rats")[:2]) == "Ulf for rats"
    assert summary(*last("rename ulf Wolf")[:2]) == "Wolf was Ulf"
    assert summary(*last("set ulf skill 3")[:2]) == "Ulf skill 3"
    assert summary(*last("next")[:2]) == "Rat 1's turn"
    assert summary(*last("move r2 r1")[:2]) == "the order changes"


def test_the_log_of_an_entry() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    lines = log(before, entry, TINY)
    assert [(line.text, line.cites, line.head) for line in lines] == [
        ("attack r1 · 4, 1", (), True),
        ("Ulf attacks: die 4 + skill 1 = 5 against 4", ("T-3",), False),
        ("Rat 1: wounds 1 -> 0", ("T-5",), False),
        ("Rat 1 is dead", ("T-6",), False),
        ("Ulf: items 0 -> 1", ("T-7",), False),
    ]
    assert {line.round for line in lines} == {1}
    assert not any(line.hand for line in lines)


def test_what_the_referee_did_over_the_rules_is_marked() -> None:
    before, entry, _ = last("damage r1 1")
    assert all(line.hand for line in log(before, entry, TINY))


def test_what_is_asked_within_a_command_stands_in_its_heading() -> None:
    before, entry, _ = last("attack", "< r2", "< 1")
    assert heading(entry, False, before, TINY) == "attack r2 · 1"
    before, entry, _ = last("attack r1", "< 4", "note aside", "< 5")
    assert heading(entry, False, before, TINY) == "attack r1 · 4, 5 · then note aside"


def test_a_hidden_throw_is_marked_so() -> None:
    before, entry, _ = last("roll d6 hidden", "< 3")
    assert [line.hidden for line in log(before, entry, TINY) if not line.head] == [True]


def test_a_secret_choice_is_told_when_the_phase_has_changed() -> None:
    before, entry, session = last("plot ace")
    assert veiled(session.entries())[-1]
    assert [line.text for line in log(before, entry, TINY, veil=True)] == ["Ulf has chosen"]
    assert summary(before, entry, veil=True) == "Ulf has chosen"
    for _ in range(3):
        run_line(session, "next")
    assert session.encounter.round == 2
    assert not any(veiled(session.entries()))
    assert any("ace" in line.text for line in log(before, entry, TINY))


def test_rules_that_ask_otherwise_today_leave_the_dice_unnamed() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    renamed = tuple(item.model_copy(update={"key": f"old {n}"}) for n, item in enumerate(entry.items))
    assert heading(entry.model_copy(update={"items": renamed}), False, before, TINY) == "attack r1"


def test_what_next_will_bring_is_told_beforehand() -> None:
    session = at_table("add hero Ulf", "add rat", "next", "condition r1 poisoned 2", "condition ulf weary end ulf")
    run_line(session, "condition ulf sad start r1")
    coming = session.preview(Command(verb="next"))
    assert isinstance(coming, Settled)
    assert forecast(session.encounter, coming.events, TINY) == [
        "Ulf: still weary, until the end of its next turn",
        "Ulf: no longer sad",
        "Rat 1: still poisoned, until the start of its next turn",
    ]
