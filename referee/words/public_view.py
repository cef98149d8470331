"""What the players may know of a table, as one value. Whatever shows them anything draws it from this."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, is_dataclass, replace
from typing import Any, cast

from referee.engine.contract.kinds import AWAY, TrackKind
from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import Tested
from referee.engine.record.history import corrected_state_at, entry_start, settled_position
from referee.engine.record.recorded import applied_commands
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure, Tag, Track, stands
from referee.engine.state.board import Board, edge_of, space_of
from referee.engine.state.encounter import Encounter, Slot
from referee.engine.verbs.ledger import System
from referee.words.bearer import ARROW, plain, possessive, track_name
from referee.words.conditions import has_come, is_over, lasts, named
from referee.words.log_line import brief_outcome, kind_of, result, sentence, whole_sentences
from referee.words.redacted import DOWN, UNHURT, health_of, hidden_tags, is_foe, name_remover, redacted, state_word

LOOKED_AT = (3, 20)
"""How many of the last commands are looked at for one that tells something: first few, then more."""
MOST_LINES = 6


def latest_outcome(session: Session, numbers: bool = False) -> tuple[str, ...]:
    """What came of the last command that came to something for the players, open ones among them, line by line."""
    for changes in _latest(session):
        lines = tuple(_lines(changes, session.encounter, session.rules, numbers))
        if lines:
            more = len(lines) - MOST_LINES
            return lines if more <= 0 else (*lines[:MOST_LINES], f"and {more} more")
    return ()


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


def _lines(changes: Sequence[Change], now: Encounter, rules: System, numbers: bool) -> Iterator[str]:
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
            told = _changes(rules, (before, was), (after, figure), numbers)
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


def _changes(rules: System, was: Standing, now: Standing, numbers: bool) -> Iterator[str]:
    """How a figure is different: what it lost, how it stands, what lies on it: `Dee's HP 8 → 0, dying, prone`."""
    before, after = was[1], now[1]
    if after.name != before.name:
        yield f"{before.name} is now called {after.name}"
    is_, states = f"{after.name} is ", list(_states(rules, before, after))
    words = [state.removeprefix(is_) for state in states if state.startswith(is_)]
    health = list(_health(rules, was, now, numbers))
    if health and (numbers or not is_foe(rules, after)):
        yield f"{possessive(after.name)} {', '.join((*health, *words))}"
    elif health or words:
        yield is_ + ", ".join((*health, *words))
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


@dataclass(frozen=True)
class PublicTrack:
    """A number of a figure: its name, where it stands, and its bound, if it has one."""

    name: str
    """Which number."""
    now: int
    """Where it stands."""
    most: int | None
    """Its bound; None: there is none."""
    rising: bool
    """It counts harm up to its bound."""


@dataclass(frozen=True)
class PublicCondition:
    """What lies on a figure, and for how long still; empty: until it is lifted."""

    name: str
    """Which condition, and its level."""
    left: str
    """For how long still; empty: until it is lifted."""


@dataclass(frozen=True)
class PublicFigure:
    """A figure that the players know of."""

    tag: Tag
    """The word that it is called by."""
    name: str
    """Its name."""
    side: str
    """Who it fights for; empty: for itself."""
    is_foe: bool
    """The referee plays it."""
    standing: str
    """How it stands, in a word of the game."""
    state: str
    """unhurt, hurt, badly hurt, or down; empty in a game without health."""
    health: PublicTrack | None
    """None for a foe, unless its numbers are shown."""
    tracks: tuple[PublicTrack, ...] = ()
    """What else is counted of it."""
    conditions: tuple[PublicCondition, ...] = ()
    """What lies on it."""


@dataclass(frozen=True)
class PublicSlot:
    """A place in the order: who, the word beside it, and whether it has acted (`done`), waits, or has its `turn`."""

    name: str
    """Who it is."""
    label: str
    """What stands beside it."""
    state: str
    """turn, done, waits, or empty."""
    under: str
    """The name of the group it is listed under."""


@dataclass(frozen=True)
class PublicBoard:
    """The part of the board that the players were shown."""

    spaces: Mapping[str, str] = field(default_factory=dict)
    """What lies in each space that was shown: floor, obstacle, rough, void."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """What stands on the edges of these spaces: wall, closed, open."""
    figures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The spaces, of those shown, that each figure fills, by its tag."""


@dataclass(frozen=True)
class PublicView:
    """The table as the players may see it."""

    name: str
    """What the encounter is called."""
    game: str
    """The title of the game."""
    round: int
    """The round; 0 before the first."""
    phase: str
    """The phase of the round; empty: none."""
    turn: str
    """Whose turn it is; empty: nobody's that the players know of."""
    over: str
    """How the fight has ended; empty while it goes on."""
    order: tuple[PublicSlot, ...]
    """Who acts after whom."""
    figures: tuple[PublicFigure, ...]
    """Whom they know of."""
    board: PublicBoard | None
    """What they were shown of the board; None: nothing."""
    outcome: tuple[str, ...]
    """What came of the last act that came to something, line by line."""

    def data(self) -> dict[str, object]:
        """The same for other programs."""
        return asdict(self)


def public_view(session: Session, name: str, numbers: bool = False) -> PublicView:
    """What the players may know of a table as it stands now; `numbers`: with what foes have left, too."""
    whole, rules = session.encounter, session.rules
    encounter = redacted(whole)
    hidden = hidden_tags(whole)
    here = [figure for tag, figure in encounter.figures.items() if tag not in hidden and figure.standing != AWAY.name]
    view = PublicView(
        name=name,
        game=rules.title,
        round=encounter.round,
        phase=encounter.phase,
        turn=encounter.name(encounter.turn) if encounter.turn else "",
        # How it ended may be decided by those whom nobody knows of.
        over="" if hidden else rules.over(encounter),
        order=tuple(_slot(encounter, slot) for slot in encounter.order if rules.gets_turn(encounter, slot.who)),
        figures=tuple(_figure(rules, encounter, figure, numbers) for figure in here),
        board=_board(encounter.board, {figure.tag for figure in here}),
        outcome=latest_outcome(session, numbers),
    )
    return cast(PublicView, _changed(view, name_remover(whole))) if hidden else view


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every text in it changed; keys of mappings are names of spaces and tags, and stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_changed(part, change) for part in value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _changed(getattr(value, each.name), change) for each in fields(value)})
    return value


# -------------------------------------------------------------------- the order


def _slot(encounter: Encounter, slot: Slot) -> PublicSlot:
    state = "turn" if slot.who == encounter.turn else "waits" if slot.held else "done" if slot.acted else ""
    under = encounter.name(slot.under) if slot.under else ""
    return PublicSlot(encounter.name(slot.who), slot.label, state, under)


# -------------------------------------------------------------------- figures


def _figure(rules: System, encounter: Encounter, figure: Figure, numbers: bool) -> PublicFigure:
    foe = is_foe(rules, figure)
    found = health_of(rules, figure)
    return PublicFigure(
        tag=figure.tag,
        name=figure.name,
        side="" if figure.side == figure.tag else figure.side,
        is_foe=foe,
        standing=figure.standing,
        state=state_word(rules, encounter, figure),
        health=_track(rules, *found) if found is not None and (numbers or not foe) else None,
        tracks=()
        if foe
        else tuple(_others(rules, rules.as_shown(encounter, figure), found[0].name if found is not None else "")),
        conditions=tuple(
            PublicCondition(named(each, rules), lasts(encounter, each, figure.tag, rules)) for each in figure.conditions
        ),
    )


def _others(rules: System, figure: Figure, health: str) -> list[PublicTrack]:
    """The tracks of a player's figure that the roster has a column for, and points that are lost before health."""
    kinds = [kind for kind in (rules.temporary_track, *rules.columns) if isinstance(kind, TrackKind)]
    named_ = {kind.name: kind for kind in kinds if kind.name != health}
    return [_track(rules, kind, track) for kind in named_.values() if (track := figure.tracks.get(kind.name))]


def _track(rules: System, kind: TrackKind, track: Track) -> PublicTrack:
    return PublicTrack(plain(track_name(rules, kind.name)), track.now, track.most, kind.rising)


# -------------------------------------------------------------------- the board


def _board(board: Board | None, figures: set[Tag]) -> PublicBoard | None:
    """The spaces that were shown, with their edges, and who of these figures stands in them."""
    if board is None or not board.shown:
        return None
    shown = {*board.shown}
    standing = {tag: tuple(s for s in spaces if s in shown) for tag, spaces in board.figures.items() if tag in figures}
    return PublicBoard(
        spaces={name: board.ground.get(name, "floor") for name in sorted(shown, key=lambda name: space_of(name)[::-1])},
        edges={edge: barrier for edge, barrier in board.edges.items() if edge in _edges(shown)},
        figures={tag: spaces for tag, spaces in standing.items() if spaces},
    )


def _edges(spaces: set[str]) -> set[str]:
    """The edges around these spaces, which can be seen from them."""
    out = set[str]()
    for name in spaces:
        x, y = space_of(name)
        beside = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        out |= {edge_of((x, y), other) for other in beside if min(other) >= 0}
    return out
