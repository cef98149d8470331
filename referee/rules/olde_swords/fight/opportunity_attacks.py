"""Leaving reach, and being struck for it (OS-32, 43, 44)."""

from referee.engine.answer import Picked
from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.for_each import for_each
from referee.engine.ledger import Ledger
from referee.engine.question import Choose, Pick
from referee.engine.ruleset import Ruleset
from referee.engine.shared_key import SharedKey
from referee.engine.verb import Situation, asks, verb
from referee.rules.olde_swords.attack import attack_target
from referee.rules.olde_swords.conditions import DISENGAGED
from referee.rules.olde_swords.equipment.weapons import FISTS, weapon_attack, weapons
from referee.rules.olde_swords.fight.action_economy import actor, cannot_react, react, targets
from referee.rules.olde_swords.figures.sheet import speed
from referee.rules.olde_swords.kinds import RANGED


async def _offer(ledger: Ledger, foe: Tag, mover: Tag) -> None:
    """A foe whose reach is left may strike, if it has its reaction (OS-43, 44)."""
    names = ledger.encounter.name(foe), ledger.encounter.name(mover)

    def build() -> Choose:
        if reason := cannot_react(ledger.rules, ledger.encounter, foe):
            raise Lapsed(reason)
        return Choose(
            key=f"opportunity {foe}>{mover}",
            prompt=f"{names[1]} leaves the reach of {names[0]}. Does {names[0]} strike?",
            by=foe,
            options=("strike", "let go"),
            default="strike",
            needs=(foe, mover),
            cites=("OS-43",),
        )

    if (await Ask(build)).option == "strike":
        await _strike(ledger, foe, mover)


async def _strike(ledger: Ledger, foe: Tag, mover: Tag) -> None:
    attack = weapon_attack(ledger.encounter, melee(ledger.encounter, foe))
    await react(ledger, foe, lambda: attack_target(ledger, foe, mover, attack, "OS-43"), "OS-44", "OS-43")


def melee(encounter: Encounter, who: Tag) -> Tag:
    """The weapon for an opportunity attack: the first that is not ranged."""
    near = (weapon for weapon in weapons(encounter, who) if encounter.has(weapon) and not RANGED.of(encounter, weapon))
    return next(near, FISTS)


# -------------------------------------------------------------------- what they ask


def _ask_reach(situation: Situation) -> Pick:
    among, _ = targets(situation.rules, situation.encounter, actor(situation.encounter))
    name = situation.encounter.name(actor(situation.encounter))
    return Pick(key="reach", prompt=f"Whose reach does {name} leave?", among=among, most=MOST_FIGURES, cites=("OS-43",))


def _cannot_leave(situation: Situation) -> str | None:
    who = situation.encounter.turn
    if who is None or not situation.able(who):
        return "It is nobody's turn: `next` goes on [OS-05]."
    feet, cites = speed(situation.encounter, who)
    if not feet:
        return f"{situation.encounter.name(who)} cannot move: its Speed is 0 [{', '.join(cites)}]."
    return (
        None if targets(situation.rules, situation.encounter, who)[0] else "There is no foe whose reach could be left."
    )


def strikers(rules: Ruleset, encounter: Encounter) -> tuple[tuple[Tag, ...], dict[Tag, str]]:
    """Who can strike one who leaves its reach, and why not the others."""
    able = [tag for tag in encounter.figures if rules.able(encounter, tag) and tag != encounter.turn]
    barred = {tag: reason for tag in able if (reason := cannot_react(rules, encounter, tag))}
    return tuple(tag for tag in able if tag not in barred), barred


def _ask_striker(situation: Situation) -> Pick:
    among, barred = strikers(situation.rules, situation.encounter)
    return Pick(key="striker", prompt="Whose reach is left?", among=among, barred=barred, cites=("OS-43", "OS-44"))


def _ask_leaver(situation: Situation, who: Picked) -> Pick:
    free, down = targets(situation.rules, situation.encounter, who.one)
    slipped = {
        tag: f"{situation.encounter.name(tag)} has disengaged [OS-32]."
        for tag in free
        if DISENGAGED.on(situation.encounter, tag)
    }
    among = tuple(tag for tag in free if tag not in slipped)
    turn = situation.encounter.turn if situation.encounter.turn in among else None
    return Pick(key="leaver", prompt="Who leaves?", among=among, barred=slipped | down, default=turn, cites=("OS-43",))


def _nobody_strikes(situation: Situation) -> str | None:
    among, barred = strikers(situation.rules, situation.encounter)
    return None if among else next(iter(barred.values()), "Nobody can react now [OS-44].")


# -------------------------------------------------------------------- what is done


@verb(
    label="Leave reach",
    hint="foes may strike, unless it disengaged",
    hotkey=SharedKey.LEAVE,
    bar=_cannot_leave,
    cites=("OS-43", "OS-32"),
)
async def leave(ledger: Ledger, reach: Picked = asks(_ask_reach)) -> None:
    """Whose turn it is moves out of the reach of foes; each of them may strike (OS-32, 43)."""
    mover = actor(ledger.encounter)
    name = ledger.encounter.name(mover)
    if DISENGAGED.on(ledger.encounter, mover):
        ledger.remark(f"{name} moves away without provoking anybody", "OS-32")
        return
    await for_each(ledger, reach.tags, lambda foe: _offer(ledger, foe, mover), "No opportunity attack")
    feet, cites = speed(ledger.encounter, mover)
    if ledger.able(mover) and not feet:
        ledger.remark(f"{name} gets no farther: its Speed is 0", *cites)
    elif ledger.able(mover):
        ledger.remark(f"{name} has moved away")


@verb(
    label="Opportunity",
    hint="strike at a foe that leaves reach",
    hotkey=SharedKey.INTERRUPT,
    interjects=True,
    bar=_nobody_strikes,
    cites=("OS-43", "OS-44"),
)
async def opportunity(
    ledger: Ledger,
    who: Picked = asks(_ask_striker),
    target: Picked = asks(_ask_leaver, nobody="Nobody can leave its reach [OS-43]."),
) -> None:
    """Said by the referee: a foe leaves somebody's reach, whatever goes on (OS-43)."""
    await _strike(ledger, who.one, target.one)
