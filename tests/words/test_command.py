"""Commands, as they are read."""

from msgspec.structs import replace

from referee.engine.contract.dice_rules import DiceRules
from referee.engine.contract.symbol_dice import Face, SymbolDie
from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.record.recorded_steps import Reply
from referee.words.log import heading
from tests.command_language.tiny import TINY
from tests.words.fight import last


def test_dice_of_the_app_are_marked() -> None:
    before, entry, _ = last("dice split", "attack r1", "< 4")
    assert heading(entry, False, before, TINY).startswith("attack r1 · 4, ")
    assert heading(entry, False, before, TINY).endswith(" (app)")


def test_what_is_asked_within_a_command_stands_in_its_heading() -> None:
    before, entry, _ = last("attack", "< r2", "< 1")
    assert heading(entry, False, before, TINY) == "attack r2 · 1"
    before, entry, _ = last("attack r1", "< 4", "note aside", "< 5")
    assert heading(entry, False, before, TINY) == "attack r1 · 4, 5 · then note aside"


def test_symbols_are_left_unnamed_where_the_rules_ask_otherwise_today() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    renamed = tuple(replace(item, key=f"old {n}") for n, item in enumerate(entry.items))
    otherwise = replace(entry, items=renamed)
    assert heading(otherwise, False, before, replace(TINY, dice=DiceRules(show_symbols=True))) == "attack r1"
    assert heading(otherwise, False, before, TINY) == "attack r1 · 4, 1", "the number that a face shows needs no rules"


def test_the_faces_of_symbol_dice_are_read_by_their_questions() -> None:
    before, entry, _ = last("attack r1", "< 4", "< 1")
    die = SymbolDie("red", tuple(Face(word) for word in ("blank", "hit", "miss", "bolt", "star")))
    asked = Roll(key="red", prompt="?", pools=(Pool("red", die=die),))
    symbols = replace(TINY, dice=DiceRules(show_symbols=True))
    answers = tuple((asked, item.answer) for item in entry.items if isinstance(item, Reply))
    assert heading(entry, False, before, symbols, answers) == "attack r1 · star, hit"
