"""What `next` would do, in one sentence: whose turn it begins."""

from collections.abc import Iterable

from msgspec import Struct

from referee.engine.events.apply import Change
from referee.engine.events.event import (
    ConditionEnded,
    ConditionValued,
    Event,
    SlotMarked,
    StandingSet,
    TrackChanged,
    TurnBegan,
)
from referee.engine.mistake import report_mistake
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.record.resolve import Pending, Settled
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.text.phrases import possessive
from referee.words.conditions import is_inner
from referee.words.names import runs_of
from referee.words.phrase import phrase
from referee.words.prompts import asked_about_self

_NAMED = 4
"""How many names, or rows of numbered names, of a question are listed."""


def effect_lines(changes: Iterable[Change], rules: System | None = None) -> list[str]:
    """What these events to come would end or hurt: shown before `next` is given."""
    told = (phrase(before, event, rules) for before, event, _ in changes if _matters(before, event, rules))
    return [text for text in told if text]


def _matters(before: Encounter, event: Event, rules: System | None) -> bool:
    """Is it foretold? What a turn uses up or gives back, as actions, is not, nor what only the game reckons with."""
    if isinstance(event, ConditionEnded) and before.has(event.tag):
        lying = (each.kind for each in before.of(event.tag).conditions if each.id == event.id)
        return not any(is_inner(kind, rules) for kind in lying)
    if not isinstance(event, TrackChanged):
        return isinstance(event, ConditionEnded | ConditionValued | StandingSet | SlotMarked)
    kind = rules.track(event.track) if rules is not None else None
    return kind is None or kind == (rules and rules.health_track) or kind.rising or event.tag == TABLE


class NextTurn(Struct, frozen=True):
    """What `next` would do."""

    text: str = ""
    """In one sentence; empty where nobody is at the table."""
    refused: str = ""
    """Why there is no next; empty if there is one."""


def next_turn(session: Session) -> NextTurn:
    """Whose turn begins or ends, what ends or hurts, and what is asked; or why there is no next.

    Where the fight has ended it says so first; `next` may still be given.
    """
    if not session.encounter.figures:
        return NextTurn(refused="There are no figures on the table.")
    over = session.rules.fight.over(session.encounter)
    ended = f"over: {over}; " if over else ""
    try:
        outcome = session.preview(Command(verb="next"))
        return NextTurn(ended + _next(session, outcome))
    except Problem as problem:
        return NextTurn(f"{ended}next: {problem}", refused=str(problem))
    except Exception as error:
        return NextTurn(report_mistake("The effect of `next`", error))


def _turned(outcome: Pending | Settled) -> bool:
    return any(isinstance(event, TurnBegan) for event in outcome.events)


def _next(session: Session, outcome: Pending | Settled) -> str:
    now = session.encounter
    begins = _begins(now, outcome)
    questions = outcome.questions if isinstance(outcome, Pending) else ()
    own = asked_about_self(questions[0], begins[-1]) if questions and begins and _turned(outcome) else ""
    asks = [_asked(outcome.encounter, questions, own)] if questions else []
    if own:
        begins[-1] += f" ({asks.pop()})"  # its own question: `Dee (death save)`
    if isinstance(outcome, Settled) and not begins:
        begins = ["no turn begins"]
    told = effect_lines(outcome.changes, session.rules)
    marked = [now.name(event.who) for event in outcome.events if isinstance(event, SlotMarked)]
    lost = [name for name in turns_lost(now, outcome.encounter) if name not in marked]
    told += [f"{name} waited too long and loses the turn" for name in lost]
    brings = "; ".join(filter(None, (", ".join(begins), *told)))
    return "next: " + ". ".join(filter(None, (brings, *asks)))


def turns_lost(now: Encounter, then: Encounter, *waiting: Tag) -> list[str]:
    """The names of those who wait for a turn that the round between these two ends without; `waiting`: they, too."""
    if then.round == now.round:
        return []
    who = dict.fromkeys((*(slot.who for slot in now.order if slot.held and not slot.acted), *waiting))
    still = {slot.who for slot in then.order if slot.held and not slot.acted}
    return [now.name(tag) for tag in who if tag not in still]


def _begins(now: Encounter, outcome: Pending | Settled) -> list[str]:
    """The round, the phase and the turn that begin; or what ends, where none does."""
    then = outcome.encounter
    out: list[str] = []
    if then.round != now.round:
        out.append(f"round {then.round}")
    if then.phase and then.phase != now.phase:
        out.append(then.phase)
    if then.turn and _turned(outcome):
        out.append(f"{then.name(then.turn)} again" if then.turn == now.turn else then.name(then.turn))
    elif now.turn and (isinstance(outcome, Pending) or not out):
        whose = possessive(now.name(now.turn))
        out.insert(0, f"end of {whose} turn" if then.turn is None or isinstance(outcome, Pending) else f"{whose} turn")
    if isinstance(outcome, Settled) and then.turn is None and now.turn and then.round == now.round:
        out.insert(0, "end of the round")
    return out


def _asked(encounter: Encounter, questions: tuple[AnyQuestion, ...], own: str) -> str:
    """What is asked first, and of whom it may be the choice; own: it, without the name of whose turn it is."""
    first, more = questions[0], len(questions) - 1
    among = [encounter.name(tag) for tag in first.among] if isinstance(first, Pick) else []
    among = [name for name in among if name not in first.prompt]
    folded = runs_of(among)
    names = ", ".join(folded[:_NAMED]) + (", …" if folded[_NAMED:] else "")
    return (own or first.prompt) + (f" {names}" if names else "") + (f" (and {more} more)" if more else "")
