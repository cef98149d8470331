"""Ranged attacks (BK-13..18)."""

from referee.engine.questions.answer import Chosen, Counted, Picked
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Amount, Confirm
from referee.engine.state.bearer import Tag
from referee.engine.state.board import MOST
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.black_keep.attack import answer_in_fight, needs_beside, shot_targets, strike, strike_back
from referee.rules.black_keep.kinds import ATTACKED, FIGHT, METRIC, RANGE, spend_attack
from referee.rules.black_keep.turns import (
    current_attacker,
    foes,
    go_on,
    in_duel,
    is_duel,
    settle_fights,
    squares,
    take_turn,
)

IN_THE_WAY = {
    "clear": "nothing is in the way",
    "terrain": "terrain is in the way",
    "miniature": "a miniature is in the way",
    "monster": "a monster is in the way",
}
"""What may stand between a shooter and its target (BK-15)."""


def _path(ledger: Ledger, shooter: Tag, aim: Tag, sight: Chosen) -> str:
    """The line of sight on the board in words; empty if the board did not decide it."""
    on = squares(ledger.rules, ledger.encounter, shooter, aim)
    return f" ({on.path()})" if on is not None and on.in_the_way() == sight.option else ""


def _take_place_in_fight(ledger: Ledger, shooter: Tag) -> None:
    """Who stands in a fight shoots in its place in the order (BK-19)."""
    settle_fights(ledger)
    if ledger.encounter.group_with(shooter, FIGHT) is not None:
        take_turn(ledger, shooter)


async def _may_answer(ledger: Ledger, shooter: Tag, aim: Tag, distance: int) -> bool:
    """A shot is struck back in base contact, or by one who reaches as far."""
    if distance == 1 and await _in_contact(ledger, shooter, aim):
        ledger.remark("In base contact", "BK-38", detail=True)
        return True
    return RANGE.of(ledger.encounter, aim) >= distance


async def _in_contact(ledger: Ledger, shooter: Tag, aim: Tag) -> bool:
    """True if two figures at one square are side to side (BK-38): by the board, else by the answer of the table."""
    on = squares(ledger.rules, ledger.encounter, shooter, aim)
    if on is not None:
        return on.contact
    if METRIC.of(ledger.encounter) == "orthogonal" or in_duel(ledger.encounter, shooter, aim):
        return True
    try:
        contact = await Ask(
            lambda: Confirm(
                key=f"contact {aim}<{shooter}",
                prompt=f"Are {ledger.encounter.name(shooter)} and {ledger.encounter.name(aim)} in base contact, "
                "edge to edge, not corner to corner?",
                needs=(shooter, aim),
                cites=("BK-38",),
            )
        )
    except Lapsed:
        return False
    return contact.yes


# -------------------------------------------------------------------- what it asks


def _no_shot(encounter: Encounter, tag: Tag) -> str | None:
    """Why a figure cannot shoot now; None if it can."""
    name = encounter.name(tag)
    if RANGE.of(encounter, tag) < 1:
        return f"{name} has nothing to shoot with [BK-13]."
    now = current_attacker(encounter) if foes(encounter, tag) else None
    if now == tag:
        return None
    if now is not None:
        return (
            f"{name} is in a fight and can shoot only on {name}'s own turn; it is {encounter.name(now)}'s turn [BK-19]."
        )
    return f"{name} has attacked this turn. Go on with: next" if ATTACKED.of(encounter, tag) else None


def _ask_shooter(situation: Situation) -> Pick:
    able = situation.able_figures()
    barred = {tag: reason for tag in able if (reason := _no_shot(situation.encounter, tag))}
    return Pick(key="shooter", prompt="Who shoots?", among=able, barred=barred)


def _default_shooter(situation: Situation) -> Picked | None:
    turn = situation.encounter.turn
    if turn is not None and _no_shot(situation.encounter, turn) is None:
        return Picked(tags=(turn,))
    ready = _ask_shooter(situation).among
    return Picked(tags=ready) if len(ready) == 1 else None


def _ask_aim(situation: Situation, who: Picked) -> Pick:
    encounter, shooter = situation.encounter, who.one
    among, friends = shot_targets(situation, shooter)
    beside = needs_beside(encounter, shooter, among)
    prompt = f"{encounter.name(shooter)} shoots at whom?"
    return Pick(key="aim", prompt=prompt, among=among, barred=friends, beside=beside, near=shooter)


_ASK_SIGHT = Choose(
    key="sight",
    prompt="What is in the way?",
    options=tuple(IN_THE_WAY),
    labels=IN_THE_WAY,
    default="clear",
    cites=("BK-14", "BK-15"),
)


def _known_sight(situation: Situation, who: Picked, target: Picked) -> Chosen | None:
    """What is in the path, if the board shows it; `clear` in a duel. None: the table is asked."""
    if _duel_off_board(situation, who, target):
        return Chosen(option="clear")
    on = squares(situation.rules, situation.encounter, who.one, target.one)
    return None if on is None else Chosen(option=on.in_the_way())


def _ask_distance(situation: Situation, who: Picked, target: Picked) -> Amount:
    if _duel_off_board(situation, who, target):
        names = f"{situation.encounter.name(who.one)} and {situation.encounter.name(target.one)}"
        prompt = f"How many squares away? ({names} are in combat, 1 square apart)"
        return Amount(key="distance", prompt=prompt, least=1, most=1, cites=("BK-38",))
    step = "one square" if METRIC.of(situation.encounter) == "chebyshev" else "two squares"
    reach = RANGE.of(situation.encounter, who.one)
    return Amount(
        key="distance",
        prompt=f"How many squares away? (a diagonal step is {step}; range {reach})",
        least=1,
        most=2 * MOST,
        cites=("BK-17",),
    )


def _duel_off_board(situation: Situation, who: Picked, target: Picked) -> bool:
    """True if shooter and target are a duel off the board, and so side to side (BK-38)."""
    encounter, pair = situation.encounter, (who.one, target.one)
    return in_duel(encounter, *pair) and squares(situation.rules, encounter, *pair) is None


def _known_distance(situation: Situation, who: Picked, target: Picked) -> Counted | None:
    """The distance, if the board shows it; 1 in a duel (BK-38). None: the table is asked."""
    if _duel_off_board(situation, who, target):
        return Counted(n=1)
    on = squares(situation.rules, situation.encounter, who.one, target.one)
    return None if on is None else Counted(n=on.away)


def why_no_shot(situation: Situation) -> str | None:
    """Why nobody can shoot now; None if somebody can."""
    encounter, turn = situation.encounter, situation.encounter.turn
    figures = encounter.figures  # of hundreds few have a range at all
    armed = [t for t in situation.able_figures() if RANGE.name in figures[t].traits and RANGE.of(encounter, t)]
    if any(_no_shot(encounter, tag) is None for tag in armed):
        return None
    first = turn if turn is not None and situation.able(turn) else next(iter(armed), None)
    if first is None:
        return "Nobody has anything to shoot with. Give a range: set bran range 5 [BK-13]."
    return _no_shot(encounter, first)


# -------------------------------------------------------------------- what is done


@verb(
    label="Shoot",
    hint="a ranged attack: sight, range, attack",
    hotkey=SharedKey.SECOND_ATTACK,
    bar=why_no_shot,
    cites=("BK-13",),
)
async def shoot(
    ledger: Ledger,
    who: Picked = asks(_ask_shooter, default=_default_shooter),
    target: Picked = asks(_ask_aim, nobody="There is nobody to shoot at [BK-16]."),
    sight: Chosen = asks(_ASK_SIGHT, default=_known_sight),
    distance: Counted = asks(_ask_distance, default=_known_distance),
) -> None:
    """Sight first, then range; then an attack like any other (BK-14, 15, 17, 18)."""
    shooter, aim = who.one, target.one
    names = f"{ledger.encounter.name(shooter)} cannot shoot at {ledger.encounter.name(aim)}"
    reach = RANGE.of(ledger.encounter, shooter)
    if sight.option != "clear":
        path = _path(ledger, shooter, aim, sight)
        ledger.remark(f"{names}: {IN_THE_WAY[sight.option]}{path}", "BK-15", "BK-14")
        return
    if distance.n > reach:
        name, far = ledger.encounter.name(shooter), f"{distance.n} square{'s' if distance.n > 1 else ''}"
        ledger.remark(
            f"{ledger.encounter.name(aim)} is out of range: {far} away; {name} can shoot {reach}", "BK-18", "BK-17"
        )
        return
    path = _path(ledger, shooter, aim, sight)
    ledger.remark(f"In sight{path}, {distance.n} of {reach} squares", "BK-14", "BK-17", "BK-16", detail=True)
    _take_place_in_fight(ledger, shooter)
    doing = f"{ledger.encounter.name(shooter)} shoots {ledger.encounter.name(aim)}"
    among_many = aim in foes(ledger.encounter, shooter) and not is_duel(ledger.encounter, shooter)
    try:
        survived = await strike(
            ledger, shooter, aim, "BK-13", doing=doing, told=f"{doing} (range {distance.n} of {reach})"
        )
        spend_attack(ledger, shooter)
        if survived and await _may_answer(ledger, shooter, aim, distance.n):
            await (
                answer_in_fight(ledger, aim, shooter, duel=False) if among_many else strike_back(ledger, aim, shooter)
            )
    except Lapsed as reason:
        ledger.remark(f"No shot: {reason}")
        if not ATTACKED.of(ledger.encounter, shooter):
            return
    if ledger.encounter.turn == shooter:
        go_on(ledger)
