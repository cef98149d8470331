"""How a bearer reads in a sentence: its name, traits, tracks, how they change and by which sums, things, conditions."""

from collections.abc import Iterator, Sized

from referee.engine.contract.kinds import NOT_SAID, NOTE, SHOWN
from referee.engine.contract.ruleset import Ruleset
from referee.engine.dice.chance import DICE
from referee.engine.events.apply import Change, apply
from referee.engine.events.event import Term, Terms, Tested, TrackChanged, total
from referee.engine.figures.family import lettered_name
from referee.engine.numbers import is_number
from referee.engine.state.bearer import TABLE, Figure, Tag, Thing
from referee.engine.state.encounter import OVER, Encounter
from referee.engine.state.own_values import Track, Value
from referee.text.phrases import capitalised, possessive
from referee.words.inflection import noun_for
from referee.words.sentence import Clause, Sentence
from referee.words.wording import wording_for

ARROW = "→"
"""Stands between the old and the new value, and between doer and target."""


def plain(key: str) -> str:
    """A key as it is read: `two_handed` is two handed."""
    return key.replace("_", " ")


def whose(encounter: Encounter, tag: str) -> str:
    """Ulf's, for his tag."""
    return possessive(encounter.name(tag))


def in_order(encounter: Encounter) -> Iterator[str]:
    """Each place in the order, as it is printed."""
    for slot in encounter.order:
        mark = "> " if slot.who == encounter.turn else ""
        state = " (waits)" if slot.held else " (done)" if slot.acted else ""
        yield f"{mark}{encounter.name(slot.who)}{' ' + slot.label if slot.label else ''}{state}"


def when(round: int, phase: str) -> str:
    """Which round and phase it is, or that there is none yet, or none any more: `round 3, combat`."""
    if phase == OVER:
        return "the fight is over"
    return ", ".join(filter(None, (f"round {round}" if round else "before the first round", phase)))


def round_after(now: int, turn: str | None, order: Sized) -> str:
    """What follows a turn that nobody has another behind in this round: `round 2`. Who begins it is not known yet: in
    some games the order is another one then. Empty while it is nobody's turn.
    """
    return f"round {now + 1}" if turn and order else ""


def shown(value: Value | None) -> str:
    """A trait's value as it is read."""
    match value:
        case None:
            return "as usual"
        case bool():
            return "yes" if value else "no"
        case tuple():
            return plain(", ".join(value)) or "none"
        case _:
            return str(value)


def remarks(figure: Figure) -> list[str]:
    """By which name the players know it, if by another, and the referee's note, if there is one."""
    seen, note = (shown(figure.traits.get(kind.name, "")) for kind in (SHOWN, NOTE))
    seen = seen or (name if (name := lettered_name(figure)) != figure.name else "")
    return [*([f"shown as {seen}"] if seen else []), *([note] if note else [])]


def track_name(rules: Ruleset | None, track: str) -> str:
    """A track as it is called in this game: `HP`."""
    kind = rules.track(track) if rules is not None else None
    return (kind.label if kind is not None else "") or plain(track)


def track_called(rules: Ruleset | None, track: str) -> str:
    """A track as it is called in a sentence: `2nd-level slots`."""
    kind = rules.track(track) if rules is not None else None
    return (kind.called if kind is not None else "") or track_name(rules, track)


def trait_name(rules: Ruleset | None, trait: str) -> str:
    """A trait as it is called in this game: `AC`."""
    kind = rules.trait(trait) if rules is not None else None
    return (kind.label if kind is not None else "") or plain(trait)


def given(rules: Ruleset | None, trait: str, value: Value | None) -> str:
    """A trait and its value, to stand behind a name: `AC 16`, `armor 0` for one back at its default, `no focus`."""
    option = rules.option(trait) if rules is not None else None
    if option is not None:
        return f"{option.called}: {option.label(shown(option.choices[0] if value is None else value))}"
    kind, label = rules.trait(trait) if rules is not None else None, trait_name(rules, trait)
    if value is None and kind is not None and kind.optional:
        return f"no {label}"
    if value is None:
        value = kind.default if kind is not None else ""
    if isinstance(value, bool):
        return label if value else f"no {label}"
    return f"{label} {shown(value)}" if value or isinstance(value, int) else f"no {label}"


def number(track: Track) -> str:
    """Where a track stands: 2/7, or 3 for a counter."""
    return str(track.now) if track.most is None else f"{track.now}/{track.most}"


def private(rules: Ruleset | None, trait: str) -> bool:
    """Is it a trait that a system keeps for itself, and nobody reads or sets?"""
    return rules is not None and rules.trait(trait) is None and rules.option(trait) is None and trait != DICE.name


def named_thing(rules: Ruleset, encounter: Encounter, who: Tag, tag: Tag) -> str:
    """What a tag of a pile of a bearer stands for, with what it does if it is a thing of the table."""
    thing = encounter.things.get(tag)
    return encounter.name(tag) if thing is None else thing_words(rules, encounter, who, thing)


def thing_words(rules: Ruleset, encounter: Encounter, who: Tag, thing: Thing) -> str:
    """A thing that somebody has, with what is left of it and what it does, or else its values: `Fire Breath (spent)`,
    `scimitar (+4, 1d6+2 slashing)`, `sword (damage 1d8)`."""
    tracks = thing.tracks.items()
    left = ("spent" if track.most and not track.now else f"{plain(name)} {number(track)}" for name, track in tracks)
    _, _, own = thing.tag.rpartition(".")
    values = (
        plain(name) if value is True else f"{plain(name)} {shown(value)}"
        for name, value in thing.traits.items()
        # Left out are what repeats the tag, which is cut where it is long, and a table in braces.
        if value is not False and value != "" and not str(value).startswith((own, "{"))
    )
    does = rules.descriptions.thing_does(encounter, who, thing) if rules.descriptions.thing_does is not None else ""
    said = ", ".join((*left, *([does] if does else values)))
    return f"{thing.name} ({said})" if said else thing.name


def _full_already(now: int, event: TrackChanged, rules: Ruleset | None) -> str:
    """What is said of somebody who is healed and lacks nothing: `at full HP already`; empty for others."""
    track = rules.track(event.track) if rules is not None and not now else None
    rises = track is not None and track.rising
    return f"at full {track_called(rules, event.track)} already" if event.by and not (now or rises) else ""


def _gained(encounter: Encounter, event: TrackChanged) -> tuple[int, int]:
    """How much is gained, no more than was missing, and how much it would be."""
    return abs(stands_at(apply(encounter, event), event) - stands_at(encounter, event)), abs(event.by)


def dealt(encounter: Encounter, event: TrackChanged, gained: bool, rules: Ruleset | None, soaked: int = 0) -> Clause:
    """How much a hit or a cure did, with its sum: `9 slashing`, `8 damage - 1 armor = 7`, `8 HP (5 + 3)`.

    Empty if nothing says more than the track. soaked: how much of it other tracks lost before.
    """
    return Clause(*_dealt(encounter, event, gained, rules, soaked))


def _dealt(
    encounter: Encounter, event: TrackChanged, gained: bool, rules: Ruleset | None, soaked: int
) -> tuple[str, str]:
    """The same with its sum and without it."""
    amount = str(abs(event.by) + soaked)
    track = rules.track(event.track) if rules is not None else None
    if gained and track is not None and track.rising:
        return "", ""  # tokens are taken off: the track says how many
    if gained:
        now, whole = _gained(encounter, event)
        parts = [str(abs(term.value)) for term in event.terms if term.value]
        called = track_called(rules, event.track)
        if full := _full_already(now, event, rules):
            return full, full
        healed = f"{now} {noun_for(now, called)}"
        why = f"{'of ' * (now < whole)}{' + '.join(parts if len(parts) > 1 else [str(whole)])}"
        return (f"{healed} ({why})" if len(parts) > 1 or now < whole else healed), healed
    if track is not None and track.untold is not None:
        why = ", ".join(term.label for term in event.terms if term.label not in track.untold)
        return why, why
    if not (event.terms or event.types):
        return "", ""
    less = [term for term in event.terms if term.value < 0]
    first = event.terms.index(less[0]) if less else 0
    kind = " and ".join(event.types) or "damage"
    short = f"{amount} {kind}"
    if not less:
        return short, short
    if event.types:
        lent = [term for term in less if rules is None or rules.trait(term.label) is None]
        reason = ", ".join(dict.fromkeys(term.label for term in lent))
        return f"{short} ({reason})" if lent else short, short
    # Armor that takes off more than there is leaves 0; how much more is not told.
    gross = sum(term.value for term in event.terms[:first])
    changes = [term for term in event.terms[first:] if term.value < 0 or int(amount)]
    return (f"{gross} {kind} {' '.join(map(_changed, changes))} = {amount}" if gross else short), short


def _changed(term: Term) -> str:
    return f"{'-' if term.value < 0 else '+'} {abs(term.value)} {term.label}".strip()


def taken(
    encounter: Encounter, event: TrackChanged, gained: bool, rules: Ruleset | None, soaked: int = 0, why: str = ""
) -> Sentence:
    """Damage or healing that no test tells of: `Ann takes 5`.

    soaked: how much of it other tracks lost before; why: what stands in brackets behind it.
    """
    full, short = _dealt(encounter, event, gained, rules, soaked)
    track = rules.track(event.track) if rules is not None else None
    if track is not None and track.untold is not None and not gained:
        why, full, short = full or why, "", ""
    verb = "regains" if gained else "takes"
    source = (
        f" from {encounter.name(event.source)}"
        if event.source not in (None, event.tag) and encounter.has(event.source or "")
        else ""
    )
    if gained:
        now, whole = _gained(encounter, event)
        full, short = f"{now} of {whole}" if now < whole else str(now), str(now)
        if already := _full_already(now, event, rules):
            full, short, verb, source = already, already, "is", ""
    amounts = full or str(abs(event.by) + soaked), short or str(abs(event.by) + soaked)
    because = f" ({why})" if why else ""
    rest, short_rest = (f"{amount}{source}{because}" for amount in amounts)
    return Sentence((encounter.name(event.tag),), verb, rest, short_rest=short_rest)


def track_told(encounter: Encounter, event: TrackChanged, was: int, now: int, rules: Ruleset | None) -> Sentence:
    """A track that changed, in the words that its kind has for it, else where it was and is: `Ann's HP 16 → 21`."""
    kind = rules.track(event.track) if rules is not None else None
    words = "" if kind is None or event.hand or was == now else kind.raised if now > was else kind.lowered
    if words and words != NOT_SAID:
        n, most = abs(now - was), encounter.of(event.tag).tracks[event.track].most
        return wording_for(words, n).filled((encounter.name(event.tag),), n=n, now=now, most=most)
    called = track_called(rules, event.track)
    called = capitalised(called) if event.tag == TABLE else f"{whose(encounter, event.tag)} {called}"
    moved = f"{called} {was} {ARROW} {now}" if was != now else f"{called} {now}, unchanged"
    return Sentence(rest=moved, others=(encounter.name(event.tag),))


def left_of_cost(rules: Ruleset | None, track: str, now: int) -> str:
    """What is left of what an act used up: `1st-level slots 2 left`; empty where everybody expects it."""
    kind = rules.track(track) if rules is not None else None
    if kind is not None and kind.detail:
        return ""
    return f"{track_called(rules, track)} {now} left" if now else f"no {track_called(rules, track)} left"


def left_of_price(change: Change, sentence: Sentence, rules: Ruleset | None) -> str | None:
    """What is left if somebody paid with a change for what they do in the sentence; None if it is no such change."""
    before, event, after = change
    if not isinstance(event, TrackChanged) or event.by >= 0 or event.hand or event.source is not None:
        return None
    paid = before.has(event.tag) and not sentence.before and sentence.who[:1] == (before.name(event.tag),)
    return left_of_cost(rules, event.track, stands_at(after, event)) if paid else None


def stands_at(encounter: Encounter, event: TrackChanged) -> int:
    """Where the track of an event stands; 0 without it."""
    track = encounter.of(event.tag).tracks.get(event.track)
    return track.now if track is not None else 0


def summed(terms: Terms) -> str:
    """Terms as a sum: `d20 12 + STR 3 - prone 2 = 13`, `2d6 8 (3+5) + STR 3 = 11`; dice alone are `2d6 3+5 = 8`."""
    if not terms:
        return ""
    first, *others = terms
    if not others and first.value > 0 and all_count(first):
        return f"{first.label} {'+'.join(first.faces)} = {first.value}".strip()
    parts = _term(first) if first.value >= 0 else f"- {_term(first)}"
    parts += "".join(f" {'+' if term.value >= 0 else '-'} {_term(term)}" for term in others)
    return f"{parts} = {total(terms)}" if len(terms) > 1 else parts


def _term(term: Term) -> str:
    """One term without its sign: `STR 3`, `d20 12`, `2d6 8 (3+5)`; where only some of the dice count `die 5 of 4 5`.

    A label that ends with the number says it already: `shield 2`.
    """
    shown = str(abs(term.value))
    if term.value < 0 and term.label.endswith(f" {shown}"):
        return term.label
    if all_count(term):
        shown = f"{shown} ({'+'.join(term.faces)})"
    elif len(term.faces) > 1 and all(map(is_number, term.faces)):
        shown = f"{abs(term.value)} of {' '.join(term.faces)}"
    return f"{term.label} {shown}".strip()


def all_count(term: Term) -> bool:
    """Are these several dice, and all of them added or taken off?"""
    return len(term.faces) > 1 and all(map(is_number, term.faces)) and sum(map(int, term.faces)) == abs(term.value)


def score_of(event: Tested, encounter: Encounter) -> str:
    """Who came to what: `Mira 15`."""
    name = encounter.name(event.who)
    return f"{name}{':' if name[-1:].isdigit() else ''} {total(event.terms)}"
