"""Turns of a round: moves, priority, the combat phase (SC-01..04, 39, 57)."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import GroupClosed
from referee.engine.problem import Refused
from referee.engine.questions.answer import Chosen, Reads
from referee.engine.questions.ask import Together
from referee.engine.questions.question import Choose
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.impossible_states import fallen_with_some_left, in_several, without_place
from referee.engine.verbs.ledger import Ledger, end_rounds
from referee.engine.verbs.verb import Situation, asks, verb
from referee.rules.scorched.attack import resolve_combat
from referee.rules.scorched.combats import (
    answering_side,
    close_all,
    combats_due,
    contacts,
    engaged,
    place_all,
    settle_combats,
)
from referee.rules.scorched.conditions import clear_charged
from referee.rules.scorched.kinds import COMBAT, MOVES, PRIORITY, PRIORITY_BY, SLAIN, SUPPORTS, TOUCHES, UP, WOUNDS
from referee.text.phrases import joined

ROLL = "roll"
"""Said instead of a side: priority is rolled for."""


async def advance(ledger: Ledger) -> None:
    """`next`: the combat phase begins; its next combat is resolved; the round ends."""
    if ledger.encounter.phase != COMBAT:
        await _begin_combats(ledger)
        return
    settle_combats(ledger)
    left = combats_due(ledger.encounter)
    if left:
        await resolve_combat(ledger, left[0])
    else:
        _end_round(ledger)


async def _begin_combats(ledger: Ledger) -> None:
    """Priority, and then every engaged model gets its combat (SC-01, 02, 03)."""
    if not engaged(ledger.encounter):
        _nobody_engaged(ledger)
        return
    side = PRIORITY.of(ledger.encounter, TABLE)
    if side not in sides(ledger.encounter):
        if PRIORITY_BY.of(ledger.encounter) == "hand":
            fallen = f"{side.capitalize()} has no models left. " if side else ""
            first = next(iter(sides(ledger.encounter)))
            raise Refused(f"{fallen}Which side has priority? Type, for example: priority {first} [SC-39].")
        await roll_off(ledger)
    ledger.begin_phase(COMBAT, "SC-01", next_round=ledger.encounter.round == 0)
    place_all(ledger)
    side = PRIORITY.of(ledger.encounter, TABLE)
    many = len(ledger.encounter.groups_of(COMBAT))
    what = f"{many} combats" if many > 1 else "1 combat"
    ledger.remark(f"{side.capitalize()} pairs the models: {what}", "SC-02", "SC-04")


def _nobody_engaged(ledger: Ledger) -> None:
    if ledger.encounter.round == 0:
        raise Refused(_how_to_engage(ledger.encounter))
    ledger.remark("Nobody is engaged: no combats this round", "SC-01")
    _end_round(ledger)


def _how_to_engage(encounter: Encounter) -> str:
    """Why there is no combat before the first round, and what to do: charge somebody, or add the other side first."""
    up = [*contacts(encounter)]
    foe = next((tag for tag in up if encounter.figures[tag].side != encounter.figures[up[0]].side), None)
    if foe is None:
        return "There is nobody to fight. Add models of another side first [SC-01]."
    return f"Nobody is engaged. Move somebody into contact, for example: charge {up[0]} {foe} [SC-01]."


def end_fight(ledger: Ledger) -> None:
    """The combats are over, whether or not they were fought: nobody is engaged or has priority any more."""
    clear_charged(ledger)
    for combat in ledger.encounter.groups_of(COMBAT):
        ledger.record(GroupClosed(group=combat.tag))
    for tag in (*ledger.encounter.figures, TABLE):
        ledger.clear(tag, SUPPORTS, TOUCHES, PRIORITY)
    end_rounds(ledger)


def _end_round(ledger: Ledger) -> None:
    """The combats are closed, what was declared ends, and the next round's moves begin, at the table (SC-57)."""
    clear_charged(ledger)
    if PRIORITY_BY.of(ledger.encounter) == "roll" and PRIORITY.of(ledger.encounter, TABLE):
        ledger.record(PRIORITY.clear(TABLE, "SC-39"))
    ledger.begin_phase(MOVES, "SC-57", next_round=True)  # counts whoever had no turn, by the places that there are
    close_all(ledger)


def impossible_states(encounter: Encounter) -> Iterator[str]:
    """One sentence for each contradiction: a slain model with wounds left, a model in two combats, a combat without a
    place in the order (SC-01, 04, 14).
    """
    yield from fallen_with_some_left(encounter, WOUNDS, (SLAIN,), "SC-14")
    yield from in_several(encounter, COMBAT, "SC-01")
    yield from without_place(encounter, (combat.tag for combat in encounter.groups_of(COMBAT)), "SC-04")


# -------------------------------------------------------------------- priority


def sides(encounter: Encounter) -> tuple[str, ...]:
    """The sides that have models standing, in the order of the roster."""
    return tuple(dict.fromkeys(f.side for f in encounter.figures.values() if f.standing == UP.name))


async def roll_off(ledger: Ledger) -> None:
    """Each side throws a die, the highest has priority; ties throw again (SC-39)."""
    rivals: Sequence[str] = sides(ledger.encounter)
    told: list[str] = []
    while len(rivals) > 1:
        rolled = await Together(partial(_throws, ledger, rivals, len(told)))
        faces = {side: throw.total for side, throw in zip(rivals, rolled, strict=True)}
        rivals = [side for side in rivals if faces[side] == max(faces.values())]
        told.append(_told_priority(faces, all_alike=len(rivals) == len(faces)))
    if told:
        ledger.remark(f"Priority roll: {'; re-roll: '.join(told)}", "SC-39")
    if rivals:
        ledger.record(PRIORITY.set(TABLE, rivals[0], "SC-39"))


def _throws(ledger: Ledger, rivals: Sequence[str], throw: int) -> list[Roll]:
    again = f" again {throw}" if throw else ""
    return [
        Roll(
            key=f"priority {side}{again}",
            prompt=f"{side.capitalize()} rolls for priority{again and ' again'}",
            by=answering_side(ledger.encounter, side, _models_of(ledger.encounter, side)),
            pools=(Pool("priority"),),
            # The side throws, whoever of it has just fallen.
            fallen_too=True,
            reads=Reads(total=True, ranked=True),
            cites=("SC-39",),
        )
        for side in rivals
    ]


def _models_of(encounter: Encounter, side: str) -> list[Tag]:
    """Who is of that side, the slain too; the side itself where nobody is left."""
    return [figure.tag for figure in encounter.figures.values() if figure.side == side] or [side]


def _told_priority(faces: Mapping[str, int], all_alike: bool) -> str:
    """The dice for priority, the highest first: `Lantern 5, Cinder 4`; `4 and 4` where all are alike."""
    if all_alike:
        return joined([*map(str, faces.values())])
    return ", ".join(f"{side.capitalize()} {face}" for side, face in sorted(faces.items(), key=lambda each: -each[1]))


def one_side(situation: Situation) -> str | None:
    """Why there can be no priority."""
    if len(sides(situation.encounter)) < 2:
        return "Priority needs two sides or more. Add a model of another side [SC-39]."
    if situation.encounter.phase == COMBAT:
        return "Priority for this round is settled. Set it again next round [SC-39]."
    return None


def _ask_side(situation: Situation) -> Choose:
    others = tuple(side for side in sides(situation.encounter) if side != ROLL)
    labels = {ROLL: "each side rolls a die", **dict.fromkeys(others, "set by hand")}
    return Choose(key="side", prompt="Which side has priority?", options=(ROLL, *others), labels=labels)


@verb(
    label="Priority", hint="roll for it, or set it: priority red", hotkey="P", bar=one_side, cites=("SC-39",), actor=""
)
async def priority(ledger: Ledger, side: Chosen = asks(_ask_side, default=Chosen(option=ROLL))) -> None:
    """Priority is set by hand, or rolled for (SC-39)."""
    if side.option == ROLL:
        await roll_off(ledger)
    else:
        ledger.remark(f"{side.option.capitalize()} has priority", "SC-39")
        ledger.record(PRIORITY.set(TABLE, side.option, "SC-39"))
