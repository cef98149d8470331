"""Overrides: what the referee changes about figures over the rules, in every game."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from referee.engine.contract.kinds import AWAY, AnyTrait, TrackKind
from referee.engine.events.event import (
    Renamed,
    SideChanged,
    StandingSet,
    TrackBounded,
    TrackChanged,
    TraitSet,
)
from referee.engine.figures.recruit import MOST_COPIES, Recruit, fresh_copy, name_of, read_value, stem_for, track_named
from referee.engine.number import is_number, short
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Chosen, Counted, Picked, Said
from referee.engine.questions.ask import Steps
from referee.engine.questions.question import Amount, Choose, Pick, Text
from referee.engine.state.bearer import Figure, Tag, Track
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.tags import find, find_many, listed, numbered, slug
from referee.engine.term import Term
from referee.engine.verbs.add import add_recruits, resolve_side
from referee.engine.verbs.consequences import end_turn
from referee.engine.verbs.ledger import Harm, Ledger, for_each
from referee.engine.verbs.verb import Situation, asks, override


class Share(NamedTuple):
    """What is said of damage beside its amount: who takes half, who none, of which type it is, from whom and why."""

    half: tuple[Tag, ...] = ()
    none: tuple[Tag, ...] = ()
    why: str = ""
    type: str = ""
    """The type of the damage, if the referee says one."""
    by: Tag | None = None
    """Who did it, if the referee says who."""

    def less(self, tag: Tag, amount: int) -> int:
        """What that figure is spared of the damage; half of it is rounded down."""
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
                raise NotUnderstood(f"The damage is {share.type} or {found}; give each by itself.")
            share = share._replace(type=found)
        elif word not in ("half", "none", "by"):
            raise _unknown(word, types)
        elif not words:
            raise NotUnderstood("by: who did it?" if word == "by" else f"{word}: of those who are hurt, who is it?")
        elif word == "by":
            share = share._replace(by=find(encounter, encounter.figures, words.pop(0)))
        else:
            who = find_many(encounter, tags, words.pop(0))
            half = word == "half"
            share = share._replace(half=(*share.half, *who)) if half else share._replace(none=(*share.none, *who))
    return share


def _types(word: str, types: Sequence[str]) -> str:
    """The type that a word means or, where only one does so, begins; empty for none."""
    begun = [kind for kind in types if kind.startswith(word)]
    return word if word in types else begun[0] if len(begun) == 1 and word not in ("half", "none", "by") else ""


def _unknown(word: str, types: Sequence[str]) -> NotUnderstood:
    kinds = f"a type such as {listed(types, 3)}, " if types else ""
    return NotUnderstood(f"{kinds}`half WHO`, `none WHO`, `by WHO` or `because WHY` is expected, not {short(word)!r}.")


def anybody(
    most: int, prompt: str, away_too: bool = False, default: Callable[[Situation], Picked] | None = None
) -> Picked:
    """Figures on the table, or those that were taken off it too."""

    def ask(situation: Situation) -> Pick:
        figures = situation.encounter.figures
        among = tuple(tag for tag, figure in figures.items() if away_too or figure.standing != AWAY.name)
        return Pick(key="who", prompt=prompt, among=among, most=most)

    return asks(ask, default=default, nobody="There is no figure on the table.")


# -------------------------------------------------------------------- who comes and who goes


def _ask_copies(situation: Situation) -> Amount:
    return Amount(key="copies", prompt="How many?", least=1, most=MOST_COPIES)


@override(hint="more of the same")
async def clone(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Who is copied?"),
    copies: Counted = asks(_ask_copies, default=Counted(n=1)),
) -> None:
    """More of the same come, as fresh as the first of them was, and with what it carries."""
    for tag in who.tags:
        await _clone(ledger, ledger.encounter.figures[tag], copies.n)


async def _clone(ledger: Ledger, like: Figure, copies: int) -> None:
    family = like.name.rpartition(" ")[0] if is_number(like.name.rpartition(" ")[2]) else like.name
    stem = stem_for(ledger.encounter, family)
    taken = {*ledger.encounter.figures, *ledger.encounter.groups, *ledger.encounter.things}
    out: list[Recruit] = []
    for _ in range(copies):
        tag = numbered(stem, taken)
        taken.add(tag)
        name = f"{family} {tag.removeprefix(stem).lstrip('-')}"
        out.append(fresh_copy(ledger.rules, ledger.encounter, like, tag, name))
    await add_recruits(ledger, tuple(out), ())


@override(hint="off the table; `set g1 standing up` undoes it")
async def remove(ledger: Ledger, who: Picked = anybody(MOST_FIGURES, "Who leaves the table?")) -> None:
    """Figures are taken off the table; they stay readable, and can be set up again. Their turn ends before."""
    for tag in who.tags:
        if ledger.encounter.turn == tag:
            await end_turn(ledger, tag)
        ledger.record(StandingSet(tag=tag, standing=AWAY.name))
        await ledger.rules.on_removed(ledger, tag)


def _ask_name(situation: Situation, who: Picked) -> Text:
    return Text(key="name", prompt="New name", check=lambda text: _name_problem(situation, who.tags, text))


def _name_problem(situation: Situation, who: tuple[Tag, ...], text: str) -> str | None:
    """Why a figure cannot be renamed so; None if it can."""
    name = name_of(text)
    if not name:
        return "A name has at least one letter."
    others = [figure for tag, figure in situation.encounter.figures.items() if tag not in who]
    taken = [figure.tag for figure in others if figure.name.lower() == name.lower()]
    return f"{taken[0]} is called {name} already; two of one name could not be told apart." if taken else None


@override(hint="another name; the tag stays")
async def rename(
    ledger: Ledger,
    who: Picked = anybody(1, "Who gets another name?", away_too=True),
    name: Said = asks(_ask_name, rest=True),
) -> None:
    """A figure gets another name."""
    ledger.record(Renamed(tag=who.one, name=name_of(name.text), remembers=True))


# -------------------------------------------------------------------- numbers and words


def _ask_what(situation: Situation, who: Picked) -> Choose:
    kinds: tuple[str, ...] = tuple(track.name for track in situation.rules.tracks)
    traits: tuple[AnyTrait, ...] = situation.rules.traits
    names = (*kinds, *(trait.name for trait in traits), "side", "standing")
    if not situation.rules.own_tracks:
        return Choose(key="what", prompt="What is to be set?", options=names)
    own = [track for tag in who.tags for track in situation.encounter.of(tag).tracks if track not in names]
    check = complaint(lambda text: track_named(situation.rules, text))
    return Choose(key="what", prompt="What is to be set?", options=(*names, *dict.fromkeys(own)), own=check)


def _ask_value(situation: Situation, who: Picked, what: Chosen) -> Text:
    return Text(
        key="value",
        prompt=f"{what.option} becomes",
        check=lambda text: _value_problem(situation, who.tags, what.option, text),
        comes_to=lambda text: _changed(situation, who.tags, what.option, text),
    )


def _value_problem(situation: Situation, who: tuple[Tag, ...], what: str, word: str) -> str | None:
    """Why a track, a trait, the side or the standing of these cannot become that; None if it can."""
    try:
        if what == "standing":
            known = [standing.name for standing in (*situation.rules.standings, AWAY)]
            return None if word.lower() in known else f"A standing is one of {listed(known)}."
        if what != "side" and situation.rules.trait(what) is None:
            track = track_named(situation.rules, what)
            for there in [track.track(situation.encounter, tag) for tag in who] or [None]:
                _try_track(track, there, word)
        elif what == "side" or word != "-":
            read_value(situation.rules, what, word)
    except NotUnderstood as problem:
        return str(problem)
    return None


def _try_track(kind: TrackKind, there: Track | None, word: str) -> None:
    """NotUnderstood, if a track that stands so cannot be changed by such a word."""
    if word[:1] in ("+", "-"):
        kind.read_change(word, there or Track(now=0))
    else:
        kind.read(word, there)


def _changed(situation: Situation, who: tuple[Tag, ...], what: str, word: str) -> str:
    """Where a track of one figure will stand after `+2` or `-1`; nothing for other words."""
    track = situation.encounter.of(who[0]).tracks.get(what) if len(who) == 1 else None
    if track is None or word[:1] not in ("+", "-"):
        return ""
    return f"{what} {track.moved(track_named(situation.rules, what).read_change(word, track)).now}"


@override(name="set", hint="any track or trait, side or standing: set ulf wounds 2")
async def set_value(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Whose?", away_too=True),
    what: Chosen = asks(_ask_what),
    value: Said = asks(_ask_value, rest=True),
) -> None:
    """A track, a trait, the side or the standing of a figure becomes what the referee says."""
    if what.option == "standing" and value.text.lower() == AWAY.name:
        await remove.run(ledger, who)
        return
    word = value.text
    if what.option == "side":
        sorts = [ledger.rules.template(ledger.encounter.figures[tag].kind) for tag in who.tags]
        word = await resolve_side(ledger, next((sort for sort in sorts if sort and sort.side), None), word)
    for tag in who.tags:
        _set(ledger, tag, what.option, word)

    async def follow(tag: Tag) -> None:
        await ledger.rules.on_set(ledger, tag, what.option)

    await for_each(ledger, who.tags, follow)


def _set(ledger: Ledger, tag: Tag, what: str, word: str) -> None:
    if what == "side":
        ledger.record(SideChanged(tag=tag, side=slug(word)))
    elif what == "standing":
        _set_standing(ledger, tag, word.lower())
    elif ledger.rules.trait(what) is None:
        _set_track(ledger, tag, track_named(ledger.rules, what), word)
    elif word == "-":
        ledger.record(TraitSet(tag=tag, trait=what, value=None))
    else:
        value = read_value(ledger.rules, what, word)
        if not isinstance(value, Track):
            ledger.record(TraitSet(tag=tag, trait=what, value=value))


def _set_standing(ledger: Ledger, tag: Tag, standing: str) -> None:
    if standing == ledger.rules.standings[0].name and ledger.rules.spent(ledger.encounter, tag):
        name = ledger.encounter.name(tag)
        vital = ledger.rules.health_name
        raise Refused(f"{name} has nothing left to be {standing} with; `heal` it, or set its {vital}.")
    ledger.record(StandingSet(tag=tag, standing=standing))


def _set_track(ledger: Ledger, tag: Tag, kind: TrackKind, word: str) -> None:
    """`+2` and `-1` change it, `5` puts it there, `5/8` bounds it too."""
    name = kind.name
    track = kind.track(ledger.encounter, tag)
    if word[0] in "+-":
        if track is None:
            raise Refused(f"{ledger.encounter.name(tag)} has no {name} yet; set it to a number first.")
        ledger.record(TrackChanged(tag=tag, track=name, by=kind.read_change(word, track)))
        return
    new = kind.read(word, track)
    grows = track is not None and track.most is not None and new.now > track.most
    if track is None or "/" in word or grows:
        ledger.record(TrackBounded(tag=tag, track=name, most=new.most))
    now = ledger.encounter.of(tag).tracks[name].now
    if new.now != now:
        ledger.record(TrackChanged(tag=tag, track=name, by=new.now - now))


# -------------------------------------------------------------------- damage and healing


def _no_health(situation: Situation) -> str | None:
    return None if situation.rules.health_track else f"In {situation.rules.title} nobody has health."


def _ask_amount(situation: Situation) -> Amount:
    return Amount(key="amount", prompt="How much?", least=0, most=9999)


def _ask_share(situation: Situation, who: Picked) -> Text:
    check = complaint(lambda text: read_share(situation.encounter, who.tags, text, situation.rules.damage_types))
    prompt = "half WHO, none WHO, by WHO, because WHY"
    return Text(key="share", prompt=prompt, optional=True, check=check)


@override(hint="damage g1-3,5 8 half g2 because its shield burns", bar=_no_health)
async def damage(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Who is hurt?"),
    amount: Counted = asks(_ask_amount),
    share: Said = asks(_ask_share, default=Said(text=""), rest=True),
) -> None:
    """So much damage to each of these, half of it or none to some, with all that the rules make of it."""
    shares = read_share(ledger.encounter, who.tags, share.text, ledger.rules.damage_types)

    async def hurt(tag: Tag) -> None:
        spared = shares.less(tag, amount.n)
        by = f" from {ledger.encounter.name(shares.by)}" if shares.by and ledger.rules.typed_harm is None else ""
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


@override(hint="heal ulf 1", bar=_no_health)
async def heal(
    ledger: Ledger, who: Picked = anybody(MOST_FIGURES, "Who is healed?"), amount: Counted = asks(_ask_amount)
) -> None:
    """So much healing to each of these."""

    async def replacement(tag: Tag) -> None:
        await _followed(ledger, tag, ledger.rules.heal(ledger, tag, amount.n), "healing")

    await for_each(ledger, who.tags, replacement)


async def _followed(ledger: Ledger, tag: Tag, steps: Steps, what: str) -> None:
    """Runs what the rules make of damage or healing; where they write nothing down, a line says that none is."""
    before = len(ledger.events)
    await steps
    if len(ledger.events) == before:
        figure = ledger.encounter.figures[tag]
        ledger.remark(f"{figure.name} is {figure.standing}; the {what} changes nothing")
