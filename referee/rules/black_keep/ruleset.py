"""Ruleset of The Black Keep: what the game declares to the engine, with the actions of a figure: engage, attack, leave
(BK-01, 10, 11, 19, 21).
"""

from collections.abc import Iterable, Iterator, Mapping

from referee.engine.contract.carries_over import CarriesOver
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.fight_rules import FightRules
from referee.engine.contract.order_rules import OrderRules
from referee.engine.problem import Refused
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Lapsed
from referee.engine.questions.question import Pick, Reasons
from referee.engine.state.bearer import Figure, Group, Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.verbs.ledger import Ledger, System
from referee.engine.verbs.verb import Command, SharedKey, Situation, able_figures, asks, verb
from referee.rules.black_keep import harm, kinds, ranged, treasure, turns
from referee.rules.black_keep.attack import answer_in_fight, attack_targets, attackable, needs_beside, strike
from referee.rules.black_keep.kinds import FIGHT, FIGHTING, RANGE, UP, spend_attack
from referee.rules.black_keep.turns import (
    current_attacker,
    go_on,
    has_attack_left,
    is_duel,
    join_fight,
    leave_fight,
    open_fight,
    settle_fights,
    squares,
    take_turn,
)
from referee.rules.registry import clauses_of, sample_of


def _in_two_fights(first: Figure, second: Figure) -> str:
    names = f"{first.name} and {second.name}"
    return f"{names} are in different fights. First take one out of its fight: leave {first.tag}"


def _meet(ledger: Ledger, first: Tag, second: Tag) -> None:
    """Two in contact: a fight opens, or one of them joins the other's."""
    mine, theirs = (ledger.encounter.group_with(tag, FIGHT) for tag in (first, second))
    if mine is not None and theirs is not None:
        if mine.tag != theirs.tag:
            raise Refused(_in_two_fights(ledger.encounter.figures[first], ledger.encounter.figures[second]))
    elif theirs is not None:
        join_fight(ledger, theirs, first)
    elif mine is not None:
        join_fight(ledger, mine, second)
    else:
        open_fight(ledger, first, second)


# -------------------------------------------------------------------- what they ask


def why_no_contact(situation: Situation) -> str | None:
    """Why nobody can move into combat: all are in combat. None where it takes a look at each."""
    able = situation.able_figures()
    fighting = {tag for fight in situation.encounter.groups_of(FIGHT) for tag in fight.members}
    if not able or not fighting.issuperset(able):
        return None
    return f"Everybody is in combat. Take a figure out of it first: leave {able[0]}"


def _ask_contact(situation: Situation, mover: Picked) -> Pick:
    others = [tag for tag in situation.able_figures() if tag not in mover.tags]
    fights = {tag: group for group in situation.encounter.groups_of(FIGHT)[::-1] for tag in group.members}
    barred = {tag: why for moved in mover.tags[::-1] for tag, why in _no_contact(situation, fights, moved, others)}
    return Pick(
        key="contact",
        prompt="Move into combat with whom?",
        among=tuple(others),
        barred=barred,
        most=MOST_FIGURES,
        cites=("BK-38",),
    )


def _no_contact(
    situation: Situation, fights: Mapping[Tag, Group], mover: Tag, others: Iterable[Tag]
) -> Iterator[tuple[Tag, str]]:
    """With whom of the others `mover` cannot move into contact, and why. fights: the fight of each who is in one."""
    figures, mine, has_board = situation.encounter.figures, fights.get(mover), situation.encounter.board is not None
    who = figures[mover]
    for other in others:
        whom, theirs = figures[other], fights.get(other)
        if mine is not None and theirs is mine:
            yield other, f"{who.name} is already in combat with {whom.name}."
        elif who.side == whom.side:
            yield other, f"{who.name} and {whom.name} are on the same side."
        elif mine is not None and theirs is not None:
            yield other, _in_two_fights(who, whom)
        elif has_board and (apart := _apart(situation, mover, other)):
            yield other, apart


def _apart(situation: Situation, one: Tag, other: Tag) -> str | None:
    """Why two figures on the board are not in contact; None if they are, or one is off the board."""
    name, on = situation.encounter.name, squares(situation.rules, situation.encounter, one, other)
    if on is None or on.contact:
        return None
    return f"{name(one)} and {name(other)} are not in contact: {on.apart()} [BK-38]."


def _ask_attacker(situation: Situation) -> Pick:
    now = current_attacker(situation.encounter)
    if now is None:
        return Pick(key="attacker", prompt="Who attacks?", among=())
    others = [tag for tag in situation.encounter.figures if tag != now]
    barred = Reasons(others, lambda tag: f"It is {situation.encounter.name(now)}'s turn.")
    return Pick(key="attacker", prompt="Who attacks?", among=(now,), barred=barred)


def _default_attacker(situation: Situation) -> Picked | None:
    now = current_attacker(situation.encounter)
    return None if now is None else Picked(tags=(now,))


def _ask_target(situation: Situation, who: Picked) -> Pick:
    attacker = who.one
    among, barred = attack_targets(situation, attacker)
    beside = needs_beside(situation.encounter, attacker, among)
    prompt = f"{situation.encounter.name(attacker)} attacks whom?"
    return Pick(key="target", prompt=prompt, among=among, barred=barred, beside=beside, near=attacker)


def _ask_leaver(situation: Situation) -> Pick:
    fighting = {tag for fight in situation.encounter.groups_of(FIGHT) for tag in fight.members}
    figures = situation.encounter.figures
    others = [tag for tag in figures if tag not in fighting]
    barred = Reasons(others, lambda tag: f"{figures[tag].name} is not in combat.")
    return Pick(key="leaver", prompt="Who moves away?", among=tuple(figures), barred=barred, most=MOST_FIGURES)


def why_no_attack(situation: Situation) -> str | None:
    """Why nobody can attack now; None if somebody can."""
    now = current_attacker(situation.encounter)
    if now is None:
        return "Nobody is in combat. Move a figure into it: engage ulf r1 (Ulf gets the initiative) [BK-01]."
    if not attackable(situation.encounter, now):
        _, denied = attack_targets(situation, now)
        return f"{next(iter(denied.values()))} There is nobody else to attack. Pass the turn: next"
    return None


# -------------------------------------------------------------------- what is done


@verb(
    label="Attack",
    hint="roll on the attack table; the target saves",
    hotkey=SharedKey.ATTACK,
    bar=why_no_attack,
    cites=("BK-03", "BK-04"),
)
async def attack(
    ledger: Ledger, who: Picked = asks(_ask_attacker, default=_default_attacker), target: Picked = asks(_ask_target)
) -> None:
    """The attack of the figure whose turn it is; in a duel the other strikes back at once (BK-10).

    Lapsed if it is no longer its turn.
    """
    settle_fights(ledger)
    attacker, defender = who.one, target.one
    if current_attacker(ledger.encounter) != attacker:
        raise Lapsed(f"it is no longer {ledger.encounter.name(attacker)}'s turn")
    take_turn(ledger, attacker)
    duel = is_duel(ledger.encounter, attacker)
    try:
        survived = await strike(ledger, attacker, defender)
        spend_attack(ledger, attacker)
        if survived:
            await answer_in_fight(ledger, defender, attacker, duel)
    except Lapsed as reason:
        ledger.remark(f"No attack: {reason}")
        if has_attack_left(ledger.encounter, attacker):
            return
    # The referee may have ended its turn, or the turn of all, while it was being played.
    if ledger.encounter.phase == FIGHTING and ledger.encounter.turn in (attacker, None):
        go_on(ledger)


@verb(
    label="Engage",
    hint="move into combat; the first to do so has the initiative: engage tia r1,r2",
    hotkey=SharedKey.CLOSE,
    interjects=True,
    futile=why_no_contact,
    cites=("BK-01",),
    actor="mover",
    told="{who} moves into combat with {on}",
)
async def engage(
    ledger: Ledger,
    mover: Picked = able_figures("Who moves into combat?"),
    target: Picked = asks(_ask_contact, nobody="There is no foe to move into combat with."),
) -> None:
    """Each of these moves into contact with each of those, in the order in which they were named (BK-01, 19, 38)."""
    for first in mover.tags:
        for second in target.tags:
            _meet(ledger, first, second)


@verb(
    label="Leave",
    hint="move away, out of combat",
    hotkey=SharedKey.LEAVE,
    interjects=True,
    told="{who} moves out of combat",
)
async def leave(ledger: Ledger, who: Picked = asks(_ask_leaver, nobody="Nobody is in combat.")) -> None:
    """Figures move away, out of their fights."""
    ended = ledger.encounter.turn in who.tags
    for tag in who.tags:
        leave_fight(ledger, tag)
    if ended:
        go_on(ledger)


def routine(encounter: Encounter) -> Iterator[Command]:
    """Shots and attacks in the fights; before them whoever stands in none and has no bow moves into combat."""
    if encounter.phase == FIGHTING:
        yield from (Command(verb="shoot"), Command(verb="attack"))
        return
    fighting = {tag for fight in encounter.groups_of(FIGHT) for tag in fight.members}
    for figure in encounter.figures.values():
        if figure.standing == UP.name and figure.tag not in fighting and not RANGE.of(encounter, figure.tag):
            yield Command(verb="engage", given={"mover": Picked(tags=(figure.tag,))})


PACKAGE = "referee.rules.black_keep"

RULES = System(
    name="black_keep",
    title="The Black Keep",
    blurb="Miniatures on a square grid: players, minions and bosses, one attack and one save at a time.",
    clauses=clauses_of(PACKAGE),
    sample=sample_of(PACKAGE),
    options=(kinds.MULTI_DICE, kinds.METRIC, kinds.GRANT),
    standings=(kinds.UP, kinds.DEAD, kinds.OUT),
    health_track=kinds.WOUNDS,
    tracks=(kinds.WOUNDS, kinds.RESPAWNS, kinds.ITEMS),
    traits=kinds.SHEET,
    piles=(kinds.GOOD, kinds.BAD),
    tests=kinds.TESTS,
    templates=kinds.TEMPLATES,
    columns=(kinds.WOUNDS, kinds.ITEMS, kinds.RESPAWNS, kinds.ATTACK, kinds.DEFENCE, kinds.RANGE),
    app_sides=frozenset({kinds.MONSTERS}),
    carries_over=CarriesOver((kinds.WOUNDS.name, kinds.RESPAWNS.name, kinds.ITEMS.name), (kinds.GEAR.name,)),
    order=OrderRules(turn_left=turns.has_attack_left),
    fight=FightRules(impossible_states=turns.impossible_states),
    descriptions=DescriptionRules(compared=("attack_dice",), rank=kinds.rank),
    verbs=(
        *(attack, engage, leave, ranged.shoot),
        *(treasure.treasure, treasure.grant, treasure.card, treasure.discard, treasure.needs),
    ),
    advance=turns.advance,
    harm=harm.harm,
    heal=harm.heal,
    fall=harm.fall,
    routine=routine,
    begin=turns.begin,
    end_fight=turns.end_fight,
    on_removed=harm.left,
)
