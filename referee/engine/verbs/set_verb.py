"""Verb `set`, which changes any value of a figure."""

from collections.abc import Sequence
from contextlib import suppress

from referee.engine.conditions.typed import condition_called
from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.order_keys import own_key, typed_key
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY
from referee.engine.events.apply import fold
from referee.engine.events.event import Event, SideChanged, StandingSet, TrackBounded, TrackChanged, TraitSet
from referee.engine.figures.add_details import read_value, track_named
from referee.engine.numbers import read_number
from referee.engine.problem import NotUnderstood, Refused, complaint
from referee.engine.questions.answer import Chosen, Picked, Said
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Text
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import MOST_FIGURES, Encounter
from referee.engine.state.own_values import Track
from referee.engine.verbs.add import resolve_side
from referee.engine.verbs.anybody import anybody
from referee.engine.verbs.carrying import changed_things, is_carried
from referee.engine.verbs.immunity import say_kept_off
from referee.engine.verbs.ledger import Ledger, for_each
from referee.engine.verbs.overrides import remove
from referee.engine.verbs.verb import Situation, asks, override
from referee.text.phrases import listed
from referee.text.quoting import quoted


def _ask_what(situation: Situation, who: Picked) -> Choose:
    rules = situation.rules
    values = (typed_key(rules, kind.name) for kind in (*rules.tracks, *rules.traits))
    names = tuple(dict.fromkeys((*values, *rules.adding.equipment(), "side", "standing")))
    if not rules.values.own_tracks and not rules.order.number:
        return Choose(key="what", prompt="Which value?", options=names)
    own = [track for tag in who.tags for track in situation.encounter.of(tag).tracks if track not in names]

    def known(text: str) -> object:
        return rules.trait(own_key(rules, text)) or _levels(rules, text) or track_named(rules, text)

    check = complaint(known)
    return Choose(key="what", prompt="Which value?", options=(*names, *dict.fromkeys(own)), own=check)


def _levels(rules: Ruleset, word: str) -> ConditionKind | None:
    """The condition with levels that is called so. NotUnderstood for one that has none: it is no value."""
    kind = rules.condition(condition_called(rules, word))
    if kind is not None and kind.stacking is not Stacking.ADDS:
        raise NotUnderstood(f"{quoted(word)} is a condition. To give it: condition WHO {kind.name}")
    return kind


def _read_level(kind: ConditionKind, word: str) -> int:
    level = read_number(word, kind.name.replace("_", " "))
    if not 0 <= level <= kind.maximum:
        raise NotUnderstood(f"{kind.name.replace('_', ' ').capitalize()} goes from 0 to {kind.maximum}.")
    return level


async def _set_level(ledger: Ledger, tag: Tag, kind: ConditionKind, level: int) -> None:
    """Sets the level of a condition of a figure, with what a higher one brings; 0 ends it."""
    was = kind.value(ledger.encounter, tag)
    if level > was:
        ledger.afflict(tag, kind, value=level - was)
        await ledger.rules.on_condition_added(ledger, tag, kind.name)
    elif level < was:
        ledger.spend(tag, kind, was - level)


def _ask_value(situation: Situation, who: Picked, what: Chosen) -> Text:
    key = own_key(situation.rules, what.option)
    kind = situation.rules.track(key) or situation.rules.trait(key)
    label = kind.spoken if kind is not None else what.option.replace("_", " ")

    levels = _levels(situation.rules, what.option) if kind is None and situation.rules.values.own_tracks else None

    def read(text: str) -> None:
        if levels is not None:
            _ = _read_level(levels, text)
            return
        for tag in who.tags:
            with suppress(Refused):  # said when it is done
                _changes(situation.rules, situation.encounter, tag, own_key(situation.rules, what.option, text), text)

    return Text(
        key="value",
        prompt=f"What is the new {label}?",
        words=tuple(situation.rules.adding.equipment().get(what.option, ())),
        check=complaint(read),
        comes_to=lambda text: _changed(situation, who.tags, what.option, text),
    )


def _changed(situation: Situation, who: tuple[Tag, ...], what: str, word: str) -> str:
    """Where a track of one figure will stand after `+2` or `-1`; nothing for other words."""
    track = situation.encounter.of(who[0]).tracks.get(what) if len(who) == 1 else None
    if track is None or word[:1] not in ("+", "-"):
        return ""
    return f"{what} {track.moved(track_named(situation.rules, what).read_change(word, track)).now}"


@override(name="set", hint="changes any value of a figure: set ulf wounds 2, set ulf weapon -sword")
async def set_value(
    ledger: Ledger,
    who: Picked = anybody(MOST_FIGURES, "Whose?", away_too=True),
    what: Chosen = asks(_ask_what),
    value: Said = asks(_ask_value, rest=True),
) -> None:
    """Sets a track, a trait, the side or the standing of figures, or gives them a thing."""
    if what.option == "standing" and value.text.lower() == AWAY.name:
        await remove.run(ledger, who)
        return
    word, rules = value.text, ledger.rules
    name = own_key(rules, what.option, word)
    is_value = rules.track(name) or rules.trait(name) or name in (*rules.adding.equipment(), "side")
    if not is_value and name != "standing" and (levels := _levels(ledger.rules, name)) is not None:
        level = _read_level(levels, word)
        get_more = {tag: levels.name for tag in who.tags if levels.value(ledger.encounter, tag) < level}
        kept_off = say_kept_off(ledger, get_more, f"{levels.name} {level}")
        tags = [tag for tag in who.tags if tag not in kept_off]
        await for_each(ledger, tags, lambda tag: _set_level(ledger, tag, levels, level))
        return
    if name == "side":
        sorts = [ledger.rules.template(ledger.encounter.figures[tag].kind) for tag in who.tags]
        word = await resolve_side(ledger, next((sort for sort in sorts if sort and sort.side), None), word)
    spent = {tag for tag in who.tags if ledger.rules.spent(ledger.encounter, tag)}
    for tag in who.tags:
        ledger.record(*_changes(ledger.rules, ledger.encounter, tag, name, word))

    async def follow(tag: Tag) -> None:
        await ledger.rules.on_set(ledger, tag, name)
        has_left = tag in spent and not ledger.rules.spent(ledger.encounter, tag)
        if has_left and not ledger.able(tag) and ledger.encounter.figures[tag].standing != AWAY.name:
            ledger.record(ledger.rules.standings[0].set(tag))

    await for_each(ledger, who.tags, follow)


def _changes(rules: Ruleset, encounter: Encounter, tag: Tag, what: str, word: str) -> Sequence[Event]:
    """The events by which a figure gets the value that was typed; `-` ends a trait.

    NotUnderstood if it is no such value; Refused if this figure cannot have it now.
    """
    if is_carried(rules, what):
        return changed_things(rules, encounter, tag, what, word)
    if what == "side":
        return [SideChanged(tag=tag, side=str(read_value(rules, what, word)))]
    if what == "standing":
        return [_stood(rules, encounter, tag, word)]
    if rules.trait(what) is None:
        return _track_changes(encounter, tag, track_named(rules, what), word)
    value = None if word == "-" else read_value(rules, what, word)
    return [] if isinstance(value, Track) else [TraitSet(tag=tag, trait=what, value=value)]


def _stood(rules: Ruleset, encounter: Encounter, tag: Tag, word: str) -> StandingSet:
    """Nobody gets up whose health is spent: the rules would put it down again at once."""
    known = [standing.name for standing in (*rules.standings, AWAY)]
    if word.lower() not in known:
        raise NotUnderstood(f"Standing cannot be {quoted(word)}. Choose: {listed(known)}.")
    if word.lower() == known[0] and rules.spent(encounter, tag):
        raise Refused(f"{encounter.name(tag)} cannot be {known[0]} yet. Heal first: heal {tag} 1")
    return StandingSet(tag=tag, standing=word.lower())


def _track_changes(encounter: Encounter, tag: Tag, kind: TrackKind, word: str) -> list[Event]:
    """`5`, `5/9`, `+2` or `-1`: what is in a track, and how much it may hold."""
    track = kind.track(encounter, tag)
    if word[:1] in ("+", "-"):
        by = kind.read_change(word, track or Track(now=0))
        if track is None:
            raise Refused(f"{encounter.name(tag)} has no {kind.spoken} yet. To give some: set {tag} {kind.name} 5")
        return [TrackChanged(tag=tag, track=kind.name, by=by)]
    new = kind.read(word, track)
    grows = track is not None and track.most is not None and new.now > track.most
    bounded: list[Event] = []
    if track is None or "/" in word or grows:
        bounded.append(TrackBounded(tag=tag, track=kind.name, most=new.most))
    by = new.now - fold(encounter, bounded).of(tag).tracks[kind.name].now
    return [*bounded, TrackChanged(tag=tag, track=kind.name, by=by)] if by else bounded
