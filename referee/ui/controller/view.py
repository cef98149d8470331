"""View: what the panes show of the table at one moment."""

from collections.abc import Callable, Mapping, Sequence, Set
from types import MappingProxyType
from typing import TYPE_CHECKING

from msgspec import Struct

from referee.command_language.keyed_offers import KeyedOffer
from referee.engine.conditions.typed import own_name
from referee.engine.figures.library import OwnCondition
from referee.engine.questions.question import AnyQuestion
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Verb
from referee.ui.controller.roster_order import Family

if TYPE_CHECKING:
    from referee.odds.ways import WayData

from referee.ui.controller.played_elsewhere import PlayedElsewhere


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
