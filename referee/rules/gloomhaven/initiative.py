"""The order of a round: cards revealed, initiatives compared, ties decided, late monsters placed (GH-01..12, 31,
42).
"""

from itertools import groupby, pairwise

from msgspec import Struct

from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.roll_questions import Draw
from referee.engine.events.event import OrderSet, SlotPut
from referee.engine.questions.ask import Ask, Lapsed
from referee.engine.questions.question import PLAYERS, REFEREE, Choose
from referee.engine.questions.typed_questions import Amount
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import Ledger
from referee.rules.gloomhaven.hand import LONG_REST
from referee.rules.gloomhaven.kinds import (
    DECK,
    DISCARD,
    ENTERED,
    INITIATIVE,
    LEAD,
    MONSTER_CARDS,
    MONSTERS,
    NUMBER,
    OTHER,
    RANK,
    RESTING,
    SHOWN,
    TYPE,
    characters,
    plural,
    summons_of,
    type_of,
)

STEP = 100
"""Steps between two entries, so that standees and summons fit in between."""


class Place(Struct, frozen=True, order=True):
    """Where an entry of the order comes: by initiative, characters before monsters, then by the other card."""

    initiative: int
    monster: bool
    other: int = 0


def standees(rules: Ruleset, encounter: Encounter, group: Tag) -> tuple[Tag, ...]:
    """A type's figures that act: elites first, each rank by number (GH-06, 07)."""
    there = [tag for tag in encounter.groups[group].members if rules.gets_turn(encounter, tag)]
    return tuple(sorted(there, key=lambda tag: standing_order(encounter, tag)))


def standing_order(encounter: Encounter, tag: Tag) -> tuple[bool, int]:
    """Elites before normals, then the number (GH-06, 07)."""
    return RANK.of(encounter, tag) != "elite", NUMBER.of(encounter, tag)


def place_of(encounter: Encounter, tag: Tag) -> Place:
    """The place of a character or a monster type."""
    if tag in encounter.groups:
        return Place(INITIATIVE.of(encounter, tag), True)
    return Place(LEAD.of(encounter, tag), False, OTHER.of(encounter, tag))


# -------------------------------------------------------------------- monsters' cards


async def show_card(ledger: Ledger, group: Tag) -> None:
    """A monster type's ability card for this round, from its deck or told (GH-01)."""
    if not DECK.of(ledger.encounter, group) and DISCARD.of(ledger.encounter, group):
        ledger.record(DISCARD.move(group, DECK, DISCARD.of(ledger.encounter, group), "GH-01"))
    drawn = MONSTER_CARDS.of(ledger.encounter) == "drawn" and DECK.of(ledger.encounter, group)
    number = await _drawn(ledger, group) if drawn else await _told(ledger, group)
    ledger.record(INITIATIVE.set(group, number, "GH-01"))


async def _drawn(ledger: Ledger, group: Tag) -> int:
    """A card comes from the deck; its initiative."""
    drew = await Ask(
        lambda: Draw(
            key=f"card {group}",
            prompt=f"{plural(ledger.encounter.name(group))}: which card was drawn?",
            by=MONSTERS,
            pile=(group, DECK.name),
            cards=DECK.of(ledger.encounter, group),
            cites=("GH-01",),
        )
    )
    ledger.record(DECK.move(group, SHOWN, drew.cards, "GH-01"))
    return INITIATIVE.of(ledger.encounter, drew.cards[0])


async def _told(ledger: Ledger, group: Tag) -> int:
    """The table tells the initiative of its own card."""
    told = await Ask(
        lambda: Amount(
            key=f"initiative {group}",
            prompt=f"{plural(ledger.encounter.name(group))}: which initiative?",
            by=REFEREE,
            least=1,
            most=LONG_REST,
            cites=("GH-01",),
        )
    )
    return told.n


async def show_cards(ledger: Ledger) -> None:
    """One card for each type with a figure on the map, none for the others (GH-01)."""
    for group in ledger.encounter.groups_of(TYPE):
        if standees(ledger.rules, ledger.encounter, group.tag):
            await show_card(ledger, group.tag)
        else:
            ledger.remark(f"No card for {plural(group.name)}: none on the map", "GH-01", detail=True)


# -------------------------------------------------------------------- the order


async def lay_order(ledger: Ledger) -> None:
    """All initiatives compared, the lowest first (GH-03, 04, 12)."""
    entries = await _ranked(ledger)
    slots: list[Slot] = []
    for n, tag in enumerate(entries):
        slots += _slots(ledger.rules, ledger.encounter, tag, n * STEP)
    ledger.record(OrderSet(slots=tuple(slots), cites=("GH-03", "GH-04", "GH-12")))


def _slots(rules: Ruleset, encounter: Encounter, tag: Tag, step: int) -> list[Slot]:
    """The places of one entry: a type's standees, or a character with its summons before it (GH-05, 31)."""
    label = str(place_of(encounter, tag).initiative)
    if tag in encounter.groups:
        there = standees(rules, encounter, tag)
        return [Slot(who=one, step=step + n, under=tag, label=label) for n, one in enumerate(there)]
    there = (*summons_of(encounter, tag), tag)
    return [Slot(who=one, step=step + n, label=label) for n, one in enumerate(there)]


def _entries(ledger: Ledger) -> list[Tag]:
    """All who act this round: characters in the order in which they chose, then monster types."""
    encounter, able = ledger.encounter, characters(ledger.encounter)
    entered = [tag for tag in ENTERED.of(encounter, TABLE) if tag in able]
    there = [*entered, *(tag for tag in able if tag not in entered and LEAD.of(encounter, tag))]
    types = [group.tag for group in encounter.groups_of(TYPE) if INITIATIVE.of(encounter, group.tag)]
    return there + [tag for tag in types if standees(ledger.rules, encounter, tag)]


async def _ranked(ledger: Ledger) -> list[Tag]:
    """The entries from first to last; ties that the rules leave open are the players' (GH-08..11, 61)."""
    entries = sorted(_entries(ledger), key=lambda tag: place_of(ledger.encounter, tag))
    tell_ties(ledger, entries)
    places = {tag: place_of(ledger.encounter, tag) for tag in entries}
    ranked: list[Tag] = []
    for _, tied in groupby(entries, key=lambda tag: places[tag]):
        ranked += await decided(ledger, tuple(tied))
    return ranked


def tell_ties(ledger: Ledger, entries: list[Tag]) -> None:
    """What the rules say where two have the same initiative."""
    for first, second in pairwise(entries):
        one, other = place_of(ledger.encounter, first), place_of(ledger.encounter, second)
        if one.initiative != other.initiative or one == other:
            continue
        names = f"{ledger.encounter.name(first)} acts before {ledger.encounter.name(second)} at {one.initiative}"
        if other.monster:
            ledger.remark(f"{names}: characters go first", "GH-10")
        else:
            ledger.remark(f"{names}: the other cards are {one.other} and {other.other}", "GH-08")


async def decided(ledger: Ledger, tied: tuple[Tag, ...]) -> list[Tag]:
    """Those of one place, in the order that the players choose; as they were entered, if nobody is left to choose."""
    ranked: list[Tag] = []

    def left() -> tuple[Tag, ...]:
        return tuple(tag for tag in tied if tag not in ranked and ledger.rules.gets_turn(ledger.encounter, tag))

    while len(left()) > 1:
        cites = ("GH-11", "GH-61") if tied[0] in ledger.encounter.groups else ("GH-09", "GH-61")
        try:
            chosen = await Ask(
                lambda: Choose(
                    key=f"tie {' '.join(tag for tag in tied if tag not in ranked)}",
                    prompt=f"Tie on {place_of(ledger.encounter, tied[0]).initiative}: who goes first?",
                    by=PLAYERS,
                    options=left(),
                    labels={tag: ledger.encounter.name(tag) for tag in left()},
                    default=next(iter(left()), None),
                    cites=cites,  # noqa: B023
                )
            )
        except Lapsed:
            break
        ranked.append(chosen.option)
        ledger.remark(f"The players choose: {ledger.encounter.name(chosen.option)} first", *cites)
    return [*ranked, *(tag for tag in tied if tag not in ranked)]


def tell_choices(ledger: Ledger) -> None:
    """What the characters reveal: the leading card on top, or a long rest (GH-02, 30)."""
    encounter = ledger.encounter
    for tag in characters(encounter):
        name = encounter.name(tag)
        if RESTING.of(encounter, tag):
            ledger.remark(f"{name} takes a long rest this round (initiative {LONG_REST})", "GH-30")
        else:
            lead, other = LEAD.of(encounter, tag), OTHER.of(encounter, tag)
            ledger.remark(f"{name} leads with {lead}, the other card is {other}", "GH-02", detail=True)


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
    ledger.remark(f"{ledger.encounter.name(tag)} acts this round, on initiative {number}", "GH-42", detail=True)


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
        outrun_slots = [slot for slot in waiting if outrun and slot.under == outrun]
        later = [slot for slot in waiting if int(slot.label or "0") >= least or slot in outrun_slots]
    elif not later:
        later = waiting[waiting.index(mine[-1]) + 1 :][:1]
        # Behind the last of its own type, before whoever comes next, at the same step as its own.
        return mine[-1].step, later[0].who if later else None
    if later:
        return later[0].step, later[0].who
    return max((slot.step for slot in encounter.order), default=0) + 1, None
