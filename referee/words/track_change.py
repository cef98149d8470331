"""A change of a track in words: damage, healing, where it was and is, what is left of a cost."""

from referee.engine.contract.kinds import NOT_SAID
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import Change, apply
from referee.engine.events.event import Term, TrackChanged
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.text.phrases import capitalised
from referee.words.bearer import ARROW, track_called, whose
from referee.words.inflection import noun_for
from referee.words.sentence import Clause, Sentence
from referee.words.wording import wording_for


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
        in_full = " + ".join(parts) if len(parts) > 1 else str(whole)
        if now < whole:
            return f"{healed} (of {in_full})", healed
        return (f"{healed} ({in_full})" if len(parts) > 1 else healed), healed
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
