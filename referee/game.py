"""What a game in code is written with: the one import path for packages of others, which stays as it is.

A package registers its rules in the entry point group `referee.systems`; each name is explained where it is defined.
"""

from referee.engine.board.geometry import adjacent, apart, distance
from referee.engine.contract.adding_rules import AddingRules
from referee.engine.contract.board_rules import BoardRules
from referee.engine.contract.carries_over import CarriesOver, in_piles
from referee.engine.contract.clause import Clause
from referee.engine.contract.condition_kind import ConditionKind, Stacking
from referee.engine.contract.damage_rules import DamageRules
from referee.engine.contract.description_rules import DescriptionRules
from referee.engine.contract.dice_rules import DiceRules
from referee.engine.contract.duration_rules import DurationRules
from referee.engine.contract.fight_rules import FightRules
from referee.engine.contract.kinds import PileKind, TrackKind, TraitKind
from referee.engine.contract.kinds_of_test import TestKind, result_of
from referee.engine.contract.option import Option
from referee.engine.contract.order_rules import OrderRules
from referee.engine.contract.party_rules import PartyRules
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY, Standing
from referee.engine.contract.symbol_dice import Face, SymbolDie
from referee.engine.contract.template import Rank, Template
from referee.engine.contract.value_rules import ValueRules
from referee.engine.dice.dice import Expression, Pool, dice_term
from referee.engine.dice.notation import read_dice
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.events.event import (
    CardsMoved,
    ConditionEnded,
    FigurePlaced,
    GroupClosed,
    Grouped,
    OrderSet,
    PhaseBegan,
    Renamed,
    Result,
    SlotMarked,
    SlotPut,
    StandingSet,
    Term,
    Terms,
    TrackBounded,
    TrackChanged,
    TraitSet,
    Ungrouped,
    total,
)
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood, Refused
from referee.engine.questions.answer import Answer, Chosen, Counted, Picked, Rolled, Said
from referee.engine.questions.ask import Ask, Lapsed, Together
from referee.engine.questions.question import PLAYERS, REFEREE, Choose, Pick
from referee.engine.questions.typed_questions import Amount, Confirm, Text
from referee.engine.state.bearer import TABLE, Figure, Group, Tag, Thing
from referee.engine.state.board import Space
from referee.engine.state.condition import DAMAGED, ROUND, Ending, Until
from referee.engine.state.encounter import MOST_FIGURES, Encounter, Slot
from referee.engine.state.own_values import Track, Value
from referee.engine.state.tags import new_tag, slug
from referee.engine.verbs.ledger import Ledger, System, for_each
from referee.engine.verbs.verb import TURN, SharedKey, Situation, Verb, able_figures, asks, override, verb
from referee.text.quoting import short

# fmt: off
__all__ = (  # noqa: RUF022 (by subject)
    # the state of an encounter
    "Encounter", "Figure", "Group", "Slot", "Space", "Tag", "Thing", "Track", "Until", "Ending", "Value",
    "DAMAGED", "MOST_FIGURES", "ROUND", "TABLE", "new_tag", "slug", "adjacent", "apart", "distance",
    # what a game declares
    "System", "Ruleset", "CarriesOver", "Clause", "ConditionKind", "Option", "PileKind", "Rank", "Stacking", "Standing",
    "Template", "TestKind", "TrackKind", "TraitKind", "AWAY", "in_piles", "result_of",
    "AddingRules", "BoardRules", "DamageRules", "DescriptionRules", "DiceRules", "DurationRules", "FightRules",
    "OrderRules", "PartyRules", "ValueRules",
    # verbs, what they ask, and what is answered
    "Verb", "SharedKey", "Situation", "TURN", "able_figures", "asks", "override", "verb",
    "Amount", "Choose", "Confirm", "Draw", "Pick", "Roll", "Text", "PLAYERS", "REFEREE",
    "Answer", "Chosen", "Counted", "Picked", "Rolled", "Said",
    "Expression", "Face", "Pool", "SymbolDie", "read_dice", "Term", "Terms", "dice_term", "total",
    "is_number", "read_number", "short",
    # rules, and what they do to the state
    "Ask", "Lapsed", "Ledger", "NotUnderstood", "Refused", "Together", "for_each",
    "CardsMoved", "ConditionEnded", "FigurePlaced", "GroupClosed", "Grouped", "OrderSet", "PhaseBegan", "Renamed",
    "Result", "SlotMarked", "SlotPut", "StandingSet", "TrackBounded", "TrackChanged", "TraitSet", "Ungrouped",
)
# fmt: on
