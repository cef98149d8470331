"""Names and notes that attack the terminal, in a save that was not written by the app, come out of no screen."""

import re
from pathlib import Path

import pytest

from referee.engine.events.event import Event, Joined, OrderSet, PhaseBegan, Remarked, Term, TurnBegan
from referee.engine.questions.answer import Said
from referee.engine.record.recorded_steps import Closed, Opened, Step
from referee.engine.state.bearer import Figure, Group
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Slot
from referee.engine.state.own_values import Track
from referee.engine.verbs.verb import Command
from referee.store.saves import Saves
from tests.ui.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.one_in(10)

EVIL = (
    "\x1b]0;own\x07\x1b]52;c;ZXZpbA==\x07\x1b]8;;http://evil\x1b\\link\x1b]8;;\x1b\\\x9b31m\x90q\x9c\u202enac\u2066"
    "\x00[@click=app.quit]go[/][bold[/\x1b[2J\ufeff\u115f\U000e0041 Eve"
)
FORBIDDEN = ("\x1b]", "\x07", "\x9b", "\x90", "\x9c", "\u202e", "\u2066", "\x00", "\ufeff", "\U000e0041", "\x1b[2J")


def haunted(folder: Path) -> None:
    """An encounter in which everything that is text is hostile."""
    figures = tuple(
        Figure(
            tag=tag,
            name=f"{EVIL}{tag}",
            kind=EVIL,
            side=EVIL,
            tracks={"wounds": Track(now=1, most=2), EVIL: Track(now=1)},
            traits={"gear": EVIL, EVIL: EVIL},
            conditions=(Condition(id=f"{tag}1", kind=EVIL, by=EVIL),),
        )
        for tag in ("eve", "bob")
    )
    fight = Group(tag="fight-1", name=EVIL, kind="fight", members=("eve", "bob"))
    events: list[Event] = [Joined(bearer=bearer, cites=(EVIL,)) for bearer in (*figures, fight)]
    events += [
        OrderSet(slots=(Slot(who="eve", under="fight-1", label=EVIL), Slot(who="bob", step=1, under="fight-1"))),
        PhaseBegan(phase=EVIL, round=1),
        TurnBegan(who="eve"),
        Remarked(text=EVIL, terms=(Term(EVIL, 1, (EVIL,)), Term("die", 3)), cites=(EVIL,)),
    ]
    command = Command(verb="note", given={"text": Said(text=EVIL)})
    journal = Saves(folder).create("fight", "black_keep")
    journal.append(Step(moves=(Opened(command=command, seat=0), Closed(events=tuple(events))), depth=0))
    journal.close()


@pytest.mark.one_in(6)
def test_no_byte_of_it_reaches_the_terminal_from_any_screen(tmp_path: Path) -> None:
    haunted(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", REFEREE_THEME="dark")
    try:
        assert terminal.until("saved")
        for keys in ("1", "l", "\x1b[A", "l", "a", "e\t", "\x1b", "\x1b", ":", "damage ", "\t", "zz\r", "\x1b"):
            terminal.press(keys)
        for key in ("e", "\r", "\x1b", "\x1b", "h", "d", "\x1b", "r", "/own", "\x1b", "\x1b", "?", "\x1b[6~", "\x1b"):
            terminal.press(key)
        for key in ("S", "\x1b", "c", "\x1b", "f", "eve\r", "n", "u", f"\x1b[200~{EVIL}\x1b[201~", "\x1b", "q", "q"):
            terminal.press(key)
        assert terminal.ended(PATIENCE)
        # The shape of the mouse and the name of the window are written so; what they say may steer nothing either.
        own = "\x1b](?:22;[a-z-]*|2;[^\x00-\x1f\x7f-\x9f\u202e\u2066\ufeff\U000e0041]*)\x07"
        text = re.sub(own, "", terminal.raw.decode("utf-8", "surrogateescape"))
        assert "Eve" in text and "History" in text and "Rules" in text and "Settings" in text
        assert [bad for bad in FORBIDDEN if bad in text] == []
    finally:
        terminal.close()


@pytest.mark.one_in(6)
def test_without_a_utf8_locale_nothing_but_ascii_is_sent(tmp_path: Path) -> None:
    haunted(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", LANG="C", LC_ALL="C")
    try:
        assert terminal.until("saved")
        for keys in ("1", "a", "\x1b", "h", "\x1b", "e", "\x1b", "q", "q"):
            terminal.press(keys)
        assert terminal.raw.isascii()
    finally:
        terminal.close()


def test_without_colour_none_is_sent(tmp_path: Path) -> None:
    haunted(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", NO_COLOR="1")
    try:
        assert terminal.until("saved")
        terminal.press("1")
        sent = {part.split(b"m")[0] for part in terminal.raw.split(b"\x1b[38;2;")[1:]}
        assert all(len(set(colour.split(b";")[:3])) == 1 for colour in sent)
    finally:
        terminal.close()
