"""The end of a fight: asked when one side is alone, or said by the referee (OS-45)."""

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import TABLE, Tag
from referee.engine.event import OrderSet
from referee.engine.ledger import Ledger
from referee.engine.question import Confirm
from referee.engine.verb import Situation, verb
from referee.rules.olde_swords.conditions import end_with_fight
from referee.rules.olde_swords.fight.sides import FIGHT, OVER, hero, nobody_fights_on
from referee.rules.olde_swords.harm import set_down
from referee.rules.olde_swords.kinds import ACTION, DEAD, DOOMED, DYING, GOES_ON, HEROES, REACTION, TRIGGER


async def over(ledger: Ledger) -> bool:
    """Whether the fight is over; when one side is alone the table is asked, once a round (OS-45)."""
    if ledger.encounter.phase != FIGHT:
        return True
    if not nobody_fights_on(ledger.rules, ledger.encounter) or GOES_ON.of(ledger.encounter, TABLE):
        return False
    try:
        answer = await Ask(lambda: _question(ledger))
    except Lapsed:
        return False
    if answer.yes:
        end_fight(ledger)
    else:
        ledger.record(GOES_ON.set(TABLE, "goes on", "OS-45"))
    return answer.yes


def _question(ledger: Ledger) -> Confirm:
    if not nobody_fights_on(ledger.rules, ledger.encounter):
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
        clear(ledger, tag, ACTION.name, REACTION.name, TRIGGER.name)
    clear(ledger, TABLE, GOES_ON.name)
    ledger.remark("The fight is over", "OS-45")
    ledger.record(OrderSet(slots=()))
    ledger.begin_phase(OVER, "OS-45")


def clear(ledger: Ledger, tag: Tag, *traits: str) -> None:
    """These marks go back to what is usual, where they were set."""
    for name in traits:
        kind = ledger.rules.trait(name)
        if kind is not None and name in ledger.encounter.of(tag).traits:
            ledger.record(kind.clear(tag))


def close_turn(ledger: Ledger) -> None:
    """The turn ends; who had one heroic action left is dead (OS-27)."""
    who = ledger.encounter.turn
    ledger.end_turn()
    if who is not None and ledger.encounter.figures[who].standing == DOOMED.name:
        set_down(ledger, who, DEAD.name, "OS-27")


def _no_fight(situation: Situation) -> str | None:
    return None if situation.encounter.phase == FIGHT else "No fight is on."


@verb(label="End fight", hint="the fight is over", hotkey="Z", bar=_no_fight, cites=("OS-45",), actor="")
async def end(ledger: Ledger) -> None:
    """The referee says that the fight is over."""
    end_fight(ledger)
