"""Choices of a turn: who was chosen to act next."""

from collections.abc import Iterable

from msgspec import Struct

from referee.engine.events.event import PhaseBegan, TurnBegan
from referee.engine.questions.answer import Picked
from referee.engine.record.recorded_commands import recorded
from referee.engine.record.recorded_steps import Entry, Reply
from referee.engine.state.bearer import Tag


class TurnChoice(Struct, frozen=True):
    """Who was chosen to act next, and in which round."""

    round: int
    who: Tag


def turn_choices(round: int, entries: Iterable[Entry]) -> list[TurnChoice]:
    """Who was chosen to act next in these settled commands, in order; `round` is the one before them."""
    found: list[TurnChoice] = []
    for entry in entries:
        answers = [one.said.answer for one in recorded(entry) if isinstance(one.said, Reply)]
        chosen = {answer.tags for answer in answers if isinstance(answer, Picked)}
        for event in entry.events or ():
            if isinstance(event, PhaseBegan):
                round = event.round
            elif isinstance(event, TurnBegan) and (event.who,) in chosen:
                found.append(TurnChoice(round, event.who))
    return found


def without(choices: list[TurnChoice], used: Iterable[TurnChoice]) -> list[TurnChoice]:
    """The choices without the first of each of these."""
    left = list(choices)
    for choice in used:
        if choice in left:
            left.remove(choice)
    return left
