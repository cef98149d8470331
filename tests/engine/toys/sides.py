"""Sides: each acts in any order; one reaction the rule foresees, another comes in the middle of anything."""

from msgspec.structs import replace

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import OrderSet, Result, Term
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import Tag
from referee.engine.state.condition import Until
from referee.engine.state.encounter import Slot
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Given, Situation, Verb
from tests.engine.toys.box import ATTACK, PRONE, READY, foes, foes_of, game, harm, in_turn, living, pick


async def strike(ledger: Ledger, who: Tag, target: Tag) -> None:
    """An attack against ten, and its damage."""

    def to_hit() -> Roll:
        prone = PRONE.on(ledger.encounter, who)
        pools = (Pool("d20", sides=20), *((Pool("setback"),) if prone else ()))
        return Roll(key=f"hit {who}>{target}", prompt="Attack", by=who, needs=(target,), pools=pools)

    rolled = await Ask(to_hit)
    total = rolled.faces[0][0] - sum(sum(pool) for pool in rolled.faces[1:])
    result: Result = "success" if total >= 10 else "failure"
    ledger.record(ATTACK.made(who, result, "OS-08", target=target, terms=(Term("d20", total),), against=10))
    if total < 10:
        return
    dice = (Pool("damage"),)
    hurt = await Ask(
        lambda: Roll(
            key=f"damage {who}>{target}", prompt="Damage", by=who, pools=dice, needs=(target,), sum_will_do=True
        )
    )
    await harm(ledger, target, hurt.total)


async def attack(ledger: Ledger, target: Picked) -> None:
    """The figure whose turn it is strikes."""
    await strike(ledger, ledger.encounter.turn or "", target.one)


async def leave(ledger: Ledger, reach: Picked) -> None:
    """Leaving reach: each of those left behind may strike, and the rule itself asks for it."""
    mover = ledger.encounter.turn or ""
    for foe in reach.tags:
        if not ledger.able(foe):
            continue
        await opportunity(ledger, foe, mover)
    ledger.remark("moves away")


async def opportunity(ledger: Ledger, foe: Tag, mover: Tag) -> None:
    """One foe may strike at one who leaves its reach."""
    options = ("strike", "let go")
    chosen = await Ask(
        lambda: Choose(key=f"opportunity {foe}>{mover}", prompt="Strike?", options=options, needs=(mover, foe))
    )
    if chosen.option == "strike":
        await strike(ledger, foe, mover)


async def ready(ledger: Ledger) -> None:
    """Waits for its moment, until its own next turn."""
    who = ledger.encounter.turn or ""
    ledger.afflict(who, READY, "OS-41", until=Until(edge="start", of=who))


async def react(ledger: Ledger, who: Picked, target: Picked) -> None:
    """The moment has come, in the middle of anything."""
    ledger.lift(who.one, READY, "OS-41")
    await strike(ledger, who.one, target.one)


async def begin(ledger: Ledger, who: Picked) -> None:
    """The table says who of the side is next."""
    ledger.end_turn()
    ledger.begin_turn(who.one)


def next_up(t: Situation, g: Given) -> tuple[Tag, ...]:
    """Who may act once this turn is over."""
    order = tuple(slot for slot in t.encounter.order if slot.who != t.encounter.turn)
    return t.rules.may_act(replace(t.encounter, order=order))


async def new_round(ledger: Ledger) -> None:
    """The heroes are all one step, their foes the next."""
    ledger.end_turn()
    ledger.begin_phase("fight", next_round=True)
    figures = ledger.encounter.figures.values()
    ledger.record(OrderSet(slots=tuple(Slot(who=f.tag, step=int(f.side == "monsters"), under=None) for f in figures)))


SIDES = game(
    "sides",
    Verb("attack", attack, (pick("target", foes),), bar=in_turn),
    Verb("leave", leave, (pick("reach", foes, least=0, most=9),), bar=in_turn),
    Verb("ready", ready, bar=in_turn),
    Verb(
        "react",
        react,
        (
            pick("who", lambda t, g: tuple(tag for tag in living(t, g) if READY.on(t.encounter, tag))),
            pick("target", lambda t, g: foes_of(t.encounter, t.rules, g["who"].one)),
        ),
        interjects=True,
    ),
    Verb("turn", begin, (pick("who", next_up),)),
    advance=new_round,
)
