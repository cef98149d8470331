"""Replayed: how a correction reads: what differs by it, what it asks, and what became of each later command."""

from referee.engine.amend import Amendment
from referee.engine.history import Opened
from referee.engine.ledger import System
from referee.engine.replay import Replayed
from referee.engine.tags import listed
from referee.words.answer import asked_of
from referee.words.command import named
from referee.words.state_diff import comparison
from referee.words.summary import summary


def asked_about(correction: Amendment) -> str:
    """What the referee has to decide before the correction can be accepted, and how it is said on the line."""
    bars = {"drop": correction.no_drop, "keep": correction.no_keep, "let": correction.no_let}
    said = " or ".join(f"`< {word}`" for word, bar in bars.items() if not bar)
    said += "" if correction.no_let else f" ({taken_over(correction)})"
    if not correction.questions:
        return f"{unsettled(correction)}{f' Say {said}.' if said else ''}"
    expected = correction.questions[0].expected(correction.encounter).rstrip(".")
    return f"{unsettled(correction)} ({expected}). Say the answer after `<`{f', or say {said}' if said else ''}."


def unsettled(correction: Amendment) -> str:
    """The command about which the referee has to decide, and what it asks or why it cannot be done again."""
    entry = correction.asking
    if entry is None:
        return "Nothing more is asked."
    where = f"Place {entry.seat}, {named(entry)}"
    if correction.changes_hands:
        return f"{where}: {correction.why}"
    if not correction.questions:
        return f"{where}: it cannot be done again: {correction.why}"
    question = correction.questions[0]
    return f"{where}: it then asks: {question.prompt}{asked_of(question, correction.encounter)}"


def corrected(correction: Amendment) -> str:
    """What is corrected: `attack r1`; where the order itself is, also to what: `damage gob 5 to damage gob 3`."""
    now = correction.replayed[0].now
    told = named(correction.entry)
    return told if correction.number is not None or now is None else f"{told} to {named(now)}"


def taken_over(correction: Amendment) -> str:
    """Who would do the command that is asked about in place of who did it: `Sue does it`."""
    names = listed([correction.encounter.name(tag) for tag in correction.instead_of_them])
    return f"{names} {'does' if len(correction.instead_of_them) == 1 else 'do'} it"


def outcome(correction: Amendment) -> list[str]:
    """What would be different at the table: a line for each figure, then for turn and order."""
    session = correction.session
    return comparison(session.encounter, correction.outcome(), session.rules)


def later(correction: Amendment) -> list[str]:
    """What became of the commands: those that changed, were asked about, dropped or kept."""
    rules = correction.session.rules
    lines: list[str] = []
    for n, one in enumerate(correction.replayed):
        lines += _became(one, rules) if n else _unasked(one)
    return lines


def _became(one: Replayed, rules: System) -> list[str]:
    name = f"{one.was.seat} {named(one.was)}"
    hide_secret = one.was.command.secret
    then = summary(one.then, one.was, hide_secret, rules) if one.was.events is not None else "it was still open"
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
    now = summary(one.before, one.now, hide_secret, rules)
    differs = f"{now}, was: {then}" if now != then else now
    others = [who for who in one.now.act.who if who not in one.was.act.who] if one.was.act.who else []
    again = f"Done by {listed([one.before.name(who) for who in others])}" if others else "Played again"
    return [f"{again}{anew}: {name}: {differs}", *_unasked(one)]


def _unasked(one: Replayed) -> list[str]:
    """What was said then and is not asked any more."""
    if one.was.command.secret:
        return []
    said = [each.command.verb if isinstance(each, Opened) else each.key for each in one.unasked]
    return [f"Not asked any more at {one.was.seat} {named(one.was)}: {', '.join(said)}"] if said else []
