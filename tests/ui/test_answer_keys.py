"""Which keys answer: dice and choices share none, and a figure keeps its letter."""

from string import ascii_lowercase

import pytest

from referee.command_language.keyed_offers import figure_letters, keyed_offers
from referee.engine.contract.standing import AWAY
from referee.engine.dice.dice import Pool
from referee.engine.dice.notation import read_dice
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.dice.typed_faces import keys_of
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Picked
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Amount, Confirm, Text
from referee.engine.state.bearer import Figure, Thing
from referee.engine.state.encounter import Encounter
from referee.rules import registry
from referee.rules.descent.kinds import pools
from referee.ui.controller.reply import (
    DICE,
    Hint,
    hint,
    is_typed,
    proposal,
    proposed_offer,
    read,
    takes_words,
    typed_characters,
)
from referee.ui.input.key_actions import by_key, hotkeys
from referee.ui.input.own_keys import table_actions

pytestmark = pytest.mark.one_in(10)


def table(*tags: str, away: str = "") -> Encounter:
    """An encounter with these figures."""
    standing = {tag: AWAY.name if tag == away else "up" for tag in tags}
    figures = {tag: Figure(tag=tag, name=tag, side="x", kind="x", standing=standing[tag]) for tag in tags}
    return Encounter(system="x", figures=figures)


FOUR = table("ulf", "tia", "r1", "r2")
WEAPONS = Choose(key="w", prompt="?", options=("sword", "sling", "spear"), barred={"sling": "no stones"})
QUESTIONS: tuple[AnyQuestion, ...] = (
    WEAPONS,
    Pick(key="p", prompt="?", among=("r1", "r2"), least=0),
    Pick(key="p", prompt="?", among=("ulf", "r2"), most=2),
    Confirm(key="c", prompt="?"),
)


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: type(question).__name__)
def test_dice_and_choices_share_no_key(question: AnyQuestion) -> None:
    keys = {keyed.key for keyed in keyed_offers(question, FOUR)}
    assert "" not in keys and len(keys) == len(keyed_offers(question, FOUR))
    assert keys.isdisjoint(DICE) and typed_characters(question, FOUR) == frozenset()


def test_what_is_typed_counts_at_enter_and_only_that() -> None:
    assert typed_characters(Amount(key="a", prompt="?"), FOUR) == frozenset("0123456789")
    assert typed_characters(Roll(key="r", prompt="?", pools=(Pool("d", 1),)), FOUR) == DICE
    assert typed_characters(Text(key="t", prompt="?"), FOUR) is None
    faces = Choose(key="f", prompt="?", options=("6", "3", "stop"))
    assert [keyed.key for keyed in keyed_offers(faces, FOUR)] == ["", "", "s"]
    assert "3" in (typed_characters(faces, FOUR) or "") and read(faces, FOUR, "3") == read(faces, FOUR, "3")


def test_several_numbers_are_typed_in_one_line_and_names_go_by_the_slash() -> None:
    ulf, rat = AskedNumber(name="ulf"), AskedNumber(name="r1", label="Rat", dice=read_dice("d20+1"))
    both = Numbers(key="n", prompt="?", numbers=(ulf, rat))
    assert typed_characters(both, FOUR) == frozenset("0123456789+-, ") and takes_words(both)
    offered = [(keyed.key, keyed.offer.label) for keyed in keyed_offers(both, FOUR)]
    assert offered == [("", "ulf"), ("", "Rat (total of d20+1)")]
    assert hint(both, FOUR, "18").text == "ulf 18; Enter rolls the rest"
    assert hint(both, FOUR, "18 -3").text == "Enter: ulf 18, Rat -3"
    assert hint(both, FOUR, "").text == "type the numbers in this order, then Enter; / to type names"
    assert hint(both, FOUR, "18 2 3") == Hint("One number too many. Type 2: ulf, r1.", False)
    thrown = Numbers(key="n", prompt="?", numbers=(rat,))
    assert proposal(thrown, FOUR).answer is None and hint(thrown, FOUR, "").text == "Space: app rolls"


def test_a_figure_has_its_letter_in_every_question_and_keeps_it_when_others_go() -> None:
    assert figure_letters(FOUR) == {"ulf": "a", "tia": "b", "r1": "c", "r2": "d"}
    assert figure_letters(table("ulf", "tia", "r1", "r2", away="tia"))["r1"] == "c"
    for among in (("r2", "ulf"), ("r1", "r2"), ("tia", "r2")):
        keys = {keyed.offer.word: keyed.key for keyed in keyed_offers(Pick(key="p", prompt="?", among=among), FOUR)}
        assert keys["r2"] == "d"


def test_beyond_26_figures_those_at_the_table_have_the_letters() -> None:
    many = table(*(f"g{n}" for n in range(1, 29)), away="g1")
    assert "g1" not in figure_letters(many) and sorted(figure_letters(many).values()) == list(ascii_lowercase)
    everybody = Pick(key="p", prompt="?", among=tuple(many.figures))
    keys = [keyed.key for keyed in keyed_offers(everybody, many) if keyed.key]
    assert len(keys) == len(set(keys)) == 26


def test_cards_that_are_drawn_have_capitals_as_dice_have() -> None:
    draw = Draw(key="d", prompt="?", pile=("ulf", "deck"), cards=("r1", "r2", "r2"))
    assert [(keyed.key, keyed.offer.word) for keyed in keyed_offers(draw, FOUR)] == [("A", "r1"), ("B", "r2")]
    assert read(draw, FOUR, "B").cards == ("r2",)  # type: ignore[union-attr]


def test_space_proposes_a_default_or_a_figure_but_gives_nothing_up() -> None:
    assert proposed_offer(Pick(key="p", prompt="?", among=("r1", "r2")), FOUR) == "r1"
    assert proposed_offer(Pick(key="p", prompt="?", among=("r1", "r2"), barred={"r1": "too far"}), FOUR) == "r2"
    assert proposed_offer(Pick(key="p", prompt="?", among=("r1", "r2"), default="r2"), FOUR) == "r2"
    several = Pick(key="p", prompt="?", among=("r1", "r2"), most=2)
    assert hint(several, FOUR, "").text == "letters tick, then Enter"
    assert hint(several, FOUR, "", picked=("r2",)).text == "Enter: r2"
    for question in (Pick(key="p", prompt="?", among=("r1",), least=0), Confirm(key="c", prompt="?"), WEAPONS):
        assert proposed_offer(question, FOUR) == ""
        with pytest.raises(NotUnderstood, match="Space does nothing here"):
            proposal(question, FOUR)


def test_a_symbol_typed_where_nothing_is_asked_is_no_command() -> None:
    rules = registry.load("descent")
    taken = by_key([action for action in table_actions(rules) if not action.only_in])
    assert "L" not in taken and taken["f3"].label == "library"
    every = {*taken, *hotkeys(rules, [*taken, *"0123456789"])}
    attack = pools(("red", "green", "blue", "black"))
    assert {key for key in keys_of(attack) if key.isalpha()}.isdisjoint(every)


def test_what_only_parts_dice_is_nothing_typed() -> None:
    roll = Roll(key="r", prompt="?", pools=(Pool("d", 2),))
    assert not is_typed(" / ,") and is_typed("4 /")
    assert hint(roll, FOUR, "/").text == hint(roll, FOUR, "").text == "Space: app rolls"


def test_what_gives_something_up_is_never_a_letter() -> None:
    order = Choose(key="o", prompt="?", options=("aim", "none"))
    assert [keyed.key for keyed in keyed_offers(order, FOUR)] == ["a", "-"]


def test_the_chosen_figure_is_proposed_where_it_may_be_picked() -> None:
    whom = Pick(key="p", prompt="?", among=("r1", "r2"))
    assert proposed_offer(whom, FOUR, chosen="r2") == "r2" and proposed_offer(whom, FOUR, chosen="ulf") == "r1"
    assert proposed_offer(whom, FOUR, "r1", "r2") == "r1"


def test_the_number_that_is_printed_on_a_card_takes_it_at_enter() -> None:
    cards = {"c1": Thing(tag="c1", name="12 Smoke", kind="card"), "c2": Thing(tag="c2", name="24 Leap", kind="card")}
    hand = Encounter(system="x", things=cards)
    which = Pick(key="p", prompt="?", among=("c1", "c2"))
    assert typed_characters(which, hand) == frozenset("0123456789")
    assert read(which, hand, "24") == Picked(tags=("c2",)) and read(which, hand, "12") == Picked(tags=("c1",))
    with pytest.raises(NotUnderstood):
        read(which, hand, "2")
