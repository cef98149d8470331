"""The order: the turn goes on, a figure gets another place, is passed over while it waits, and comes back into it."""

from msgspec.structs import replace

from referee.engine.events.event import SlotMarked, SlotPut
from referee.engine.problem import YES, Refused
from referee.engine.questions.answer import Picked, Said
from referee.engine.questions.ask import Lapsed
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES
from referee.engine.verbs.anybody import anybody
from referee.engine.verbs.ending_tests import ask_endings
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Situation, asks, override, verb

NEXT = "next"
"""Said after `hold WHO`: the next turn begins."""


@verb(name="next", hint="ends this turn and begins the next")
async def advance(ledger: Ledger) -> None:
    """Ends the turn and begins the next, by the rules of the game.

    Refused if the rules do not allow it; Lapsed if a test that ends a condition has been asked before they refuse.
    """
    turn = ledger.encounter.turn if ledger.rules.end is None else None
    asked = turn is not None and await ask_endings(ledger, turn, "end")
    try:
        await ledger.rules.advance(ledger)
    except Refused as reason:
        if not asked:
            raise
        raise Lapsed(str(reason).rstrip(".")) from reason


def _ask_before(situation: Situation, who: Picked) -> Pick:
    among = tuple(dict.fromkeys(slot.who for slot in situation.encounter.order if slot.who not in who.tags))
    return Pick(key="before", prompt="Before whom? Nobody means last", among=among, least=0)


@override(hint="changes this round's order: move g1 ulf puts g1 before ulf")
async def move(
    ledger: Ledger, who: Picked = anybody(MOST_FIGURES, "Who moves in the order?"), before: Picked = asks(_ask_before)
) -> None:
    """Figures get another place in the order: before another one, or last."""
    for tag in who.tags:
        _move(ledger, tag, before)


def _move(ledger: Ledger, who: Tag, before: Picked) -> None:
    slot = ledger.encounter.slot(who)
    if slot is None:
        raise Refused(f"{ledger.encounter.name(who)} is not in the order.")
    order = ledger.encounter.order
    if before.tags:
        target = ledger.encounter.slot(before.one)
        step = slot.step if target is None else target.step
        # A step of its own before it, if there is one free: a tie would be asked about again.
        step -= min((abs(other.step - step) for other in order if other.step != step), default=0) // 2
        ledger.record(SlotPut(slot=replace(slot, step=step), before=before.one))
    else:
        ledger.record(SlotPut(slot=replace(slot, step=max(s.step for s in order) + 1)))


def in_order(held: bool) -> Picked:
    """Declares the question for a figure that has not acted: one of those that wait, or of the others."""

    def ask(situation: Situation) -> Pick:
        slots = [slot for slot in situation.encounter.order if slot.held == held and not slot.acted]
        among = dict.fromkeys(slot.who for slot in slots)
        # A figure can break off its turn; what all of a group have begun together is finished.
        now = [tag for tag in among if tag == situation.encounter.turn and tag in situation.encounter.groups]
        barred = {tag: f"{situation.encounter.name(tag)} cannot wait now: that turn has begun." for tag in now}
        if not held:
            out = (tag for tag in among if not situation.rules.gets_turn(situation.encounter, tag))
            barred |= {tag: f"{situation.encounter.name(tag)} gets no turn." for tag in out}
        return Pick(key="who", prompt="Who returns?" if held else "Who waits?", among=tuple(among), barred=barred)

    return asks(ask, nobody="Nobody is waiting." if held else "Nobody in the order can wait.")


def _not_then(text: str) -> str | None:
    return None if text.lower() in ("", NEXT, YES) else f"Type {NEXT} to begin the next turn, or leave this empty."


_ASK_THEN = Text(key="then", prompt="Then what?", words=(NEXT,), optional=True, check=_not_then)
THEN = asks(_ASK_THEN, default=Said(text=""))
"""Whether the next turn begins, or that it is meant although the turn is lost."""


def without_yes(situation: Situation, command: Command) -> Command:
    """A wait as it is recorded, without the `yes` that it is meant although the turn is lost: no rule asks for it."""
    then = command.given.get("then")
    if not isinstance(then, Said) or then.text.lower() != YES:
        return command
    return replace(command, given={name: each for name, each in command.given.items() if name != "then"})


@override(hint="makes a figure wait and act later; hold ulf next also begins the next turn", in_full=without_yes)
async def hold(ledger: Ledger, who: Picked = in_order(held=False), then: Said = THEN) -> None:
    """A figure waits, and is passed over until it returns. If it was its turn, `next` begins the next one."""
    ledger.next_wanted = bool(then.text) and ledger.encounter.turn == who.one
    ledger.record(SlotMarked(who=who.one, acted=False, held=True))


@override(hint="lets a waiting figure act now, or next")
async def return_(ledger: Ledger, who: Picked = in_order(held=True)) -> None:
    """A figure that waited acts: at once if it is nobody's turn, else as soon as this turn is over.

    Refused if it is not in the order.
    """
    slot = ledger.encounter.slot(who.one)
    if slot is None:
        raise Refused(f"{ledger.encounter.name(who.one)} is not in the order.")
    others = [s for s in ledger.encounter.order if not s.acted and s.who not in (who.one, ledger.encounter.turn)]
    first = min((s.step for s in others), default=slot.step) - 1
    back = replace(slot, held=False, step=first)
    ledger.record(SlotPut(slot=back, before=others[0].who if others else None))
    if ledger.encounter.turn is None:
        await ledger.rules.begin(ledger, who.one)


def _no_fight(situation: Situation) -> str | None:
    return None if situation.rules.fight.is_on(situation.encounter) else "No fight is on. To start one: next"


@verb(hint="ends the fight; `next` starts another", bar=_no_fight, actor="")
async def over(ledger: Ledger) -> None:
    """The referee says that the fight is over, with all that the game makes of it."""
    ledger.rules.end_fight(ledger)


VERBS = (advance, move, hold, return_, over)
