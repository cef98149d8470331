"""What the five toy games have in common: figures, a table, and how a test gives orders."""

from collections.abc import Callable
from random import Random
from typing import Any

from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import TrackKind, TraitKind
from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.contract.standing import Standing
from referee.engine.contract.template import Template
from referee.engine.dice.chance import DICE, AppDice, Throw
from referee.engine.events.event import OrderSet, StandingSet
from referee.engine.questions.answer import Answer, Picked, Rolled
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.bearer import TABLE, AnyBearer, Figure, Group, Tag, Thing
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.state.own_values import Track, Value
from referee.engine.verbs.ledger import Ledger, System
from referee.engine.verbs.verb import Command, Given, Param, Situation, Verb

UP = Standing("up", turn=True, able=True, target=True, fills=True)
DYING = Standing("dying", turn=True, target=True, fills=True)
DEAD = Standing("dead")

WOUNDS = TrackKind("wounds")
FATIGUE = TrackKind("fatigue")
ITEMS = TrackKind("items")
SKILL = TraitKind("skill", 0)
NOTE = TraitKind("note", "")
ATTACK = TestKind("attack")
PRONE = ConditionKind("prone")
POISONED = ConditionKind("poisoned")
BURN = ConditionKind("burn", stacking=Stacking.ADDS)
READY = ConditionKind("ready")

TEMPLATES = (
    Template("player", side="", tracks={"wounds": Track(now=3, most=3), "items": Track(now=0)}),
    Template("rat", side="monsters", short="r", numbered=True, tracks={"wounds": Track(now=1, most=1)}),
)


async def harm(ledger: Ledger, tag: Tag, amount: int) -> None:
    """Wounds are lost; with the last of them the figure is dead."""
    ledger.record(WOUNDS.change(tag, -amount, "T-1"))
    if WOUNDS.of(ledger.encounter, tag) == 0 and ledger.able(tag):
        ledger.record(StandingSet(tag=tag, standing="dead", cites=("T-2",)))


async def fall(ledger: Ledger, tag: Tag) -> None:
    """The figure is dead."""
    ledger.record(StandingSet(tag=tag, standing="dead", cites=("T-2",)))


async def heal(ledger: Ledger, tag: Tag, amount: int) -> None:
    """Wounds come back."""
    ledger.record(WOUNDS.change(tag, amount))


async def unmoved(ledger: Ledger, tag: Tag) -> None:
    """Nothing more happens when a figure comes or goes."""


async def advance(ledger: Ledger) -> None:
    """The turn ends and the next begins; when all have acted, a new round with everyone in the order they came."""
    ledger.end_turn()
    if not ledger.rules.may_act(ledger.encounter):
        ledger.begin_phase("fight", next_round=True)
        ledger.record(OrderSet(slots=tuple(Slot(who=tag, step=n) for n, tag in enumerate(ledger.encounter.figures))))
    may = ledger.rules.may_act(ledger.encounter)
    if may:
        ledger.begin_turn(may[0])


def game(name: str, *verbs: Verb, **more: Any) -> System:
    """A game with these verbs, and with what all five have in common."""
    fields: dict[str, Any] = {
        "name": name,
        "title": name.replace("_", " ").capitalize(),
        "blurb": "A game for tests.",
        "standings": (UP, DYING, DEAD),
        "health_track": WOUNDS,
        "templates": TEMPLATES,
        "tracks": (WOUNDS, FATIGUE, ITEMS),
        "traits": (SKILL, NOTE),
        "tests": (ATTACK,),
        "conditions": (PRONE, POISONED, BURN, READY),
        "app_sides": frozenset({"monsters"}),
        "advance": advance,
        "harm": harm,
        "heal": heal,
        "fall": fall,
        "on_added": unmoved,
        "on_removed": unmoved,
        "clauses": lambda: (),
        "sample": lambda: "",
    }
    return System(verbs=verbs, **{**fields, **more})


def figure(tag: Tag, side: str = "", wounds: int = 1, kind: str = "fighter", **traits: Value) -> Figure:
    """A figure with so many wounds; without a side it is a side of its own."""
    tracks = {"wounds": Track(now=wounds, most=wounds), "fatigue": Track(now=3, most=3), "items": Track(now=0)}
    return Figure(tag=tag, name=tag.capitalize(), side=side or tag, kind=kind, tracks=tracks, traits=traits)


def table(*bearers: AnyBearer, dice: str = "table", **fields: Any) -> Encounter:
    """An encounter with these on the table, all dice thrown by hand unless said otherwise."""
    groups = {TABLE: Group(tag=TABLE, name="the table", kind="table", traits={DICE.name: dice})}
    return Encounter(
        system="toy",
        figures={b.tag: b for b in bearers if isinstance(b, Figure)},
        groups={**groups, **{b.tag: b for b in bearers if isinstance(b, Group)}},
        things={b.tag: b for b in bearers if isinstance(b, Thing)},
        **fields,
    )


def seat(rules: System, start: Encounter, throw: Throw | None = None, seed: int = 1) -> Session:
    """A session on a step log of its own, its chance the same in every run."""
    return Session(rules, MemoryStepLog(start), throw, AppDice(Random(seed)))


def faces(*pools: int | tuple[int, ...]) -> Rolled:
    """A throw by hand, pool by pool; a bare number is a pool of one die."""
    return Rolled.thrown(*((pool,) if isinstance(pool, int) else pool for pool in pools))


def tags(*who: Tag) -> Picked:
    """These are meant."""
    return Picked(tags=who)


def order(session: Session, verb: str, **given: Answer) -> None:
    """A command, with what is said along with it."""
    session.command(Command(verb=verb, given=given))


def standing(session: Session) -> dict[Tag, str]:
    """How all figures stand."""
    return {tag: figure.standing for tag, figure in session.encounter.figures.items()}


def keys(session: Session) -> list[str]:
    """What is asked now."""
    return [question.key for question in session.questions]


def pick(name: str, among: Callable[[Situation, Given], tuple[Tag, ...]], least: int = 1, most: int = 1) -> Param:
    """A parameter: figures or groups out of these."""
    return Param(name, lambda t, g: Pick(key=name, prompt=name, among=among(t, g), least=least, most=most))


def choice(name: str, *options: str) -> Param:
    """A parameter: one of these words."""
    return Param(name, lambda t, g: Choose(key=name, prompt=name, options=options))


def number(name: str) -> Param:
    """A parameter: a number."""
    return Param(name, lambda t, g: Amount(key=name, prompt=name, most=99))


def living(t: Situation, g: Given) -> tuple[Tag, ...]:
    """All who stand."""
    return tuple(tag for tag in t.encounter.figures if t.able(tag))


def foes_of(e: Encounter, rules: System, tag: Tag) -> tuple[Tag, ...]:
    """All who stand on another side."""
    side = e.figures[tag].side
    return tuple(other for other in e.figures if rules.able(e, other) and e.figures[other].side != side)


def foes(t: Situation, g: Given) -> tuple[Tag, ...]:
    """Those whom the figure whose turn it is may attack."""
    return foes_of(t.encounter, t.rules, t.encounter.turn) if t.encounter.turn in t.encounter.figures else ()


def in_turn(t: Situation) -> str | None:
    """Why it cannot be done: it is nobody's turn."""
    return None if t.encounter.turn else "It is nobody's turn."
