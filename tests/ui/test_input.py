"""Whatever a terminal sends, the app goes on, and what ends it all the same leaves the terminal as it was."""

import os
import random
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from textual import events

from referee.store.saves import Saves
from referee.ui.terminal.input_sequences import Sequences, is_possible
from referee.ui.terminal.textual_version import SWITCH, parser_class
from tests.ui.table import DUEL, drawn, playing, prepare, press, table
from tests.ui.terminal import PATIENCE, Terminal

pytestmark = pytest.mark.one_in(10)

INPUTS = int(os.environ.get("REFEREE_INPUTS", "100"))
"""Malformed inputs that a real terminal sends; ten times as many are only read."""
NOISE = ["\x1b", "[", "]", "<", "M", "m", "u", "~", ";", ":", "R", "t", "?", "$y", "48;", "200~", "201~", "O", "\ufffd"]
MALFORMED = [
    b"\xe9",
    b"\xff\xfe",
    b":note \x1b[200~\xed\xa0\x80\x1b[201~\x1b",
    b"\x1b[99999999999u",
    b"\x1b[55296u",
    b"\x1b[48;24;80;0;0t\x1b[<35;10;10M",
    b"\x1b[48;99999999;99999999;1;1t",
    b"\x1b[<99999999999999999999;1;1M",
]


@pytest.fixture
def sequences(monkeypatch: pytest.MonkeyPatch) -> Sequences:
    monkeypatch.delenv(SWITCH, raising=False)
    parser = parser_class()
    assert parser is not None
    return Sequences(parser)


def keys(sequences: Sequences, text: str) -> list[str]:
    possible = filter(is_possible, sequences.read(text))
    return [message.key for message in possible if isinstance(message, events.Key)]


def test_what_stands_around_a_malformed_sequence_is_read(sequences: Sequences) -> None:
    assert keys(sequences, "a\x1b[99999999999ub") == ["a", "b"]
    assert keys(sequences, "c\x1b[55296ud") == ["c", "d"]
    sizes = [message for message in sequences.read("\x1b[48;99999999;99999999;1;1t") if is_possible(message)]
    assert not any(isinstance(message, events.Resize) for message in sizes)


def test_a_size_in_the_input_counts_only_from_a_terminal_that_can_report_it(sequences: Sequences) -> None:
    size = "\x1b[48;20;60;400;600t"
    assert list(sequences.read(size)) == []
    assert list(sequences.read("\x1b[?2048;0$y" + size))[1:] == []
    (_, resized) = sequences.read("\x1b[?2048;2$y" + size)
    assert isinstance(resized, events.Resize) and resized.size == (60, 20)


def noise(chance: random.Random) -> str:
    """Parts of sequences, and numbers, in any order."""
    parts = [chance.choice(NOISE) if chance.random() < 0.6 else str(chance.randrange(10**6)) for _ in range(20)]
    return "".join(parts)


def malformed(chance: random.Random) -> bytes:
    """One input that no key sends; nor does it end the app, by a signal of the terminal or the key that quits."""
    if chance.random() < 0.3:
        raw = chance.choice(MALFORMED)
    elif chance.random() < 0.5:
        raw = noise(chance).encode("utf-8", "surrogatepass")[: chance.randint(1, 60)]
    else:
        raw = chance.randbytes(chance.randint(1, 12))
    return raw.translate(None, b"\x03\x11\x1a\x1c")


def test_noise_never_raises(sequences: Sequences) -> None:
    chance = random.Random(7)
    for _ in range(INPUTS * 10):
        list(sequences.read(noise(chance)))
        list(sequences.read(""))


@pytest.mark.one_in(6)
def test_malformed_bytes_on_a_real_terminal_are_passed_over(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight")
    try:
        assert terminal.until("saved")
        for data in MALFORMED:
            os.write(terminal.fd, data)
            terminal.press("", 0.15)
            os.write(terminal.fd, b"\x1b")
            terminal.press("", 0.15)
        os.write(terminal.fd, b"\x1b\xe9\x1b")
        terminal.press("", 0.4)
        assert not terminal.ended(0.3), terminal.raw[-2000:]
        terminal.press("2d1\r")
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.ended(PATIENCE) and terminal.status == 128 + signal.SIGTERM
        assert saves.look("fight").actions == len(DUEL) + 1
    finally:
        terminal.close()


@pytest.mark.one_in(6)
def test_the_app_lives_through_malformed_inputs_and_saves_what_they_came_to(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    saves, chance = prepare(tmp_path / "saves"), random.Random(11)
    terminal = started(saves)
    try:
        for _ in range(INPUTS):
            os.write(terminal.fd, malformed(chance))
            terminal.press("", 0.01)
            if terminal.ended():
                assert terminal.status == 0, terminal.raw[-2000:]
                terminal.close()
                terminal = started(saves)
        os.kill(terminal.pid, signal.SIGTERM)
        assert terminal.ended(PATIENCE) and terminal.status == 128 + signal.SIGTERM
    finally:
        terminal.close()
    record_property("done", INPUTS)
    assert [(save.slug, save.trouble) for save in saves.all()] and not any(save.trouble for save in saves.all())
    assert all(saves.check(save.slug) == [] for save in saves.all())


def started(saves: Saves) -> Terminal:
    """The app on a terminal, with the encounter open or with what noise has made of it."""
    terminal = Terminal(str(saves.folder), *([saves.all()[0].slug] if saves.all() else []))
    assert terminal.until("saved")
    terminal.raw = b""
    return terminal


BROKEN = (
    "import sys; from pathlib import Path; from referee.store.saves import Saves; "
    "from referee.cli.main import run_app; "
    "from referee.ui.app import RefereeApp; RefereeApp.on_left = lambda self, message: 1 / 0; "
    "sys.exit(run_app(Saves(Path(sys.argv[1])), sys.argv[2]))"
)


ENDING = BROKEN.replace("1 / 0", "(self.end(143, ''), 1 / 0)")


@pytest.mark.one_in(6)
def test_what_goes_wrong_once_the_app_was_told_to_end_is_nothing(tmp_path: Path) -> None:
    prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", program=ENDING, XDG_STATE_HOME=str(tmp_path / "state"))
    try:
        assert terminal.until("saved")
        terminal.press("q")
        assert terminal.ended(PATIENCE) and terminal.status == 143
        assert b"mistake" not in terminal.raw and not (tmp_path / "state").exists()
    finally:
        terminal.close()


@pytest.mark.one_in(6)
def test_a_mistake_of_the_program_leaves_the_terminal_as_it_was_and_one_sentence(tmp_path: Path) -> None:
    prepare(tmp_path)
    terminal = Terminal(str(tmp_path), "fight", program=BROKEN, XDG_STATE_HOME=str(tmp_path / "state"))
    try:
        assert terminal.until("saved")
        terminal.press("q")
        assert terminal.ended(PATIENCE) and terminal.status == 70
        after = terminal.raw[terminal.raw.rindex(b"\x1b[?1049l") :]
        assert b"referee: a bug in Referee" in after and b"Traceback" not in terminal.raw
        (report,) = (tmp_path / "state" / "referee" / "crashes").iterdir()
        assert "ZeroDivisionError" in report.read_text()
        Saves(tmp_path).open("fight").close()
    finally:
        terminal.close()


@pytest.mark.parametrize("name", ["fight", None])
async def test_the_end_of_a_line_is_enter_on_every_page(tmp_path: Path, name: str | None) -> None:
    async with playing(prepare(tmp_path), name) as pilot:
        if name is None:
            pilot.app.post_message(events.Key("ctrl+j", "\n"))
            await pilot.pause()
        await press(pilot, ":", "<note>", "space", "<early>")
        pilot.app.post_message(events.Key("ctrl+j", "\n"))
        await pilot.pause()
        assert table(pilot).table.line.mode == "KEYS" and "early" in drawn(pilot)
