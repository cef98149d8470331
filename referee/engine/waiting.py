"""Waiting: a figure is passed over in the order, and comes back into it."""

from referee.engine.answer import Picked, Said
from referee.engine.event import SlotMarked, SlotPut
from referee.engine.ledger import Ledger
from referee.engine.problem import Refused
from referee.engine.question import Pick, Text
from referee.engine.verb import Given, Param, Situation, Verb

NEXT = "next"
"""Said after `hold WHO`: the next turn begins."""


async def hold(ledger: Ledger, who: Picked, then: Said) -> None:
    """A figure waits, and is passed over until it returns. If it was its turn, `next` begins the next one."""
    ledger.next_wanted = bool(then.text) and ledger.encounter.turn == who.one
    ledger.record(SlotMarked(who=who.one, acted=False, held=True))


async def return_(ledger: Ledger, who: Picked) -> None:
    """A figure that waited acts: at once if it is nobody's turn, else as soon as this turn is over."""
    slot = ledger.encounter.slot(who.one)
    if slot is None:
        raise Refused(f"{ledger.encounter.name(who.one)} has no place in the order.")
    others = [s for s in ledger.encounter.order if not s.acted and s.who not in (who.one, ledger.encounter.turn)]
    first = min((s.step for s in others), default=slot.step) - 1
    back = slot.model_copy(update={"held": False, "step": first})
    ledger.record(SlotPut(slot=back, before=others[0].who if others else None))
    if ledger.encounter.turn is None:
        await ledger.rules.begin(ledger, who.one)


def _in_order(held: bool) -> Param:
    def ask(situation: Situation, given: Given) -> Pick:
        slots = [slot for slot in situation.encounter.order if slot.held == held and not slot.acted]
        among = dict.fromkeys(slot.who for slot in slots)
        # A figure can break off its turn; what all of a group have begun together is finished.
        now = [tag for tag in among if tag == situation.encounter.turn and tag in situation.encounter.groups]
        barred = {tag: f"{situation.encounter.name(tag)}: their turn has come, and can wait no longer." for tag in now}
        free = tuple(tag for tag in among if tag not in barred)
        return Pick(key="who", prompt="Who returns?" if held else "Who waits?", among=free, barred=barred)

    return Param("who", ask, nobody="Nobody waits." if held else "Nobody is left in the order to wait.")


def _ask_then(situation: Situation, given: Given) -> Text:
    def check(text: str) -> str | None:
        return None if text.lower() in ("", NEXT) else f"`{NEXT}`, to begin the next turn, or nothing is expected."

    return Text(key="then", prompt="What then?", words=(NEXT,), optional=True, check=check)


VERBS = (
    Verb(
        "hold",
        hold,
        (_in_order(held=False), Param("then", _ask_then, lambda situation, given: Said(text=""))),
        hint="waits and is passed over; hold ulf next: the next turn begins",
        interjects=True,
        overrules=True,
    ),
    Verb(
        "return",
        return_,
        (_in_order(held=True),),
        hint="who waited acts now or next",
        interjects=True,
        overrules=True,
    ),
)
