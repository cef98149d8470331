"""Keys with modifiers are the same keys, in whichever of the known ways a terminal writes them."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from textual import events

from referee.ui.terminal.input_sequences import Sequences
from referee.ui.terminal.key_spelling import respelled
from referee.ui.terminal.textual_version import SWITCH, parser_class
from tests.ui.table import prepare
from tests.ui.terminal import Terminal

pytestmark = pytest.mark.one_in(10)

SPELLINGS: Mapping[str, tuple[str, ...]] = {
    "\x1a": ("\x1b[27;5;122~", "\x1b[27;5;90~", "\x1b[122;5u", "\x1b[122;5:1u", "\x1b[122;69u", "\x1b[122;133u"),
    "\x10": ("\x1b[27;5;112~", "\x1b[112;5u"),
    "\x19": ("\x1b[27;5;121~", "\x1b[121;5u"),
    "\x1c": ("\x1b[27;5;92~", "\x1b[92;5u"),
    "\x00": ("\x1b[27;5;32~", "\x1b[32;5u", "\x1b[64;5u"),
    "\x1b": ("\x1b[27u", "\x1b[27;1u", "\x1b[27;2u", "\x1b[27;129u", "\x1b[91;5u"),
    "\r": ("\x1b[13u", "\x1b[13;2u", "\x1b[27;2;13~", "\x1b[57414u", "\x1b[57414;129u", "\x1bOM", "\x1b[109;5u"),
    "\t": ("\x1b[9u", "\x1b[9;129u", "\x1b[105;5u"),
    "\x1b[Z": ("\x1b[9;2u", "\x1b[27;2;9~"),
    "\x7f": ("\x08", "\x1b[127u", "\x1b[127;2u", "\x1b[27;2;127~"),
    " ": ("\x1b[32u", "\x1b[32;2u", "\x1b[32;1;32u", "\x1b[27;2;32~"),
    "z": ("\x1b[122u", "\x1b[122;1u", "\x1b[122;;122u", "\x1b[122;1:1;122u", "\x1b[122;129u"),
    "Z": ("\x1b[27;2;90~", "\x1b[27;2;122~", "\x1b[122;2u", "\x1b[90;2u", "\x1b[122:90;2u", "\x1b[122;2;90u"),
    "A": ("\x1b[97;65;65u", "\x1b[97;2:1;65u", "\x1b[97;2:2;65u", "\x1b[97;130u"),
    "!": ("\x1b[27;2;33~", "\x1b[49:33;2u", "\x1b[49;2;33u", "\x1b[33u"),
    "@": ("\x1b[108;3;64u", "\x1b[113;7;64u"),
    "é": ("\x1b[233u", "\x1b[0;;233u", "\x1b[101;1;233u"),
    "7": ("\x1b[57406u", "\x1b[57406;129;55u", "\x1bOw"),
    "+": ("\x1b[57413u", "\x1b[57413;129;43u", "\x1bOk"),
    "\x1b[A": ("\x1bOA", "\x1b[1A", "\x1b[1;1A", "\x1b[1;129A", "\x1b[1;1:1A", "\x1b[57419u"),
    "\x1b[1;5A": ("\x1b[5A", "\x1bO5A", "\x1bO1;5A", "\x1b[1;5:2A", "\x1b[1;69A", "\x1bOa", "\x1b[57419;5u"),
    "\x1b[1;2A": ("\x1b[a", "\x1bO2A"),
    "\x1b[1;2S": ("\x1b[14;2~", "\x1bO2S"),
    "\x1b[H": ("\x1b[1~", "\x1b[7~", "\x1bOH", "\x1b[57423u"),
    "\x1b[F": ("\x1b[4~", "\x1b[8~", "\x1bOF"),
    "\x1b[3~": ("\x1b[3;1~", "\x1b[3;129~", "\x1b[57426u"),
    "\x1bOP": ("\x1b[P", "\x1b[11~", "\x1b[1P", "\x1b[[A"),
    "\x1bOR": ("\x1b[13~", "\x1b[R", "\x1b[[C"),
}
"""Ways to write a key, by the way that is the oldest."""
NO_KEYS = (
    *("\x1b[57441;2u", "\x1b[57358u", "\x1b[57447;2:1u"),  # Shift and Caps Lock alone
    *("\x1b[122;5:3u", "\x1b[1;5:3A", "\x1b[3;1:3~"),  # a key that is let go
    *("\x1b[2;5R", "\x1b[1;5R"),  # where the cursor is
    *("\x1b[25~", "\x1b[28~", "\x1b[99~", "\x1b[9A", "\x1b[1;9A"),
    *("\x1b[u", "\x1b[0u", "\x1b[1;5;3;4u", "\x1b[9999999u", "\x1b[55296u", "\x1b[57344:1:2:3u"),
)


def pressed(text: str) -> list[tuple[str, str | None]]:
    """The keys that these characters come to, and what they type."""
    parser = parser_class()
    assert parser is not None
    sequences = Sequences(parser)
    keys = (message for part in (text, "") for message in sequences.read(part) if isinstance(message, events.Key))
    return [(key.key, key.character if key.is_printable else None) for key in keys]


@pytest.mark.parametrize(("oldest", "other"), [(oldest, each) for oldest in SPELLINGS for each in SPELLINGS[oldest]])
def test_a_key_is_the_same_in_every_spelling(monkeypatch: pytest.MonkeyPatch, oldest: str, other: str) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    assert len(pressed(oldest)) == 1 and pressed(other) == pressed(oldest)


@pytest.mark.parametrize("sequence", NO_KEYS)
def test_what_only_looks_like_a_key_is_none(monkeypatch: pytest.MonkeyPatch, sequence: str) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    assert pressed(sequence) == [] and respelled(sequence) == ""


def test_keys_with_alt_or_super_type_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH, raising=False)
    assert pressed("\x1b[122;3u\x1b[27;3;122~\x1b[122;9u") == [("alt+z", None), ("alt+z", None), ("super+z", None)]


@pytest.mark.one_in(6)
@pytest.mark.parametrize("way", range(3))
def test_keys_with_modifiers_on_a_real_terminal(tmp_path: Path, way: int) -> None:
    def written(plain: str) -> bytes:
        return (plain, *SPELLINGS[plain])[way].encode()

    saves = prepare(tmp_path, "add hero Ann init=20", "add hero Bob init=10", "next", system="plain")
    terminal = Terminal(str(tmp_path), "fight")
    try:
        assert terminal.until("saved")
        terminal.press("n")
        assert saves.look("fight").turn == "Bob"
        os.write(terminal.fd, written("\x1a"))
        terminal.press("")
        assert saves.look("fight").turn == "Ann"
        os.write(terminal.fd, b":note " + b"".join(map(written, "zAZ!")) + written("\r"))
        terminal.press("")
        assert b"zAZ!" in terminal.raw and saves.look("fight").actions == 4
        os.write(terminal.fd, written("\x10") + b"undo" + written("\r"))
        terminal.press("")
        assert saves.look("fight").actions == 3, "undone from the palette"
        assert b"does nothing here" not in terminal.raw
    finally:
        terminal.close()
