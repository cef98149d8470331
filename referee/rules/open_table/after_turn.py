"""After a turn: acts that are offered as somebody else's turn ends, while they can be paid for."""

from collections.abc import Mapping

from referee.engine.ask import Ask
from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import MOST_FIGURES, Encounter
from referee.engine.kinds import TraitKind
from referee.engine.ledger import Ledger
from referee.engine.question import Choose, Pick
from referee.engine.verb import Situation
from referee.rules.open_table import acting
from referee.rules.open_table.costs import why_not
from referee.rules.open_table.course import Order
from referee.rules.open_table.game import Game
from referee.rules.open_table.kinds import action_for, rule_of_thing
from referee.rules.open_table.order.places import KEPT
from referee.rules.open_table.targets import possible_targets

_ENDED = TraitKind(f"{KEPT}ended", "")
"""Whose turn has ended, until what others may do then has been offered; kept by the rules."""
NOTHING = "none"
"""The word for doing nothing."""


def remember_end(game: Game, ledger: Ledger, who: Tag) -> None:
    """Keeps whose turn has ended, for whatever reason, where a file has acts for that moment."""
    file = game.file(ledger.encounter)
    acts = [*(rule.act for rule in file.actions.values()), *(rule.act for rule in file.things.values())]
    if any(act.turn == "after" for act in acts):
        ledger.record(_ENDED.set(TABLE, who))


async def offer_due(game: Game, ledger: Ledger) -> None:
    """Where a turn has ended: offers each figure but those whose it was what it can do now."""
    ended = _ENDED.of(ledger.encounter, TABLE)
    if not ended:
        return
    ledger.record(_ENDED.clear(TABLE))
    for who in list(ledger.encounter.figures):
        if who not in ledger.encounter.acting_as(ended) and ledger.able(who) and _orders(game, ledger.encounter, who):
            await _offer(game, ledger, who)


async def _offer(game: Game, ledger: Ledger, who: Tag) -> None:
    def build() -> Choose:
        orders = _orders(game, ledger.encounter, who)
        labels = {name: order.thing.name if order.thing else name for name, order in orders.items()}
        cites = game.file(ledger.encounter).cites.turn_end
        return Choose(
            key=f"after {who}",
            prompt=f"{ledger.encounter.name(who)} may act now",
            by=who,
            options=(*orders, NOTHING),
            labels={**labels, NOTHING: "nothing"},
            cites=cites,
        )

    chosen = (await Ask(build)).option
    order = _orders(game, ledger.encounter, who).get(chosen)
    if order is not None:
        await acting.perform(game, ledger, await _aimed(game, ledger, order))


async def _aimed(game: Game, ledger: Ledger, order: Order) -> Order:
    """The order with its targets, which are asked for."""
    act = acting.act_of(game, ledger.encounter, order)
    if act.targets in ("self", "none"):
        return order

    def build() -> Pick:
        there = possible_targets(Situation(ledger.rules, ledger.encounter), order.who, act)
        return Pick(
            key=f"targets {order.who}",
            prompt=f"{ledger.encounter.name(order.who)}: whom?",
            by=order.who,
            among=there,
            most=MOST_FIGURES if act.targets == "many" else 1,
        )

    picked = await Ask(build)
    return Order(order.who, order.action, order.thing, picked.tags, order.words)


def _orders(game: Game, encounter: Encounter, who: Tag) -> Mapping[str, Order]:
    """What a figure can do as another's turn ends, by name."""
    file, figure = game.file(encounter), encounter.figures[who]
    found = {name: Order(who, name) for name, rule in file.actions.items() if rule.act.turn == "after"}
    for tag in (tag for pile in figure.piles.values() for tag in pile if tag in encounter.things):
        thing = encounter.things[tag]
        rule = rule_of_thing(file, thing)
        if rule is not None and rule.act.turn == "after":
            found[rule.name] = Order(who, action_for(file, rule).name, thing)
    acts = {name: acting.act_of(game, encounter, order) for name, order in found.items()}
    return {
        name: order
        for name, order in found.items()
        if not why_not(game, encounter, who, order.action, acts[name], order.thing)
    }
