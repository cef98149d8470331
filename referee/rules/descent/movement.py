"""Movement: its points, what fatigue buys, the auras that are entered (DJ-17, 24, 48..50, 65, 70)."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from referee.engine.events.event import FigurePlaced, Term
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Chosen, Counted, Said
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick, Question
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.board import Space, name_of, space_of
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.descent.battlefield import battlefield
from referee.rules.descent.conditions import LOST_ON_MOVE, lose, no_movement
from referee.rules.descent.equipment import effects, total
from referee.rules.descent.harm import suffer
from referee.rules.descent.kinds import ABILITIES, FATIGUE, MISSED, MOVES, WALKED, count_of, is_hero, no_choice_yet
from referee.text.quoting import short


def aura(encounter: Encounter, who: Tag) -> int:
    """The wounds that a figure's aura deals; 0 without one."""
    return total(effects(ABILITIES.of(encounter, who)), "aura")


def auras(ledger: Ledger, who: Tag) -> tuple[Tag, ...]:
    """The foes of a figure that have an aura."""
    side = ledger.encounter.figures[who].side
    foes = (tag for tag, figure in ledger.encounter.figures.items() if figure.side != side and ledger.able(tag))
    return tuple(tag for tag in foes if aura(ledger.encounter, tag))


def auras_beside(ledger: Ledger, who: Tag, anchor: Space) -> tuple[Tag, ...]:
    """The foes with an aura that a figure would be adjacent to at `anchor`, its first space; none without a board."""
    on = battlefield(ledger.rules, ledger.encounter, who)
    if on is None:
        return ()
    return tuple(tag for tag in auras(ledger, who) if on.beside(on.shifted(who, anchor), tag))


async def enter(ledger: Ledger, who: Tag, way: tuple[Space, ...] = ()) -> None:
    """A figure has moved: auras hurt it for each space entered, by the way on the board, else by the table's answer."""
    if battlefield(ledger.rules, ledger.encounter, who) is None:
        await _ask_aura(ledger, who, "entered a space next to which of these?", "enters")
    for space in way:
        await _suffer(ledger, who, auras_beside(ledger, who, space), "enters", f" at {name_of(space)}")


async def linger(ledger: Ledger, who: Tag) -> None:
    """A figure ends its turn where it began it: the auras it stayed in hurt it."""
    if WALKED.of(ledger.encounter, who):
        return
    on = battlefield(ledger.rules, ledger.encounter, who)
    if on is None:
        await _ask_aura(ledger, who, "stayed next to which of these for the whole turn?", "stays in")
    else:
        await _suffer(ledger, who, auras_beside(ledger, who, on.at(who)[0]), "stays in")


async def _ask_aura(ledger: Ledger, who: Tag, asked: str, how: str) -> None:
    if not auras(ledger, who):
        return
    picked = await Ask(
        lambda: Pick(
            key=f"aura {how} {who}",
            prompt=f"{ledger.encounter.name(who)} {asked}",
            needs=(who,),
            among=auras(ledger, who),
            least=0,
            most=max(1, len(auras(ledger, who))),
            # To be near an aura is a fact and no choice, and mostly not so: nobody may be the default.
            default="nobody",
            cites=("DJ-70",),
        )
    )
    await _suffer(ledger, who, picked.tags, how)


async def _suffer(ledger: Ledger, who: Tag, sources: tuple[Tag, ...], how: str, where: str = "") -> None:
    for tag in sources:
        strong = aura(ledger.encounter, tag)
        if ledger.able(who) and ledger.able(tag):
            name, other = ledger.encounter.name(who), ledger.encounter.name(tag)
            told = f"{name} {how} the aura of {other}{where}"
            ledger.remark(told, "DJ-70", tag=who, source=tag, introduces=True)
            await suffer(ledger, who, strong, "DJ-70", source=tag, terms=(Term("aura", strong),))


MOVE, DIE = "move", "die"


def _way(ledger: Ledger, who: Tag, spaces: Counted | Said) -> tuple[Space, ...]:
    """The spaces that it enters on the board, in the last of which it then stands (DJ-89)."""
    on = battlefield(ledger.rules, ledger.encounter, who)
    if isinstance(spaces, Counted) or on is None:
        return ()
    goal = space_of(spaces.text)
    way = on.way(who, goal, lambda space: sum(aura(ledger.encounter, tag) for tag in auras_beside(ledger, who, space)))
    ledger.record(FigurePlaced(tag=who, spaces=tuple(map(name_of, on.shifted(who, goal))), cites=("DJ-48", "DJ-89")))
    return way


def _most(encounter: Encounter, who: Tag) -> int:
    return MOVES.of(encounter, who) + FATIGUE.of(encounter, who)


def pay(ledger: Ledger, who: Tag, spaces: int) -> None:
    """Movement points are spent, and fatigue for what they lack; whoever moves no longer aims (DJ-49, 50)."""
    lacks = max(0, spaces - MOVES.of(ledger.encounter, who))
    if lacks:
        ledger.record(FATIGUE.change(who, -lacks, "DJ-50"))
    if spaces > lacks:
        ledger.record(MOVES.change(who, lacks - spaces, "DJ-48"))
    if not WALKED.of(ledger.encounter, who):
        ledger.record(WALKED.set(who, True))
    lose(ledger, who, *LOST_ON_MOVE)


def _able(encounter: Encounter, who: Tag) -> str:
    moves, fatigue = MOVES.of(encounter, who), FATIGUE.of(encounter, who)
    return f"can move {count_of(moves, 'space')}" + (f" and {fatigue} more by spending fatigue" if fatigue else "")


# -------------------------------------------------------------------- what bars them, and what they ask


def no_walk(situation: Situation) -> str | None:
    """Why nobody can move now; None if somebody can."""
    turn = situation.encounter.turn
    if turn is None or not situation.able(turn):
        return "It is nobody's turn. Begin one: next."
    name = situation.encounter.name(turn)
    if held := no_movement(situation.encounter, turn):
        return held
    if reason := no_choice_yet(situation.encounter, turn):
        return reason
    if not MOVES.of(situation.encounter, turn) and not FATIGUE.of(situation.encounter, turn):
        return f"{name} has no movement left [DJ-48]."
    return None


def _ask_spaces(situation: Situation) -> Question[Any]:
    """An `Amount`, or on a board a `Text`."""
    who = situation.encounter.turn or ""
    most = _most(situation.encounter, who)
    on = battlefield(situation.rules, situation.encounter, who)
    if on is not None:
        ways = {name_of(space): str(steps) for space, steps in on.ways(who, most).items()}
        prompt = f"{situation.encounter.name(who)} {_able(situation.encounter, who)}. To which space?"
        check = partial(_no_way, ways)
        return Text(key="spaces", prompt=prompt, words=tuple(ways), check=check, spaces=ways)
    prompt = f"{situation.encounter.name(who)} {_able(situation.encounter, who)}. How many spaces?"
    return Amount(key="spaces", prompt=prompt, least=1, most=max(1, most), cites=("DJ-48",))


def _no_way(ways: Mapping[str, str], text: str) -> str | None:
    try:
        if name_of(space_of(text)) in ways:
            return None
        return f"{short(text)} is too far away, occupied, or cut off. Choose another space."
    except NotUnderstood as problem:
        return str(problem)


def _no_fatigue(situation: Situation) -> str | None:
    turn = situation.encounter.turn
    if turn is None or not is_hero(situation.encounter, turn):
        return "Only heroes can spend fatigue, and only on their own turn [DJ-24]."
    if reason := no_choice_yet(situation.encounter, turn):
        return reason
    if not FATIGUE.of(situation.encounter, turn):
        return f"{situation.encounter.name(turn)} has no fatigue left [DJ-50]."
    return None


def _ask_what(situation: Situation) -> Choose:
    turn = situation.encounter.turn or ""
    name = situation.encounter.name(turn)
    barred = {DIE: "You can buy a power die only while an attack is being rolled [DJ-24]."}
    if MISSED.of(situation.encounter, turn):
        barred = {DIE: f"{name}'s attack shows a miss [DJ-13]: nothing can be spent on it [DJ-17]."}
    if held := no_movement(situation.encounter, turn):
        barred[MOVE] = held
    labels = {MOVE: "a movement point", DIE: "a power die"}
    return Choose(key="what", prompt="Spend fatigue on what?", options=(MOVE, DIE), labels=labels, barred=barred)


# -------------------------------------------------------------------- what is done


@verb(
    label="Walk",
    hint="movement points first, then fatigue",
    hotkey=SharedKey.MOVE,
    bar=no_walk,
    cites=("DJ-48", "DJ-50"),
)
async def walk(ledger: Ledger, spaces: Counted | Said = asks(_ask_spaces)) -> None:
    """The figure whose turn it is moves so many spaces, or on the board to a space (DJ-48)."""
    who = ledger.actor
    way = _way(ledger, who, spaces)
    steps = spaces.n if isinstance(spaces, Counted) else len(way)
    pay(ledger, who, steps)
    ledger.remark(f"{ledger.encounter.name(who)} moves {count_of(steps, 'space')}", "DJ-48")
    await enter(ledger, who, way)


@verb(
    label="Fatigue",
    hint="one fatigue buys a movement point",
    hotkey="F",
    bar=_no_fatigue,
    cites=("DJ-50",),
    told="{who} spends 1 fatigue to move",
)
async def fatigue(ledger: Ledger, what: Chosen = asks(_ask_what, default=Chosen(option=MOVE))) -> None:
    """One fatigue buys a movement point (DJ-50)."""
    who = ledger.actor
    ledger.record(FATIGUE.change(who, -1, "DJ-50"), MOVES.change(who, 1, "DJ-50"))
