"""A fight: its sides, morale, flight, surrender, its end (OS-04, 45, 51)."""

from collections.abc import Iterable

from referee.engine.board.geometry import distance
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY, Standing
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import OrderSet, Term
from referee.engine.questions.answer import SUM, Picked
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import MOST_FIGURES, OVER, Encounter, Slot
from referee.engine.state.saved_model import alike
from referee.engine.verbs.ledger import Ledger, for_each
from referee.engine.verbs.verb import Situation, able_figures, asks, verb
from referee.rules.olde_swords.conditions import READY, end_with_fight
from referee.rules.olde_swords.harm import set_down
from referee.rules.olde_swords.kinds import (
    ABLE,
    ACTION,
    DEAD,
    DOOMED,
    DYING,
    FLED,
    FOCUS,
    GOES_ON,
    HEROES,
    MORALE,
    MORALE_CHECK,
    REACH,
    REACTION,
    TRIGGER,
    UP,
    YIELDED,
)

FIGHT = "fight"
STILL_ON = "goes on"
ON_NEXT_ROUND = "goes on in the next round"
"""What the table has said of a fight in which one side is alone (OS-45)."""
MISSES = "missed"
"""The label in the order of those who lose their first turn (OS-03)."""


def hero(encounter: Encounter, who: Tag) -> bool:
    """Whether a figure is on the heroes' side."""
    return encounter.figures[who].side == HEROES


def step(encounter: Encounter, who: Tag) -> int:
    """When its side acts in a round."""
    return 0 if hero(encounter, who) else 1


def side_of(encounter: Encounter, who: Tag) -> str:
    """The side of a figure; empty for anything else."""
    figure = encounter.figures.get(who)
    return figure.side if figure is not None else ""


def foes(rules: Ruleset, encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """Those of other sides who can be attacked."""
    side = side_of(encounter, who)
    if not side:
        return ()
    figures = encounter.figures.items()
    return tuple([tag for tag, f in figures if f.side != side and rules.standing(f.standing).target])


FEET = 5
"""A space of the board."""


def out_of_reach(encounter: Encounter, who: Tag, others: Iterable[Tag]) -> dict[Tag, str]:
    """Why a figure does not reach some of these others: where both stand on the board, they are too far apart."""
    if (board := encounter.board) is None:
        return {}
    reach, reasons = REACH.of(encounter, who), dict[Tag, str]()
    for other in others:
        away = distance(board.spaces(who), board.spaces(other))
        if away is not None and away * FEET > reach:
            names = f"{encounter.name(other)} is {away * FEET} ft from {encounter.name(who)}"
            reasons[other] = f"{names}: too far, the reach is {reach} ft."
    return reasons


def allies(rules: Ruleset, encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """The others of its side who may still roll for something, the dying too (OS-34, 55)."""
    figures, side = encounter.figures, side_of(encounter, who)
    return tuple(
        tag for tag, figure in figures.items() if figure.side == side and tag != who and rules.gets_turn(encounter, tag)
    )


def slots(encounter: Encounter, missing: frozenset[Tag] = frozenset()) -> tuple[Slot, ...]:
    """The order of a round: as it was, side by side, newcomers last in theirs; some may miss their turn."""
    place = {slot.who: n for n, slot in enumerate(encounter.order)}
    tags = [tag for tag, figure in encounter.figures.items() if figure.standing != AWAY.name]
    tags.sort(key=lambda tag: (step(encounter, tag), place.get(tag, len(place))))
    return tuple(slot_of(encounter, tag, tag in missing) for tag in tags)


def slot_of(encounter: Encounter, who: Tag, misses: bool = False) -> Slot:
    """A figure's place in the order of its side."""
    return alike(
        Slot,
        who=who,
        step=step(encounter, who),
        under=encounter.figures[who].side or None,
        label=MISSES if misses else "",
        acted=misses,
    )


def passed(rules: Ruleset, encounter: Encounter, who: Tag) -> bool:
    """Whether the turn of its side has gone by in this round (OS-04)."""
    now = encounter.slot(encounter.turn) if encounter.turn else None
    left = [slot.step for slot in encounter.order if not slot.acted and rules.gets_turn(encounter, slot.who)]
    here = now.step if now is not None else min(left, default=step(encounter, who) + 1)
    return here > step(encounter, who)


def missing(rules: Ruleset, encounter: Encounter) -> str:
    """Which side has nobody who fights on, and what would help: empty if both have somebody (OS-45).

    A monster must be up to fight on, a hero may be dying and still get up.
    """
    figures = encounter.figures.values()
    heroes_on = foes_on = False
    for figure in figures:
        if figure.side != HEROES:
            foes_on = foes_on or figure.standing in ABLE
        elif not heroes_on:
            heroes_on = rules.standing(figure.standing).turn
        if heroes_on and foes_on:
            return ""
    here = [figure for figure in figures if figure.standing != AWAY.name]
    heroes = [figure.tag for figure in here if hero(encounter, figure.tag)]
    foes = [figure.tag for figure in here if figure.tag not in heroes]
    if not any(rules.gets_turn(encounter, tag) for tag in heroes):
        return "no hero is up, add one or heal one" if heroes else "there is no hero yet, add one"
    if not any(rules.able(encounter, tag) for tag in foes):
        return "no foe is left, add one or heal one" if foes else "there is no foe yet, add one"
    return ""


def label_of(encounter: Encounter, tag: Tag) -> str:
    """What the order shows beside a figure, in few letters: how it is down, what it has spent, has ready, keeps up."""
    figure, slot = encounter.figures.get(tag), encounter.slot(tag)
    if figure is None:
        return ""
    if slot is not None and slot.label == MISSES:
        return f"from round {encounter.round + 1}"
    standing = "" if figure.standing == UP.name else figure.standing
    acted = "acted" if encounter.turn == tag and ACTION.of(encounter, tag) else ""
    reacted = "reacted" if REACTION.of(encounter, tag) else ""
    ready = "ready" if READY.on(encounter, tag) else ""
    return " ".join(part for part in (standing, acted, ready, reacted, FOCUS.of(encounter, tag)) if part)


async def over(ledger: Ledger) -> bool:
    """Whether the fight is over; when one side is alone the table is asked, once a round (OS-45).

    Said as the last of a round has its turn or after it, that the fight goes on holds for the round that follows.
    """
    if ledger.encounter.phase != FIGHT:
        return True
    if not missing(ledger.rules, ledger.encounter) or GOES_ON.of(ledger.encounter, TABLE):
        return False
    try:
        answer = await Ask(lambda: _question(ledger))
    except Lapsed:
        return False
    if answer.yes:
        end_fight(ledger)
    else:
        left = ledger.rules.may_act(ledger.encounter, but=ledger.encounter.turn)
        ledger.record(GOES_ON.set(TABLE, STILL_ON if left else ON_NEXT_ROUND, "OS-45"))
    return answer.yes


def _question(ledger: Ledger) -> Confirm:
    if not missing(ledger.rules, ledger.encounter):
        raise Lapsed("there are foes again")
    foes = any(ledger.able(tag) for tag in ledger.encounter.figures if not hero(ledger.encounter, tag))
    figures = ledger.encounter.figures.values()
    dying = [figure.name for figure in figures if figure.standing == DYING.name and figure.side == HEROES]
    who = "No hero is left" if foes else "All foes have fled, surrendered or fallen"
    still = f" ({', '.join(dying)} still dying)" if dying else ""
    return Confirm(key="over", prompt=f"{who}{still}. Is the fight over?", default=True, cites=("OS-45",))


def end_fight(ledger: Ledger) -> None:
    """The turn that is being played ends, and with it all that lasts for turns and rounds of this fight only."""
    close_turn(ledger)
    for tag in tuple(ledger.encounter.figures):
        end_with_fight(ledger, tag)
        ledger.clear(tag, ACTION, REACTION, TRIGGER)
    ledger.clear(TABLE, GOES_ON)
    ledger.remark("The fight is over", "OS-45")
    ledger.record(OrderSet(slots=()))
    ledger.begin_phase(OVER, "OS-45")


def close_turn(ledger: Ledger) -> None:
    """The turn ends; who had one heroic action left is dead (OS-27)."""
    who = ledger.encounter.turn
    ledger.end_turn()
    if who is not None and ledger.encounter.figures[who].standing == DOOMED.name:
        set_down(ledger, who, DEAD, "OS-27")


def is_on(encounter: Encounter) -> bool:
    """Is a fight going on?"""
    return encounter.phase == FIGHT


def _no_fight(situation: Situation) -> str | None:
    return None if is_on(situation.encounter) else "There is no fight going on."


@verb(label="End fight", hint="end the fight", hotkey="Z", bar=_no_fight, cites=("OS-45",), actor="")
async def end(ledger: Ledger) -> None:
    """The referee says that the fight is over."""
    end_fight(ledger)


LEAVING = {"flee": FLED, "yield": YIELDED, "stay": None}


async def _morale(ledger: Ledger, who: Tag) -> None:
    name, score = ledger.encounter.name(who), MORALE.of(ledger.encounter, who)
    rolled = await Ask(
        lambda: Roll(
            key=f"morale {who}",
            prompt=f"{name}'s morale",
            goal=f"breaks on {MORALE.of(ledger.encounter, who) + 1} or more",
            by=who,
            pools=(Pool("2d6", 2, 6),),
            sum_will_do=True,
            reads=SUM,
            cites=("OS-51",),
        )
    )
    breaks = rolled.total > score
    terms = (Term("2d6", rolled.total, tuple(map(str, rolled.all))),)
    ledger.record(MORALE_CHECK.made(who, not breaks, "OS-51", terms=terms, against=score))
    if not breaks:
        return
    answer = await Ask(
        lambda: Choose(
            key=f"breaks {who}",
            prompt=f"{name} breaks: what does it do?",
            options=tuple(LEAVING),
            labels={"yield": "surrenders"},
            default="flee",
            needs=(who,),
            cites=("OS-51", "OS-45"),
        )
    )
    if standing := LEAVING[answer.option]:
        set_down(ledger, who, standing, "OS-51", "OS-45")


async def _quit(ledger: Ledger, who: Picked, standing: Standing) -> None:
    for tag in who.tags:
        set_down(ledger, tag, standing, "OS-45")
    await over(ledger)


# -------------------------------------------------------------------- what they ask


def _ask_shaken(situation: Situation) -> Pick:
    among = tuple(tag for tag in situation.able_figures() if not hero(situation.encounter, tag))
    return Pick(key="shaken", prompt="Who checks morale?", among=among, most=MOST_FIGURES, cites=("OS-51",))


# -------------------------------------------------------------------- what is done


@verb(
    label="Morale", hint="a monster breaks if 2d6 rolls over its morale", hotkey="M", interjects=True, cites=("OS-51",)
)
async def morale(ledger: Ledger, who: Picked = asks(_ask_shaken, nobody="No monster is up.")) -> None:
    """2d6 over its morale breaks a monster (OS-51); the referee says what it does then."""
    await for_each(ledger, who.tags, lambda tag: _morale(ledger, tag), "No morale check")
    await over(ledger)


@verb(label="Flee", hint="out of the fight; still on the list", hotkey="F", interjects=True, cites=("OS-45",))
async def flee(ledger: Ledger, who: Picked = able_figures("Who flees?", "OS-45")) -> None:
    """Figures are out of the fight."""
    await _quit(ledger, who, FLED)


@verb(label="Surrender", hint="lays down arms", hotkey="B", interjects=True, cites=("OS-45",))
async def yield_(ledger: Ledger, who: Picked = able_figures("Who surrenders?", "OS-45")) -> None:
    """Figures lay down their arms."""
    await _quit(ledger, who, YIELDED)
