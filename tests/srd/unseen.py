"""Facts that no scene shows, below each reason: `creature | feature | fact; fact`."""

from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent
FEATURES = FOLDER / "unseen.txt"
SPELLS = FOLDER / "spell_unseen.txt"


BY_HAND = "By hand:"
"""The reason of facts that the catalogue itself names as by hand begins so."""


@cache
def unseen(file: Path, reason: str = "") -> dict[tuple[str, str], set[str]]:
    """The facts that a file names below reasons that begin so, by creature and feature."""
    found: dict[tuple[str, str], set[str]] = {}
    below = ""
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("# "):
            below = line[2:]
        elif line.count(" | ") == 2 and below.startswith(reason):
            of, name, listed = line.split(" | ")
            found.setdefault((of, name), set()).update(listed.split("; "))
    return found
