"""The lines of the help topic `develop` that tell the figures kept last."""

import re
from collections.abc import Sequence
from pathlib import Path

from referee.dialogue.topics import FOLDER
from tests.bench.figures import Kept, rows_kept
from tests.bench.row import budget_text, measured_text

TOPIC = FOLDER / "develop.md"
ROWS = (
    "first screen, 20 figures, fifth",
    "key to painted result, 20 figures: p95",
    "key to painted result, 500 figures: p99",
    "most bytes of a key, 80x24",
    "one act on disk, 10,000 entries, p50",
    "referee show",
)
"""The rows that matter most."""
_LINES = re.compile(r"(?<=\n)(?:- [^\n]+: \d[^\n]*; budget [^\n]*\n)+")


def lines(kept: Sequence[Kept]) -> list[str]:
    """A line for each of the rows that are kept."""
    found = {row.name: row for row in rows_kept(kept)}
    return [
        f"- {row.name}: {measured_text(row.measured, row.unit)}"
        f"{f', {row.of_empty.median:.2f} x empty' if row.of_empty else ''}; budget {budget_text(row)}"
        for row in (found[name] for name in ROWS if name in found)
    ]


def written(text: str, kept: Sequence[Kept]) -> str:
    """The text of the topic with these lines in place of its own. ValueError if it has none, or several times."""
    new, count = _LINES.subn(lambda _: "".join(f"{line}\n" for line in lines(kept)), text)
    if count != 1:
        raise ValueError(f"{TOPIC} has {count} lists of figures")
    return new


def write(kept: Sequence[Kept], path: Path = TOPIC) -> None:
    """Writes these lines into the topic."""
    path.write_text(written(path.read_text(encoding="utf-8"), kept), encoding="utf-8")
