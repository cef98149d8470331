"""Who comes late: monsters revealed in mid-round, and their place in it (GH-11, 42)."""

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter, Slot
from referee.engine.event import SlotPut
from referee.engine.ledger import Ledger
from referee.rules.gloomhaven.initiative.order import decided, show_card, standing_order
from referee.rules.gloomhaven.kinds import INITIATIVE, type_of


async def arrive(ledger: Ledger, tag: Tag) -> None:
    """A standee set up in mid-round acts in it; if its initiative has passed, right after this turn (GH-42)."""
    group = type_of(ledger.encounter, tag)
    if not INITIATIVE.of(ledger.encounter, group):
        await show_card(ledger, group)
    if not ledger.rules.gets_turn(ledger.encounter, tag):
        return
    number = INITIATIVE.of(ledger.encounter, group)
    outrun = await _outrun(ledger, group, tag, number)
    if not ledger.rules.gets_turn(ledger.encounter, tag):
        return
    step, before = _opening(ledger.encounter, group, tag, number, outrun)
    ledger.record(
        SlotPut(slot=Slot(who=tag, step=step, under=group, label=str(number)), before=before, cites=("GH-42",))
    )
    ledger.remark(f"{ledger.encounter.name(tag)} acts this round, at {number}", "GH-42")


def _waiting(encounter: Encounter, but: Tag) -> list[Slot]:
    """Who has not acted yet, nor begun to, without a newcomer that may have stood there before."""
    return [slot for slot in encounter.order if not slot.acted and not slot.begun and slot.who != but]


def _started(encounter: Encounter, group: Tag) -> bool:
    """Whether one of that type has taken its turn, or begun it."""
    return any(slot.under == group and (slot.acted or slot.begun) for slot in encounter.order)


async def _outrun(ledger: Ledger, group: Tag, newcomer: Tag, number: int) -> Tag:
    """The waiting type of the same initiative before which the players let a new type act; empty if none (GH-11)."""
    able = ledger.rules.gets_turn
    waiting = [slot for slot in _waiting(ledger.encounter, newcomer) if able(ledger.encounter, slot.who)]
    if _started(ledger.encounter, group) or any(slot.under == group for slot in waiting):
        return ""
    tied = dict.fromkeys(slot.under for slot in waiting if slot.under and slot.label == str(number))
    for other in tied:
        if not _started(ledger.encounter, other) and (await decided(ledger, (other, group)))[0] == group:
            return other
    return ""


def _opening(encounter: Encounter, group: Tag, tag: Tag, number: int, outrun: Tag) -> tuple[int, Tag | None]:
    """The step of a newcomer, and whom it comes before."""
    waiting = _waiting(encounter, tag)
    mine = [slot for slot in waiting if slot.under == group]
    rank = standing_order(encounter, tag)
    later = [slot for slot in mine if standing_order(encounter, slot.who) > rank]
    if not mine:
        # A type that has acted does not wait for another of the same initiative.
        least = number if _started(encounter, group) else number + 1
        later = [slot for slot in waiting if int(slot.label or "0") >= least or (outrun and slot.under == outrun)]
    elif not later:
        later = waiting[waiting.index(mine[-1]) + 1 :][:1]
        # Behind the last of its own type, before whoever comes next, at the same step as its own.
        return mine[-1].step, later[0].who if later else None
    if later:
        return later[0].step, later[0].who
    return max((slot.step for slot in encounter.order), default=0) + 1, None
