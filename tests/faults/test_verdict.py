"""The verdict on a command: what it must not say, do or leave is seen."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults.bounded import MOST_SECONDS, Outcome
from tests.faults.received import MARK, PRIVATE, Place
from tests.faults.verdict import Watcher, faults_of

SOUND = Outcome(("show", "mill"), 0, "mill (lantern): round 1\n", "", 0.1, "")
REFUSED = Outcome(
    ("show", "pier"), 1, "", "referee: There is no encounter called pier in /saves. (see: help)\n", 0.1, ""
)


@pytest.mark.parametrize("outcome", [SOUND, REFUSED, SOUND._replace(words=("check", "mill"), code=1)])
def test_what_is_well_said_is_no_fault(outcome: Outcome) -> None:
    assert [*faults_of(outcome)] == []


@pytest.mark.parametrize(
    "outcome",
    [
        SOUND._replace(code=70, err="referee: a bug in Referee"),
        SOUND._replace(code=-signal.SIGALRM),
        SOUND._replace(code=-signal.SIGSEGV),
        SOUND._replace(seconds=MOST_SECONDS + 1.0),
        SOUND._replace(out=f"{PRIVATE.lower()}\n"),
        SOUND._replace(out="a\x1b[2J"),
        SOUND._replace(out="a\u202eb"),
        SOUND._replace(out="a\udcffb"),
        SOUND._replace(opened="opens outside/letter through a link\n"),
        SOUND._replace(err="Traceback (most recent call last):\n"),
        SOUND._replace(err="x" * 500),
        REFUSED._replace(err=""),
        REFUSED._replace(err=REFUSED.err * 2),
        REFUSED._replace(err=f"referee: {MARK} is no game.\n"),
        REFUSED._replace(err="referee: .new-04ca5d91213d cannot be read.\n"),
        REFUSED._replace(err=f"{REFUSED.err}and\nso\non\n"),
    ],
)
def test_a_fault_is_seen(outcome: Outcome) -> None:
    assert len([*faults_of(outcome)]) == 1


DEEDS: dict[str, Callable[[Place], object]] = {
    "changed": lambda place: (place.outside / "letter").write_text("other"),
    "appeared": lambda place: (place.outside / "new").mkdir(),
    "disappeared": lambda place: (place.outside / "letter").unlink(),
    "came and went": lambda place: ((place.outside / "new").touch(), (place.outside / "new").unlink()),
    "mode": lambda place: (place.outside / "letter").chmod(0o600),
    "time": lambda place: os.utime(place.outside / "letter", (1, 1)),
    "beside": lambda place: (place.top / "new").touch(),
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Saves with one file and an encounter's folder, and a letter outside."""
    found = Place(tmp_path)
    for folder in (found.outside, found.saves / "mill"):
        folder.mkdir(parents=True)
    (found.outside / "letter").write_text("letter")
    (found.outside / "letter").chmod(0o644)
    for name in ("library.json", "mill/journal.jsonl", "mill/encounter.json"):
        (found.saves / name).write_text(name)
    return found


@pytest.mark.parametrize("deed", DEEDS)
def test_what_happens_outside_is_seen(place: Place, deed: str) -> None:
    watcher = Watcher(place)
    assert [*watcher.outside_faults()] == []
    DEEDS[deed](place)
    assert [*watcher.outside_faults()] != [] and [*watcher.outside_faults()] == []


def test_a_crash_report_is_seen_once(place: Place) -> None:
    watcher, crashes = Watcher(place), place.top / "state" / "referee" / "crashes"
    crashes.mkdir(parents=True)
    (crashes / "1.txt").write_text("ValueError: x")
    assert len([*watcher.outside_faults()]) == 1 and [*watcher.outside_faults()] == []


def test_what_is_destroyed_in_the_saves_is_seen_and_what_is_put_aside_is_not(place: Place) -> None:
    watcher, library = Watcher(place), place.saves / "library.json"
    library.rename(library.with_suffix(".aside"))
    (place.saves / "mill" / "encounter.json").write_text("made anew")
    assert [*watcher.saves_faults()] == []
    (place.saves / "mill" / "journal.jsonl").write_text("")
    (place.saves / ".new-1a2b").touch()
    assert len([*watcher.saves_faults()]) == 2
