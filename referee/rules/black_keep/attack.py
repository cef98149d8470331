"""One attack and its save, and the strike back (BK-03..12, 20)."""

from collections.abc import Iterable, Mapping

from referee.engine.dice.dice import Pool, dice_term
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Term
from referee.engine.questions.answer import Reads, Rolled
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import Reasons
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Situation
from referee.rules.black_keep.harm import wound
from referee.rules.black_keep.kinds import (
    ATTACK,
    ATTACK_DICE,
    ATTACK_ROLL,
    ATTACKED,
    DEFENCE,
    DENIES_COUNTER,
    ENEMY_SAVE,
    FIGHT,
    MULTI_DICE,
    NEEDS,
    SAVE,
    SAVING_THROW,
    STRUCK_BY,
    WOUNDS,
    spend_attack,
)
from referee.rules.black_keep.turns import foes, is_boss, is_monster, members_with
from referee.text.phrases import joined

PARRY = 4
"""A save parries from this total on (BK-06)."""


def attack_dice(encounter: Encounter, who: Tag) -> int:
    """How many dice an attack has: what the profile says; a boss loses one with each wound (BK-03, 24, 26, 27)."""
    dice = max(1, ATTACK_DICE.of(encounter, who))
    return max(1, min(dice, WOUNDS.of(encounter, who))) if is_boss(encounter, who) else dice


def net_modifier(encounter: Encounter, attacker: Tag, target: Tag) -> int:
    """The attacker's modifier less the defender's, within the attack table."""
    return max(-2, min(2, ATTACK.of(encounter, attacker) - DEFENCE.of(encounter, target)))


def needed(encounter: Encounter, attacker: Tag, target: Tag) -> int:
    """What a die needs, by the attack table: 2 to 6, so a 1 always fails and a 6 always succeeds (BK-04)."""
    return int(NEEDS.of(encounter, TABLE)[net_modifier(encounter, attacker, target) + 2])


def needs_beside(encounter: Encounter, attacker: Tag, targets: Iterable[Tag]) -> dict[Tag, str]:
    """For each target what a die needs, as it is told where the target is chosen (BK-04)."""
    return {target: f"needs {needed(encounter, attacker, target)}+" for target in targets}


def save_modifier(encounter: Encounter, attacker: Tag, target: Tag) -> int:
    """What players' items add to the target's save, -2 to +2; a monster's own profile adds nothing (BK-09, 42)."""
    own = 0 if is_monster(encounter, target) else SAVE.of(encounter, target)
    theirs = 0 if is_monster(encounter, attacker) else ENEMY_SAVE.of(encounter, attacker)
    return max(-2, min(2, own + theirs))


Choice = tuple[tuple[Tag, ...], Mapping[Tag, str]]
"""Those who may be attacked, and why not the others."""


def attackable(encounter: Encounter, who: Tag) -> tuple[Tag, ...]:
    """Whom a figure may attack in its place: foes in its fight, and first those who attacked it this turn (BK-10).

    Never one of those who denies the strike back (BK-11).
    """
    there = foes(encounter, who)
    struck_by = [tag for tag in STRUCK_BY.of(encounter, who) if tag in there]
    denied = [tag for tag in struck_by if DENIES_COUNTER.of(encounter, tag)]
    owed = [tag for tag in struck_by if tag not in denied]
    return tuple(owed or (tag for tag in there if tag not in denied))


def attack_targets(situation: Situation, who: Tag) -> Choice:
    """Whom a figure may attack in its place, and why it may attack none of the others (BK-10, 11, 38)."""
    encounter, name = situation.encounter, situation.encounter.name(who)
    there, among, struck_by = foes(encounter, who), attackable(encounter, who), STRUCK_BY.of(encounter, who)

    def why_not(tag: Tag) -> str:
        if tag not in there:
            only = f", only with {joined([*map(encounter.name, there)])}" if there else ""
            return f"{name} is not in combat with {encounter.name(tag)}{only} [BK-38]."
        if tag in struck_by:
            return f"{name} cannot strike back at {encounter.name(tag)} [BK-11]."
        return f"{name} must first strike back at {joined([*map(encounter.name, among)])} [BK-10]."

    denied = [tag for tag in struck_by if tag in there and tag not in among]
    others = [tag for tag in situation.targets() if tag != who and tag not in among]
    return among, Reasons((*denied, *others), why_not)


def shot_targets(situation: Situation, who: Tag) -> Choice:
    """Whom a figure may shoot at: anybody of another side, in a fight or not (BK-16)."""
    encounter, side = situation.encounter, situation.encounter.figures[who].side
    friends = [tag for tag in situation.targets() if encounter.figures[tag].side == side]
    barred = {tag: f"{encounter.name(tag)} is on the same side [BK-16]." for tag in friends}
    return tuple(tag for tag in situation.targets() if tag not in barred), barred


async def strike(ledger: Ledger, attacker: Tag, target: Tag, *cites: str, doing: str = "", told: str = "") -> bool:
    """An attack, and a save if it succeeds (BK-03..08, 20). True if the target survives.

    doing: what the roll is called; told: what the log says first; empty: an attack. Lapsed if the two are no longer in
    combat.
    """
    fighting = target in foes(ledger.encounter, attacker)

    def attack_roll() -> Roll:
        if fighting and target not in foes(ledger.encounter, attacker):
            names = f"{ledger.encounter.name(attacker)} and {ledger.encounter.name(target)}"
            raise Lapsed(f"{names} are no longer in combat")
        return _attack_roll(ledger.encounter, attacker, target, cites, doing)

    rolled = await Ask(attack_roll)
    if told:
        ledger.remark(told, *cites, introduces=True)
    hits = _log_attack(ledger, attacker, target, rolled, cites)
    if not hits:
        return True
    try:
        saves = await Ask(lambda: _saving_throw(ledger.encounter, attacker, target, hits))
    except Lapsed as reason:
        # The attack has been made; but nobody is left to roll the save.
        ledger.remark(f"No save: {reason}")
        return False
    for face in saves.all:
        parried = _log_save(ledger, attacker, target, face)
        if not parried and not await wound(ledger, target, attacker):
            return False
    return True


async def strike_back(ledger: Ledger, who: Tag, at: Tag) -> None:
    """Who survives an attack strikes back, unless something forbids it (BK-10..12).

    In its own fight that is its attack of this turn; at a shot from outside it costs nothing (BK-43).
    """
    if not (ledger.able(who) and ledger.able(at)):
        return
    fighting = at in foes(ledger.encounter, who)
    name, other = ledger.encounter.name(who), ledger.encounter.name(at)
    if fighting and ATTACKED.of(ledger.encounter, who):
        ledger.remark(f"{name} has attacked this turn and does not strike back", detail=True)
        return
    if DENIES_COUNTER.of(ledger.encounter, at):
        ledger.remark(f"{name} cannot strike back at {other}", "BK-11")
    else:
        doing = f"{name} strikes back at {other}"
        ledger.remark(doing, "BK-10", detail=True)
        with ledger.lapsing("No strike back"):
            await strike(ledger, who, at, "BK-10", "BK-12", doing=doing, told=doing)
    if fighting:
        # Its attack is spent, and its conditions count the turn.
        spend_attack(ledger, who)
        ledger.pass_turn(who, "BK-47")
    elif ledger.encounter.group_with(who, FIGHT) is not None:
        ledger.remark(f"{name} can still attack in its own fight this turn", "BK-43", detail=True)


async def answer_in_fight(ledger: Ledger, who: Tag, at: Tag, duel: bool) -> None:
    """Who survived an attack in its fight strikes back: at once in a duel, in its own place among more (BK-10, 21)."""
    if at not in foes(ledger.encounter, who):
        return
    if duel:
        await strike_back(ledger, who, at)
    else:
        struck_by = (*STRUCK_BY.of(ledger.encounter, who), at)
        ledger.record(STRUCK_BY.set(who, tuple(dict.fromkeys(struck_by))))


def _attack_roll(encounter: Encounter, attacker: Tag, target: Tag, cites: tuple[str, ...], doing: str) -> Roll:
    need, dice = needed(encounter, attacker, target), attack_dice(encounter, attacker)
    return Roll(
        key=f"attack {attacker}>{target}",
        prompt=doing or f"{encounter.name(attacker)} attacks {encounter.name(target)}",
        by=attacker,
        pools=(Pool("attack", dice),),
        needs=(target,),
        goal=f"hits on {'any ' if dice > 1 else ''}{need} or more",
        reads=Reads(at_least=(need,)),
        cites=("BK-03", "BK-04", *cites),
    )


def _saving_throw(encounter: Encounter, attacker: Tag, target: Tag, hits: int) -> Roll:
    modifier = save_modifier(encounter, attacker, target)
    return Roll(
        key=f"save {target}<{attacker}",
        prompt=f"{encounter.name(target)}'s save",
        by=target,
        pools=(Pool("save", hits),),
        goal=f"parries on {PARRY - modifier} or more",
        reads=Reads(at_least=(PARRY - modifier,)),
        cites=("BK-05",),
    )


def _log_attack(ledger: Ledger, attacker: Tag, target: Tag, rolled: Rolled, cites: tuple[str, ...]) -> int:
    """Records an attack roll; returns how many saves it calls for."""
    encounter = ledger.encounter
    need = needed(encounter, attacker, target)
    hits = sum(face >= need for face in rolled.all)
    if MULTI_DICE.of(encounter) != "each":
        hits = min(hits, 1)
    clauses = ("BK-04", "BK-03", *_dice_cites(encounter, attacker), *cites, *(("BK-05",) if hits else ()))
    ledger.record(
        ATTACK_ROLL.made(
            attacker,
            hits > 0,
            *clauses,
            target=target,
            terms=(dice_term("attack", rolled.all),),
            against=need,
            each=True,
            count=hits,
        )
    )
    return hits


def _dice_cites(encounter: Encounter, attacker: Tag) -> tuple[str, ...]:
    """The clause that says how many dice a monster rolls."""
    dice = attack_dice(encounter, attacker)
    if is_boss(encounter, attacker):
        return ("BK-26",) if dice > 1 else ("BK-27",)
    return ("BK-24",) if is_monster(encounter, attacker) and dice == 1 else ()


def _log_save(ledger: Ledger, attacker: Tag, target: Tag, face: int) -> bool:
    """Records one save; True if it parries."""
    encounter = ledger.encounter
    modifier = save_modifier(encounter, attacker, target)
    parried = face + modifier >= PARRY
    clauses = (
        "BK-06" if parried else "BK-05",
        *(("BK-09", "BK-42") if modifier else ()),
        *(("BK-20",) if len(members_with(encounter, target)) > 2 else ()),
    )
    terms = (dice_term("die", (face,)), *((Term("save", modifier),) if modifier else ()))
    ledger.record(SAVING_THROW.made(target, parried, *clauses, target=attacker, terms=terms, against=PARRY))
    return parried
