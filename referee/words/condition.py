"""Conditions: what lies on somebody, and for how long."""

from referee.engine.bearer import Bearer, Tag
from referee.engine.condition import DAMAGED, FIGHT, ROUND, Condition, Ending, Until
from referee.engine.encounter import Encounter
from referee.words.name import plain, whose


def named(condition: Condition) -> str:
    """Which it is, and its level: `poisoned 2`."""
    return plain(condition.kind) + (f" {condition.value}" if condition.value != 1 else "")


def ailments(encounter: Encounter, bearer: Bearer) -> list[str]:
    """All that lies on a bearer: `poisoned 2 (for 3 rounds)`."""
    lasting = ((named(there), lasts(encounter, there, bearer.tag)) for there in bearer.conditions)
    return [f"{name} ({long})" if long else name for name, long in lasting]


def lasts(encounter: Encounter, condition: Condition, bearer: Tag = "") -> str:
    """How long a condition still lies, what else may end it, and its note: `for 3 rounds, or save 15: the red rune`.

    Empty for one without a note that lies until it is lifted.
    """
    long = duration(encounter, condition.until, bearer)
    endings = (_ending(encounter, ending, bearer) for ending in condition.ends)
    return ": ".join(filter(None, (", or ".join(filter(None, (long, *endings))), condition.note)))


def _ending(encounter: Encounter, ending: Ending, bearer: Tag) -> str:
    """Such as `dex save 15`, `until damaged`, `until Ann loses raging`."""
    if ending.test:
        return ending.test + ("" if ending.against is None else f" {ending.against}")
    who = "" if ending.of == bearer else f"{encounter.name(ending.of)} "
    is_ = "is " if who and ending.event == DAMAGED else ""
    return f"until {who}{is_}{plain(ending.event)}"


def duration(encounter: Encounter, until: Until | None, bearer: Tag = "") -> str:
    """How long a condition still lies: `until the end of Ann's next turn`; empty for one without an end."""
    if until is None:
        return ""
    left = until.left
    if until.of == ROUND:
        edge = "until the next round begins" if until.edge == "start" else "until the end of the round"
        return edge if left == 1 else f"for {left} rounds"
    if until.phase is not None:
        moment = "begins" if until.edge == "start" else "is over"
        times = "" if left == 1 else f", {left} times"
        return f"until {until.phase} {moment}{times}"
    if until.moment is not None:
        return "until the fight ends" if until.moment == FIGHT else f"until the next {until.moment}"
    own = until.of == bearer
    theirs = "its" if own else whose(encounter, until.of)
    if until.edge == "end" and encounter.at_turn(until.of):
        left -= 1
        if left == 0:
            return f"until the end of {theirs} turn"
    if left == 1:
        return f"until the {until.edge} of {theirs} next turn"
    return f"for {left} of {theirs} turns"
