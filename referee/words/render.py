"""Renders lines of the log from values: of a single event, and of a brief line with all that it tells."""

from collections.abc import Iterable, Iterator
from typing import Literal

from referee.engine.events.apply import Change
from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.text.phrases import capitalised, possessive
from referee.words.bearer import ARROW
from referee.words.brief_line import BriefLine, Part
from referee.words.log_line import LogLine
from referee.words.sentence import worded


def line_of(part: Part) -> LogLine:
    """The line of one event."""
    return LogLine(worded(part.sentence), part.cites, part.hand, part.hidden, part.round, event=part.event)


def lines_of(line: BriefLine) -> Iterator[LogLine]:
    """The line of the log with its parts, and those under it."""
    text, short = (_text(line, short) for short in (False, True))
    after = line.change.after
    yield LogLine(
        text,
        tuple(dict.fromkeys((*line.cites, *line.late))),
        line.hand,
        line.hidden,
        after.round,
        event=line.change.event,
        short=short if short != text else "",
        tone=line.tone,
        parts=tuple(map(line_of, line.parts)),
        tail=", ".join(line.tail),
        begins=_begins(line.change),
        came=line.came,
    )
    yield from (LogLine(below, hidden=line.hidden, round=after.round) for below in line.below)


def _text(line: BriefLine, short: bool) -> str:
    """The sentence, the tracks that changed, what became of somebody, then what came of it in whole sentences."""
    # Several are told without their sums being left out.
    said = worded(line.sentence, short and len(line.sentence.who) < 2)
    said = capitalised(said) if line.under else said
    changed = ", ".join(_tracks(line))
    ends = ", ".join(filter(None, (capitalised(changed), *(state.words for state in line.became))))
    if ends:
        said = f"{said}.  {ends}" if changed else f"{said}, {ends}"
    return ". ".join((said, *map(worded, line.then)))


def _tracks(line: BriefLine) -> Iterable[str]:
    """The tracks that changed; whose they are, unless the sentence names whoever was harmed."""
    after = line.change.after
    for (tag, _), track in line.moved.items():
        is_named = line.under or not after.has(tag) or after.name(tag) in line.sentence.names
        whose = "" if tag == line.harmed and is_named else f"{possessive(after.name(tag))} "
        yield f"{whose}{track.called} {track.was} {ARROW} {track.now}"
    yield from map(worded, line.counts.values())


def _begins(change: Change) -> Literal["", "round", "turn"]:
    """What the event only begins; a phase in the middle of a round is told."""
    event = change.event
    if isinstance(event, TurnBegan):
        return "turn"
    return "round" if isinstance(event, PhaseBegan) and event.round != change.before.round and event.round else ""
