"""Cards: a deck for each type, standees under their type, a hidden choice, elements on the table."""

from msgspec.structs import replace

from referee.engine.contract.kinds import PileKind, TrackKind, TraitKind
from referee.engine.dice.roll_questions import Draw
from referee.engine.events.event import OrderSet, TrackChanged
from referee.engine.problem import Refused
from referee.engine.questions.answer import Counted, Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import PLAYERS, Choose
from referee.engine.state.bearer import TABLE, Group, Tag, Thing
from referee.engine.state.encounter import Slot
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Given, Situation, Verb
from tests.engine.toys.box import NOTE, SKILL, game, number, pick

DECK, SHOWN, GONE = PileKind("deck"), PileKind("shown"), PileKind("gone")
LEAD = TraitKind("lead", 0)
FIRE = TrackKind("fire")


async def select(ledger: Ledger, who: Picked, lead: Counted) -> None:
    """A player's choice, hidden until all have chosen."""
    ledger.record(LEAD.set(who.one, lead.n))


async def drawn(ledger: Ledger, bearer: Tag) -> Tag:
    """The next card of a deck, the discard coming back when it is empty."""
    if not DECK.of(ledger.encounter, bearer):
        ledger.record(SHOWN.move(bearer, DECK, SHOWN.of(ledger.encounter, bearer), "GH-32"))
    pile = (bearer, DECK.name)
    drew = await Ask(
        lambda: Draw(key=f"card {bearer}", prompt="Card", pile=pile, cards=DECK.of(ledger.encounter, bearer))
    )
    card = drew.cards[0]
    ledger.record(DECK.move(bearer, SHOWN, (card,)))
    return card


async def reveal(ledger: Ledger) -> None:
    """One card for each type with a figure; lowest first, elites before others, then by number."""
    e = ledger.encounter
    if missing := [tag for tag, f in e.figures.items() if f.kind == "hero" and not LEAD.of(e, tag)]:
        raise Refused(f"{missing[0]} has not chosen yet.")
    rows = [(LEAD.of(e, tag), 0, [Slot(who=tag)]) for tag, f in e.figures.items() if f.kind == "hero"]
    for group in e.groups_of("type"):
        able = [f for f in e.members(group.tag) if ledger.able(f.tag)]
        if able:
            initiative = SKILL.of(ledger.encounter, await drawn(ledger, group.tag))
            able.sort(key=lambda f: (NOTE.of(e, f.tag) != "elite", SKILL.of(e, f.tag)))
            rows.append((initiative, 1, [Slot(who=f.tag, under=group.tag) for f in able]))
    ordered = await untied(rows)
    ledger.begin_phase("turns", next_round=True)
    slots = [(label, slot) for label, _, slots in ordered for slot in slots]
    placed = (replace(slot, step=n, label=str(label)) for n, (label, slot) in enumerate(slots))
    ledger.record(OrderSet(slots=tuple(placed)))
    ledger.begin_turn(ledger.rules.may_act(ledger.encounter)[0])


Row = tuple[int, int, list[Slot]]


async def untied(rows: list[Row]) -> list[Row]:
    """The rows in order; where two are alike the players choose."""
    rows = sorted(rows, key=lambda row: row[:2])
    for n in range(len(rows) - 1):
        if rows[n][:2] == rows[n + 1][:2]:
            names = tuple(row[2][0].under or row[2][0].who for row in rows[n : n + 2])
            if await first_of(names) == names[1]:
                rows[n], rows[n + 1] = rows[n + 1], rows[n]
    return rows


async def first_of(names: tuple[str, ...]) -> str:
    """Which of those alike the players let act first."""
    key = f"tie {' '.join(names)}"
    return (await Ask(lambda: Choose(key=key, prompt="Who first?", by=PLAYERS, options=names))).option


async def infuse(ledger: Ledger) -> None:
    """Fire grows strong."""
    ledger.record(TrackChanged(tag=TABLE, track=FIRE.name, by=2, cites=("GH-37",)))


async def done(ledger: Ledger) -> None:
    """The turn ends; after the last one the elements wane and the cards are chosen anew."""
    ledger.end_turn()
    if may := ledger.rules.may_act(ledger.encounter):
        ledger.begin_turn(may[0])
        return
    ledger.record(TrackChanged(tag=TABLE, track=FIRE.name, by=-1))
    ledger.record(*(LEAD.clear(tag) for tag, f in ledger.encounter.figures.items() if f.kind == "hero"))
    ledger.begin_phase("cards")
    ledger.record(OrderSet(slots=()))


def heroes(t: Situation, g: Given) -> tuple[Tag, ...]:
    """Those who choose cards."""
    return tuple(tag for tag, f in t.encounter.figures.items() if f.kind == "hero" and t.able(tag))


CARDS = game(
    "cards",
    Verb("select", select, (pick("who", heroes), number("lead")), secret=True),
    Verb("reveal", reveal),
    Verb("infuse", infuse, interjects=True),
    advance=done,
    traits=(SKILL, NOTE, LEAD),
    piles=(DECK, SHOWN, GONE),
)


def card(tag: Tag, initiative: int) -> Thing:
    """A monster's ability card."""
    return Thing(tag=tag, name=tag, kind="card", traits={"skill": initiative})


def monster_type(tag: Tag, cards: tuple[Tag, ...], members: tuple[Tag, ...]) -> Group:
    """A type of monsters with its deck."""
    return Group(tag=tag, name=tag.capitalize(), kind="type", members=members, piles={"deck": cards})
