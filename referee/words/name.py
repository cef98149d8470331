"""Names: how those at the table, and what the rules call things, stand in a sentence."""

from collections.abc import Iterator

from referee.engine.encounter import Encounter

ARROW = "→"
"""From what to what, and from whom to whom."""
FALLEN = "✝"
"""Marks one that has fallen."""


def plain(key: str) -> str:
    """A key as it is read: `two_handed` is two handed."""
    return key.replace("_", " ")


def possessive(name: str) -> str:
    """Ulf's, the rats'."""
    return f"{name}'" if name.endswith("s") and name.lower().startswith("the ") else f"{name}'s"


def whose(encounter: Encounter, tag: str) -> str:
    """Ulf's, for his tag."""
    return possessive(encounter.name(tag))


def in_order(encounter: Encounter) -> Iterator[str]:
    """Each place in the order, as it is printed."""
    for slot in encounter.order:
        mark = "> " if slot.who == encounter.turn else ""
        state = " (waits)" if slot.held else " (done)" if slot.acted else ""
        yield f"{mark}{encounter.name(slot.who)}{' ' + slot.label if slot.label else ''}{state}"
