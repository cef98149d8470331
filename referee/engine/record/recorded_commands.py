"""Recorded commands in the order given, flat."""

from msgspec import Struct

from referee.engine.record.recorded_steps import Entry, Interjection, Opened, Reply


class Recorded(Struct, frozen=True):
    """A recorded command or answer, with the step number that opened its command."""

    said: Opened | Reply
    seat: int


def recorded(*stack: Entry) -> list[Recorded]:
    """The commands and answers of these entries and their interjections, flat, in the order given."""
    out: list[Recorded] = []
    for entry in stack:
        out.append(Recorded(Opened(command=entry.command, seat=entry.seat, at=entry.at, act=entry.act), entry.seat))
        for item in entry.items:
            out += recorded(item.entry) if isinstance(item, Interjection) else [Recorded(item, entry.seat)]
    return out
