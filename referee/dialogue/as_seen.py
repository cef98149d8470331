"""An encounter as it is seen by those who only look: with what its open command has done so far, or what the players
may know.
"""

from collections.abc import Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Annotated, NamedTuple, TypedDict

from msgspec.structs import replace

from referee.engine.mistake import RulesBug
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.history import open_commands_at, settled_state_at
from referee.engine.record.session import Session
from referee.engine.state.encounter import OVER, Encounter
from referee.engine.state.saved_model import as_data
from referee.engine.verbs.ledger import System
from referee.store.journal import Journal
from referee.text.phrases import possessive
from referee.words.bearer import when
from referee.words.public_view import PublicFigure, PublicSlot, PublicTrack, PublicView, public_view

if TYPE_CHECKING:
    from referee.command_language.questions import QuestionData
    from referee.store.save import Save
    from referee.store.saves import Saves


UNREADABLE = (Problem, RulesBug, LookupError, TypeError, ValueError, AttributeError, OSError)
"""What may come of an encounter that is damaged, changed or taken away while it is read, whoever wrote it."""


class SaveData(TypedDict):
    """An encounter, as `referee ls` lists it."""

    name: str
    """What it is called."""
    folder: str
    """The folder that it is kept in."""
    system: str
    """The game that is played."""
    round: int
    """The round; 0 before the first."""
    turn: str
    """The name of whose turn it is; empty: nobody's."""
    over: bool
    """No fight is on any more, though one was."""
    figures: int
    """How many are at the table."""
    actions: int
    """How many acts are in force."""
    saved: str
    """When it was last written, as 2026-03-01T18:30:00+00:00."""
    asks: str
    """The key of the open question; empty: nothing is asked."""
    trouble: str
    """Why it cannot be opened; empty: it can."""


class ShownData(TypedDict):
    """An encounter as it stands."""

    name: str
    """What it is called."""
    position: int
    """How many acts are in force."""
    open: list[str]
    """The commands that wait for an answer, as they were given, outermost first."""
    notice: str
    """What has to be known of it; empty: nothing."""
    questions: "list[QuestionData]"
    """What is asked now."""
    encounter: Annotated[dict[str, object], Encounter]
    """The whole state, with what the open commands have done so far."""


class Seen(NamedTuple):
    """What is to be seen of an encounter."""

    encounter: Encounter
    asked: list[str]
    """What is asked, line by line."""
    open: list[str]
    """The open commands, outermost first, as they were given."""
    notice: str
    """That the open command cannot be gone on with, and what can be done; empty otherwise."""
    questions: "tuple[AnyQuestion, ...]" = ()
    """The open questions, where the rules of the system are known."""


def rules_of(journal: Journal) -> "System | None":
    """The rules of its system, if this program knows them."""
    from referee import games as systems

    try:
        return systems.rules_for(journal)
    except Problem:
        return None


def as_seen(journal: Journal) -> Seen:
    """The encounter as the table sees it; rules are needed only where a command is open."""
    settled = settled_state_at(journal, journal.position)
    if not journal.depth(journal.position):
        return Seen(settled, [], [], "")
    from referee.dialogue.dialogue import Dialogue
    from referee.words.log import ordered

    given = [ordered(entry) for entry in open_commands_at(journal, journal.position)]
    rules = rules_of(journal)
    if rules is None:
        return Seen(settled, given, given, "")
    session = Session(rules, journal)
    if session.notice:
        what = f"{given[0]!r} was started under older rules and cannot continue."
        return Seen(
            settled, [], [], f"{what} The fight is shown as it was before; opening it to play drops that command."
        )
    return Seen(session.encounter, Dialogue(session).asked(), given, "", session.questions)


def exported_fields(journal: Journal) -> ShownData:
    """An encounter as JSON data, as `show --json` prints it."""
    seen = as_seen(journal)
    return {
        "name": journal.name,
        "position": journal.position,
        "open": seen.open,
        "notice": seen.notice,
        "questions": _questions(seen),
        "encounter": as_data(seen.encounter),
    }


def _questions(seen: Seen) -> "list[QuestionData]":
    if not seen.questions:
        return []
    from referee.command_language.questions import question_data

    return [question_data(question, seen.encounter) for question in seen.questions]


def with_open_command(saves: "Saves", save: "Save") -> "Save":
    """The save, with the round and the turn that its open command has come to, if one is open."""
    if not (save.asks and save.is_folded) or save.trouble:
        return save
    # A file that no session wrote must not hide the other encounters.
    if (encounter := seen_encounter(saves, save.slug)) is None:
        return save
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    return replace(save, round=encounter.round, turn=turn)


def seen_encounter(saves: "Saves", slug: str) -> Encounter | None:
    """An encounter as it stands, with what an open command has done; None if it cannot be read."""
    try:
        with closing(saves.open(saves.there(slug), read_only=True)) as journal:
            return as_seen(journal).encounter
    except UNREADABLE:
        return None


def view_for_players(journal: Journal, numbers: bool) -> PublicView:
    """What the players may know of it; `numbers`: with what foes have left, too."""
    from referee import games as systems

    return public_view(Session(systems.rules_for(journal), journal), journal.name, numbers)


def public_lines(view: PublicView) -> Iterator[str]:
    """Where the fight is, the order, the figures, and what came of the last act."""
    yield f"{view.name} ({view.game}): {now(view.round, view.phase, view.turn)}"
    if view.over:
        yield f"over: {view.over}"
    if view.order:
        yield "order: " + ", ".join(map(slot_words, view.order))
    for figure in view.figures:
        yield f"{figure.name} ({figure.tag}): {', '.join(figure_words(figure))}"
    yield from (f"last: {line}" for line in view.outcome[:1])
    yield from view.outcome[1:]


def now(round: int, phase: str, turn: str) -> str:
    """Where the fight is: the round, the phase, and whose turn it is by name."""
    whose = f"{possessive(turn)} turn" if turn else "nobody's turn" if phase != OVER else ""
    return ", ".join(filter(None, (when(round, phase), whose)))


def slot_words(slot: PublicSlot) -> str:
    """A place in the order: who, the word beside it, and how it stands there."""
    state = {"turn": "now", "": ""}.get(slot.state, slot.state)
    return " ".join((slot.name, *([slot.label] if slot.label else []), *([f"({state})"] if state else [])))


def figure_words(figure: PublicFigure) -> Iterator[str]:
    """What there is to say of a figure: its health or how it fares, and what lies on it."""
    if figure.health is None:
        yield figure.state or figure.standing
    else:
        yield track_words(figure.health)
        yield from [figure.state] if figure.state == "down" else []
    yield from map(track_words, figure.tracks)
    for condition in figure.conditions:
        yield f"{condition.name} ({condition.left})" if condition.left else condition.name


def track_words(track: PublicTrack) -> str:
    """A number as it is read: `HP 8/14`."""
    return f"{track.name} {track.now}" + (f"/{track.most}" if track.most is not None else "")
