"""Redacted for the players: an encounter without hidden figures, a word for how others fare, the last act."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from msgspec.structs import replace

from referee.engine.contract.kinds import AWAY, SHOWN, TrackKind
from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import Tested
from referee.engine.figures.figure_words import family_name
from referee.engine.record.execution import applied_commands
from referee.engine.record.history import corrected_state_at, entry_start, settled_position
from referee.engine.record.session import Session
from referee.engine.state.bearer import Condition, Figure, Group, Tag, Track, stands
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import System
from referee.text import clean_name, possessive
from referee.words.arrivals import spans
from referee.words.bearer import ARROW, track_name
from referee.words.conditions import has_come, is_over, named
from referee.words.log_line import brief_outcome, kind_of, result, sentence, whole_sentences

SOMEBODY = "somebody"
"""Stands for the name of a hidden figure."""


def shown_names(encounter: Encounter) -> dict[Tag, str]:
    """The names by which the players know those figures that the referee shows them under another than their own.

    One of several of a sort keeps its number: Goblin 2 is small shape 2. No two have the same name.
    """
    figures = [figure for figure in encounter.figures.values() if not figure.hidden]
    said = {figure.tag: name for figure in figures if (name := clean_name(str(figure.traits.get(SHOWN.name, ""))))}
    if not said:
        return {}
    families = Counter(map(family_name, figures))
    taken = {figure.name.casefold() for figure in figures if figure.tag not in said}
    for tag, name in said.items():
        family = family_name(figure := encounter.figures[tag])
        full = f"{name}{figure.name.removeprefix(family)}" if families[family] > 1 else name
        numbers = (f"{name} {n}" for n in range(2, len(figures) + 2))
        said[tag] = next(each for each in (full, *numbers) if each.casefold() not in taken)
        taken.add(said[tag].casefold())
    return said


def hidden_tags(encounter: Encounter) -> frozenset[Tag]:
    """The figures that are hidden, and the groups of none but these."""
    figures = {tag for tag, figure in encounter.figures.items() if figure.hidden}
    groups = (group for group in encounter.groups.values() if group.members)
    return frozenset((*figures, *(group.tag for group in groups if figures.issuperset(group.members))))


def redacted(encounter: Encounter, names: Mapping[Tag, str] | None = None) -> Encounter:
    """The encounter with nothing left of hidden figures but their tags, so that what names them finds somebody; those
    that are shown under another name have that one. names: its `shown_names`, where they are known.
    """
    hidden, names = hidden_tags(encounter), shown_names(encounter) if names is None else names
    if names:
        renamed = {tag: replace(encounter.figures[tag], name=name) for tag, name in names.items()}
        encounter = replace(encounter, figures=encounter.figures | renamed)
    if not hidden:
        return encounter
    figures = {
        tag: _blank(figure) if figure.hidden else _untied(figure, hidden) for tag, figure in encounter.figures.items()
    }
    board = encounter.board
    if board is not None:
        there = {tag: spaces for tag, spaces in board.figures.items() if tag not in hidden}
        board = replace(board, figures=there)
    changes = {
        "figures": figures,
        "groups": {tag: _without(encounter, group, hidden) for tag, group in encounter.groups.items()},
        "order": tuple(_slot(encounter, slot) for slot in encounter.order if slot.who not in hidden),
        "turn": None if encounter.turn in hidden else encounter.turn,
        "board": board,
    }
    return replace(encounter, **changes)


def _slot(encounter: Encounter, slot: Slot) -> Slot:
    """A place in the order; what stands beside a group with hidden members may count them."""
    group = encounter.groups.get(slot.who)
    if group is None or not any(figure.hidden for figure in encounter.members(group.tag)):
        return slot
    return replace(slot, label="")


def _blank(figure: Figure) -> Figure:
    return Figure(tag=figure.tag, name=SOMEBODY, kind="", side="", standing=figure.standing, hidden=True)


def _untied(figure: Figure, hidden: frozenset[Tag]) -> Figure:
    """A figure whose conditions do not say that they wait for what hidden figures do."""
    conditions = tuple(_timeless(condition, hidden) for condition in figure.conditions)
    return figure if conditions == figure.conditions else replace(figure, conditions=conditions)


def _timeless(condition: Condition, hidden: frozenset[Tag]) -> Condition:
    until = None if condition.until is None or condition.until.of in hidden else condition.until
    ends = tuple(ending for ending in condition.ends if ending.of not in hidden)
    return replace(condition, until=until, ends=ends)


def _without(encounter: Encounter, group: Group, hidden: frozenset[Tag]) -> Group:
    """A group without its hidden members; its name may be made of theirs, so it is called by the others then."""
    members = tuple(tag for tag in group.members if tag not in hidden)
    if len(members) == len(group.members):
        return group
    name = ", ".join(map(encounter.name, members)) or SOMEBODY
    return replace(group, members=members, name=name)


def name_remover(encounter: Encounter, shown: Mapping[Tag, str] | None = None) -> Callable[[str], str]:
    """Takes the names of figures that are hidden, or shown under another, out of a text, wherever they came from: a
    condition that is called by one.

    Those that they had before are names, too, and what joins the words of a name may be other than in the name.
    A name that is a part of a visible one, as Rat of Rat 2, tells nothing. shown: its `shown_names`, as above.
    """
    shown = shown_names(encounter) if shown is None else shown
    seen = (shown.get(tag, figure.name) for tag, figure in encounter.figures.items() if not figure.hidden)
    open_ = "\n".join(seen).casefold()
    secret = {
        name: shown.get(tag, SOMEBODY)
        for tag, figure in encounter.figures.items()
        if figure.hidden or tag in shown
        for name in (figure.name, *figure.former)
        if name.casefold() not in open_
    }
    if not secret:
        return lambda text: text
    names = sorted(secret, key=len, reverse=True)
    words = "|".join("({})".format(r"[\W_]+".join(map(re.escape, name.split()))) for name in names)
    found = re.compile(rf"(?<![^\W_])(?:{words})(?![^\W_])", re.IGNORECASE)
    return lambda text: found.sub(lambda match: secret[names[(match.lastindex or 1) - 1]], text)


UNHURT, HURT, BADLY, DOWN = "unhurt", "hurt", "badly hurt", "down"


def is_foe(rules: System, figure: Figure) -> bool:
    """Is it of a side that the referee plays?"""
    return figure.side in rules.app_sides


def health_of(rules: System, figure: Figure) -> tuple[TrackKind, Track] | None:
    """What keeps a figure up: its health, or a track that counts harm up to a bound; None if it has neither."""
    return rules.vital_track(figure, bounded=True)


def state_word(rules: System, encounter: Encounter, figure: Figure) -> str:
    """unhurt, hurt (half or more is left), badly hurt, or down; empty for a figure that has no health."""
    found = health_of(rules, figure)
    if not rules.able(encounter, figure.tag):
        return DOWN if found is not None or rules.standings[0].able else ""
    if found is None:
        return ""
    kind, track = found
    left = left_of(kind, track)
    if track.most is None or left >= track.most:
        return UNHURT
    return HURT if left * 2 >= track.most else BADLY if left > 0 else DOWN


def left_of(kind: TrackKind, track: Track) -> int:
    """How much a figure can still bear."""
    return (track.most or 0) - track.now if kind.rising else track.now


LOOKED_AT = (3, 20)
"""How many of the last commands are looked at for one that tells something: first few, then more."""
MOST_LINES = 6


def latest_outcome(session: Session, numbers: bool = False) -> tuple[str, ...]:
    """What came of the last command that came to something for the players, open ones among them, line by line."""
    for changes in _latest(session):
        lines = tuple(shown_lines(changes, session.encounter, session.rules, numbers))
        if lines:
            more = len(lines) - MOST_LINES
            return lines if more <= 0 else (*lines[:MOST_LINES], f"and {more} more")
    return ()


def latest_act(session: Session, numbers: bool = False) -> str:
    """The same in sentences: of several figures to which the same happened in one, and with the harm or the healing."""
    for changes in _latest(session):
        if lines := list(shown_lines(changes, session.encounter, session.rules, numbers, in_full=True)):
            known = (figure.name for figure in redacted(session.encounter).figures.values() if not figure.hidden)
            names = sorted(known, key=len, reverse=True)
            said = [(next((name for name in names if text.startswith(f"{name} ")), ""), text) for text in lines]
            parts = groupby(said, key=lambda each: each[1].removeprefix(f"{each[0]} ") if each[0] else each[1])
            told = [_of_several([name for name, _ in same], rest) for rest, same in parts]
            more = [f"And {len(told) - MOST_LINES} more"] if len(told) > MOST_LINES else []
            return " ".join(f"{text[:1].upper()}{text[1:]}." for text in (*told[:MOST_LINES], *more))
    return ""


_SEVERAL = {"is": "are", "has": "have", "takes": "take", "regains": "regain", "appears": "appear"}


def _of_several(names: Sequence[str], rest: str) -> str:
    """What happened to each of these, in one sentence: `Goblin 2-4 take damage and are dead`."""
    if len(names) < 2:
        return f"{names[0]} {rest}" if names[0] else rest
    return f"{spans(names)} {' '.join(_SEVERAL.get(word, word) for word in rest.split(' '))}"


def _latest(session: Session) -> Iterator[Sequence[Change]]:
    """The changes of the last commands, the last first; those of choices that are still secret are left out."""
    for _, entry, outcome_ in reversed(session.resolved_commands):
        if not entry.command.secret:
            yield tuple(outcome_.changes)
    step_log, position = session.step_log, session.step_log.position
    end, seen = settled_position(step_log, position), set[int]()
    for most in LOOKED_AT:
        start = end
        for _ in range(most):
            start = entry_start(step_log, start)
        found = list(applied_commands(step_log, position, start, corrected_state_at(step_log, start, position)))
        for act in reversed(found):
            if act.entry.seat not in seen and not act.still_secret:
                yield tuple(changes_of(act.before, act.entry.events or ()))
            seen.add(act.entry.seat)


def shown_lines(
    changes: Sequence[Change], now: Encounter, rules: System, numbers: bool, in_full: bool = False
) -> Iterator[str]:
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
                yield f"{figure.name} appears"
        elif was is not figure:
            told = _changes(rules, (before, was), (after, figure), numbers, in_full and not tests)
            yield from (text for text in told if text not in tests)


def _tests(changes: Iterable[Change], known: set[str], rules: System, numbers: bool) -> Iterator[str]:
    """Tests that were made openly, by and against those whom the players know; foes' numbers are left out."""
    for before, event, _ in changes:
        if not isinstance(event, Tested) or event.hidden:
            continue
        who = [tag for tag in (event.who, event.target) if tag is not None and tag in before.figures]
        if any(tag not in known or before.figures[tag].hidden for tag in who):
            continue
        encounter, own = redacted(before), kind_of(event, rules)
        if numbers:
            yield brief_outcome(encounter, event, own, rules)[0]
        else:
            ended = "" if event.result in whole_sentences(event, own) else f": {result(event, own)}"
            said = sentence(encounter, event, own).replace(f" ({event.total})", "")
            yield f"{said}{ended}"


Standing = tuple[Encounter, Figure]
"""A figure, and the encounter in which it stands so."""


def _changes(rules: System, was: Standing, now: Standing, numbers: bool, in_full: bool = False) -> Iterator[str]:
    """How a figure is different: what it lost, how it stands, what lies on it: `Dee's HP 8 → 0, dying, prone`.

    in_full: `Dee takes 8 damage: HP 8 → 0, dying, prone`, or of a foe `Goblin 1 takes damage and is hurt`.
    """
    before, after = was[1], now[1]
    if after.name != before.name and SHOWN.name not in after.traits:
        yield f"{before.name} is now called {after.name}"
    is_, states = f"{after.name} is ", list(_states(rules, before, after))
    words = [state.removeprefix(is_) for state in states if state.startswith(is_)]
    health = list(_health(rules, was, now, numbers))
    open_ = numbers or not is_foe(rules, after)
    done = _done(rules, was[1], now[1], open_) if in_full else ""
    if health and open_:
        yield f"{f'{after.name} {done}:' if done else possessive(after.name)} {', '.join((*health, *words))}"
    elif health or words:
        yield f"{f'{after.name} {done} and is ' if done else is_}{', '.join((*health, *words))}"
    yield from (state for state in states if not state.startswith(is_))


def _states(rules: System, before: Figure, after: Figure) -> Iterator[str]:
    """How a figure stands now, if it stood otherwise, and what came upon it and went off it, each in a sentence."""
    if after.standing != before.standing:
        said = rules.standing(after.standing).said or f"{{who}} {stands(after.standing)}"
        yield ("{who} is gone" if after.standing == AWAY.name else said).format(who=after.name)
    there = {condition.kind: named(condition, rules) for condition in before.conditions}
    here = {condition.kind: named(condition, rules) for condition in after.conditions}
    new = [condition for condition in after.conditions if there.get(condition.kind) != here[condition.kind]]
    yield from dict.fromkeys(has_come(after, condition, rules) for condition in new)
    yield from (is_over(after, kind, rules) for kind in there if kind not in here)


def _done(rules: System, was: Figure, now: Figure, open_: bool) -> str:
    """The harm or the healing that a figure has met with, in numbers if those are open: `takes 8 damage`."""
    found, before = health_of(rules, now), health_of(rules, was)
    change = 0 if found is None or before is None else found[1].now - before[1].now
    if not change or found is None:
        return ""
    if (change > 0) == found[0].rising:
        return f"takes {abs(change)} damage" if open_ else "takes damage"
    return f"regains {abs(change)}" if open_ else "is healed"


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
