"""A folder of saves that was received from somebody else: two sound encounters, one to be spoiled, and a library.

Beside it lies a folder with files of the referee's own, which nothing in the received folder may reach.
"""

import json
import os
import shutil
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

SOUND = ("bridge", "mill")
"""Encounters that stay sound: one of a game in code, one of a game that is a file."""
BAD = "harbour"
"""The encounter that is spoiled: a copy of the mill, in the same campaign."""
GONE = "tower"
"""The encounter in the trash."""
FAR = "faraway"
"""The encounter that lies outside, under the name of the spoiled one."""
CAMPAIGN = "Evenings"
PRIVATE = "Precious"
"""A word in every file outside: where it is printed, a link was followed."""
MARK = "XSECRETX"
"""A word in what is noise: where it is printed, a message quotes what it could not read."""
OWN = ("saves", "state", "cache", "config", "data")
"""Folders of a trial in which the program may write."""
PLAN = "system lantern\nadd hero Eve hp=9 init=3\nadd foe Rat x2 hp=4 init=2\n"


class Place(NamedTuple):
    """Folders of one trial."""

    top: Path

    @property
    def saves(self) -> Path:
        """The received folder, in which the program is started."""
        return self.top / "saves"

    @property
    def outside(self) -> Path:
        """The folder with files of the referee's own."""
        return self.top / "outside"

    @property
    def endless(self) -> Path:
        """A device that never ends: one of its own, so that no mistake changes that of the machine."""
        own = self.outside / "endless"
        return own if own.exists() else Path("/dev/zero")

    @property
    def environment(self) -> dict[str, str]:
        """Variables by which the program finds these folders and no others."""
        own = {f"XDG_{kind}_HOME": str(self.top / kind.lower()) for kind in ("CONFIG", "DATA", "STATE", "CACHE")}
        return {**own, "REFEREE_SAVES": str(self.saves), "REFEREE_SYSTEMS": str(self.top / "systems")}

    def crashes(self) -> list[str]:
        """The reports of mistakes of the program that it has written."""
        return [path.read_text() for path in self.top.glob("state/**/*.txt")]

    def forget_crashes(self) -> None:
        """Removes these reports."""
        for path in self.top.glob("state/**/*.txt"):
            path.unlink()


ORDERS = (
    *("init ann 12", "init bob 9", "init r1-2 3", "next"),
    *("damage r1 1", "condition ann poisoned 3r", "note The wheel turns.", "damage ann 2"),
)
"""What has happened at the mill."""
Run = Callable[..., tuple[int, str]]
"""Runs a command in a place; returns its exit code and what it says."""


LIBRARY = {
    "format": "referee library 2",
    "figures": [
        {"name": "Imp", "system": "lantern", "words": 'foe "Imp" hp=3', "side": "foes"},
        {"name": "Old", "system": "lantern", "words": 'foe "Old" hp=3', "side": "foes"},
    ],
    "parties": [
        {
            "name": "crew",
            "system": "lantern",
            "members": [{"name": "Ann", "words": 'hero hp=20 "Ann"'}, {"name": "Bob", "words": 'hero hp=10 "Bob"'}],
        }
    ],
    "conditions": [{"name": "soaked", "system": "lantern", "usual": "3r"}],
    "plans": [{"name": "ambush", "system": "lantern", "text": PLAN.strip()}],
}


def prepare(top: Path, run: Run) -> Place:
    """Makes the sound folder, the one beside it, and exports of the sound one."""
    place = Place(top)
    for folder in (place.saves, top / "systems"):
        folder.mkdir(parents=True)
    (top / "plan.txt").write_text(PLAN)
    (top / "library.json").write_text(json.dumps(LIBRARY))
    _ = _done(run(place, "system", "new", "lantern"))
    _shorten(place.saves / "lantern.toml", top / "systems" / "lantern.toml")
    for words in (
        ("new", "bridge", "--system", "black_keep", "--sample"),
        ("new", "mill", "--system", "lantern"),
        ("library", "import", "../library.json"),
        ("library", "remove", "Old"),
        ("campaign", "new", CAMPAIGN, "--system", "lantern", "--party", "crew"),
        ("campaign", "add", CAMPAIGN, "ambush"),
        ("campaign", "add", CAMPAIGN, "mill"),
        ("do", "mill", "dice app", "add party crew", "add foe Rat x2 hp=4", *ORDERS, "party save crew yes"),
        *(("copy", "mill", name) for name in (BAD, GONE, FAR)),
        ("do", FAR, f"add hero {PRIVATE}"),
        ("campaign", "add", CAMPAIGN, FAR),
        ("campaign", "add", CAMPAIGN, BAD),
        ("remove", GONE),
    ):
        _ = _done(run(place, *words))
    _furnish_outside(place)
    for name, words in (("library", ("library", "export")), ("campaign", ("campaign", "export", CAMPAIGN))):
        (top / f"{name}.json").write_text(_done(run(place, *words)))
    return place


def _done(outcome: tuple[int, str]) -> str:
    code, said = outcome
    if code != 0:
        raise AssertionError(f"ended with {code}: {said}")
    return said


def _shorten(written: Path, kept: Path) -> None:
    """Moves a system file, and leaves out the lines of remarks that explain it."""
    lines = written.read_text().splitlines()
    kept.write_text("\n".join(line for line in lines if line and not line.startswith("#")))
    written.unlink()


def trashed(place: Place) -> Path:
    """The folder in the trash."""
    return next((place.saves / ".trash").iterdir())


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True)
    return folder


def _furnish_outside(place: Place) -> None:
    """Files that a link may lead to: an encounter, a library and a trash that are sound, and others."""
    outside = _made(place.outside)
    (place.saves / FAR).rename(outside / BAD)
    shutil.copytree(outside / BAD, outside / ".trash" / trashed(place).name)
    shutil.copytree(place.saves / BAD, outside / "twins")
    shutil.copy2(place.saves / "library.json", outside / "twins")
    (outside / "twin").write_text("no save\n")
    for name in ("library.json", "library.lock"):
        shutil.copy2(place.saves / name, outside / name)
    (outside / "library.json").write_text((outside / "library.json").read_text().replace("Imp", PRIVATE))
    for path in ("letter", ".bashrc", ".profile", "letters/first", "letters/second"):
        (outside / path).parent.mkdir(exist_ok=True)
        (outside / path).write_text(f"{PRIVATE}\n")
    os.chmod(outside / "letter", 0o640)
    with suppress(PermissionError):  # only root may make one
        make_endless(outside / "endless")
    (outside / "empty").mkdir()
    (outside / "room").mkdir(mode=0o750)


def make_endless(path: Path) -> None:
    """Makes a device as /dev/zero is. PermissionError if this user may not."""
    os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))


def copied(place: Place, top: Path) -> Place:
    """A copy of all of it to try something in."""
    shutil.copytree(place.top, top, symlinks=True, ignore=shutil.ignore_patterns("endless"))
    if (place.outside / "endless").exists():
        make_endless(top / "outside" / "endless")
    return Place(top)
