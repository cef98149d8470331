"""The keys of a whole fight of a crowd, with all dice typed, each time the same."""

from collections.abc import Iterator
from contextlib import suppress
from itertools import count, cycle
from random import Random

from referee.dialogue.run_lines import run_line
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import Refused
from referee.engine.record.session import Session
from tests.ui.keystrokes import ENTER, SPACE

DICE_AT_THE_TABLE = ":dice table\r"
"""What is typed before the fight."""
UNDO, REDO = "\x1a", "\x19"
LOOKS = ("\x1b[B", "\x1b[6~", "\x1b[F", "\x1b[H")
"""Down, a page down, to the last figure, to the first."""
UNDONE = 4
"""One in so many turns is undone and done again."""


def fight_keys(session: Session, least: int) -> list[str]:
    """At least so many keys: turns, attacks, dice, looks at the figures, some undone. The session plays them.

    No looks where the target of an attack is asked for: the figure that was looked at last would be proposed.
    """
    run_line(session, "dice table")
    faces, keys = Random(1), list[str]()
    looks = cycle(LOOKS if session.rules.name == "black_keep" else ("",))
    for turn in count():
        if len(keys) >= least:
            break
        for key, line in (("n", "next"), ("a", "attack")):
            with suppress(Refused):  # whom it fought is dead
                run_line(session, line)
                keys.append(key)
            while session.questions:
                keys.extend(_answer(session, faces))
        keys += filter(None, (next(looks),))
        if turn % UNDONE == 0:
            keys += [UNDO, REDO]
    return keys


def _answer(session: Session, faces: Random) -> Iterator[str]:
    """The dice of a question, each as it falls; else what it proposes."""
    question = session.questions[0]
    if not isinstance(question, Roll):
        yield SPACE
        run_line(session, "<")
        return
    thrown = [str(faces.randint(1, pool.sides)) for pool in question.pools for _ in range(pool.count)]
    # Faces of a six-sided die may follow each other without a blank; of others 14 could be their sum.
    yield from (*("" if question.pools[0].sides == 6 else " ").join(thrown), ENTER)
    run_line(session, f"< {' '.join(thrown)}")
