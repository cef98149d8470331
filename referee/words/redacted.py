"""Redacted for the players: an encounter without hidden figures, a word for how others fare, what a command did."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from string import digits

from msgspec.structs import replace

from referee.engine.contract.kinds import AWAY, LETTER, SHOWN, TrackKind
from referee.engine.events.apply import Change
from referee.engine.events.event import Tested
from referee.engine.figures.family import family_name, lettered_name, mark_of
from referee.engine.state.bearer import Figure, Group, Tag
from referee.engine.state.condition import Condition
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import System
from referee.text.harmless import clean_name
from referee.text.phrases import possessive
from referee.words.bearer import ARROW, track_name
from referee.words.conditions import has_come, is_over, named
from referee.words.outcome import brief_outcome, kind_of, result, test_sentence, whole_sentences
from referee.words.phrase import stands_sentence
from referee.words.sentence import Clause, Sentence, behind

SOMEBODY = "somebody"
"""Stands for the name of a hidden figure."""


def shown_names(encounter: Encounter) -> dict[Tag, str]:
    """The names by which the players know those figures that they see under another than their own.

    One of several of a sort keeps its number, or letter: Goblin 2 is small shape 2. No two have the same name.
    """
    figures = [figure for figure in encounter.figures.values() if not figure.hidden]
    said = {figure.tag: name for figure in figures if (name := _said_name(figure)) != figure.name}
    if not said:
        return {}
    families = Counter(map(family_name, figures))
    taken = {figure.name.casefold() for figure in figures if figure.tag not in said}
    for tag, name in said.items():
        figure = encounter.figures[tag]
        is_numbered = SHOWN.name in figure.traits and families[family_name(figure)] > 1
        full = " ".join(filter(None, (name, mark_of(figure)))) if is_numbered else name
        numbers = (f"{name} {n}" for n in range(2, len(figures) + 2))
        said[tag] = next(each for each in (full, *numbers) if each.casefold() not in taken)
        taken.add(said[tag].casefold())
    return said


def _said_name(figure: Figure) -> str:
    """The name that the referee shows it under, else its own, with its letter if it has one."""
    return clean_name(str(figure.traits.get(SHOWN.name, ""))) or lettered_name(figure)


def hidden_tags(encounter: Encounter) -> frozenset[Tag]:
    """The figures that are hidden, and the groups of none but these."""
    figures = {tag for tag, figure in encounter.figures.items() if figure.hidden}
    groups = (group for group in encounter.groups.values() if group.members)
    return frozenset((*figures, *(group.tag for group in groups if figures.issuperset(group.members))))


def redacted(encounter: Encounter, names: Mapping[Tag, str] | None = None, rules: System | None = None) -> Encounter:
    """The encounter with nothing left of hidden figures but their tags, so that what names them finds somebody; those
    that are shown under another name have that one. names: its `shown_names`, where they are known.

    rules: the game, which says what groups are called without their hidden members; without it their names are joined.
    """
    hidden, names = hidden_tags(encounter), shown_names(encounter) if names is None else names
    if names:
        renamed = {tag: replace(encounter.figures[tag], name=name) for tag, name in names.items()}
        encounter = replace(encounter, figures=encounter.figures | renamed)
    if not hidden and not names:
        return encounter
    figures = {
        tag: _blank(figure) if figure.hidden else _untied(figure, hidden) for tag, figure in encounter.figures.items()
    }
    board = encounter.board
    if board is not None:
        there = {tag: spaces for tag, spaces in board.figures.items() if tag not in hidden}
        board = replace(board, figures=there)
    known = {
        tag: tuple(each for each in group.members if each not in hidden) for tag, group in encounter.groups.items()
    }
    changed = {tag for tag, group in encounter.groups.items() if known[tag] != group.members}
    changed |= {tag for tag, members in known.items() if members and names.keys() >= set(members)}
    words = {tag: _group_words(encounter, replace(encounter.groups[tag], members=known[tag]), rules) for tag in changed}
    changes = {
        "figures": figures,
        "groups": encounter.groups
        | {tag: replace(encounter.groups[tag], members=known[tag], name=words[tag][0]) for tag in changed},
        "order": tuple(
            slot if (label := words.get(slot.who, ("", None))[1]) is None else replace(slot, label=label)
            for slot in encounter.order
            if slot.who not in hidden
        ),
        "turn": None if encounter.turn in hidden else encounter.turn,
        "board": board,
    }
    return replace(encounter, **changes)


def _group_words(encounter: Encounter, group: Group, rules: System | None) -> tuple[str, str | None]:
    """What a group is called with these members alone, and what stands beside it in the order; None: as it does."""
    names = ", ".join(map(encounter.name, group.members)) or SOMEBODY
    if rules is None or not group.members:
        return names, "" if rules is None else None
    name, label = rules.order.group_words(encounter, group)
    all_renamed = all(SHOWN.name in encounter.figures[tag].traits for tag in group.members if tag in encounter.figures)
    return names if all_renamed and name == group.name else name, label


def without_hidden(encounter: Encounter) -> Encounter:
    """A redacted encounter without the tags of hidden figures, so that no rule counts them."""
    known = {tag: figure for tag, figure in encounter.figures.items() if not figure.hidden}
    return encounter if len(known) == len(encounter.figures) else replace(encounter, figures=known)


def _blank(figure: Figure) -> Figure:
    return Figure(tag=figure.tag, name=SOMEBODY, kind="", side="", standing=figure.standing, hidden=True)


def _untied(figure: Figure, hidden: frozenset[Tag]) -> Figure:
    """A figure whose conditions do not say that hidden figures brought them, or what they do to end them."""
    conditions = tuple(_untold(condition, hidden) for condition in figure.conditions)
    return figure if conditions == figure.conditions else replace(figure, conditions=conditions)


def _untold(condition: Condition, hidden: frozenset[Tag]) -> Condition:
    """A condition without what it says of hidden figures."""
    until = None if condition.until is None or condition.until.of in hidden else condition.until
    ends = tuple(ending for ending in condition.ends if ending.of not in hidden)
    since = condition.since
    if since is not None and since.turn in hidden:
        since = replace(since, turn=None)
    return replace(condition, until=until, ends=ends, since=since, by=None if condition.by in hidden else condition.by)


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


def public_tags(encounter: Encounter, names: Mapping[Tag, str]) -> dict[Tag, Tag]:
    """The words by which the players' view calls the figures: made of these names, where one has another; with a letter
    in place of a number, ga for g4.
    """
    tags = {tag: tag for tag in encounter.figures}
    taken = {tag for tag, figure in encounter.figures.items() if not figure.hidden and tag not in names}
    for tag, name in names.items():
        figure = encounter.figures[tag]
        is_lettered = LETTER.name in figure.traits and SHOWN.name not in figure.traits
        lettered = f"{tag.rstrip(digits)}{figure.traits.get(LETTER.name)}".lower()
        tags[tag] = new_tag(lettered if is_lettered else slug(name), taken)
        taken.add(tags[tag])
    return tags


UNTITLED = "The fight"
"""Stands for the name of an encounter that names somebody hidden."""


def public_title(name: str, change: Callable[[str], str]) -> str:
    """What the players may know an encounter by; change: the `name_remover` of its figures."""
    return name if change(name) == name else UNTITLED


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
