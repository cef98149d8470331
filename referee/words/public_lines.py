"""Public lines: what a command did, as far as the players know of it, a sentence for each test and each figure."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from referee.engine.contract.kinds import LETTER, SHOWN
from referee.engine.contract.standing import AWAY
from referee.engine.events.apply import Change
from referee.engine.events.event import Tested
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.text.phrases import possessive
from referee.words.bearer import ARROW, track_name
from referee.words.conditions import has_come, is_over, named
from referee.words.dice_tests import brief_outcome, kind_of, result, test_sentence, whole_sentences
from referee.words.health_word import DOWN, UNHURT, health_of, is_foe, state_word
from referee.words.phrase import stands_sentence
from referee.words.redacted import redacted
from referee.words.sentence import Clause, Sentence, behind


def shown_lines(
    changes: Sequence[Change], now: Encounter, rules: System, numbers: bool, in_full: bool = False
) -> Iterator[Sentence]:
    """Tests, and what is otherwise than before; in full: with the harm and the healing that no test tells of."""
    if not changes:
        return
    known = {tag for tag, figure in now.figures.items() if not figure.hidden}
    yield from (tests := list(_tests(changes, known, rules, numbers)))
    before, after = redacted(changes[0].before), redacted(changes[-1].after)
    for tag, figure in after.figures.items():
        was = before.figures.get(tag)
        if tag not in known or figure.hidden:
            continue
        if was is None or was.hidden or (was.standing == AWAY.name != figure.standing):
            if figure.standing != AWAY.name:
                yield Sentence((figure.name,), "appears")
        elif was is not figure:
            told = _changes(rules, (before, was), (after, figure), numbers, in_full and not tests)
            yield from (said for said in told if said not in tests)


def _tests(changes: Iterable[Change], known: set[str], rules: System, numbers: bool) -> Iterator[Sentence]:
    """Tests that were made openly, by and against those whom the players know; foes' numbers are left out."""
    for before, event, _ in changes:
        if not isinstance(event, Tested) or event.hidden:
            continue
        who = [tag for tag in (event.who, event.target) if tag is not None and tag in before.figures]
        if any(tag not in known or before.figures[tag].hidden for tag in who):
            continue
        encounter, own = redacted(before), kind_of(event, rules)
        if numbers:
            yield brief_outcome(encounter, event, own, rules)
        else:
            ended = "" if event.result in whole_sentences(event, own) else result(event, own)
            yield test_sentence(encounter, event, own, total=False).with_clauses(Clause(ended))


Standing = tuple[Encounter, Figure]
"""A figure, and the encounter in which it stands so."""


def _changes(rules: System, was: Standing, now: Standing, numbers: bool, in_full: bool = False) -> Iterator[Sentence]:
    """How a figure is different: what it lost, how it stands, what lies on it: `Dee's HP 8 → 0, dying, prone`.

    in_full: `Dee takes 8 damage: HP 8 → 0, dying, prone`, or of a foe `Goblin 1 takes damage and is hurt`.
    """
    before, after = was[1], now[1]
    same_letter = before.traits.get(LETTER.name) == after.traits.get(LETTER.name)
    if after.name != before.name and SHOWN.name not in after.traits and same_letter:
        yield Sentence((before.name,), "is", f"now called {after.name}")
    states = list(_states(rules, before, after))
    health = list(_health(rules, was, now, numbers))
    open_ = numbers or not is_foe(rules, after)
    done = _done(rules, was[1], now[1], open_) if in_full else None
    words = (*health, *(behind(state) for state in states if state.does("is")))
    if health and open_:
        yield _with_numbers(after.name, done, words)
    elif words and done is not None:
        yield replace(done, is_also=", ".join(words))
    elif words:
        yield Sentence((after.name,), "is", ", ".join(words))
    yield from (state for state in states if not state.does("is"))


def _with_numbers(name: str, done: Sentence | None, words: Iterable[str]) -> Sentence:
    """The health of a figure, and what it became: `Dee's HP 8 → 0, dying`, or behind the harm that it has taken."""
    if done is not None:
        return done.with_clauses(*map(Clause, words))
    return Sentence(rest=f"{possessive(name)} {', '.join(words)}", others=(name,))


def _states(rules: System, before: Figure, after: Figure) -> Iterator[Sentence]:
    """How a figure stands now, if it stood otherwise, and what came upon it and went off it, each in a sentence."""
    if after.standing != before.standing:
        is_gone = after.standing == AWAY.name
        yield Sentence((after.name,), "is", "gone") if is_gone else stands_sentence(after.name, after.standing, rules)
    there = {condition.kind: named(condition, rules) for condition in before.conditions}
    here = {condition.kind: named(condition, rules) for condition in after.conditions}
    new = [condition for condition in after.conditions if there.get(condition.kind) != here[condition.kind]]
    yield from dict.fromkeys(has_come(after, condition, rules) for condition in new)
    yield from (is_over(after, kind, rules) for kind in there if kind not in here)


def _done(rules: System, was: Figure, now: Figure, open_: bool) -> Sentence | None:
    """The harm or the healing that a figure has met with, in numbers if those are open: `takes 8 damage`."""
    found, before = health_of(rules, now), health_of(rules, was)
    change = 0 if found is None or before is None else found[1].now - before[1].now
    if not change or found is None:
        return None
    if (change > 0) == found[0].rising:
        verb, rest = "takes", f"{abs(change)} damage" if open_ else "damage"
    else:
        verb, rest = ("regains", f"{abs(change)}") if open_ else ("is", "healed")
    return Sentence((now.name,), verb, rest)


def _health(rules: System, was: Standing, now: Standing, numbers: bool) -> Iterator[str]:
    """What harm or healing did to a figure: numbers, or a word for a foe. A new maximum alone neither hurts nor heals
    a foe: it is told only where the word for how the foe fares is another one.
    """
    found, there = health_of(rules, now[1]), health_of(rules, was[1])
    if found is None or there is None:
        return
    (kind, track), before = found, there[1]
    if numbers or not is_foe(rules, now[1]):
        name = track_name(rules, kind.name)
        if track.now != before.now:
            yield f"{name} {before.now} {ARROW} {track.now}"
        if track.most != before.most:
            yield f"{name} without a limit" if track.most is None else f"{name} at most {track.most}"
        return
    words = [state_word(rules, *each) for each in (was, now)]
    if words[0] != words[1]:
        if words[1] != DOWN or now[1].standing == was[1].standing:
            yield words[1]
    elif track.now != before.now and (words[1] != UNHURT or track.most is None):
        yield "more hurt" if (track.now > before.now) == kind.rising else "less hurt"
