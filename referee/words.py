"""Words: what happened at the table, as lines that people read."""

from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from referee.engine.answer import Picked, Rolled
from referee.engine.apply import apply
from referee.engine.bearer import Bearer, Figure, Group
from referee.engine.encounter import Encounter
from referee.engine.event import (
    ConditionEnded,
    ConditionTicked,
    ConditionValued,
    Event,
    PhaseBegan,
    StandingSet,
    Told,
    TrackChanged,
    TraitSet,
)
from referee.engine.history import Entry, Interjection, Reply
from referee.engine.problem import Moot, Problem
from referee.engine.resolve import answered
from referee.engine.ruleset import Ruleset
from referee.phrases import duration, few, phrase, plain, possessive, private, replied, shown, told, whose

PARAM = "param "
"""How the key of a question begins that asks for a parameter of the verb."""


def line(encounter: Encounter, event: Event, rules: Ruleset | None = None) -> str:
    """What an event does to the encounter as it stood before it, in one line; empty where there is nothing to read."""
    try:
        return phrase(encounter, event, rules)
    except Moot as nothing:
        return f"Came to nothing: {nothing}"


def ordered(entry: Entry) -> str:
    """How a command reads: `attack rat`, with what was asked for it."""
    asked = (i.answer for i in entry.items if isinstance(i, Reply) and i.key.startswith(PARAM))
    said = (replied(answer) for answer in (*entry.command.given.values(), *asked))
    return " ".join((entry.command.verb, *(word for word in said if word)))


def chooser(encounter: Encounter, entry: Entry) -> str:
    """Who has chosen in secret, and no more of it than that."""
    who = entry.command.given.get("who")
    marks = (event.tag for event in entry.events or () if isinstance(event, TraitSet))
    own = next((tag for tag in marks if tag in encounter.figures), encounter.turn)
    tag = who.tags[0] if isinstance(who, Picked) and who.tags else own
    return f"{encounter.name(tag) if tag else 'Somebody'} has chosen"


def veiled(entries: Sequence[Entry]) -> tuple[bool, ...]:
    """Which of these commands, the latest ones, are still secret: no later phase has begun."""
    out: list[bool] = []
    revealed = False
    for entry in reversed(entries):
        out.append(entry.command.secret and not revealed)
        revealed = revealed or any(isinstance(event, PhaseBegan) for event in entry.events or ())
    return tuple(reversed(out))


# -------------------------------------------------------------------- a whole entry


def summary(before: Encounter, entry: Entry, veil: bool = False, rules: Ruleset | None = None) -> str:
    """What an entry did, in one line: `Rat 1 -> dead, Ulf +1 items`."""
    if veil:
        return chooser(before, entry)
    events = entry.events or ()
    after = before
    for event in events:
        with suppress(Moot):
            after = apply(after, event)
    parts = differences(before, after, rules)
    if parts:
        return few(parts)
    spoken = [told(event) for event in events if isinstance(event, Told)]
    return spoken[-1] if spoken else ordered(entry)


def differences(before: Encounter, after: Encounter, rules: Ruleset | None = None) -> list[str]:
    """What is different at the table, figure by figure, then whose turn it is."""
    came = [figure.name for tag, figure in after.figures.items() if tag not in before.figures]
    parts = [f"{few(came, 3)} {'joins' if len(came) == 1 else 'join'}"] if came else []
    for tag, figure in after.figures.items():
        if tag in before.figures and before.figures[tag] is not figure:
            parts += [f"{figure.name} {change}" for change in _figure_changes(before.figures[tag], figure, rules)]
    for tag, group in after.groups.items():
        if tag not in before.groups:
            parts.append(f"{group.name} begins")
        elif before.groups[tag] is not group:
            parts += [f"{group.name} {change}" for change in _group_changes(before.groups[tag], group, rules)]
    if after.round != before.round:
        parts.append(f"round {after.round}")
    if after.phase != before.phase and after.phase:
        parts.append(after.phase)
    if after.turn != before.turn:
        parts.append(f"{whose(after, after.turn)} turn" if after.turn else "nobody's turn")
    elif after.order != before.order and not parts:
        parts.append("the order changes")
    return parts


def _figure_changes(was: Figure, now: Figure, rules: Ruleset | None) -> list[str]:
    """How a figure is different, each in a word or two."""
    out = [f"-> {now.standing}"] if now.standing != was.standing else []
    out += [f"for {now.side}"] if now.side != was.side else []
    return out + _changes(was, now, rules)


def _group_changes(was: Group, now: Group, rules: Ruleset | None) -> list[str]:
    """How a group is different, each in a word or two."""
    out = ["is over"] if was.open and not now.open else []
    return out + _changes(was, now, rules)


def _changes(was: Bearer, now: Bearer, rules: Ruleset | None) -> list[str]:
    """What any bearer may have more or less of."""
    out = [f"was {was.name}"] if now.name != was.name else []
    for name, track in now.tracks.items():
        by = track.now - (was.tracks[name].now if name in was.tracks else 0)
        out += [f"{by:+d} {plain(name)}"] if by else []
    there = {condition.kind: condition.value for condition in was.conditions}
    here = {condition.kind: condition.value for condition in now.conditions}
    for kind, value in here.items():
        if there.get(kind) != value:
            out.append(plain(kind) if value == 1 else f"{plain(kind)} {value}")
    out += [f"no longer {plain(kind)}" for kind in there if kind not in here]
    for trait in {**was.traits, **now.traits}:
        if was.traits.get(trait) != now.traits.get(trait) and not private(rules, trait):
            out.append(f"{plain(trait)} {shown(now.traits.get(trait))}")
    return out


@dataclass(frozen=True)
class LogLine:
    """One line of the log."""

    text: str
    cites: tuple[str, ...] = ()
    hand: bool = False
    """Done by the referee's hand, over the rules."""
    hidden: bool = False
    """Not for the players' view."""
    round: int = 0
    head: bool = False
    """Names the command that the lines below came from."""
    place: int = 0
    """Where in the record that command was given."""


def heading(entry: Entry, veil: bool = False, before: Encounter | None = None, rules: Ruleset | None = None) -> str:
    """The command and what it took: `attack rat · 4 (app), 2`."""
    if veil:
        return chooser(before, entry) if before else "A secret choice"
    said = _answers(entry, before, rules)
    within = [ordered(item.entry) for item in entry.items if isinstance(item, Interjection)]
    return ordered(entry) + (f" · {', '.join(said)}" if said else "") + "".join(f" · then {text}" for text in within)


def _answers(entry: Entry, before: Encounter | None, rules: Ruleset | None) -> list[str]:
    """What the table and the app answered. Faces of dice are named by their question, which only the rules know."""
    replies = [i for i in entry.items if isinstance(i, Reply) and not i.key.startswith(PARAM) and i.answer.a != "said"]
    if before is not None and rules is not None and any(isinstance(reply.answer, Rolled) for reply in replies):
        try:
            pairs = answered(rules, before, entry.command, entry.items, entry.seat)
        except Problem:  # rules of today ask otherwise than those it was played by
            return [replied(reply.answer) for reply in replies if not isinstance(reply.answer, Rolled)]
        return [replied(a, q) for q, a in pairs if not q.key.startswith(PARAM) and a.a != "said"]
    return [replied(reply.answer) for reply in replies]


def log(before: Encounter, entry: Entry, rules: Ruleset | None = None, veil: bool = False) -> list[LogLine]:
    """The lines of an entry: the command, then what happened; `veil` hides a choice that is still secret."""
    hand = bool(entry.events) and all(event.hand for event in entry.events or ())
    head = LogLine(heading(entry, veil, before, rules), hand=hand, round=before.round, head=True, place=entry.seat)
    lines = [] if veil else happened(before, entry.events or (), rules)
    return [head, *(line for line in lines if line.text != head.text)]


def happened(before: Encounter, events: Iterable[Event], rules: Ruleset | None = None) -> list[LogLine]:
    """What happened, line by line, from how the encounter stood before."""
    out: list[LogLine] = []
    for event in events:
        text = line(before, event, rules)
        hidden = isinstance(event, Told) and event.hidden
        with suppress(Moot):
            before = apply(before, event)
        if text:
            out.append(LogLine(text, event.cites, event.hand, hidden, before.round))
    return out


def forecast(encounter: Encounter, events: Iterable[Event], rules: Ruleset | None = None) -> list[str]:
    """What these events to come would count down, end or hurt: shown before `next` is given."""
    telling = ConditionTicked | ConditionEnded | ConditionValued | TrackChanged | StandingSet
    out: list[str] = []
    for event in events:
        if isinstance(event, telling):
            out.append(line(encounter, event, rules))
        encounter = apply(encounter, event)
    return out


__all__ = [
    "LogLine",
    "chooser",
    "differences",
    "duration",
    "forecast",
    "happened",
    "heading",
    "line",
    "log",
    "ordered",
    "plain",
    "possessive",
    "replied",
    "shown",
    "summary",
    "told",
    "veiled",
    "whose",
]
