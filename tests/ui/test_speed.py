"""The same keys make the same record at any speed, on a real terminal; stray dice make none.

`REFEREE_KEY_PAUSES=0,50,400` plays each fight with these milliseconds between two keys; without it, in one burst.
"""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from referee.engine.record.session import Session
from referee.rules import registry
from referee.store.saves import Saves
from tests.rules.shelf import HERE
from tests.ui.keystrokes import KeyLine, keystrokes
from tests.ui.terminal import Terminal
from tests.ui.test_whole_fights import FIGHTS

pytestmark = pytest.mark.one_in(10)

PAUSES = [int(pause) for pause in os.environ.get("REFEREE_KEY_PAUSES", "0").split(",")]
KEYS, LEAVE = "\x1bOQ", "qq"
"""F2, which makes keys commands while something is asked; and the keys to the shelf and out."""


def acts(folder: Path, name: str) -> list[object]:
    """What the journal of an encounter records, without the clock, what is made from it, the name and the id."""
    lines = map(json.loads, (folder / name / "journal.jsonl").read_text(encoding="utf-8").splitlines())
    return [{**line, "at": "", "crc": "", "body": {**(line["body"] or {}), "name": "", "id": ""}} for line in lines]


def play(folder: Path, strokes: Sequence[str], pause: float = 0.0) -> None:
    """Sends the keys to the app on a terminal, with so many seconds between them; 0: all in one burst."""
    terminal = Terminal(str(folder), "keys")
    try:
        assert terminal.until("saved")
        if pause:
            for stroke in strokes:
                terminal.press(stroke, pause)
        else:
            terminal.pour("".join(strokes))
        assert terminal.ended(120), "the last keys leave the app"
    finally:
        terminal.close()


def prepared(fight: str, folder: Path) -> list[KeyLine]:
    """The keys of a fight, ending with those that leave the app; `words` is its record, `keys` is empty."""
    system = fight.partition("/")[0]
    saves = Saves(folder)
    journal = saves.create("words", system)
    session = Session(registry.load(system), journal)
    lines = keystrokes(session, (HERE / f"{fight}.txt").read_text(encoding="utf-8"))
    journal.close()
    saves.create("keys", system).close()
    return [*lines, KeyLine([KEYS, *LEAVE] if session.questions else [*LEAVE], bool(session.questions))]


@pytest.mark.one_in(7, rest=9)
@pytest.mark.parametrize("pause", PAUSES)
@pytest.mark.parametrize("fight", FIGHTS)
def test_a_whole_fight_is_the_same_record_at_any_speed(fight: str, pause: int, tmp_path: Path) -> None:
    play(tmp_path, [key for line in prepared(fight, tmp_path) for key in line.keys], pause / 1000)
    assert acts(tmp_path, "keys") == acts(tmp_path, "words")


@pytest.mark.one_in(7, rest=9)
@pytest.mark.parametrize("fight", FIGHTS)
def test_stray_dice_and_enters_take_no_choice_and_are_no_dice_of_a_later_question(fight: str, tmp_path: Path) -> None:
    """Digits and Enters come at random where no number is asked, in one burst with the keys that are meant."""
    chance, keys = Random(fight), list[str]()
    for line in prepared(fight, tmp_path):
        if not line.typing:
            keys += chance.choices("0123456789\r", k=chance.randrange(6))
        keys += line.keys
    play(tmp_path, keys)
    assert acts(tmp_path, "keys") == acts(tmp_path, "words")
