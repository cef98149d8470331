"""Costs: what an act takes, how many orders one payment buys, and why somebody cannot pay."""

from referee.engine.bearer import Tag, Thing
from referee.engine.encounter import Encounter
from referee.engine.event import TrackChanged, TraitSet
from referee.engine.kinds import TraitKind
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.rules.open_table import tracks
from referee.rules.open_table.conditions import bars
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import USES, rule_of_thing
from referee.rules.open_table.lookup import Lookup
from referee.rules.open_table.tables.act import Act

_PAID = "paid."


def _paid(act: Act) -> TraitKind[int]:
    """How many orders are paid for already of acts that cost the same and buy as many; kept until the turn ends."""
    return TraitKind(f"{_PAID}{'+'.join(act.cost)} {act.times}", 0)


def why_not(game: Game, encounter: Encounter, who: Tag, action: str, act: Act, thing: Thing | None = None) -> str:
    """Why a figure cannot do an act now; empty if it can."""
    name = encounter.name(who)
    if barring := bars(game, encounter, who, action):
        return f"{name} is {barring}."
    if thing is not None and (reason := spent(game, encounter, who, thing)):
        return reason
    paid = _paid(act).of(encounter, who) > 0
    look = Lookup(game, encounter, own=who, actor=who)
    for track, amount in act.cost.items():
        rule, there = game.file(encounter).tracks[track], encounter.of(who).tracks.get(track)
        cited = f" [{', '.join(rule.cites)}]" if rule.cites else ""
        if barring := bars(game, encounter, who, track):
            return f"{name} is {barring}: no {rule.label}{cited}."
        if not paid and (there is None or there.now < look.number(amount)):
            how = "spent its" if there is not None and not there.now else "too little"
            return f"{name} has {how} {rule.label}{cited}."
    return ""


def spent(game: Game, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """Why a thing that is used up cannot be used, and when it is back; empty if it can."""
    now = encounter.things.get(thing.tag, thing)
    uses, file = now.tracks.get(USES.name), game.file(encounter)
    if uses is None or uses.now:
        return ""
    rule = rule_of_thing(file, now)
    moments = [f"{rule.recharge} at the start of its turn"] if rule is not None and rule.recharge is not None else []
    if rule is not None:
        moments += [file.rests[moment].label.lower() if moment in file.rests else moment for moment in rule.reset]
    back = f"; it is back with: {', '.join(moments)}" if moments else ""
    return f"{encounter.name(who)} has no {now.name} left{back}."


def pay_for(game: Game, ledger: Ledger, who: Tag, act: Act, thing: Thing | None = None) -> None:
    """Takes what an act costs, unless an order before has paid for it, and a use of the thing."""
    paid = _paid(act)
    left = paid.of(ledger.encounter, who)
    look = Lookup(game, ledger.encounter, own=who, actor=who)
    if left > 0:
        ledger.record(paid.set(who, left - 1) if left > 1 else paid.clear(who))
    else:
        for track, amount in act.cost.items():
            pay(game, ledger, who, track, look.number(amount), *act.cites)
        if act.cost and (more := look.number(act.times) - 1) > 0:
            ledger.record(paid.set(who, more))
    if thing is not None and USES.track(ledger.encounter, thing.tag) is not None:
        ledger.record(TrackChanged(tag=thing.tag, track=USES.name, by=-1, cites=act.cites))


def lacking(game: Game, ledger: Ledger, who: Tag, track: str, amount: int) -> str:
    """Why a figure cannot spend so much of a track; empty if it can."""
    encounter = ledger.encounter
    there = encounter.of(who).tracks.get(track)
    rule = game.file(encounter).tracks.get(track)
    called = rule.label if rule is not None else track
    if there is None:
        return f"{encounter.name(who)} has no {called}"
    if there.now < amount:
        left = f"has only {there.now} {called} left" if there.now else f"has spent its {called}"
        return f"{encounter.name(who)} {left}"
    return ""


def pay(game: Game, ledger: Ledger, who: Tag, track: str, amount: int, *cites: str) -> None:
    """A figure spends so much of a track. Refused, with the reason, where it has not so much."""
    rule = game.file(ledger.encounter).tracks.get(track)
    cites = tuple(dict.fromkeys((*cites, *(rule.cites if rule is not None else ()))))
    if reason := lacking(game, ledger, who, track, amount):
        said = f" [{', '.join(rule.cites)}]" if rule is not None and rule.cites else ""
        raise Refused(f"{reason}{said}.")
    there = ledger.encounter.of(who).tracks[track]
    tracks.put(ledger, who, track, there.now - amount, *cites)


def forget_paid(ledger: Ledger, who: Tag) -> None:
    """What was paid for and not done is lost with the turn."""
    figure = ledger.encounter.figures.get(who)
    for trait in figure.traits if figure is not None else ():
        if trait.startswith(_PAID):
            ledger.record(TraitSet(tag=who, trait=trait, value=None))
