"""Acts of a table, made by hand: what a game would put on its step log."""

from referee.engine.events.apply import fold
from referee.engine.events.event import ConditionAdded, Event, Joined, PhaseBegan, Remarked, TrackChanged, TurnBegan
from referee.engine.questions.answer import Counted
from referee.engine.record.past_states import settled_state_at
from referee.engine.record.recorded_steps import Amended, Closed, Entry, Opened, Reply, Step
from referee.engine.record.step_log import StepLog
from referee.engine.state.bearer import Figure, Group
from referee.engine.state.condition import Condition, Until
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.verbs.verb import Command

SYSTEM = "black_keep"
DAMAGE = Command(verb="damage")


def figure(tag: str, hp: int = 20) -> Figure:
    """A figure with hit points."""
    tracks = {"hp": Track(now=hp, most=hp)}
    return Figure(tag=tag, name=tag.title(), kind="goblin", side="orcs", tracks=tracks, traits={"ac": 13, "mob": True})


def joined(*tags: str) -> tuple[Event, ...]:
    """Figures come to the table."""
    return tuple(Joined(bearer=figure(tag)) for tag in tags)


def hurt(tag: str, by: int = -1) -> TrackChanged:
    """A figure loses hit points, or gets some."""
    return TrackChanged(tag=tag, track="hp", by=by)


def said(length: int) -> Remarked:
    """A line of that length: acts are not all of one size."""
    return Remarked(text="x" * length)


def act(step_log: StepLog, *events: Event) -> Step:
    """An order that settles at once."""
    return Step(moves=(Opened(command=DAMAGE, seat=step_log.position), Closed(events=events)), depth=0)


def opened(step_log: StepLog) -> Step:
    """An order that asks something."""
    return Step(moves=(Opened(command=DAMAGE, seat=step_log.position),), depth=1)


def replied(n: int = 1) -> Step:
    """An answer, after which more is asked."""
    return Step(moves=(Reply(key="amount", answer=Counted(n=n)),), depth=1)


def closed(*events: Event) -> Step:
    """The last answer, and the settlement."""
    return Step(moves=(Reply(key="amount", answer=Counted(n=1)), Closed(events=events)), depth=0)


def corrected(seat: int, *events: Event) -> Step:
    """An act of the past is put right."""
    return Step(moves=(Amended(entry=Entry(command=DAMAGE, seat=seat, events=events)),), depth=0)


def play(step_log: StepLog, *steps: Step) -> Encounter:
    """Puts acts on a log as a session does: append, then tell what came of it. The settled encounter after them."""
    for step in steps:
        step_log.append(step)
        if not step.depth:
            step_log.learn(step_log.position, settled_state_at(step_log, step_log.position))
    return settled_state_at(step_log, step_log.position)


def do(step_log: StepLog, *events: Event) -> Encounter:
    """One act of these events."""
    return play(step_log, act(step_log, *events))


def full_table() -> Encounter:
    """An encounter that has something of everything."""
    group = Group(tag="f1", name="Fight", kind="fight", members=("ulf",))
    poison = Condition(
        id="1:rat:poisoned", kind="poisoned", value=2, until=Until(edge="end", of="rat", left=2), by="ulf"
    )
    cursed = Condition(id="1:f1:cursed", kind="cursed")
    return fold(
        Encounter(system=SYSTEM),
        (
            *joined("ulf", "rat"),
            Joined(bearer=group),
            ConditionAdded(tag="rat", condition=poison),
            ConditionAdded(tag="f1", condition=cursed),
            PhaseBegan(phase="fight", round=3),
            TurnBegan(who="ulf"),
        ),
    )
