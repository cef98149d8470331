"""What a correction or an undo changes, in words."""

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.events.apply import changes_of
from referee.engine.events.event import LogEvent, OrderSet, Remarked, Tested
from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.record.amend import Amendment
from referee.engine.record.applied_commands import AppliedCommand, applied_command_at, applied_commands
from referee.engine.record.past_states import corrected_state_at, fold_over, settled_state_at
from referee.engine.record.recorded_steps import Amended, Entry, Opened, Reply
from referee.engine.record.replay import Replayed
from referee.engine.record.resolve import resolve
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.text.phrases import listed
from referee.words.bearer import ARROW, plain, track_name
from referee.words.brief_log import brief
from referee.words.inflection import inflected, noun_for
from referee.words.log import chooser, correction, named, ordered, replied, told_of
from referee.words.phrase import phrase
from referee.words.prompts import asked_of, what_is_asked, what_is_expected
from referee.words.state_diff import UNCHANGED, comparison, differences


class Changed(Struct, frozen=True):
    """A command that a correction in force has changed."""

    number: int
    """The number on the step log of the latest such correction."""
    now: AppliedCommand | None
    """The command as it stands now; None if it was dropped."""


def difference(session: Session, number: int) -> str:
    """What the correction with that number on the log made different, and how many later commands went otherwise."""
    step_log = session.step_log
    amended = step_log.step(number).correction
    assert amended is not None
    was, now = settled_state_at(step_log, number), settled_state_at(step_log, number + 1)
    differs = "; ".join(effects(was, now, session.rules)) or "nothing changed"
    others = [(len(amended.later), "later changed, too"), (len(amended.dropped), "dropped")]
    counts = "".join(f" · {count} {what}" for count, what in others if count)
    then = applied_command_at(step_log, amended.entry.seat, number)
    what = corrected(then.before, then.entry, amended.entry, session.rules) if then else named(amended.entry)
    return f"corrected: {what} · {differs}{counts}"


def changed_since(session: Session) -> dict[int, Changed]:
    """The commands that corrections have changed, by the places at which they were opened."""
    step_log, latest = session.step_log, dict[int, int]()
    for number in step_log.corrections():
        amended = step_log.step(number).correction
        if amended is not None and number < step_log.position:
            seats = (amended.entry.seat, *(entry.seat for entry in amended.later), *amended.dropped)
            latest |= dict.fromkeys(seats, number)
    now = applied_commands(step_log, step_log.position, min(latest)) if latest else ()
    there = {act.entry.seat: act for act in now}
    return {seat: Changed(number, there.get(seat)) for seat, number in latest.items()}


def was_answered(then: AppliedCommand, now: AppliedCommand, rules: System) -> str:
    """The order and the answers of then that are others now: `was 3`; empty if all are the same."""
    said = [] if then.entry.command == now.entry.command else [named(then.entry)]
    parts = [*said, *(told for _, told, _ in _answered_anew((then.before, then.entry), (now.before, now.entry), rules))]
    return f"was {', '.join(parts)}" if parts else ""


def corrected(before: Encounter, was: Entry, now: Entry, rules: System) -> str:
    """What was corrected of a command given there: `attack shortbow dee, Shortbow damage: 6 → 4`.

    `damage gob 5 to damage gob 3` where it is the order itself; of a secret choice only that it is one.
    """
    if was.command != now.command:
        return f"{named(was)} to {named(now)}"
    anew = [] if now.command.secret else _answered_anew((before, was), (before, now), rules)
    return ", ".join((named(now), *(f"{asked}: {then} {ARROW} {instead}" for asked, then, instead in anew)))


_Given = tuple[Encounter, Entry]
"""A command and the encounter before it."""


def _answered_anew(then: _Given, now: _Given, rules: System) -> list[tuple[str, str, str]]:
    """For each answer that is another one now: what was asked, the answer then, and the answer now."""
    there, here = _answers(then, rules), _answers(now, rules)
    both = ((asked, told, here[key][1]) for key, (asked, told) in there.items() if key in here)
    return [each for each in both if each[1] != each[2]]


def _answers(given: _Given, rules: System) -> dict[str, tuple[str, str]]:
    """The answers of a command by the keys of their questions: what was asked, and the answer as it is read."""
    before, entry = given
    try:
        asked = resolve(rules, before, entry.command, entry.items, entry.seat).answers
    except (Problem, RulesBug):
        recorded = (item for item in entry.items if isinstance(item, Reply))
        return {item.key: (item.key, replied(item.answer)) for item in recorded}
    return {question.key: (what_is_asked(question), replied(answer, question)) for question, answer in asked}


MOST_PARTS = 6
"""Differences that a summary names before it says how many more there are."""


def summary(before: Encounter, entry: Entry, hide_secret: bool = False, rules: System | None = None) -> str:
    """What an entry did, in one line: `Rat 1 -> dead, Ulf +1 items`."""
    if hide_secret:
        return chooser(before, entry)
    after, _ = fold_over(before, [entry])
    parts = differences(before, after, rules)
    if parts:
        return listed(parts, MOST_PARTS)
    spoken = [event for event in entry.events or () if isinstance(event, LogEvent)]
    return phrase(before, spoken[-1], rules) if spoken else ordered(entry)


def telling(before: Encounter, entry: Entry) -> str:
    """The one line of an entry that tells most of it: its first test, else what was said last; hidden ones left out."""
    said = [event for event in entry.events or () if isinstance(event, Remarked | Tested) and not event.hidden]
    tests = [event for event in said if isinstance(event, Tested) or event.against is not None]
    return phrase(before, (tests[:1] or said[-1:])[0]) if said else ""


def asked_about(correction: Amendment) -> str:
    """What the referee has to decide before the correction can be accepted, and how it is said on the line."""
    bars = {"drop": correction.no_drop, "keep": correction.no_keep, "let": correction.no_let}
    said = " or ".join(f"`< {word}`" for word, bar in bars.items() if not bar)
    said += "" if correction.no_let else f" ({taken_over(correction)})"
    if not correction.questions:
        return f"{unsettled(correction)}{f' Type {said}.' if said else ''}"
    expected = what_is_expected(correction.questions[0], correction.encounter)
    return f"{unsettled(correction)} ({expected}). Type the answer after `<`{f', or {said}' if said else ''}."


def unsettled(correction: Amendment) -> str:
    """The command about which the referee has to decide, and what it asks or why it cannot be done again."""
    entry = correction.asking
    if entry is None:
        return "No question is left."
    where = f"Line {entry.seat}, {named(entry)}"
    if correction.changes_hands:
        return f"{where}: {correction.why}"
    if not correction.questions:
        return f"{where} cannot be done again: {correction.why}"
    question = correction.questions[0]
    return f"{where} then asks: {question.asked}{asked_of(question, correction.encounter)}"


def taken_over(correction: Amendment) -> str:
    """Who would do the command that is asked about in place of who did it: `Sue does it`."""
    names = listed([correction.encounter.name(tag) for tag in correction.instead_of_them])
    return f"{names} {inflected('does', len(correction.instead_of_them) > 1)} it"


def told_correction(correction: Amendment) -> str:
    """What was said anew, and what is different at the table: `Corrected attack r1, Save: 1 → 6. Rat 1 stays up`."""
    one = correction.replayed[0]
    what = named(one.was) if one.now is None else corrected(one.then, one.was, one.now, correction.session.rules)
    return f"Corrected {what}. {'; '.join(outcome(correction)) or UNCHANGED}"


def outcome(correction: Amendment) -> list[str]:
    """What would be different at the table: a line for each figure, then for turn and order."""
    session = correction.session
    return effects(session.encounter, correction.outcome(), session.rules)


def effects(was: Encounter, now: Encounter, rules: System) -> list[str]:
    """What a correction makes different: how each figure fares, then a line for each that differs besides."""
    fares = {tag: told for tag in was.figures if tag in now.figures and (told := _fares(was, now, tag, rules))}
    # It is told already, and is no further difference.
    alike = {tag: _as_it_fares(was.figures[tag], now.figures[tag], rules.health_name) for tag in fares}
    return comparison(replace(was, figures={**was.figures, **alike}), now, rules, fares)


def _fares(was: Encounter, now: Encounter, tag: Tag, rules: System) -> str:
    """`Dee keeps 2 HP and stays up`; empty if its standing is the same."""
    old, new = was.figures[tag], now.figures[tag]
    if old.standing == new.standing:
        return ""
    before, after = (figure.tracks.get(rules.health_name) for figure in (old, new))
    health = ""
    if before and after and before.now != after.now:
        keeps = "has" if after.now < before.now or rules.health_spent(after) else "keeps"
        label = track_name(rules, rules.health_name)
        health = f"{keeps} {after.now} {noun_for(after.now, label)} and "
    stays = rules.able(now, tag) and not rules.able(was, tag)
    return f"{new.name} {health}{'stays' if stays else 'is'} {plain(new.standing)}"


def _as_it_fares(old: Figure, new: Figure, health: str) -> Figure:
    """The figure of then with the health and the standing of now."""
    there, here = old.tracks.get(health), new.tracks.get(health)
    tracks = {health: replace(there, now=here.now)} if there and here else {}
    return replace(old, standing=new.standing, tracks={**old.tracks, **tracks})


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
    anew = ", asked again" if one.asked else ""
    match one.how:
        case "same":
            return _unasked(one)
        case "open":
            return [f"Still open{anew}: {name}", *_unasked(one)] if one.asked or one.unasked else []
        case "dropped":
            return [f"Dropped: {name}.{why} It was: {then}"]
        case "kept":
            return [f"Kept by hand: {name}.{why} The result stays: {then}"]
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
    said = [plain(each.command.verb if isinstance(each, Opened) else each.key.split(" ")[0]) for each in one.unasked]
    return [f"No longer asked on line {one.was.seat}, {named(one.was)}: {', '.join(said)}"] if said else []


_MOST_LINES = 3
"""Lines of the log that are told of what is taken back."""


def undone(session: Session, inside: bool = False) -> str:
    """What undo would take back, as the log tells it; `inside`: only the last answer of the last act."""
    last, record = session.undone(), session.step_log
    if isinstance(last, Amended):
        return correction(last)
    if last is not None and last.events is None:
        return named(last)
    if last is None or inside:
        return "the last answer"
    before = corrected_state_at(record, last.seat, record.position)
    if last.command.secret:
        return chooser(before, last)
    lines = brief(changes_of(before, last.events or ()), session.rules, told_of(before, last, session.rules))
    # The whole order is left out: it is long.
    told = [line.short or line.text for line in lines if not isinstance(line.event, OrderSet)] or [named(last)]
    more = f", and {len(told) - _MOST_LINES} more" if len(told) > _MOST_LINES else ""
    return "; ".join(told[:_MOST_LINES]) + more
