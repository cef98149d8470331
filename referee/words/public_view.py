"""The public view: what the players may know of a table, as one value. All that is shown to them is drawn from it."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from msgspec import Struct, field, to_builtins
from msgspec.structs import replace

from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.standing import AWAY
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.board import Board, edge_of, space_of
from referee.engine.state.encounter import OVER, Encounter, Slot
from referee.engine.state.own_values import Track
from referee.engine.verbs.ledger import System
from referee.words.bearer import plain, track_name
from referee.words.conditions import lasts, named
from referee.words.health_word import health_of, is_foe, state_word
from referee.words.latest_act import latest_act, latest_outcome
from referee.words.public_moment import moment_of
from referee.words.public_names import name_remover, public_tags, public_title, shown_names
from referee.words.redacted import hidden_tags, redacted, without_hidden


class PublicTrack(Struct, frozen=True):
    """A number of a figure: its name, where it stands, and its bound, if it has one."""

    name: str
    """Which number."""
    now: int
    """Where it stands."""
    most: int | None
    """Its bound; None: there is none."""
    rising: bool
    """It counts harm up to its bound."""


class PublicCondition(Struct, frozen=True):
    """What lies on a figure, and for how long still; empty: until it is lifted."""

    name: str
    """Which condition, and its level."""
    left: str
    """For how long still; empty: until it is lifted."""


class PublicFigure(Struct, frozen=True):
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


class PublicSlot(Struct, frozen=True):
    """A place in the order: who, the word beside it, and whether it has acted (`done`), waits, or has its `turn`."""

    name: str
    """Who it is."""
    label: str
    """What stands beside it."""
    state: str
    """turn, done, waits, or empty."""
    under: str
    """The name of the group it is listed under."""


class PublicBoard(Struct, frozen=True):
    """The part of the board that the players were shown."""

    spaces: Mapping[str, str] = field(default_factory=dict)
    """What lies in each space that was shown: floor, obstacle, rough, void."""
    edges: Mapping[str, str] = field(default_factory=dict)
    """What stands on the edges of these spaces: wall, closed, open."""
    figures: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The spaces, of those shown, that each figure fills, by its tag."""


class PublicView(Struct, frozen=True):
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
    act: str
    """The same in whole sentences, with what was done: harm, healing."""

    @property
    def how_it_ended(self) -> str:
        """The same, or only that it has; empty while it goes on."""
        return self.over or ("The fight is over" if self.phase == OVER else "")

    def data(self) -> dict[str, object]:
        """The same for other programs."""
        found: dict[str, object] = to_builtins(self)
        return found


def public_view(session: Session, name: str, numbers: bool = False) -> PublicView:
    """What the players may know of a table as it stands now; `numbers`: with what foes have left, too."""
    rules, now = session.rules, session.encounter
    moment = moment_of(session)
    whole = moment.encounter
    names = shown_names(whole)
    encounter, tags = redacted(whole, names, rules), public_tags(whole, names)
    change = name_remover(now, names if whole is now else shown_names(now))
    view = PublicView(
        name=public_title(name, change),
        game=rules.title,
        round=encounter.round,
        phase=encounter.phase,
        turn=encounter.name(encounter.turn) if encounter.turn else "",
        over=rules.fight.over(without_hidden(encounter)),
        order=tuple(_slot(encounter, slot) for slot in encounter.order if rules.gets_turn(encounter, slot.who)),
        figures=_figures(rules, encounter, tags, numbers),
        board=_board(encounter.board, {tag: tags[tag] for tag in _here(encounter)}),
        outcome=latest_outcome(moment, now, rules, numbers),
        act=latest_act(moment, now, rules, numbers),
    )
    if not hidden_tags(now) and tags.keys() == set(tags.values()):
        return view
    return cast(PublicView, _changed(view, change))


def _here(encounter: Encounter) -> list[Tag]:
    """The figures at the table that the players know of."""
    return [tag for tag, figure in encounter.figures.items() if not figure.hidden and figure.standing != AWAY.name]


def _figures(rules: System, encounter: Encounter, tags: Mapping[Tag, Tag], numbers: bool) -> tuple[PublicFigure, ...]:
    """The figures of a redacted encounter, by the tags that the players know."""
    here = (encounter.figures[tag] for tag in _here(encounter))
    return tuple(replace(_figure(rules, encounter, figure, numbers), tag=tags[figure.tag]) for figure in here)


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every text in it changed; keys of mappings are names of spaces and tags, and stay."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, tuple):
        return tuple(_changed(part, change) for part in value)
    if isinstance(value, Struct):
        return replace(value, **{name: _changed(getattr(value, name), change) for name in value.__struct_fields__})
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
        else tuple(
            _others(rules, rules.values.as_shown(encounter, figure), found[0].name if found is not None else "")
        ),
        conditions=tuple(
            PublicCondition(named(each, rules), lasts(encounter, each, figure.tag, rules)) for each in figure.conditions
        ),
    )


def _others(rules: System, figure: Figure, health: str) -> list[PublicTrack]:
    """The tracks of a player's figure that the roster has a column for, and points that are lost before health."""
    first = [kind for kind in rules.tracks if kind.name in rules.damage.lost_first]
    kinds = [kind for kind in (*first, *rules.columns) if isinstance(kind, TrackKind)]
    named_ = {kind.name: kind for kind in kinds if kind.name != health}
    return [_track(rules, kind, track) for kind in named_.values() if (track := figure.tracks.get(kind.name))]


def _track(rules: System, kind: TrackKind, track: Track) -> PublicTrack:
    return PublicTrack(plain(track_name(rules, kind.name)), track.now, track.most, kind.rising)


# -------------------------------------------------------------------- the board


def _board(board: Board | None, figures: Mapping[Tag, Tag]) -> PublicBoard | None:
    """The spaces that were shown, with their edges, and who of these figures stands in them, by the tags shown."""
    if board is None or not board.shown:
        return None
    shown = {*board.shown}
    there = ((figures[tag], spaces) for tag, spaces in board.figures.items() if tag in figures)
    standing = {tag: tuple(space for space in spaces if space in shown) for tag, spaces in there}
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
