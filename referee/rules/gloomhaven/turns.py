"""The course of a round: choosing, turns one after the other, its end in the exact order of the rules; rests, which
are taken in a turn or between rounds (GH-01..07, 14, 31, 32, 35, 37, 38, 40).
"""

from referee.engine.dice.roll_questions import Draw
from referee.engine.events.event import OrderSet, Term
from referee.engine.problem import Refused
from referee.engine.questions.answer import Picked
from referee.engine.questions.ask import Ask
from referee.engine.questions.question import Choose, Pick
from referee.engine.state.bearer import TABLE, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import Ledger, end_rounds
from referee.engine.verbs.verb import SharedKey, Situation, asks, verb
from referee.rules.gloomhaven import conditions, modifiers, scenario
from referee.rules.gloomhaven.hand import available, counted, holds, show, undecided
from referee.rules.gloomhaven.harm import fall, heal, suffer, take
from referee.rules.gloomhaven.initiative import lay_order, show_cards, tell_choices
from referee.rules.gloomhaven.kinds import (
    CARDS,
    CHOSEN,
    DECK,
    DISCARD,
    ENTERED,
    HAND,
    ITEMS,
    LOST,
    MARKS,
    PLAYING,
    RANK,
    RESTED,
    RESTING,
    SHOWN,
    SHUFFLE,
    SPENT,
    TURNS,
    TYPE,
    characters,
    is_character,
    is_standee,
    is_summon,
    party,
    present,
)
from referee.text.phrases import joined


async def advance(ledger: Ledger) -> None:
    """`next`: all is revealed, or this turn ends and the next begins."""
    if ledger.encounter.phase != TURNS:
        await _reveal(ledger)
    else:
        turn = ledger.encounter.turn
        if turn is not None and RESTING.of(ledger.encounter, turn) and not RESTED.of(ledger.encounter, turn):
            with ledger.lapsing("The rest has no effect"):
                await long_rest(ledger, turn)
    await go_on(ledger)


async def _reveal(ledger: Ledger) -> None:
    """All have chosen: cards are turned up, monsters' cards drawn, the order laid (GH-01..04)."""
    if not characters(ledger.encounter):
        raise Refused("There are no characters to choose cards. Add one, for example: add warden Mira")
    exhaust_weary(ledger)
    if missing := undecided(ledger.encounter):
        names = joined([*map(ledger.encounter.name, missing)])
        raise Refused(f"{names} {'have' if missing[1:] else 'has'} not chosen cards yet [GH-01].")
    for tag in characters(ledger.encounter):
        if not holds(ledger.encounter, tag):
            raise Refused(f"{ledger.encounter.name(tag)} has lost a chosen card and chooses again [GH-02].")
    ledger.begin_phase(TURNS, "GH-01", "GH-02")
    tell_choices(ledger)
    for tag in characters(ledger.encounter):
        show(ledger, tag)
    await show_cards(ledger)
    await lay_order(ledger)
    scenario.settle(ledger)


# -------------------------------------------------------------------- turns


async def go_on(ledger: Ledger) -> None:
    """This turn ends; the next one's begins, or the round ends (GH-04)."""
    ledger.end_turn()
    while left := ledger.rules.may_act(ledger.encounter):
        await begin(ledger, left[0])
        if ledger.encounter.turn is not None:
            return
    end_round(ledger)


async def begin(ledger: Ledger, who: Tag) -> None:
    """A turn begins with what conditions do, unless it goes on where it waited; a stunned monster's is over (GH-35)."""
    if ledger.begin_turn(who, *_why_now(ledger.encounter, who)):
        with ledger.lapsing("The turn has no effect"):
            for cause, term, source in conditions.turn_damage(ledger.encounter, who):
                await suffer(ledger, who, (term,), cause, "GH-35", source=source)
    barring = conditions.barring(ledger.encounter, who)
    if barring and not is_character(ledger.encounter, who) and ledger.encounter.turn == who:
        ledger.remark(f"{ledger.encounter.name(who)} is {barring.label} and loses the turn", "GH-35")
        ledger.end_turn()


def _why_now(encounter: Encounter, who: Tag) -> tuple[str, ...]:
    if is_standee(encounter, who):
        return "GH-04", "GH-05", "GH-06" if RANK.of(encounter, who) == "elite" else "GH-07"
    return ("GH-31",) if is_summon(encounter, who) else ("GH-04", "GH-14")


def ended(ledger: Ledger, who: Tag) -> None:
    """A turn has ended: unplayed cards are discarded, elements become strong (GH-17, 18, 37)."""
    _lay_down(ledger, who)
    if not _more_of_its_type(ledger, who):
        scenario.settle(ledger)


def _more_of_its_type(ledger: Ledger, who: Tag) -> bool:
    """A type's turn lasts until the last of its standees has acted (GH-05)."""
    if not is_standee(ledger.encounter, who):
        return False
    slot = ledger.encounter.slot(who)
    left = ledger.rules.may_act(ledger.encounter)
    following = ledger.encounter.slot(left[0]) if left else None
    return slot is not None and following is not None and following.under == slot.under


def _lay_down(ledger: Ledger, who: Tag) -> None:
    """A character's cards that were not used go to the discard at the end of its turn (GH-17, 18)."""
    # One that is being played goes where it says, when the action is over.
    chosen = tuple(card for card in CHOSEN.of(ledger.encounter, who) if card != PLAYING.of(ledger.encounter, who))
    if chosen and is_character(ledger.encounter, who):
        ledger.record(CHOSEN.move(who, DISCARD, chosen, "GH-17", "GH-18"))


# -------------------------------------------------------------------- the end of the round


def end_round(ledger: Ledger) -> None:
    """Cards away, decks shuffled, elements waned, then the next round: in this order (GH-32, 37, 40)."""
    _cards_away(ledger)
    modifiers.reshuffle_due(ledger)
    scenario.wane(ledger)
    ledger.begin_phase(CARDS, "GH-04", next_round=True)
    ledger.record(OrderSet(slots=()))
    exhaust_weary(ledger)
    if over(ledger.encounter):
        ledger.remark("All characters are exhausted: the scenario is lost", "GH-40")


def over(encounter: Encounter) -> str:
    """How the fight has ended: no character of those at the table is left in it (GH-40); "" while it goes on."""
    return "the scenario is lost [GH-40]" if party(encounter) and not characters(encounter) else ""


def end_scenario(ledger: Ledger) -> None:
    """The scenario is over: the cards of this round are away, and no element is on the board any more."""
    ledger.end_turn()
    _cards_away(ledger)
    scenario.clear_elements(ledger)
    end_rounds(ledger)


def _cards_away(ledger: Ledger) -> None:
    """The cards and marks of this round; an ability deck whose card says so is shuffled."""
    encounter = ledger.encounter
    for tag in encounter.figures:
        _lay_down(ledger, tag)
    for group in encounter.groups_of(TYPE):
        shown = SHOWN.of(encounter, group.tag)
        if shown:
            ledger.record(SHOWN.move(group.tag, DISCARD, shown))
        if any(SHUFFLE.of(encounter, card) for card in shown):
            ledger.remark(f"The ability deck of {group.name} is shuffled", "GH-01", detail=True)
            ledger.record(DISCARD.move(group.tag, DECK, DISCARD.of(ledger.encounter, group.tag)))
    for tag in (*encounter.figures, *(group.tag for group in encounter.groups_of(TYPE)), TABLE):
        ledger.clear(tag, *MARKS, ENTERED)


# -------------------------------------------------------------------- rests


HEALS = 2
"""What a long rest heals."""


async def long_rest(ledger: Ledger, who: Tag) -> None:
    """One discard of the player's choice is lost, the rest come back; heal 2; spent items are ready (GH-38)."""
    name = ledger.encounter.name(who)
    ledger.record(RESTED.set(who, True, "GH-38"))
    loses = ""
    if len(DISCARD.of(ledger.encounter, who)) > 1:
        picked = await Ask(
            lambda: Pick(
                key=f"long-rest {who}",
                prompt=f"{name} rests: which discard is lost?",
                by=who,
                among=DISCARD.of(ledger.encounter, who),
                cites=("GH-38",),
            )
        )
        _lose(ledger, who, picked.one)
        loses = f" and loses {ledger.encounter.name(picked.one)}"
    ledger.remark(f"{name} takes a long rest{loses}", "GH-38", tag=who, source=who)
    await heal(ledger, who, HEALS, who)
    spent = SPENT.of(ledger.encounter, who)
    if spent:
        ledger.record(SPENT.move(who, ITEMS, spent, "GH-38"))


def _lose(ledger: Ledger, who: Tag, card: Tag) -> None:
    """One discard is lost, the rest come back into the hand."""
    ledger.record(DISCARD.move(who, LOST, present(ledger.encounter, who, DISCARD, (card,)), "GH-38"))
    ledger.record(DISCARD.move(who, HAND, DISCARD.of(ledger.encounter, who), "GH-38"))


async def _by_chance(ledger: Ledger, who: Tag, key: str, but: tuple[Tag, ...]) -> Tag:
    """One discard at random."""
    drew = await Ask(
        lambda: Draw(
            key=f"{key} {who}",
            prompt=f"{ledger.encounter.name(who)} loses a discard at random",
            by=who,
            pile=(who, DISCARD.name),
            cards=tuple(card for card in DISCARD.of(ledger.encounter, who) if card not in but),
            cites=("GH-38",),
        )
    )
    return drew.cards[0]


def _ask_other(encounter: Encounter, who: Tag, first: Tag) -> Choose:
    alone = len(DISCARD.of(encounter, who)) < 2
    return Choose(
        key=f"short-rest choice {who}",
        prompt=f"Does {encounter.name(who)} lose {encounter.name(first)}?",
        by=who,
        options=("keep", "another"),
        labels={"keep": "loses it", "another": "takes 1 damage and loses another card instead"},
        barred={"another": "There is no other discard [GH-38]."} if alone else {},
        default="keep",
        cites=("GH-38",),
    )


def exhaust_weary(ledger: Ledger) -> None:
    """Who can neither play two cards nor rest is exhausted (GH-40)."""
    for tag in characters(ledger.encounter):
        if not counted(ledger.encounter, tag):
            continue
        cards, discard = available(ledger.encounter, tag), DISCARD.of(ledger.encounter, tag)
        if len(cards) < 2 and len(discard) < 2:
            name = ledger.encounter.name(tag)
            ledger.remark(f"{name} can neither play two cards nor rest", "GH-40")
            fall(ledger, tag)


# -------------------------------------------------------------------- what they ask


def _why_not(encounter: Encounter, tag: Tag) -> str:
    """Why this character cannot take a short rest now."""
    name = encounter.name(tag)
    if tag in ENTERED.of(encounter, TABLE):
        return f"{name} has already chosen for this round [GH-38]."
    if len(DISCARD.of(encounter, tag)) < 2:
        return f"{name} needs two discards to rest [GH-38]."
    return ""


def _ask_rester(situation: Situation) -> Pick:
    among = characters(situation.encounter)
    barred = {tag: why for tag in among if (why := _why_not(situation.encounter, tag))}
    return Pick(key="who", prompt="Who rests?", among=among, barred=barred)


def _not_now(situation: Situation) -> str | None:
    if situation.encounter.phase == TURNS:
        return "You can take a short rest only between rounds [GH-38]."
    return None


# -------------------------------------------------------------------- what is done


@verb(
    name="rest",
    label="Short rest",
    hint="lose a discard at random, take the others back",
    hotkey=SharedKey.REST,
    bar=_not_now,
    cites=("GH-38",),
)
async def short_rest(
    ledger: Ledger,
    who: Picked = asks(_ask_rester, nobody="There are no characters. Add one, for example: add warden Mira"),
) -> None:
    """A discard is lost by chance; for 1 damage another one instead, once; the rest come back (GH-38)."""
    tag = who.one
    first = await _by_chance(ledger, tag, "short-rest", ())
    choice = await Ask(lambda: _ask_other(ledger.encounter, tag, first))
    lost = first
    if choice.option == "another":
        ledger.remark(f"{ledger.encounter.name(tag)} takes 1 damage to lose another card", "GH-38")
        take(ledger, tag, (Term("rest", 1),), "GH-38")
        if not ledger.able(tag):
            return
        lost = await _by_chance(ledger, tag, "short-rest again", (first,))
    name, card = ledger.encounter.name(tag), ledger.encounter.name(lost)
    ledger.remark(f"{name} loses {card} in a short rest", "GH-38")
    _lose(ledger, tag, lost)
    exhaust_weary(ledger)
