"""View: the table as the screen shows it at one moment."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from referee.engine.bearer import Tag
from referee.engine.condition_name import own_name
from referee.engine.encounter import Encounter
from referee.engine.kept import OwnCondition
from referee.engine.ledger import System
from referee.engine.question import AnyQuestion
from referee.engine.verb import Verb
from referee.script.offer_keys import KeyedOffer
from referee.ui.controller.played_elsewhere import PlayedElsewhere
from referee.ui.controller.roster_order import Family

TAKE_OVER_KEY = "T"
"""Plays an encounter that is open for reading only."""


class Action(NamedTuple):
    """A line of the actions pane."""

    key: str
    label: str
    word: str
    """The verb, or `:` and the key."""
    barred: str = ""
    """Why it cannot be done now; empty if it can."""
    hint: str = ""
    """What it does or costs, in a few words."""
    folds: bool = False
    """It shows those that cannot be done now, or hides them."""


class View(NamedTuple):
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
    order: str = ""
    """The open order as it was given, while it still asks what is meant."""
    focus: str = "roster"
    """The pane that the arrow keys move in."""
    row_at: int | None = None
    """The row of the order under the cursor, while the arrow keys move there."""
    lost: Mapping[Tag, int] = MappingProxyType({})
    """How much of its health each figure lost in the last act."""
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
    upcoming: str = ""
    """The name of whose turn `next` would begin, where that is known."""
    expected: tuple[str, ...] = ()
    """What the order will hold, as far as it can be told while there is none."""
    trouble: str = ""
    """Why the last acts are not on disk, if so."""
    read_only: bool = False
    """Nothing can be changed, and nothing is asked."""
    elsewhere: PlayedElsewhere = PlayedElsewhere()
    """Who plays it, where it is only read."""

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

    def next_up(self) -> str:
        """Who acts after that: as the forecast has it, else those whose turn is due."""
        if self.upcoming:
            return self.upcoming
        after = self.rules.may_act(self.encounter, but=self.encounter.turn)
        if not after:
            return "end of round" if self.encounter.order else ""
        more = f" or {len(after) - 1} more" if len(after) > 1 else ""
        return self.encounter.name(after[0]) + more
