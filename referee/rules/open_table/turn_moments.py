"""Moments of turns: what happens at the start and the end of a turn, and as a round begins."""

from dataclasses import replace

from referee.engine.ask import Ask, Lapsed
from referee.engine.bearer import Tag
from referee.engine.condition_tests import ask_endings
from referee.engine.event import TrackChanged
from referee.engine.ledger import Ledger
from referee.rules.open_table import effects, tracks
from referee.rules.open_table.amounts import Throw, roll_of
from referee.rules.open_table.comparison import When, amounts_in, holds
from referee.rules.open_table.costs import forget_paid
from referee.rules.open_table.evaluation import pools
from referee.rules.open_table.expression import Sum
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import USES, rule_of_thing
from referee.rules.open_table.lookup import Lookup, modifiers
from referee.rules.open_table.tables.moment import Event


async def turn_starts(game: Game, ledger: Ledger, who: Tag) -> None:
    """The start of a figure's turn: what comes back, tests, recharges, what conditions do, what follows by itself."""
    forget_paid(ledger, who)
    come_back(game, ledger, who, "turn start")
    await ask_endings(ledger, who, "start")
    await _recharge(game, ledger, who)
    await _conditions_do(game, ledger, who, "turn start")
    await game.happen(game, ledger, who, Event("turn start"), Lookup(game, ledger.encounter, own=who, target=who))


async def turn_ends(game: Game, ledger: Ledger, who: Tag) -> None:
    """The end of a figure's turn, before what ends with it."""
    forget_paid(ledger, who)
    come_back(game, ledger, who, "turn end")
    await _conditions_do(game, ledger, who, "turn end")
    await game.happen(game, ledger, who, Event("turn end"), Lookup(game, ledger.encounter, own=who, target=who))


async def round_begins(game: Game, ledger: Ledger, who: Tag) -> None:
    """A round begins, for one figure."""
    come_back(game, ledger, who, "round")
    await _conditions_do(game, ledger, who, "round")
    await game.happen(game, ledger, who, Event("round"), Lookup(game, ledger.encounter, own=who, target=who))


def come_back(game: Game, ledger: Ledger, who: Tag, moment: str) -> None:
    """Tracks, and uses of things, that are full again at this moment."""
    tracks.reset(game, ledger, who, moment)
    file = game.file(ledger.encounter)
    for tag in _things(ledger, who):
        rule = rule_of_thing(file, ledger.encounter.things[tag])
        if rule is not None and moment in rule.reset:
            tracks.fill(ledger, tag, USES.name, *rule.act.cites)


def _things(ledger: Ledger, who: Tag) -> list[Tag]:
    figure = ledger.encounter.figures.get(who)
    held = [tag for pile in figure.piles.values() for tag in pile] if figure is not None else []
    return [tag for tag in held if tag in ledger.encounter.things]


# -------------------------------------------------------------------- recharge


async def _recharge(game: Game, ledger: Ledger, who: Tag) -> None:
    """A throw for each track, and each thing, that is not full and comes back on a roll."""
    file = game.file(ledger.encounter)
    for rule in file.tracks.values():
        track = ledger.encounter.of(who).tracks.get(rule.name)
        if rule.recharge is None or track is None or track.most is None or track.now >= track.most:
            continue
        if await _thrown(game, ledger, who, rule.recharge, rule.label, rule.name, rule.cites):
            tracks.fill(ledger, who, rule.name, *rule.cites)
    for tag in _things(ledger, who):
        thing = rule_of_thing(file, ledger.encounter.things[tag])
        uses = USES.track(ledger.encounter, tag)
        if thing is None or thing.recharge is None or uses is None or uses.now:
            continue
        if await _thrown(game, ledger, who, thing.recharge, thing.title, tag, thing.act.cites):
            ledger.record(TrackChanged(tag=tag, track=USES.name, by=(uses.most or 1) - uses.now, cites=thing.act.cites))


async def _thrown(
    game: Game, ledger: Ledger, who: Tag, when: When, label: str, what: str, cites: tuple[str, ...]
) -> bool:
    """Whether a throw that a comparison asks for holds."""
    dice = tuple(pool for node in amounts_in(when) for pool in pools(node) if pool is node)
    node = Sum(tuple((1, pool) for pool in dice))
    name = ledger.encounter.name(who)
    how = Throw(f"recharge {what}", f"{name}: {label}, {when}", who, cites)
    rolled = await Ask(lambda: replace(roll_of(ledger, node, how), fallen_too=True)) if dice else None
    faces = rolled.faces if rolled is not None else ()
    back = holds(when, Lookup(game, ledger.encounter, own=who), faces)
    shown = ", ".join(str(face) for pool in faces for face in pool)
    ledger.remark(f"{name}: {label} {'is back' if back else 'does not come back'} ({shown})", *cites)
    return back


# -------------------------------------------------------------------- what conditions do


async def _conditions_do(game: Game, ledger: Ledger, who: Tag, moment: str) -> None:
    """The effects of conditions at this moment."""
    if who not in ledger.encounter.figures:
        return
    for rule, row, there in list(modifiers(game, ledger.encounter, who)):
        if row.at != moment:
            continue
        terms = {"value": there.value}
        look = Lookup(game, ledger.encounter, own=who, target=who, actor=who, by=there.by or "", terms=terms)
        try:
            for _ in range(there.value if row.each_level else 1):
                cause = effects.Cause(rule.label, by=who, source=there.by, cites=rule.cites)
                await effects.apply(game, ledger, row.effect, look, who, cause)
        except Lapsed as reason:
            ledger.remark(f"It comes to nothing: {reason}", *rule.cites)
