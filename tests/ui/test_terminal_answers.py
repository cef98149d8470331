"""What a terminal says of itself is no key, whole or in two reads, and no key before or behind it is lost."""

import os
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import pytest

from referee.store.saves import Saves
from referee.ui.terminal.terminal_answers import LONGEST, LONGEST_WAIT, TerminalInput
from tests.ui.table import DUEL, prepare
from tests.ui.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.one_in(10)

ANSWERS: Mapping[str, bytes] = {
    "primary attributes": b"\x1b[?62;22;52c",
    "attributes of a VT102": b"\x1b[?6c",
    "secondary attributes": b"\x1b[>41;390;0c",
    "tertiary attributes": b"\x1bP!|7E565445\x1b\\",
    "status": b"\x1b[0n",
    "status as it is asked for": b"\x1b[5n",
    "cursor position": b"\x1b[1;5R",
    "cursor position and page": b"\x1b[?12;40;1R",
    "name and version": b"\x1bP>|tmux 3.4\x1b\\",
    "background colour": b"\x1b]11;rgb:1d1d/2020/2121\x1b\\",
    "background colour, with BEL": b"\x1b]11;rgb:1d1d/2020/2121\x07",
    "colour of the palette": b"\x1b]4;1;rgb:cdcd/0000/0000\x07",
    "clipboard": b"\x1b]52;c;bm5u\x1b\\",
    "graphics": b"\x1b_Gi=31;OK\x1b\\",
    "keyboard flags": b"\x1b[?0u",
    "keyboard flags in use": b"\x1b[?25u",
    "modifyOtherKeys": b"\x1b[>4;2m",
    "dark theme": b"\x1b[?997;1n",
    "light theme": b"\x1b[?997;2n",
    "mode that is not known": b"\x1b[?2027;0$y",
    "mode that is set": b"\x1b[?2004;1$y",
    "mode of ANSI": b"\x1b[4;2$y",
    "size in the input": b"\x1b[48;20;60;400;600t",
    "size in cells": b"\x1b[8;30;100t",
    "size of the window": b"\x1b[4;600;1000t",
    "title of the window": b"\x1b]lnext undo\x1b\\",
    "focus": b"\x1b[I",
    "no focus": b"\x1b[O",
    "capability": b"\x1bP1+r544e=787465726d\x1b\\",
    "no capability": b"\x1bP0+r524742\x1b\\",
    "setting": b"\x1bP1$r0m\x1b\\",
    "sixel limits": b"\x1b[?2;0;800;600S",
    "parameters": b"\x1b[2;1;1;112;112;1;0x",
    "checksum": b"\x1bP1!~A0B1\x1b\\",
    "private message": b"\x1b^next\x1b\\",
    "any string": b"\x1bXn n n\x1b\\",
    "key that is no key": b"\x1b[99~",
    "end of a paste that never began": b"\x1b[201~",
    "release of a key": b"\x1b[110;1:3u",
    "modifier key alone": b"\x1b[57441;2u",
}
FIGHT = ("add hero Ann init=20", "add hero Bob init=10", "next")
CUT = 0.02
"""Seconds between the two reads: a terminal answers in one piece, which a slow line may cut."""


@pytest.mark.one_in(6)
@pytest.mark.parametrize("answer", ANSWERS)
def test_an_answer_is_no_key_and_the_key_behind_it_acts_once(tmp_path: Path, answer: str) -> None:
    saves, raw = prepare(tmp_path, *FIGHT, system="plain"), ANSWERS[answer]
    terminal, done = Terminal(str(tmp_path), "fight"), len(FIGHT)
    try:
        assert terminal.until("saved")
        for cut in range(len(raw)):
            # Uncut first. An Escape that stands alone is a key before long.
            if cut:
                terminal.send(raw[:cut], CUT)
            terminal.send(raw[cut:], CUT)
            assert actions(saves, done) == done, (cut, terminal.raw[-2000:])
            os.write(terminal.fd, b"n")
            done += 1
            assert actions(saves, done) == done, (cut, terminal.raw[-2000:])
        terminal.press("")
        assert b"does nothing here" not in terminal.raw
        assert actions(saves, done) == done
    finally:
        terminal.close()


def actions(saves: Saves, wanted: int) -> int:
    """Number of commands in the encounter, as soon as there are so many; else after some time."""
    end = time.monotonic() + PATIENCE
    while (number := saves.look("fight").actions) < wanted and time.monotonic() < end:
        time.sleep(0.005)
    return number


@pytest.mark.one_in(6)
def test_what_lies_in_the_input_before_the_first_frame_is_thrown_away(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight")
    try:
        os.write(terminal.fd, b":note too early\rn" + b"".join(ANSWERS.values()))
        assert terminal.until("saved")
        terminal.press(":note in time\r")
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.ended(PATIENCE)
        assert saves.look("fight").actions == len(DUEL) + 1
    finally:
        terminal.close()


class Clock:
    """A clock that stands still."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.mark.parametrize("answer", [raw.decode() for raw in ANSWERS.values() if raw[-1:] not in b"IO"])
def test_the_rest_of_an_answer_is_no_key_after_a_pause(answer: str) -> None:
    for cut in range(1, len(answer)):
        entered, first = TerminalInput(Clock()), answer[:cut]
        waited = [*entered.split(first), *entered.split("")]
        # Until then it may have been typed.
        assert waited == (list(first) if first in ("\x1b", "\x1bP", "\x1bX") else [])
        assert entered.split(f"{answer[cut:]}n") in (["n"], [answer, "n"])


@pytest.mark.parametrize(
    "begun", ["\x1b]11;", "\x1bPq", "\x1b_G", "\x1b^", "\x1bXa", "\x1b[", "\x1b[5;", "\x1b]0;\x1b"]
)
def test_an_answer_without_an_end_takes_keys_for_a_second_at_most(begun: str) -> None:
    clock = Clock()
    entered = TerminalInput(clock)
    assert entered.split(begun) == [] and entered.split("") == []
    clock.now = LONGEST_WAIT + 0.01
    assert entered.split("ab") == ["a", "b"]
    assert entered.split(begun) == []
    clock.now *= 2
    assert entered.split("") == [] and entered.split("cd") == ["c", "d"]


@pytest.mark.parametrize(("begun", "within"), [("\x1b]", "a"), ("\x1b[", "1")])
def test_an_answer_without_an_end_is_given_up_after_so_many_characters(begun: str, within: str) -> None:
    entered = TerminalInput(Clock())
    assert entered.split(begun + within * (LONGEST - 2)) == []
    assert entered.split(f"{within}ab") == ["a", "b"]


def test_another_sequence_ends_a_string_that_has_no_end() -> None:
    assert TerminalInput(Clock()).split("\x1b]11;rgb:\x1b[A\x1bP>|tmux\x1b\x1b[B") == ["\x1b[A", "\x1b", "\x1b[B"]
    assert TerminalInput(Clock()).split("\x1b[5\x1b[A\x1b[5\rz") == ["\x1b[A", "\r", "z"]


@pytest.mark.parametrize("letter", "aNO[]P^_X5")
def test_an_escape_and_a_letter_are_two_keys(letter: str) -> None:
    together, apart = TerminalInput(Clock()), TerminalInput(Clock())
    keys = [*together.split(f"\x1b{letter}"), *together.split("")]
    assert keys == (["\x1b", letter] if letter not in "[]^_" else []), "the four begin an answer, and are no keys"
    assert apart.split("\x1b") == [] and apart.split("") == ["\x1b"]
    assert apart.split(letter) == [letter] or apart.split("") == ["\x1b", letter]
    assert TerminalInput(Clock()).split("\x1b\x1b\r") == ["\x1b", "\x1b", "\r"]


def test_an_escape_is_kept_out_of_pasted_text_and_text_is_not_cut() -> None:
    entered = TerminalInput(Clock())
    assert entered.split("\x1b[200~one\x1b[5n \x1b]11") == []
    assert entered.split("") == [] and entered.split("\x1b") == []
    assert entered.split("[201~n") == ["\x1b[200~one[5n ]11\x1b[201~", "n"]
