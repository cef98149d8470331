"""Two windows on one encounter: one plays, the other is told who does, and may look."""

import os
import signal

import pytest

from referee.engine.record.past_states import settled_state_at
from referee.store.save_problems import Locked
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, do, hurt, joined


def another_player(saves: Saves) -> int:
    """Another program that plays the encounter until it is ended; its pid."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            journal = saves.open("ambush")
            do(journal, hurt("ulf", -4))
            os.write(writer, b".")
            signal.pause()
        finally:
            os._exit(1)
    os.close(writer)
    assert os.read(reader, 1) == b"."
    os.close(reader)
    return child


def test_the_second_is_told_who_plays_and_may_look(saves: Saves) -> None:
    journal = saves.create("Ambush", SYSTEM)
    do(journal, *joined("ulf"))
    journal.close()
    child = another_player(saves)
    try:
        with pytest.raises(Locked, match=rf"pid {child}\b.*read"):
            saves.open("ambush")
        with pytest.raises(Locked):
            saves.remove("ambush")
        reader = saves.open("ambush", read_only=True)
        assert settled_state_at(reader, 2).figures["ulf"].tracks["hp"].now == 16
        reader.close()
        assert saves.look("ambush").actions == 2
        assert saves.look("ambush").trouble == ""
    finally:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    journal = saves.open("ambush")
    assert not journal.read_only and len(journal) == 2, "the lock of the dead does not hold"
    journal.close()


def test_a_lock_file_left_behind_or_written_by_anybody_is_no_lock(saves: Saves) -> None:
    saves.create("Ambush", SYSTEM).close()
    lock = saves.folder / "ambush" / "lock"
    lock.write_bytes(b"pid 1 on /dev/tty1 at elsewhere\n")
    journal = saves.open("ambush")
    lock.write_bytes(b"\x1b]0;evil\x07pid")
    with pytest.raises(Locked) as caught:
        saves.open("ambush")
    assert "evil" not in str(caught.value) and "\x1b" not in str(caught.value)
    journal.close()
