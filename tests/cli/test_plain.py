"""Plain mode: the dialogue of lines."""

import os
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from io import StringIO
from pathlib import Path

import pytest

from referee.cli.plain import PlainTable
from referee.cli.printer import Printer
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.journal import Journal
from referee.store.saves import Saves
from referee.words.log import ordered
from tests.command_language.tiny import TINY
from tests.ui.terminal import Terminal

pytestmark = pytest.mark.one_in(10)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    journal = Saves(tmp_path).create("fight", "tiny")
    yield journal
    journal.close()


def dialogue(journal: Journal, *lines: str) -> list[str]:
    """What plain mode says to these lines, without its greeting."""
    out = StringIO()
    room = PlainTable(
        Session(TINY, journal), journal, Printer(out, out), StringIO("".join(f"{line}\n" for line in lines))
    )
    room.play()
    said = out.getvalue().splitlines()
    assert said[0] == "fight, Tiny."
    return said[2:]


FIGHT = ("add hero Ulf", "add rat", "dice table", "next")


def test_bare_lines_are_commands_until_something_is_asked(journal: Journal) -> None:
    said = dialogue(journal, *FIGHT, "attack r1", "4", ":note aside", "", "quit")
    assert "answer> Ulf attacks Rat 1: 4 vs 4, hit [T-3]" in said
    assert "answer> aside" in said
    assert any("Save: " in line and "(app)" in line for line in said)
    assert journal.depth(journal.position) == 0


def test_a_word_that_is_no_answer_says_so_and_changes_nothing(journal: Journal) -> None:
    dialogue(journal, *FIGHT, "attack r1")
    position = journal.position
    said = dialogue(journal, "next", "note x", "seven", "7", "< 9")
    assert [line for line in said if "No: " in line] == [
        "answer> No: Answer the open question first, then next. Or take the question back: undo",
        "answer> No: note is a command, not an answer. To give it while a question is open, type :note x",
        'answer> No: A d6 shows 1 to 6, not "seven".',
        "answer> No: A d6 never shows 7.",
        "answer> No: A d6 never shows 9.",
    ]
    assert journal.position == position


def test_the_end_of_the_lines_is_the_end(journal: Journal) -> None:
    assert dialogue(journal) == ["Before the first round", "command> "]
    assert dialogue(journal, "quit", "note never") == ["Before the first round", "command> "]
    assert len(journal) == 0


def test_a_line_without_end_is_refused_whole(journal: Journal) -> None:
    said = dialogue(journal, "note " + "x" * 50_000, "note short")
    assert said[1:3] == [
        "command> No: That is too long: 2,000 characters at most. (at character 2006)",
        "command> short",
    ]
    assert len(journal) == 1


def test_an_empty_line_says_where_the_fight_is_and_what_comes_next(journal: Journal) -> None:
    said = dialogue(journal, *FIGHT, "")
    assert said[-3:-1] == ["command> Round 1, fight, Ulf's turn", "next: Rat 1"]


def test_what_the_disk_does_not_take_is_said(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.store.append_file.write_at", _full)
    said = dialogue(journal, "note lost?")
    assert any("NOT SAVED" in line and "disk is full" in line for line in said)


def _full(*args: object) -> None:
    raise OSError(28, "No space left on device")


def test_a_journal_that_is_read_only_takes_nothing(journal: Journal, tmp_path: Path) -> None:
    dialogue(journal, "add hero Ulf")
    reading = Saves(tmp_path).open("fight", read_only=True)
    said = dialogue(reading, "note x")
    reading.close()
    assert said[0] == "Type help to see what you can ask, quit to leave."
    assert said[1].startswith("This encounter is now being played by another program (pid ")
    assert said[-2] == "command> No: fight is open read-only. Nothing was changed. (see: help saves)"
    assert len(journal) == 1


def test_who_looks_on_is_told_what_was_done_since(journal: Journal, tmp_path: Path) -> None:
    reading = Saves(tmp_path).open("fight", read_only=True)
    out = StringIO()
    room = PlainTable(Session(TINY, reading), reading, Printer(out, out), StringIO())
    other = Session(TINY, journal)
    for line in ("add hero Ulf", "note the door opens", "undo"):
        run_line(other, line)
    room.take(Dialogue(room.session), "status")
    reading.close()
    said = out.getvalue().splitlines()
    assert said[:2] == ["add hero Ulf", "Joined: Ulf"]
    assert "the door opens" in said and said[4].startswith("Taken back")
    assert any(line.startswith("Ulf:") for line in said)


def test_who_is_taken_over_is_told_with_the_next_line(journal: Journal, tmp_path: Path) -> None:
    other = Saves(tmp_path).open("fight", take_over=True)
    said = dialogue(journal, "who", "note lost")
    told = [line for line in said if "being played by another program" in line]
    assert len(told) == 3 and "NOT SAVED" in told[2]
    assert other.follow() and len(other) == 0
    other.close()


def test_after_a_refusal_it_is_told_again_what_is_asked(journal: Journal) -> None:
    dialogue(journal, *FIGHT, "attack r1")
    said = dialogue(journal, "seven")
    assert said[-3:-1] == [
        'answer> No: A d6 shows 1 to 6, not "seven".',
        "? Attack: roll d6. (Enter: the app rolls)",
    ]


def test_an_empty_line_that_answers_nothing_tells_the_question_again(journal: Journal) -> None:
    said = dialogue(journal, "add hero Ulf", "heal ulf", "")
    asked = "? How much healing for Ulf? Type a number from 0 to 9999"
    assert said[-3:] == [f"command> {asked}", f"answer> {asked}", "answer> "]


def test_an_empty_line_takes_what_space_takes_on_the_screen(journal: Journal) -> None:
    said = dialogue(journal, "add hero Ulf", "add rat x2", "next", "attack", "")
    assert "command> ? Whom? (Enter: r1)" in said
    assert said[-2] == "answer> ? Attack: roll d6. (Enter: the app rolls)"


@pytest.fixture
def plain_terminal(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Opens the plain mode of a fight on a pseudo-terminal."""
    opened = list[Terminal]()

    def at(**environment: str) -> Terminal:
        if not opened:
            with closing(Saves(tmp_path).create("fight", "plain")) as journal:
                session = Session(registry.load("plain"), journal)
                for line in ("add hero Ann init=12", "add foe Orc x3 init=3"):
                    run_line(session, line)
        program = "import sys; from referee.cli.main import run; sys.exit(run(sys.argv[1:]))"
        words = ("--saves", str(tmp_path), "fight", "--plain")
        opened.append(Terminal(*words, program=program, **environment))
        assert opened[-1].until("command> ")
        return opened[-1]

    yield at
    for each in opened:
        each.close()


def _typed(terminal: Terminal, keys: str) -> str:
    """What the terminal sends for these keys."""
    before = len(terminal.raw)
    terminal.press(keys, quiet=0.3)
    return terminal.raw[before:].decode()


@pytest.mark.one_in(6)
def test_a_line_is_edited_while_it_is_typed(plain_terminal: Callable[..., Terminal], tmp_path: Path) -> None:
    terminal = plain_terminal()
    assert b"\x1b" not in terminal.raw, "the prompt has nothing but its word"
    _typed(terminal, "note dor\x1b[Do\x1b[D\x1b[D\x7f\x1b[3~do\r")
    _typed(terminal, "note second\r")
    _typed(terminal, "\x1b[A\x1b[A opens\r")
    _typed(terminal, "quit\r")
    assert terminal.ended(10)
    assert terminal.status == 0
    with closing(Saves(tmp_path).open("fight", read_only=True)) as journal:
        session = Session(registry.load("plain"), journal)
        orders = [ordered(entry) for entry in session.entries(2)]
    assert orders == ["note door", "note second", "note door opens"]


def test_the_orders_of_an_earlier_evening_are_there_again(plain_terminal: Callable[..., Terminal]) -> None:
    terminal = plain_terminal()
    assert "add foe Orc x3 init=3" in _typed(terminal, "\x1b[A")
    assert "hero Ann init=12" in _typed(terminal, "\x1b[A")


def test_tab_writes_what_is_sure_and_tells_what_may_follow(plain_terminal: Callable[..., Terminal]) -> None:
    terminal = plain_terminal()
    assert _typed(terminal, "dam\t") == "damage "
    assert _typed(terminal, "\t") == "\r\nann, o1, o2, o3\r\ncommand> damage "
    assert _typed(terminal, "an\t") == "ann "
    assert "Ann" in _typed(terminal, "3\r")
    assert _typed(terminal, ":und\t").startswith(":undo ")


def test_tab_completes_an_answer(plain_terminal: Callable[..., Terminal]) -> None:
    terminal = plain_terminal()
    assert "answer>" in _typed(terminal, "damage\r")
    assert _typed(terminal, "an\t") == "ann "
    assert "How much damage to " in _typed(terminal, "\r")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("kind", ["dumb", ""])
def test_a_simple_terminal_is_sent_nothing_but_lines(plain_terminal: Callable[..., Terminal], kind: str) -> None:
    terminal = plain_terminal(TERM=kind)
    _typed(terminal, "dam\tx\x1b[D\r")
    assert terminal.until("No: ")
    assert b"\x1b" not in terminal.raw.replace(b"\\x1b", b"")
    assert b"dam\tx" in terminal.raw


@pytest.mark.one_in(6)
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_a_signal_ends_it_in_the_middle_of_a_line(plain_terminal: Callable[..., Terminal], number: int) -> None:
    terminal = plain_terminal()
    _typed(terminal, "note half")
    os.kill(terminal.pid, number)
    assert terminal.ended(10)
    assert terminal.status == 128 + number


@pytest.mark.one_in(6)
def test_a_signal_while_tab_completes_is_not_lost(plain_terminal: Callable[..., Terminal]) -> None:
    terminal = plain_terminal()
    for _ in range(3):
        os.write(terminal.fd, b"\t" * 200)
        time.sleep(0.05)
    os.kill(terminal.pid, signal.SIGTERM)
    assert terminal.ended(10)
    assert terminal.status == 128 + signal.SIGTERM


def test_the_end_of_an_edited_input_is_the_end(plain_terminal: Callable[..., Terminal]) -> None:
    terminal = plain_terminal()
    _typed(terminal, "\x04")
    assert terminal.ended(10)
    assert terminal.status == 0
