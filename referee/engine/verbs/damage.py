"""Damage, healing and experience that the referee gives over the rules: to whom, how much, who takes less."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.contract.kinds import XP
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.event import Term, TrackBounded, TrackChanged
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Counted, Picked, Said
from referee.engine.questions.ask import Steps
from referee.engine.questions.question import Pick
from referee.engine.questions.typed_questions import Amount, Text
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.find_bearers import find, find_many
from referee.engine.verbs.add import party_named
from referee.engine.verbs.anybody import anybody
from referee.engine.verbs.ledger import Harm, Ledger, for_each
from referee.engine.verbs.verb import Command, Given, Situation, asks, override
from referee.text.choice_letters import lettered
from referee.text.phrases import joined, listed
from referee.text.quoting import quoted


class Share(Struct, frozen=True):
    """What is typed with damage beside its amount: who takes half, who none, its type, its source and the reason."""

    half: tuple[Tag, ...] = ()
    none: tuple[Tag, ...] = ()
    why: str = ""
    type: str = ""
    """The type of the damage, if the referee says one."""
    by: Tag | None = None
    """Who did it, if the referee says who."""

    def less(self, tag: Tag, amount: int) -> int:
        """The damage that the figure is spared; half of it is rounded down."""
        if tag in self.none:
            return amount
        return amount - amount // 2 if tag in self.half else 0


def read_share(encounter: Encounter, among: Iterable[Tag], text: str, types: Sequence[str] = ()) -> Share:
    """`fire half g2,g4 none g3 by ogre because they saved`, in any order, the reason last. NotUnderstood otherwise.

    types: the types of damage of the game.
    """
    said, _, why = (f" {text} ").partition(" because ")
    share, tags = Share(why=why.strip()), tuple(among)
    words = said.split()
    while words:
        word = words.pop(0).lower()
        if found := _types(word, types):
            if share.type:
                raise NotUnderstood(f"Type one kind of damage at a time: {share.type}, then {found}.")
            share = replace(share, type=found)
        elif word not in ("half", "none", "by"):
            kinds = f"a damage type ({listed(types, 3)}), " if types else ""
            raise NotUnderstood(f"Type {kinds}`half WHO`, `none WHO`, `by WHO` or `because WHY`, not {quoted(word)}.")
        elif not words:
            raise NotUnderstood(f"{'Who did it' if word == 'by' else f'Who takes {word}'}? For example: {word} g2")
        elif word == "by":
            share = replace(share, by=find(encounter, encounter.figures, words.pop(0)))
        else:
            who = find_many(encounter, tags, words.pop(0))
            half = word == "half"
            share = replace(share, half=(*share.half, *who)) if half else replace(share, none=(*share.none, *who))
    return share


def _types(word: str, types: Sequence[str]) -> str:
    """The type that a word means, or begins where no other type begins so, or whose letter it is; empty for none."""
    begun = [kind for kind in types if kind.startswith(word)]
    if word in types or word in ("half", "none", "by"):
        return word if word in types else ""
    return begun[0] if len(begun) == 1 else lettered(types).get(word, "")


def _no_health(situation: Situation) -> str | None:
    return None if situation.rules.health_track else f"Nobody in {situation.rules.title} has health to lose."


def _how_much(what: str, types: Callable[[Situation], Sequence[str]] = lambda situation: ()) -> Counted:
    def ask(situation: Situation, who: Picked) -> Amount:
        names = [situation.encounter.name(tag) for tag in who.tags]
        whom = f"{len(names)} figures" if len(names) > 4 else joined(names)
        return Amount(key="amount", prompt=f"How much {what} {whom}?", least=0, most=9999)

    return asks(ask, glued=types)


def _ask_share(situation: Situation, who: Picked) -> Text:
    check = complaint(lambda text: read_share(situation.encounter, who.tags, text, situation.rules.damage.types))
    prompt = "More? half WHO, none WHO, by WHO, because WHY"
    return Text(key="share", prompt=prompt, optional=True, check=check)


def expected_damage(situation: Situation, command: Command) -> str:
    """What an order of damage would do to each: `Grum resists fire: 4`; the letters of the types if it says none.

    Empty where there is nothing to tell: the order does not say how much, or nobody is spared in a game without types.
    """
    who, amount, share = (command.given.get(name) for name in ("who", "amount", "share"))
    if not isinstance(who, Picked) or not isinstance(amount, Counted):
        return ""
    types, encounter = situation.rules.damage.types, situation.encounter
    shares = read_share(encounter, who.tags, share.text if isinstance(share, Said) else "", types)
    told: list[str] = []
    for tag in who.tags:
        n = amount.n - shares.less(tag, amount.n)
        if why := situation.rules.damage.spared(encounter, tag, n, shares.type):
            told.append(f"{encounter.name(tag)} {why}")
        elif shares.type:
            told.append(f"{encounter.name(tag)} takes {n} {shares.type}")
    letters = () if shares.type else (f"{letter} {kind}" for letter, kind in lettered(types).items())
    return ", ".join((*told, *letters))


@override(
    hint="hurts figures: damage g1-3,5 8 half g2 because the shield burns", bar=_no_health, foretell=expected_damage
)
async def damage(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Damage whom?"),
    amount: Counted = _how_much("damage to", lambda situation: situation.rules.damage.types),
    share: Said = asks(_ask_share, default=Said(text=""), rest=True),
) -> None:
    """Deals so much damage to each of these figures, half of it or none to some, with all that the rules make of it."""
    shares = read_share(ledger.encounter, who.tags, share.text, ledger.rules.damage.types)

    async def hurt(tag: Tag) -> None:
        spared = shares.less(tag, amount.n)
        by = f" from {ledger.encounter.name(shares.by)}" if shares.by else ""
        told = bool(spared or shares.why or by)
        if told:
            reason = f" ({shares.why})" if shares.why else ""
            part = (Term("none" if tag in shares.none else "half", -spared),) if spared else ()
            text = f"{ledger.encounter.name(tag)} takes {amount.n - spared}{by}{reason}"
            ledger.remark(text, terms=(Term("damage", amount.n), *part))
        if amount.n > spared or not told:
            harm = Harm(amount.n - spared, shares.type, shares.by)
            await _followed(ledger, tag, ledger.rules.deal(ledger, tag, harm), "damage")

    await for_each(ledger, who.tags, hurt)


def health_left(rules: Ruleset, figure: Figure) -> float | None:
    """How much of its health is left to a figure, from 0 to 1; None without health, or of harm without a bound."""
    found = rules.vital_track(figure, bounded=True)
    if found is None or not (most := found[1].most):
        return None
    kind, track = found
    return min(1, (most - track.now if kind.rising else track.now) / most)


def worst_hurt_first(rules: Ruleset, encounter: Encounter, whom: Pick) -> Pick:
    """The question whom to heal: those to whom least is left come first, who is whole is never proposed, and if nobody
    is hurt it says so.
    """
    figures = encounter.figures
    shares = {tag: health_left(rules, figures[tag]) for tag in whom.among if tag in figures}
    left = {tag: share for tag, share in shares.items() if share is not None}
    unhurt = {tag: "unhurt" for tag, share in left.items() if share == 1}
    among = sorted(whom.among, key=lambda tag: left.get(tag, 1))
    unlikely = {**unhurt, **whom.unlikely}
    nobody = " Nobody is hurt." if unhurt and unlikely.keys() >= {*among} else ""
    return replace(whom, among=tuple(among), unlikely=unlikely, prompt=f"{whom.prompt}{nobody}")


@override(hint="heals figures: heal ulf 1", bar=_no_health)
async def heal(
    ledger: Ledger, who: Picked = anybody(MOST_FIGURES, "Heal whom?"), amount: Counted = _how_much("healing for")
) -> None:
    """Heals each of these figures by so much."""

    async def replacement(tag: Tag) -> None:
        await _followed(ledger, tag, ledger.rules.heal(ledger, tag, amount.n), "healing")

    await for_each(ledger, who.tags, replacement)


async def _followed(ledger: Ledger, tag: Tag, steps: Steps, what: str) -> None:
    """Runs what the rules make of damage or healing; where they write nothing down, a line says that none is."""
    before = len(ledger.events)
    await steps
    if len(ledger.events) == before:
        figure = ledger.encounter.figures[tag]
        ledger.remark(f"{figure.name} {figure.stands}; the {what} changes nothing")


EACH = "each"
"""Said last, all of it goes to each."""


class Awarded(Struct, frozen=True):
    """Whom experience goes to."""

    who: tuple[Tag, ...]
    each: bool
    """All of it to each; else it is shared out."""


def read_awarded(situation: Situation, text: str) -> Awarded:
    """`heroes`, a party or a side, `ann,bob each`, or nothing for all heroes. NotUnderstood if nobody is meant.

    Of a party or a side those who are at the table and have a share; who cannot be chosen as a target, or has left,
    gets something only where it is named.
    """
    words = text.split()
    each = bool(words) and words[-1].lower() == EACH
    listing = " ".join(words[: len(words) - each])
    rules, encounter = situation.rules, situation.encounter
    alive = [figure.tag for figure in encounter.figures.values() if rules.standing(figure.standing).target]
    if not listing:
        return Awarded(tuple(tag for tag in alive if rules.shares_experience(encounter, tag)), each)
    try:
        party = party_named(situation, listing).at_table(encounter)
        return Awarded(_with_a_share(situation, (tag for tag in party.values() if tag in alive)), each)
    except NotUnderstood:
        who = find_many(encounter, encounter.figures, ",".join(listing.replace(",", " ").split()))
    is_side = any(figure.side == listing.lower() for figure in encounter.figures.values()) and listing not in who
    return Awarded(_with_a_share(situation, (tag for tag in who if tag in alive)) if is_side else who, each)


def _with_a_share(situation: Situation, who: Iterable[Tag]) -> tuple[Tag, ...]:
    """The figures among these that have a share of experience; all of them if none has."""
    among = tuple(who)
    return tuple(tag for tag in among if situation.rules.party.gains_experience(situation.encounter, tag)) or among


def _in_full(situation: Situation, command: Command) -> Command:
    """The command with those who are meant by their tags: a party is known to the library only."""
    said = command.given.get("who")
    awarded = read_awarded(situation, said.text if isinstance(said, Said) else "")
    if not awarded.who:
        raise Refused("Nobody is here to gain experience. Say who: award 450 ann,bob")
    text = ",".join(awarded.who) + (f" {EACH}" if awarded.each else "")
    return replace(command, given={**command.given, "who": Said(text=text)})


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
        raise Refused(f"{amount.n} XP are too few to share among {len(awarded.who)}.")
    for tag in awarded.who:
        if XP.track(ledger.encounter, tag) is None:
            ledger.record(TrackBounded(tag=tag, track=XP.name, most=None))
        ledger.record(TrackChanged(tag=tag, track=XP.name, by=share))
    if left := 0 if awarded.each else amount.n % len(awarded.who):
        names = joined([ledger.encounter.name(tag) for tag in awarded.who])
        ledger.remark(f"{amount.n} XP shared by {names}: {left} left over")


def awarded_by(command: Command) -> int:
    """How much experience a recorded `award` gave in all, with what was left over of it."""
    (who, *each), amount = Given(command.given).text("who").split(), command.given["amount"]
    assert isinstance(amount, Counted)
    return amount.n * len(who.split(",")) if each else amount.n
