"""Replayed: how a correction reads: what differs by it, what it asks, and what became of each later command."""

from referee.engine.amend import Amendment, Replayed
from referee.engine.history import Opened
from referee.engine.ruleset import Ruleset
from referee.words.command import named
from referee.words.comparison import comparison
from referee.words.question import asked_of
from referee.words.summary import summary


def asked_about(correction: Amendment) -> str:
    """What the referee has to decide before the correction can be accepted, and how, in one or two sentences."""
    entry = correction.asking
    if entry is None:
        return "Nothing more is asked."
    ways = [word for word, bar in (("drop", correction.no_drop), ("keep", correction.no_keep)) if not bar]
    said = " or ".join(f"`< {word}`" for word in ways)
    where = f"Place {entry.seat}, {named(entry)}"
    if not correction.questions:
        return f"{where}, cannot be done again: {correction.why}" + (f" Say {said}." if said else "")
    question = correction.questions[0]
    expected = question.expected(correction.encounter).rstrip(".")
    asks = f"{where}, then asks: {question.prompt}{asked_of(question, correction.encounter)} ({expected})."
    return f"{asks} Say the answer after `<`{', or say ' + said if said else ''}."


def outcome(correction: Amendment) -> list[str]:
    """What would be different at the table: a line for each figure, then for turn and order."""
    session = correction.session
    return comparison(session.encounter, correction.outcome(), session.rules)


def later(correction: Amendment) -> list[str]:
    """What became of the commands: those that changed, were asked about, dropped or kept."""
    first, *others = correction.replayed or [None]
    lines = [] if first is None else _unasked(first)
    for one in others:
        if one is not None:
            lines += _became(one, correction.session.rules)
    return lines


def _became(one: Replayed, rules: Ruleset) -> list[str]:
    name = f"{one.was.seat} {named(one.was)}"
    veil = one.was.command.secret
    then = summary(one.then, one.was, veil, rules) if one.was.events is not None else "it was still open"
    why = f" {one.why}" if one.why else ""
    anew = ", asked anew" if one.asked else ""
    match one.how:
        case "same":
            return _unasked(one)
        case "open":
            return [f"Still open{anew}: {name}", *_unasked(one)] if one.asked or one.unasked else []
        case "dropped":
            return [f"Dropped: {name}.{why} It was: {then}"]
        case "kept":
            return [f"Kept by hand: {name}.{why} It stays: {then}"]
    assert one.now is not None
    now = summary(one.before, one.now, veil, rules)
    differs = f"{now}, was: {then}" if now != then else now
    return [f"Played again{anew}: {name}: {differs}", *_unasked(one)]


def _unasked(one: Replayed) -> list[str]:
    """What was said then and is not asked any more."""
    if one.was.command.secret:
        return []
    said = [each.command.verb if isinstance(each, Opened) else each.key for each in one.unasked]
    return [f"Not asked any more at {one.was.seat} {named(one.was)}: {', '.join(said)}"] if said else []
