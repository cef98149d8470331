"""The choice of two cards or a long rest, secret until all are in (GH-01, 02, 30, 61, 66)."""

from itertools import pairwise

from referee.engine.answer import Picked, Said
from referee.engine.bearer import TABLE, Tag
from referee.engine.encounter import Encounter
from referee.engine.ledger import Ledger
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.question import Pick, Text
from referee.engine.tags import listed
from referee.engine.verb import Situation, asks, verb
from referee.rules.gloomhaven.cards.hand import LONG_REST, available, blanks, counted, initiative, read_choice
from referee.rules.gloomhaven.kinds import CARDS, CHOICE, ENTERED, INITIATIVE, LEAD, OTHER, RESTING, characters


def undecided(encounter: Encounter) -> tuple[Tag, ...]:
    """The characters that have not chosen for this round."""
    return tuple(tag for tag in characters(encounter) if tag not in ENTERED.of(encounter, TABLE))


def unfit(encounter: Encounter, who: Tag, text: str) -> str | None:
    """Why these words are no choice for that character; None if they are."""
    try:
        read_choice(encounter, who, text)
    except NotUnderstood as wrong:
        return str(wrong)
    return None


def _examples(encounter: Encounter, who: Tag) -> tuple[str, ...]:
    """A few choices that can be made, for completion."""
    known = [str(INITIATIVE.of(encounter, c)) for c in available(encounter, who) if c not in blanks(encounter, who)]
    pairs = [f"{first} {second}" for first, second in pairwise(known)]
    if blanks(encounter, who) or not counted(encounter, who):
        pairs += ["10 20", "30 40", "50 60"]
    return tuple(text for text in (*pairs, "rest") if unfit(encounter, who, text) is None)


def _hand_of(encounter: Encounter, who: Tag) -> str:
    """The cards to choose from, where all of them are known; else empty."""
    there = available(encounter, who)
    if not counted(encounter, who) or blanks(encounter, who):
        return ""
    return f"Two of {listed([encounter.name(card) for card in there], len(there))}"


def _ask_who(situation: Situation) -> Pick:
    return Pick(key="who", prompt="Who chooses?", among=characters(situation.encounter))


def _first_undecided(situation: Situation) -> Picked | None:
    left = undecided(situation.encounter)
    return Picked(tags=left[:1]) if left else None


def _ask_cards(situation: Situation, who: Picked) -> Text:
    tag = who.one
    return Text(
        key="cards",
        prompt=f"{situation.encounter.name(tag)}: two cards, the leading one first, or rest",
        by=tag,
        words=_examples(situation.encounter, tag),
        expects=_hand_of(situation.encounter, tag),
        check=lambda text: unfit(situation.encounter, tag, text),
        hidden=True,
        cites=("GH-02", "GH-30"),
    )


def _not_now(situation: Situation) -> str | None:
    if situation.encounter.phase not in ("", CARDS):
        return "Cards are chosen between rounds; this round's are revealed [GH-02]."
    return None


@verb(
    name="pick",
    label="Choose cards",
    hint="two cards, the leading one first (61 15), or rest",
    hotkey="K",
    bar=_not_now,
    secret=True,
    cites=("GH-02", "GH-30", "GH-66"),
)
async def choose_cards(
    ledger: Ledger,
    who: Picked = asks(_ask_who, default=_first_undecided, nobody="There is no character."),
    cards: Said = asks(_ask_cards, rest=True),
) -> None:
    """A character's two cards, the leading one first, or a long rest; both may be changed until all are in."""
    tag = who.one
    if why := unfit(ledger.encounter, tag, cards.text):
        raise Refused(why)
    choice = read_choice(ledger.encounter, tag, cards.text)
    if not ledger.encounter.phase:
        ledger.begin_phase(CARDS, next_round=True)
    numbers = [initiative(ledger.encounter, card) for card in choice.cards] or [LONG_REST, LONG_REST]
    entered = tuple(t for t in ENTERED.of(ledger.encounter, TABLE) if t != tag)
    ledger.record(LEAD.set(tag, numbers[0], "GH-02"), OTHER.set(tag, numbers[1], "GH-02"))
    # They stay in the hand until all show theirs: whoever looks at the hand learns nothing.
    ledger.record(CHOICE.set(tag, choice.cards, "GH-66"))
    ledger.record(RESTING.set(tag, choice.rests, *(("GH-30",) if choice.rests else ())))
    ledger.record(ENTERED.set(TABLE, (*entered, tag), "GH-61"))


VERBS = (choose_cards,)
