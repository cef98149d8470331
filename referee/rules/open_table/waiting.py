"""Waiting: a figure holds its turn, and comes back into the order."""

from referee.engine import waiting
from referee.engine.answer import Picked, Said
from referee.engine.bearer import Tag
from referee.engine.encounter import Slot
from referee.engine.event import SlotMarked, SlotPut
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.engine.question import Pick
from referee.engine.verb import Given, Param, Situation, Verb
from referee.rules.open_table import turns
from referee.rules.open_table.after_turn import offer_due
from referee.rules.open_table.game import Game
from referee.rules.open_table.order.choosing import is_chosen
from referee.rules.open_table.order.places import behind, put


def verbs(game: Game) -> tuple[Verb, ...]:
    """`hold` and `return`, in place of those that every table has."""

    async def hold(ledger: Ledger, who: Picked, then: Said) -> None:
        # The turn goes to the next whatever is said.
        await _hold(game, ledger, who.one)

    async def back(ledger: Ledger, who: Picked) -> None:
        await _return(game, ledger, who.one)

    params = {verb.name: verb.params for verb in waiting.VERBS}
    cites = game.default.cites
    chosen = (_turn(game),) if _may_be_chosen(game) else ()
    return (
        *chosen,
        Verb("hold", hold, params["hold"], hint="waits and is passed over", cites=cites.hold),
        Verb("return", back, params["return"], hint="who waited acts now or next", cites=cites.back),
    )


def _may_be_chosen(game: Game) -> bool:
    """True if the table says who acts next, with some choice of the options."""
    order = game.default.order
    chosen = order.by == "chosen" or (order.by == "side" and order.within == "chosen")
    paths = [path for option in game.source.options.values() for path, _ in option.sets]
    return chosen or ("order", "by") in paths


def _turn(game: Game) -> Verb:
    """`turn ann`: this turn ends, and that of somebody who has had none begins."""

    def ask(situation: Situation, given: Given) -> Pick:
        encounter = situation.encounter
        left = [slot.who for slot in encounter.order if not slot.acted and slot.who != encounter.turn]
        free = tuple(tag for tag in left if situation.rules.gets_turn(encounter, tag))
        return Pick(key="who", prompt="Whose turn begins?", among=free)

    def barred(situation: Situation) -> str | None:
        ready = is_chosen(game, situation.encounter)
        return None if ready else "The order says whose turn it is; `next` goes on."

    async def run(ledger: Ledger, who: Picked) -> None:
        if ledger.encounter.turn is not None:
            await turns.end(game, ledger, ledger.encounter.turn)
        await offer_due(game, ledger)
        if ledger.encounter.turn is None and ledger.encounter.slot(who.one) is not None:
            await turns.begin(game, ledger, who.one)

    params = (Param("who", ask, nobody="Nobody is left in this round: `next` begins another."),)
    return Verb("turn", run, params, hint="turn WHO: that turn begins", bar=barred)


async def _hold(game: Game, ledger: Ledger, who: Tag) -> None:
    """A figure waits. In its own turn that is over for now, and the next one's begins."""
    mine = ledger.encounter.turn == who
    cites = game.file(ledger.encounter).cites.hold
    ledger.record(SlotMarked(who=who, acted=False, held=True, cites=cites))
    if mine:
        await turns.go_on(game, ledger)


async def _return(game: Game, ledger: Ledger, who: Tag) -> None:
    """Who waited acts as soon as this turn is over, or at once if it is nobody's."""
    encounter = ledger.encounter
    slot = encounter.slot(who)
    if slot is None:
        raise Refused(f"{encounter.name(who)} has no place in the order.")
    last = _acted_last(ledger)
    if game.file(encounter).order.return_place == "new" and last is not None:
        ledger.record(*put(encounter, [(who, behind(encounter, last.who, who))]))
    others = [other for other in encounter.order if not other.acted and other.who not in (who, encounter.turn)]
    first = min(others, key=lambda other: other.step, default=None)
    back = slot.model_copy(update={"held": False, "step": slot.step if first is None else first.step - 1})
    cites = game.file(encounter).cites.back
    ledger.record(SlotPut(slot=back, before=None if first is None else first.who, cites=cites))
    if ledger.encounter.turn is None:
        await turns.begin(game, ledger, who)


def _acted_last(ledger: Ledger) -> Slot | None:
    """The slot of whose turn it is, else of who had the last one."""
    encounter = ledger.encounter
    if encounter.turn is not None:
        return encounter.slot(encounter.turn)
    return max((slot for slot in encounter.order if slot.acted), key=lambda slot: slot.step, default=None)
