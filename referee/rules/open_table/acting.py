"""Acting: an act as it is done: what it costs, its tests, and what it brings."""

from dataclasses import dataclass

from referee.engine.ask import Lapsed
from referee.engine.bearer import Tag, Thing
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.engine.verb import Situation
from referee.rules.open_table import effects
from referee.rules.open_table.comparison import holds
from referee.rules.open_table.conditions import bars
from referee.rules.open_table.expression import Unknown
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.table_verbs import pay
from referee.rules.open_table.tables.act import Act, ActionRule


@dataclass(frozen=True)
class Order:
    """An act as it was ordered."""

    who: Tag
    action: str
    thing: Thing | None = None
    targets: tuple[Tag, ...] = ()
    words: str = ""


def why_not(game: Game, encounter: Encounter, who: Tag, action: ActionRule) -> str:
    """Why a figure cannot do an action now; empty if it can."""
    name = encounter.name(who)
    look = Lookup(game, encounter, own=who, actor=who)
    file = game.file(encounter)
    if barring := bars(game, encounter, who, action.name):
        return f"{name} is {barring}."
    for track, amount in action.act.cost.items():
        rule, there = file.tracks[track], encounter.of(who).tracks.get(track)
        cited = f" [{', '.join(rule.cites)}]" if rule.cites else ""
        if barring := bars(game, encounter, who, track):
            return f"{name} is {barring}: no {rule.label}{cited}."
        if there is None or there.now < look.number(amount):
            return f"{name} has {'spent its' if there is not None else 'no'} {rule.label}{cited}."
    return ""


def possible_targets(situation: Situation, who: Tag, act: Act) -> tuple[Tag, ...]:
    """Whom an act may be aimed at."""
    figures = situation.encounter.figures
    side = figures[who].side if who in figures else ""
    standing = {tag: situation.rules.standing(figure.standing) for tag, figure in figures.items()}
    there = [tag for tag in figures if standing[tag].target]
    match act.at:
        case "foes":
            return tuple(tag for tag in there if figures[tag].side != side)
        case "allies":
            return tuple(tag for tag in there if figures[tag].side == side)
        case "fallen":
            return tuple(tag for tag in there if not standing[tag].able)
        case _:
            return tuple(there)


async def perform(game: Game, ledger: Ledger, order: Order) -> None:
    """Does an act: pays for it, and brings what it brings."""
    action = game.file(ledger.encounter).actions[order.action]
    if reason := why_not(game, ledger.encounter, order.who, action):
        raise Refused(reason)
    act = action.act
    look = Lookup(game, ledger.encounter, own=order.who, actor=order.who)
    _check(act, look)
    for track, amount in act.cost.items():
        pay(game, ledger, order.who, track, look.number(amount), *act.cites)
    cause = effects.Cause(order.action, by=order.who, source=order.who, cites=act.cites)
    for target in order.targets or ((order.who,) if act.targets in ("self", "none") else ()):
        await effects.apply(game, ledger, act.effect, look.at(ledger.encounter), target, cause)
    if act.always:
        await effects.apply(game, ledger, act.always, look.at(ledger.encounter), order.who, cause)


def _check(act: Act, look: Lookup) -> None:
    """Lapsed, with the sentence of the file, where the act cannot be done."""
    try:
        if act.when is not None and not holds(act.when, look):
            raise Lapsed((act.why or "that cannot be done now").rstrip("."))
    except Unknown:
        return
