"""View: what the panes show of the table at one moment, with the actions of the game, what the last act took, what
`next` brings.
"""

from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence, Set
from datetime import UTC, datetime
from functools import lru_cache
from operator import attrgetter, is_
from types import MappingProxyType
from typing import TYPE_CHECKING, Generic, TypeVar

from msgspec import Struct

from referee.command_language.keyed_offers import KeyedOffer
from referee.engine.conditions.typed import own_name
from referee.engine.figures.library import OwnCondition
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion, Pick
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE, Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered import system_verbs
from referee.engine.verbs.parameters import obstacle, open_question
from referee.engine.verbs.verb import Given, Situation, Verb
from referee.store.journal import Journal
from referee.store.lock_holder import Player
from referee.ui.controller.roster_order import Family, is_out
from referee.ui.drawing.cells import vital_left
from referee.words.log import undone_command
from referee.words.next_turn import NextTurn, next_turn

if TYPE_CHECKING:
    from referee.dialogue.suggestions import Suggestion, Suggestions
    from referee.odds.ways import WayData


class LastAct:
    """What the last act took from the figures, and whom it brought to the table."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._before = session.encounter
        self.lost: Mapping[Tag, int] = {}
        self.arrived: Set[Tag] = frozenset()

    def follow(self) -> None:
        """Something was done, or taken back."""
        was, self._before = self._before, self._session.encounter
        self.lost = dict(self._lost(was.figures, self._before.figures))
        self.arrived = self._before.figures.keys() - was.figures.keys()

    def _lost(self, before: Mapping[Tag, Figure], after: Mapping[Tag, Figure]) -> Iterator[tuple[Tag, int]]:
        rules = self._session.rules
        if before is after:
            return
        for tag, figure in after.items():
            was = before.get(tag, figure)
            if was is not figure and (lost := vital_left(rules, was) - vital_left(rules, figure)) > 0:
                yield tag, lost


def moment(when: datetime) -> str:
    """The local time, with its day where that is not today: `14:02`, `2026-11-21 14:02`."""
    local = when.astimezone()
    return f"{local:%H:%M}" if local.date() == datetime.now().astimezone().date() else f"{local:%Y-%m-%d %H:%M}"


def ago(when: datetime) -> str:
    """How long ago that was, in words."""
    minutes = int((datetime.now(UTC) - when).total_seconds() // 60)
    if minutes < 60:
        return f"{minutes} min ago" if minutes > 0 else "just now"
    if minutes < 24 * 60:
        return f"{minutes // 60} h ago"
    return f"{when.astimezone():%Y-%m-%d}"


class PlayedElsewhere(Struct, frozen=True):
    """What who looks on is told of the program that plays."""

    player: Player | None = None
    """None if nobody plays it."""
    left: str = ""
    """When the program left that played it; empty while one does, or if none was seen."""
    last_act: str = ""
    """When something was last done; empty if nothing was."""

    def after(self, journal: Journal) -> "PlayedElsewhere":
        """The same as it is now; nothing for a journal that is played here."""
        if not journal.read_only:
            return PlayedElsewhere()
        player, last = journal.player(), moment(journal.last.when) if journal.last else ""
        came_or_went = player != self.player
        left = "" if player else moment(datetime.now(UTC)) if came_or_went else self.left
        return PlayedElsewhere(player, left, last)

    def sentences(self) -> list[str]:
        """Who plays it, and when something was last done."""
        free = f"nobody has played it since {self.left}" if self.left else "nobody is playing it"
        who = f"played by {self.player.told}" if self.player else free
        return [who, *([f"last command {self.last_act}"] if self.last_act else [])]


TAKE_OVER_KEY = "T"
"""Plays an encounter that is open for reading only."""
ACTIONS_KEY = "f7"
"""Goes to the actions, where the arrow keys bring in those that have no room."""


class Action(Struct, frozen=True):
    """A line of the actions pane."""

    key: str
    label: str
    word: str
    """The verb, or `:` and the key."""
    barred: str = ""
    """Why it cannot be done now; empty if it can."""
    hint: str = ""
    """What it does or costs, in a few words."""
    folds: int = 0
    """How many that cannot be done now it shows or hides; 0: it does something else."""
    waits: bool = False
    """Nothing but an open question is in its way: it keeps its place, dim, so that nothing moves with each question."""


class View(Struct, frozen=True):
    """What all panes are drawn from. It goes down to them; they only send messages up."""

    rules: System
    encounter: Encounter
    title: str = ""
    """The name of the encounter."""
    chosen: Tag | None = None
    """The figure that the referee has under the cursor."""
    questions: tuple[AnyQuestion, ...] = ()
    asked: int = 0
    """Which of the open questions is being answered."""
    question: AnyQuestion | None = None
    """That one: what the table is being asked."""
    offers: Sequence[KeyedOffer] = ()
    """What may be answered, each with its key; what is barred comes last."""
    figure_keys: Mapping[Tag, str] = MappingProxyType({})
    """The letters that choose figures while no question is answered by them; empty where numbers do."""
    focus: str = "roster"
    """The pane that the arrow keys move in."""
    row_at: int | None = None
    """The row of the order under the cursor, while the arrow keys move there."""
    lost: Mapping[Tag, int] = MappingProxyType({})
    """How much of its health each figure lost in the last act."""
    arrived: Set[Tag] = frozenset()
    """Who came to the table with the last act."""
    family: Family | None = None
    """The folded family under the cursor, instead of a figure."""
    folded: frozenset[Family] = frozenset()
    """The families that have one row in the roster."""
    marks: Mapping[Tag, bool] = MappingProxyType({})
    """The figures that are marked; True: for half."""
    unfolded: bool = False
    """Those out of the fight have rows of their own in the roster."""
    own_conditions: Callable[[], Sequence[OwnCondition]] = lambda: ()
    """Those of the library; looked up only where one is chosen."""
    action: str | None = None
    """The word of the action under the cursor, while the arrow keys move there."""
    hotkeys: Mapping[str, Verb] = MappingProxyType({})
    """The keys of the system's verbs."""
    always: tuple[Action, ...] = ()
    """What every table can do; the first is `next`."""
    fold_key: str = ""
    """The key that shows the actions that cannot be done now, or folds them into one line."""
    all_actions: bool = False
    """The actions that cannot be done now are shown, too."""
    expected: tuple[str, ...] = ()
    """What the order will hold, as far as it can be told while there is none."""
    undoes: str = ""
    """The order that undo would take back whole; empty where there is none, or something is asked."""
    is_decided: bool = False
    """Every foe is out of the fight, or the game says that it has ended."""
    suggestion: str = ""
    """What Enter does with the party, or at the end of the fight, and why, while nothing is asked; empty: nothing."""
    trouble: str = ""
    """Why the last acts are not on disk, if so."""
    read_only: bool = False
    """Nothing can be changed, and nothing is asked."""
    elsewhere: PlayedElsewhere = PlayedElsewhere()
    """Who plays it, where it is only read."""
    odds: "Mapping[str, WayData]" = MappingProxyType({})
    """What may come of each answer to what is asked, by its word; with an empty word of what is open."""

    def what_it_does(self, condition: str) -> str:
        """What a condition does, as the game has it, or the library for one of the referee's own; empty if unknown."""
        kind = self.rules.condition(condition)
        if kind is not None:
            return kind.hint
        return next((own.text for own in self.own_conditions() if own_name(own.name) == condition), "")

    def who(self) -> str:
        """Whose turn it is, in words."""
        turn = self.encounter.turn
        return self.encounter.name(turn) if turn else "nobody's turn"


T = TypeVar("T")


class CachedValue(Generic[T]):
    """The value that was worked out last, and what of."""

    def __init__(self) -> None:
        self._known: tuple[tuple[object, ...], T] | None = None

    def of(self, *made_of: object, make: Callable[[], T]) -> T:
        """The value, made anew unless it was made of the same objects. Values that compare equal are not enough."""
        known = self._known
        if known is None or not all(map(is_, known[0], made_of)):
            known = self._known = made_of, make()
        return known[1]


def values_depend_on(view: View) -> object:
    """Cache key for the shown values of figures: the options, as the same object while they are equal."""
    rules = view.rules
    if rules.values.concerns is None and rules.values.effective is None:
        return None
    return _same(frozenset(view.encounter.groups[TABLE].traits.items()))


def how_they_stand(encounter: Encounter) -> object:
    """Which figures there are, and how each stands: the same object while they are equal, as after most acts."""
    figures = encounter.figures
    return _same((*figures, *map(attrgetter("standing"), figures.values())))


@lru_cache(maxsize=8)
def _same(value: Hashable) -> object:
    """The first of equal values, for `CachedValue`."""
    return value


class NextTurnView:
    """What `next` would do, kept up to date for one encounter in play."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._next_turn = NextTurn()
        self._of: object = None
        """The encounter that it was worked out for."""
        self.text = ""
        """What the line above the keys says."""
        self.expected: tuple[str, ...] = ()
        """What the order will hold, while there is none."""
        self.refused = ""
        """Why there is no next now; empty if there is one."""
        self.is_decided = False
        """Every foe is out of the fight, or the game says that it has ended."""
        self._expected = CachedValue[tuple[str, ...]]()
        self._undoes = ""
        self.suggested: Suggestion | None = None
        """What could be done with the party now, or at the end of the fight."""
        self._suggestions: Suggestions | None = None
        self._last_step: object = None
        """What came of the step that it was worked out for."""

    def update(self, read_only: bool) -> None:
        """Works it out if the table has changed; for readers only, what is asked."""
        questions, encounter = self._session.questions, self._session.encounter
        expect = self._session.rules.order.expected
        self.expected = self._expected.of(encounter, make=lambda: () if encounter.order else tuple(expect(encounter)))
        if questions and read_only:
            self._of = None
            self.text = "asked: " + "; ".join(question.prompt for question in questions)
        elif not questions and encounter is not self._of:
            self._next_turn, self._of = next_turn(self._session), encounter
            self.is_decided = _is_decided(self._session)
            self.text = self._next_turn.text
        if self._session.last_step is not self._last_step:
            self._last_step = self._session.last_step
            self._undoes = "" if questions else undone_command(self._session)
        self.refused = "Answer the open question first, or go back with Esc." if questions else self._next_turn.refused
        self.suggested = None if read_only else self._suggestion()

    @property
    def undoes(self) -> str:
        """What undo would take back whole; empty where that is nothing, or something is asked."""
        last = self._session.kept.done_together
        is_last = last is not None and last.then == (self._session.step_log.position, self._session.encounter)
        return last.what if last is not None and is_last else self._undoes

    def _suggestion(self) -> "Suggestion | None":
        if not self._session.is_between_fights or not self._session.kept.parties():
            return None
        if self._suggestions is None:
            from referee.dialogue.suggestions import Suggestions  # late: most tables have no party

            self._suggestions = Suggestions(self._session)
        return self._suggestions.now()


def _is_decided(session: Session) -> bool:
    """Are all foes that can be hurt out of the fight that has begun, or has the game ended it?"""
    rules, encounter = session.rules, session.encounter
    figures = encounter.figures.values()
    foes = (each for each in figures if each.side in rules.app_sides and rules.health_name in each.tracks)
    first = next(foes, None)
    beaten = first is not None and is_out(rules, first.standing) and all(is_out(rules, foe.standing) for foe in foes)
    return encounter.round > 0 and (beaten or bool(session.over))


ActionTargets = Mapping[str, Mapping[Tag, str]]
"""For each verb the figures that it can be given first, each with the reason against it now; empty if there is none."""


def actions(view: View, own: Sequence[Action] | None = None) -> list[Action]:
    """`next`, what can be done now, then how many cannot, and if those are unfolded, each with its reason.

    Empty where the encounter is open for reading only. `own`: `system_actions`, where they are known.
    """
    if view.read_only:
        return []
    first, *always = view.always
    everything = [*(system_actions(view) if own is None else own), *always]
    able = [action for action in everything if not action.barred]
    barred = [action for action in everything if action.barred]
    count = len(barred)
    fold = [Action(view.fold_key, f"{count} more, not now", f":{view.fold_key}", folds=count)] if barred else []
    return [first, *able, *fold, *(barred if view.all_actions else ())]


def system_actions(view: View, known: Sequence[Action] = ()) -> list[Action]:
    """The actions of the game, each with what bars it now: each verb is asked, which takes time.

    known: those of before; what waits for an answer is as it was when nothing was asked.
    """
    situation, asks = Situation(view.rules, view.encounter), bool(view.questions)
    keys, before = {verb.name: key for key, verb in view.hotkeys.items()}, {each.word: each for each in known}
    found: list[Action] = []
    for verb in system_verbs(view.rules):
        waits = asks and not verb.interjects
        barred = before[verb.name].barred if waits and verb.name in before else obstacle(verb, situation)
        found.append(Action(keys.get(verb.name, " "), verb.label, verb.name, barred, verb.hint, waits=waits))
    return found


def action_targets(situation: Situation, tags: Collection[Tag]) -> ActionTargets:
    """For each verb whose first question asks for a figure: which of these it can be, with the reason against it.

    A verb that is barred as a whole, or can be given none of them, is left out.
    """
    found: dict[str, Mapping[Tag, str]] = {}
    for verb in system_verbs(situation.rules):
        if not verb.params or verb.bar(situation):
            continue
        try:
            first = verb.params[0]
            question = open_question(verb, first, situation, Given(), {}, first.ask(situation, Given()))
        except Problem:
            continue
        if isinstance(question, Pick) and question.least <= 1:
            known = {*question.among, *question.barred}
            if targets := {tag: question.barred.get(tag, "") for tag in tags if tag in known}:
                found[verb.name] = targets
    return found
