"""Ranged attacks (BK-13..18)."""

from referee.engine.answer import Answer, Chosen, Counted, Picked
from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.board import MOST
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.question import Amount, Choose, Confirm, Pick
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Given, Param, Situation, Verb
from referee.rules.black_keep.attack import answer_in_fight, needs_beside, strike, strike_back
from referee.rules.black_keep.conditions import ATTACKED, spend_attack
from referee.rules.black_keep.fights import foes, in_duel, is_duel, settle_fights
from referee.rules.black_keep.kinds import FIGHT, METRIC, RANGE
from referee.rules.black_keep.squares import squares
from referee.rules.black_keep.turns import current_attacker, go_on, take_turn

IN_THE_WAY = {
    "clear": "nothing is in the way",
    "terrain": "terrain is in the way",
    "miniature": "a miniature is in the way",
    "monster": "a monster is in the way",
}
"""What may stand between a shooter and its target (BK-15)."""


async def shoot(ledger: Ledger, who: Picked, target: Picked, sight: Chosen, distance: Counted) -> None:
    """Sight first, then range; then an attack like any other (BK-14, 15, 17, 18)."""
    shooter, aim = who.one, target.one
    names = f"{ledger.encounter.name(shooter)} cannot shoot at {ledger.encounter.name(aim)}"
    reach = RANGE.of(ledger.encounter, shooter)
    if sight.option != "clear":
        path = _path(ledger, shooter, aim, sight)
        ledger.remark(f"{names}: {IN_THE_WAY[sight.option]}{path}", "BK-15", "BK-14")
        return
    if distance.n > reach:
        ledger.remark(f"{names}: {distance.n} squares, and {reach} is the most", "BK-18", "BK-17")
        return
    path = _path(ledger, shooter, aim, sight)
    ledger.remark(f"In sight{path}, {distance.n} of {reach} squares", "BK-14", "BK-17", "BK-16", detail=True)
    _take_place_in_fight(ledger, shooter)
    among_many = aim in foes(ledger.encounter, shooter) and not is_duel(ledger.encounter, shooter)
    try:
        survived = await strike(ledger, shooter, aim, "BK-13")
        spend_attack(ledger, shooter)
        if survived and await _may_answer(ledger, shooter, aim, distance.n):
            await (
                answer_in_fight(ledger, aim, shooter, duel=False) if among_many else strike_back(ledger, aim, shooter)
            )
    except Lapsed as reason:
        ledger.remark(f"The shot comes to nothing: {reason}")
        if not ATTACKED.of(ledger.encounter, shooter):
            return
    if ledger.encounter.turn == shooter:
        go_on(ledger)


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
                "side to side and not across a corner?",
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
        return f"{name} is in a fight, and it is {encounter.name(now)}'s turn [BK-19]."
    return f"{name} has attacked this turn; `next` goes on." if ATTACKED.of(encounter, tag) else None


def _ask_shooter(table: Situation, given: Given) -> Pick:
    why = {tag: _no_shot(table.encounter, tag) for tag in table.able_figures()}
    among = tuple(tag for tag, reason in why.items() if reason is None)
    barred = {tag: reason for tag, reason in why.items() if reason is not None}
    return Pick(key="shooter", prompt="Who shoots?", among=among, barred=barred)


def _default_shooter(table: Situation, given: Given) -> Answer | None:
    turn = table.encounter.turn
    if turn is not None and _no_shot(table.encounter, turn) is None:
        return Picked(tags=(turn,))
    ready = _ask_shooter(table, given).among
    return Picked(tags=ready) if len(ready) == 1 else None


def _ask_aim(table: Situation, given: Given) -> Pick:
    who = given.one("who")
    side = table.encounter.figures[who].side
    among = tuple(tag for tag in table.targets() if table.encounter.figures[tag].side != side)
    friends = {t: f"{table.encounter.name(t)} is on the same side [BK-16]." for t in table.targets() if t not in among}
    beside = needs_beside(table.encounter, who, among)
    prompt = f"{table.encounter.name(who)} shoots at whom?"
    return Pick(key="aim", prompt=prompt, among=among, barred=friends, beside=beside, near=who)


def _ask_sight(table: Situation, given: Given) -> Choose:
    return Choose(
        key="sight",
        prompt="What is in the path?",
        options=tuple(IN_THE_WAY),
        labels=IN_THE_WAY,
        default="clear",
        cites=("BK-14", "BK-15"),
    )


def _known_sight(table: Situation, given: Given) -> Answer | None:
    """What is in the path, if the board shows it; `clear` in a duel. None: the table is asked."""
    if _duel_off_board(table, given):
        return Chosen(option="clear")
    on = squares(table.rules, table.encounter, given.one("who"), given.one("target"))
    return None if on is None else Chosen(option=on.in_the_way())


def _ask_distance(table: Situation, given: Given) -> Amount:
    if _duel_off_board(table, given):
        names = " and ".join(table.encounter.name(given.one(name)) for name in ("who", "target"))
        prompt = f"How many squares away? ({names} are in combat, at 1)"
        return Amount(key="distance", prompt=prompt, least=1, most=1, cites=("BK-38",))
    step = "one square" if METRIC.of(table.encounter) == "chebyshev" else "two squares"
    reach = RANGE.of(table.encounter, given.one("who"))
    return Amount(
        key="distance",
        prompt=f"How many squares away? (a diagonal step is {step}; range {reach})",
        least=1,
        most=2 * MOST,
        cites=("BK-17",),
    )


def _duel_off_board(table: Situation, given: Given) -> bool:
    """True if shooter and target are a duel off the board, and so side to side (BK-38)."""
    who, aim = given.one("who"), given.one("target")
    return in_duel(table.encounter, who, aim) and squares(table.rules, table.encounter, who, aim) is None


def _known_distance(table: Situation, given: Given) -> Answer | None:
    """The distance, if the board shows it; 1 in a duel (BK-38). None: the table is asked."""
    if _duel_off_board(table, given):
        return Counted(n=1)
    on = squares(table.rules, table.encounter, given.one("who"), given.one("target"))
    return None if on is None else Counted(n=on.away)


def why_no_shot(table: Situation) -> str | None:
    """Why nobody can shoot now; None if somebody can."""
    encounter, turn = table.encounter, table.encounter.turn
    armed = [tag for tag in table.able_figures() if RANGE.of(encounter, tag)]
    if any(_no_shot(encounter, tag) is None for tag in armed):
        return None
    first = turn if turn is not None and table.able(turn) else next(iter(armed), None)
    return "Nobody has anything to shoot with [BK-13]." if first is None else _no_shot(encounter, first)


VERBS = (
    Verb(
        "shoot",
        shoot,
        (
            Param("who", _ask_shooter, _default_shooter),
            Param("target", _ask_aim, nobody="There is nobody to shoot at [BK-16]."),
            Param("sight", _ask_sight, _known_sight),
            Param("distance", _ask_distance, _known_distance),
        ),
        label="Shoot",
        hint="a ranged attack: sight, range, attack",
        hotkey=SharedKey.SECOND_ATTACK,
        bar=why_no_shot,
        cites=("BK-13",),
    ),
)
