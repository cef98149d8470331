"""Act of a command: who does what with which thing."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from referee.engine.events.event import Event, TrackChanged
from referee.engine.questions.answer import Answer, Chosen, Picked
from referee.engine.record.recorded_steps import Act
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import Command


def act_of(
    rules: System, command: Command, before: Encounter, params: Mapping[str, Answer], events: Iterable[Event]
) -> Act:
    """What a command does: who does it with which thing, on whom, and what that has used up, as far as it is known.

    params: what was given with it and what was asked for it, by the parameters' names.
    """
    verb = verb_of(rules, command.verb)
    who = verb.doers(before, params)
    named = [tag for name, answer in params.items() if name != verb.actor for tag in _named(answer, who, before)]
    used = Counter[str]()
    for event in events:
        if isinstance(event, TrackChanged) and event.tag in who and event.by < 0 and not event.hand:
            used[event.track] -= event.by if event.track != rules.health_name else 0
    return Act(
        who=who,
        things=tuple(dict.fromkeys(tag for tag in named if tag in before.things)),
        on=tuple(dict.fromkeys(tag for tag in named if tag not in before.things)) if who else (),
        used=tuple((track, n) for track, n in used.items() if n),
    )


def _named(answer: Answer, who: Sequence[Tag], before: Encounter) -> Iterable[Tag]:
    """The figures, groups or things that an answer names: by their tags, or a thing of the doers by its word, behind
    which its level may stand (fireball_4).
    """
    match answer:
        case Picked():
            return [tag for tag in answer.tags if before.has(tag)]
        case Chosen():
            words = dict.fromkeys((answer.option, answer.option.rstrip("_0123456789")))
            return [tag for word in words for doer in who if (tag := f"{doer}.{word}") in before.things][: len(who)]
        case _:
            return ()
