"""Facts that no scene shows, below each reason: `creature | feature | fact; fact`."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
FEATURES = FOLDER / "unseen.txt"
SPELLS = FOLDER / "spell_unseen.txt"


@cache
def unseen(file: Path) -> dict[tuple[str, str], set[str]]:
    """The facts that a file names, by creature and feature; a spell may stand below several reasons."""
    found: dict[tuple[str, str], set[str]] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.count(" | ") == 2 and line[0] != "#":
            of, name, listed = line.split(" | ")
            found.setdefault((of, name), set()).update(listed.split("; "))
    return found
