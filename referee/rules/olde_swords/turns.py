"""Rounds and turns: who is quick enough at first, then the heroes in the order they like, then the enemy
(OS-01..06, 44).
"""

from msgspec.structs import replace

from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import OrderSet, PhaseBegan, SlotPut
from referee.engine.problem import Refused
from referee.engine.questions.answer import Picked, Rolled
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Pick
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.lazy_mapping import LazyMapping
from referee.engine.verbs.ledger import Ledger, split_reason
from referee.engine.verbs.verb import Situation, asks, verb
from referee.rules.olde_swords.conditions import end_on_roll
from referee.rules.olde_swords.dice import REFLEX_DC, needed, reaches, roll_together
from referee.rules.olde_swords.fight import (
    FIGHT,
    ON_NEXT_ROUND,
    STILL_ON,
    close_turn,
    hero,
    missing,
    over,
    passed,
    slot_of,
    slots,
)
from referee.rules.olde_swords.harm import tidy
from referee.rules.olde_swords.kinds import (
    ACTION,
    DYING,
    FOCUS,
    GOES_ON,
    MISSED,
    REACTION,
    REFLEX,
    REFLEX_CHECK,
    SPEED,
    STABLE,
    TRIGGER,
)
from referee.rules.olde_swords.recovery import dying_roll, wake
from referee.rules.olde_swords.sheet import check, helpless, speed, write_sheet


async def break_out(ledger: Ledger) -> None:
    """The first round begins: all who have to check their reflexes do so, in any order."""
    rolls = await roll_together(lambda: [_question(ledger, tag) for tag in _called(ledger)])
    slow = frozenset(roll.by for roll, rolled in rolls if not _quick(ledger, roll.by, rolled))
    ledger.record(PhaseBegan(phase=FIGHT, round=1, cites=("OS-01",)), OrderSet(slots=slots(ledger.encounter, slow)))


def _called(ledger: Ledger) -> tuple[Tag, ...]:
    """Who makes a reflex check (OS-01)."""
    everyone = REFLEX.of(ledger.encounter) == "everyone"
    figures = ledger.encounter.figures
    return tuple(tag for tag in figures if ledger.able(tag) and (everyone or hero(ledger.encounter, tag)))


def _question(ledger: Ledger, who: Tag) -> Roll:
    encounter = ledger.encounter
    throw = check(encounter, who, "dex")
    goal = needed(encounter, throw, REFLEX_DC, "acts in round 1")
    return throw.question(
        f"reflex {who}",
        f"{encounter.name(who)}'s reflex check",
        who,
        "OS-01",
        goal=goal,
        judged=lambda rolled: reaches(encounter, throw.reckon(rolled), REFLEX_DC),
    )


def _quick(ledger: Ledger, who: Tag, rolled: Rolled) -> bool:
    """Records a reflex check; True for a success (OS-02, 03)."""
    throw = check(ledger.encounter, who, "dex")
    terms = throw.reckon(rolled)
    passed = reaches(ledger.encounter, terms, REFLEX_DC)
    clauses = ("OS-02" if passed else "OS-03", "OS-01", *throw.why)
    ledger.record(REFLEX_CHECK.made(who, passed, *clauses, terms=terms, against=REFLEX_DC))
    end_on_roll(ledger, who)
    return passed


async def advance(ledger: Ledger) -> None:
    """`next`: a fight breaks out; or this turn ends and the next one begins. Refused if a side is missing (OS-45)."""
    tidy(ledger)
    if ledger.encounter.phase != FIGHT:
        if lacks := missing(ledger.rules, ledger.encounter):
            raise Refused(f"There is nobody to fight: {lacks} [OS-45].")
        await break_out(ledger)
    else:
        close_turn(ledger)
        if GOES_ON.of(ledger.encounter, TABLE) not in ("", ON_NEXT_ROUND) and not ledger.rules.may_act(
            ledger.encounter
        ):
            ledger.clear(TABLE, GOES_ON)
    if await over(ledger):
        return
    who = await _who_is_next(ledger)
    if who is not None:
        await begin(ledger, who)
        await over(ledger)


async def _who_is_next(ledger: Ledger) -> Tag | None:
    """The one who is left to act, or whom the table chooses of several; in a new round, if all have acted."""
    for fresh in (False, True):
        if fresh:
            _new_round(ledger)
        while may := ledger.rules.may_act(ledger.encounter):
            if len(may) == 1:
                return may[0]
            try:
                return (await Ask(lambda: _choice(ledger))).one
            except Lapsed:
                if ledger.encounter.turn is not None:
                    return None
    ledger.remark("Nobody is left to act")
    return None


def _choice(ledger: Ledger) -> Pick:
    may = ledger.rules.may_act(ledger.encounter)
    if not may or ledger.encounter.turn is not None:
        raise Lapsed("nobody is left to act, or somebody who waited is already acting")
    encounter = ledger.encounter
    waiting = LazyMapping(lambda: {tag: ", ".join(soon) for tag in may if (soon := due(encounter, tag))})
    return Pick(
        key="next",
        prompt="Who is next?",
        among=may,
        begins_turn=True,
        default=may[0],
        beside=waiting,
        cites=("OS-04",),
    )


def due(encounter: Encounter, who: Tag) -> tuple[str, ...]:
    """What counts down, ends or is rolled when its turn begins."""
    out = ["dying roll"] if encounter.figures[who].standing == DYING.name else []
    out += ["wakes"] if encounter.figures[who].standing == STABLE.name else []
    for bearer in encounter.bearers():
        for there in bearer.conditions:
            if there.until is not None and (there.until.edge, there.until.of) == ("start", who):
                whose = "" if bearer.tag == who else f"{bearer.name} "
                left = "ends" if there.until.left == 1 else f"{there.until.left - 1} left"
                out.append(f"{whose}{there.kind} {left}")
    return tuple(out)


def _new_round(ledger: Ledger) -> None:
    """All may act again, and react again (OS-04, 44)."""
    waited = [slot.who for slot in ledger.encounter.order if slot.held and not slot.acted]
    if waited:
        names = ", ".join(map(ledger.encounter.name, waited))
        ledger.remark(f"{names} waited too long and {'lose' if waited[1:] else 'loses'} the turn")
    ledger.begin_phase(FIGHT, "OS-04", next_round=True)
    if GOES_ON.of(ledger.encounter, TABLE):
        ledger.record(GOES_ON.set(TABLE, STILL_ON, "OS-45"))
    for tag, figure in tuple(ledger.encounter.figures.items()):
        if REACTION.name in figure.traits:
            ledger.record(REACTION.clear(tag, "OS-44"))
    ledger.record(OrderSet(slots=slots(ledger.encounter), cites=("OS-04",)))


async def begin(ledger: Ledger, who: Tag) -> None:
    """A turn begins, or goes on where it waited; it is the figure's to play, unless it is down or helpless (OS-05)."""
    ledger.clear(TABLE, MISSED)
    if ledger.begin_turn(who, "OS-04", "OS-05"):
        await _start(ledger, who)
    if not ledger.able(who):
        if ledger.encounter.turn == who:
            close_turn(ledger)
        return
    name = ledger.encounter.name(who)
    if reason := helpless(ledger.encounter, who):
        text, clauses = split_reason(reason)
        ledger.remark(f"{name} is {text} and loses the turn", *clauses)
        return
    feet, cites = speed(ledger.encounter, who)
    if feet != SPEED.of(ledger.encounter, who):
        far = f"can move {feet} ft" if feet else "cannot move: Speed 0"
        ledger.remark(f"{name} {far}", *cites)


async def _start(ledger: Ledger, who: Tag) -> None:
    """The durations have counted down: a whole turn, after the dying roll or waking (OS-06, 23, 25)."""
    ledger.clear(who, ACTION, TRIGGER)
    if ledger.encounter.figures[who].standing == DYING.name:
        await dying_roll(ledger, who)
    elif ledger.encounter.figures[who].standing == STABLE.name:
        wake(ledger, who)


async def joined(ledger: Ledger, who: Tag) -> None:
    """A new figure's sheet is filled in; in a fight it acts with its side, in the next round if that has acted."""
    ledger.clear(who, ACTION, REACTION, TRIGGER, FOCUS)
    write_sheet(ledger, who)
    if ledger.encounter.phase == FIGHT:
        late = passed(ledger.rules, ledger.encounter, who)
        slot = slot_of(ledger.encounter, who)
        ledger.record(SlotPut(slot=replace(slot, acted=late), cites=("OS-04",)))


def _ask_turn(situation: Situation) -> Pick:
    encounter = situation.encounter
    among = tuple(tag for tag in situation.rules.may_act(encounter) if tag != encounter.turn)
    barred = {
        slot.who: _why_not(situation, slot.who)
        for slot in encounter.order
        if slot.who not in among and situation.rules.gets_turn(encounter, slot.who)
    }
    return Pick(key="turn", prompt="Whose turn is next?", among=among, barred=barred, cites=("OS-04",))


def _why_not(situation: Situation, who: Tag) -> str:
    slot, name = situation.encounter.slot(who), situation.encounter.name(who)
    if situation.encounter.turn == who:
        return f"It is already {name}'s turn."
    if slot is None or slot.acted:
        return f"{name} has already had a turn this round [OS-04]."
    return f"{name} waits." if slot.held else f"The heroes act before {name} [OS-04]."


def _no_turn(situation: Situation) -> str | None:
    if situation.encounter.phase != FIGHT:
        return "There is no fight going on. Begin one: next [OS-01]."
    if not _ask_turn(situation).among:
        return "Nobody else on this side is left to act. Go on: next [OS-04]."
    return None


@verb(label="Turn of", hint="who on this side acts next", hotkey="T", bar=_no_turn, cites=("OS-04",))
async def turn(ledger: Ledger, who: Picked = asks(_ask_turn)) -> None:
    """The table says who of the side is next (OS-04)."""
    tidy(ledger)
    close_turn(ledger)
    await begin(ledger, who.one)
    await over(ledger)
