"""Implementations of the referee's overrides: the verbs that exist in every game."""

from referee.engine.answer import Chosen, Counted, Picked, Said
from referee.engine.ask import Lapsed, Steps
from referee.engine.bearer import TABLE, Figure, Tag, Track
from referee.engine.chance import DICE
from referee.engine.condition_name import condition_named
from referee.engine.condition_tests import ask_endings, end_turn
from referee.engine.duration import read_duration
from referee.engine.enlist import add_recruits, enlist, resolve_side
from referee.engine.event import (
    Renamed,
    SideChanged,
    SlotPut,
    StandingSet,
    TrackBounded,
    TrackChanged,
    TraitSet,
)
from referee.engine.for_each import for_each
from referee.engine.harm import Harm
from referee.engine.kinds import AWAY, TrackKind
from referee.engine.ledger import Ledger
from referee.engine.number import is_number
from referee.engine.problem import Refused
from referee.engine.recruit import Recruit, fresh_copy, name_of, read_details, read_value, stem_for, track_named
from referee.engine.share import read_share
from referee.engine.tags import numbered, slug
from referee.engine.term import Term
from referee.engine.verb import Situation

# -------------------------------------------------------------------- who comes and who goes


async def add(ledger: Ledger, kind: Chosen, details: Said) -> None:
    """Figures of a sort come to the table."""
    template = ledger.rules.template(kind.option)
    if template is None:
        raise Refused(f"There is no {kind.option} to add.")
    await enlist(ledger, template, read_details(ledger.rules, details.text, template))


async def clone(ledger: Ledger, who: Picked, copies: Counted) -> None:
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


async def remove(ledger: Ledger, who: Picked) -> None:
    """Figures are taken off the table; they stay readable, and can be set up again. Their turn ends before."""
    for tag in who.tags:
        if ledger.encounter.turn == tag:
            await end_turn(ledger, tag)
        ledger.record(StandingSet(tag=tag, standing=AWAY.name))
        await ledger.rules.on_removed(ledger, tag)


async def rename(ledger: Ledger, who: Picked, name: Said) -> None:
    """A figure gets another name."""
    ledger.record(Renamed(tag=who.one, name=name_of(name.text), remembers=True))


# -------------------------------------------------------------------- numbers and words


async def set_value(ledger: Ledger, who: Picked, what: Chosen, value: Said) -> None:
    """A track, a trait, the side or the standing of a figure becomes what the referee says."""
    if what.option == "standing" and value.text.lower() == AWAY.name:
        await remove(ledger, who)
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


async def damage(ledger: Ledger, who: Picked, amount: Counted, share: Said) -> None:
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


async def heal(ledger: Ledger, who: Picked, amount: Counted) -> None:
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


async def option(ledger: Ledger, name: Chosen, choice: Chosen) -> None:
    """Another reading of the rules holds from here on."""
    ledger.record(TraitSet(tag=TABLE, trait=name.option, value=choice.option))
    await ledger.rules.on_set(ledger, TABLE, name.option)


async def dice(ledger: Ledger, mode: Chosen) -> None:
    """Someone else throws the dice from here on."""
    ledger.record(DICE.set(mode.option))


# -------------------------------------------------------------------- conditions


async def condition(ledger: Ledger, who: Picked, kind: Said, details: Said) -> None:
    """A condition comes upon figures, for as long as is said, or as the rules have it."""
    for tag in who.tags:
        name = condition_named(ledger.rules, kind.text, _worn(ledger, tag))
        if not details.text and ledger.rules.on_condition_given(ledger, tag, name):
            continue
        said = read_duration(Situation(ledger.rules, ledger.encounter), tag, name, details.text)
        ends = said.ends or ledger.rules.usual_endings(ledger, tag, name, said.by)
        ledger.afflict(tag, name, until=said.until, value=said.value, by=said.by, ends=ends, note=said.note)
        await ledger.rules.on_condition_added(ledger, tag, name)


async def lift(ledger: Ledger, who: Picked, kind: Said) -> None:
    """A condition is taken off figures."""
    names = {tag: condition_named(ledger.rules, kind.text, _worn(ledger, tag)) for tag in who.tags}
    for tag, name in names.items():
        if name not in _worn(ledger, tag):
            raise Refused(f"{ledger.encounter.name(tag)} is not {name}.")
    for tag, name in names.items():
        ledger.lift(tag, name)


def _worn(ledger: Ledger, tag: Tag) -> list[str]:
    """The conditions that lie on a figure."""
    return [condition.kind for condition in ledger.encounter.of(tag).conditions]


# -------------------------------------------------------------------- turns and the order


async def advance(ledger: Ledger) -> None:
    """The turn ends, and whatever follows begins."""
    turn = ledger.encounter.turn if ledger.rules.end is None else None
    asked = turn is not None and await ask_endings(ledger, turn, "end")
    try:
        await ledger.rules.advance(ledger)
    except Refused as reason:
        if not asked:
            raise
        raise Lapsed(str(reason).rstrip(".")) from reason


async def move(ledger: Ledger, who: Picked, before: Picked) -> None:
    """Figures get another place in the order: before another one, or last."""
    for tag in who.tags:
        _move(ledger, tag, before)


def _move(ledger: Ledger, who: Tag, before: Picked) -> None:
    slot = ledger.encounter.slot(who)
    if slot is None:
        raise Refused(f"{ledger.encounter.name(who)} has no place in the order.")
    order = ledger.encounter.order
    if before.tags:
        target = ledger.encounter.slot(before.one)
        step = slot.step if target is None else target.step
        ledger.record(SlotPut(slot=slot.model_copy(update={"step": step}), before=before.one))
    else:
        ledger.record(SlotPut(slot=slot.model_copy(update={"step": max(s.step for s in order) + 1})))


# -------------------------------------------------------------------- words


async def note(ledger: Ledger, text: Said) -> None:
    """The referee writes a line into the log."""
    ledger.remark(text.text)
