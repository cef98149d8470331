"""Award: experience that the referee gives after a fight, shared out or to each, in every game."""

from typing import NamedTuple

from referee.engine.contract.kinds import AWAY, XP
from referee.engine.events.event import TrackBounded, TrackChanged
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Counted, Said
from referee.engine.questions.typed import Amount, Text
from referee.engine.state.bearer import Tag
from referee.engine.state.tags import find_many
from referee.engine.verbs.add import party_named
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Command, Given, Situation, asks, override
from referee.text import joined

EACH = "each"
"""Said last, all of it goes to each."""


class Awarded(NamedTuple):
    """Whom experience goes to."""

    who: tuple[Tag, ...]
    each: bool
    """All of it to each; else it is shared out."""


def read_awarded(situation: Situation, text: str) -> Awarded:
    """`heroes`, a party or a side, `ann,bob each`, or nothing for all heroes. NotUnderstood if nobody is meant.

    Of a party those who are at the table; who cannot be chosen as a target gets nothing, but where it is named.
    """
    words = text.split()
    each = bool(words) and words[-1].lower() == EACH
    listing = " ".join(words[: len(words) - each])
    here = [figure for figure in situation.encounter.figures.values() if figure.standing != AWAY.name]
    alive = [figure.tag for figure in here if situation.rules.standing(figure.standing).target]
    if not listing:
        return Awarded(tuple(tag for tag in alive if _is_hero(situation, tag)), each)
    try:
        names = {member.name.casefold() for member in party_named(situation, listing).members}
        return Awarded(tuple(tag for tag in alive if situation.encounter.name(tag).casefold() in names), each)
    except NotUnderstood:
        tags = [figure.tag for figure in here]
        return Awarded(find_many(situation.encounter, tags, ",".join(listing.replace(",", " ").split())), each)


def _is_hero(situation: Situation, tag: Tag) -> bool:
    figure = situation.encounter.figures[tag]
    return figure.side not in situation.rules.app_sides and situation.rules.carries_over.member(
        situation.encounter, tag
    )


def _in_full(situation: Situation, command: Command) -> Command:
    """The command with those who are meant by their tags: a party is known to the library only."""
    said = command.given.get("who")
    awarded = read_awarded(situation, said.text if isinstance(said, Said) else "")
    if not awarded.who:
        raise Refused("Nobody is here to gain experience. Say who: award 450 ann,bob")
    text = ",".join(awarded.who) + (f" {EACH}" if awarded.each else "")
    return command.model_copy(update={"given": {**command.given, "who": Said(text=text)}})


def _ask_who(situation: Situation, amount: Counted) -> Text:
    parties = tuple(group.name for group in situation.kept.parties())
    check = complaint(lambda text: read_awarded(situation, text))
    prompt = f"Who gains {amount.n} XP? A party, a side, ann,bob; each at the end gives all of it to each"
    return Text(key="who", prompt=prompt, words=parties, optional=True, check=check)


_ASK_AMOUNT = Amount(key="amount", prompt="How much experience?", least=1, most=XP.maximum)


@override(hint="gives experience: award 450 heroes shares it out, award 50 ann,bob each", actor="", in_full=_in_full)
async def award(
    ledger: Ledger,
    amount: Counted = asks(_ASK_AMOUNT),
    who: Said = asks(_ask_who, default=Said(text=""), rest=True),
) -> None:
    """Experience is shared out evenly, rounded down, or all of it given to each. Refused if nobody would get any."""
    awarded = read_awarded(Situation(ledger.rules, ledger.encounter), who.text)
    share = amount.n if awarded.each else amount.n // len(awarded.who)
    if not share:
        raise Refused(f"{amount.n} XP cannot be shared by {len(awarded.who)}.")
    for tag in awarded.who:
        if XP.track(ledger.encounter, tag) is None:
            ledger.record(TrackBounded(tag=tag, track=XP.name, most=None))
        ledger.record(TrackChanged(tag=tag, track=XP.name, by=share))
    if left := 0 if awarded.each else amount.n % len(awarded.who):
        names = joined([ledger.encounter.name(tag) for tag in awarded.who])
        ledger.remark(f"{left} XP are left over: {amount.n} shared by {names}")


def awarded_by(command: Command) -> int:
    """How much experience a recorded `award` gave in all, with what was left over of it."""
    text, amount = Given(command.given).text("who"), command.given["amount"]
    assert isinstance(amount, Counted)
    return amount.n * len(text.split()[0].split(",")) if text.endswith(EACH) else amount.n
