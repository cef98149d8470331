"""Conditions: what lies on somebody, and for how long."""

from referee.engine.bearer import Bearer, Tag
from referee.engine.condition import ROUND, Condition, Until
from referee.engine.encounter import Encounter
from referee.words.name import plain, whose


def named(condition: Condition) -> str:
    """Which it is, and its level: `poisoned 2`."""
    return plain(condition.kind) + (f" {condition.value}" if condition.value != 1 else "")


def ailments(encounter: Encounter, bearer: Bearer) -> list[str]:
    """All that lies on a bearer: `poisoned 2 (for 3 rounds)`."""
    lasting = ((named(there), duration(encounter, there.until, bearer.tag)) for there in bearer.conditions)
    return [f"{name} ({lasts})" if lasts else name for name, lasts in lasting]


def duration(encounter: Encounter, until: Until | None, bearer: Tag = "") -> str:
    """How long a condition still lies: `until the end of Ann's next turn`; empty for one without an end."""
    if until is None:
        return ""
    left = until.left
    if until.of == ROUND:
        edge = "until the next round begins" if until.edge == "start" else "until the end of the round"
        return edge if left == 1 else f"for {left} rounds"
    if until.of.startswith("phase:"):
        moment = "begins" if until.edge == "start" else "is over"
        times = "" if left == 1 else f", {left} times"
        return f"until {until.of.removeprefix('phase:')} {moment}{times}"
    own = until.of == bearer
    theirs = "its" if own else whose(encounter, until.of)
    if until.edge == "end" and encounter.turn == until.of:
        left -= 1
        if left == 0:
            return f"until the end of {theirs} turn"
    if left == 1:
        return f"until the {until.edge} of {theirs} next turn"
    return f"for {left} of {theirs} turns"
