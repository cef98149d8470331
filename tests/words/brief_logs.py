"""The brief log of the transcripts of each game, kept to be read: `python -m tests.words.brief_logs [GAME ...]` writes
it anew into GAME.log.txt beside this file. Read the difference aloud, then commit it.
"""

import sys
from pathlib import Path
from zlib import crc32

from referee.engine.record.applied_commands import applied_commands
from referee.rules import registry
from referee.words.log import log
from referee.words.log_line import told
from tests.rules.shelf import played, transcripts

MANY = 100
"""A game with more transcripts than this keeps the logs of a quarter of them: those of the fifth edition take 15 s."""


def golden(game: str) -> Path:
    """The file that holds the brief log of a game's transcripts."""
    return Path(__file__).parent / f"{game}.log.txt"


def brief_logs(game: str) -> str:
    """The transcripts of a game as their brief logs tell them; a line that an earlier one has is left out."""
    out, seen, paths = list[str](), set[str](), transcripts(game)
    for path in paths if len(paths) < MANY else [path for path in paths if crc32(path.stem.encode()) % 4 == 0]:
        session = played(path).session
        assert session is not None
        lines = [
            f"{'' if line.head else '  '}{told(line)}"
            for act in applied_commands(session.step_log, session.step_log.position)
            for line in log(act.before, act.entry, session.rules)
        ]
        new = [line for line in dict.fromkeys(lines) if line not in seen]
        seen.update(new)
        out += [f"# {path.stem}", *new, ""]
    return "\n".join(out)


if __name__ == "__main__":
    for name in sys.argv[1:] or registry.names():
        golden(name).write_text(brief_logs(name), encoding="utf-8")
