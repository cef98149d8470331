"""What is typed, what Enter would make of it, and how a line is drawn."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import astuple
from rich.cells import cell_len

from referee.engine.dice.dice import Pool
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Chosen
from referee.engine.questions.question import Choose
from referee.engine.questions.typed_questions import Confirm, Text
from referee.engine.state.encounter import Encounter
from referee.rules.registry import load
from referee.ui.controller.field import Field
from referee.ui.controller.footer_content import footer_view
from referee.ui.controller.question_line import QuestionLine
from referee.ui.controller.reply import hint, next_offer, offers, read
from referee.ui.controller.view import View
from referee.ui.drawing.bars import bar
from referee.ui.drawing.glyphs import ASCII, UNICODE
from referee.ui.drawing.text_line import cut, fit, line, wrapped
from referee.ui.drawing.themes import styles
from referee.ui.panes.pane import drawn

pytestmark = pytest.mark.one_in(10)

NOBODY = Encounter(system="x")
DICE = Roll(key="r", prompt="?", pools=(Pool("a", 3),))
WAYS = Choose(key="w", prompt="?", options=("stand", "fly", "swim"), barred={"fly": "no wings"})


def test_the_hint_says_how_many_dice_are_typed() -> None:
    assert hint(DICE, NOBODY, "").text == "Space: app rolls"
    assert hint(DICE, NOBODY, "4 5").text == "2 of 3; Enter rolls the rest"
    assert hint(DICE, NOBODY, "4 5 6").text == "Enter: 4 5 6"
    assert not hint(DICE, NOBODY, "9").is_valid
    assert not hint(DICE, NOBODY, "1 2 3 4").is_valid


def test_with_nothing_typed_the_hint_of_a_question_in_words_says_what_space_or_typing_does() -> None:
    assert hint(Text(key="t", prompt="?", optional=True), NOBODY, "").text == "Space: leave it empty"
    assert hint(Text(key="t", prompt="?"), NOBODY, "").text == "type the answer, then Enter"
    assert hint(Text(key="t", prompt="?"), NOBODY, "").is_valid


def test_a_barred_offer_keeps_its_letter_comes_last_and_is_refused_with_its_reason() -> None:
    assert [(key, offer.word) for key, offer in offers(WAYS, NOBODY)] == [("s", "stand"), ("w", "swim"), ("f", "fly")]
    with pytest.raises(NotUnderstood, match="no wings"):
        read(WAYS, NOBODY, "f")
    assert read(WAYS, NOBODY, "w") == Chosen(option="swim")


def test_arrows_go_through_what_may_be_answered() -> None:
    assert next_offer(WAYS, NOBODY, "", 1) == "stand"
    assert next_offer(WAYS, NOBODY, "stand", 1) == "swim"
    assert next_offer(WAYS, NOBODY, "stand", -1) == "swim"
    assert next_offer(Confirm(key="c", prompt="?"), NOBODY, "", -1) == "no"
    assert next_offer(DICE, NOBODY, "", 1) == ""


KEYS = ("left", "right", "home", "end", "backspace", "delete", "ctrl+w", "ctrl+u", "ctrl+k", "x", "\x1b")


@given(st.lists(st.sampled_from(KEYS) | st.text(max_size=12), max_size=40))
def test_a_field_is_always_one_harmless_line_with_its_cursor_in_it(keys: list[str]) -> None:
    field = Field()
    for key in keys:
        if key in KEYS[:-2]:
            field.key(key, None)
        else:
            field.insert(key)
        assert 0 <= field.at <= len(field.text) <= 400
        assert "\x1b" not in field.text and "\n" not in field.text
        assert cell_len("".join(field.shown(20))) <= max(22, cell_len(field.shown(20)[1]))


def test_a_field_remembers_what_was_typed() -> None:
    field = Field()
    for text in ("one", "two"):
        field.set(text)
        field.done()
    field.recall(1)
    field.recall(1)
    assert field.text == "one"
    field.recall(-1)
    assert field.text == "two"


@given(st.text(max_size=60), st.integers(1, 40))
def test_text_fits_its_cells_whatever_it_is(text: str, cells: int) -> None:
    assert cell_len(fit(text, cells)) == cells
    assert cell_len(cut(text, cells)) <= cells
    assert all(cell_len(row) <= max(2, cells) for row in wrapped(text, cells))


@given(st.text(max_size=60))
def test_nothing_that_is_drawn_steers_the_terminal(text: str) -> None:
    strip = drawn(line((text, "text")), styles("dark"), 30)
    assert strip.cell_length == 30
    assert strip.text.isprintable()


def test_a_bar_never_hides_a_wound_or_a_last_breath() -> None:
    assert bar(1, 100, 5) == UNICODE.half_full + UNICODE.gone * 4
    assert bar(99, 100, 5) == UNICODE.full * 4 + UNICODE.half_full
    assert bar(0, 7, 5) == UNICODE.gone * 5
    assert bar(7, 7, 5) == UNICODE.full * 5


def test_a_few_points_are_pips_where_they_have_room() -> None:
    assert bar(2, 3, 5) == "●●○  "
    assert bar(9, 6, 6) == "●●●●●●" and bar(-1, 2, 2) == "○○"
    assert bar(4, 6, 5) == UNICODE.full * 3 + UNICODE.gone * 2, "no room for each of them"
    assert bar(4, 4, 5, extra=2).count("●") == 0, "points beside it are told by a bar"


def test_signs_are_plain_where_the_terminal_has_no_others() -> None:
    assert ASCII.drawable("Ölaf ▶") == "?laf ?"
    assert all(sign.isascii() for sign in astuple(ASCII) if isinstance(sign, str))


def test_a_question_is_not_cut_for_what_its_roll_is_added_up_from() -> None:
    prompt = "Mira attacks Goblin 1 with sword, AC 13"
    tally = (("needs", "8+ on the d20"), ("STR", 3), ("proficiency", 2))
    roll = Roll(key="r", prompt=prompt, pools=(Pool("a", 1),), tally=tally)
    view = View(rules=load("olde_swords"), encounter=NOBODY, questions=(roll,), question=roll)
    above = [footer_view(QuestionLine(), view, (), cells, 4).above for cells in (80, 100, 60)]
    asked = ["".join(text for text, _ in words) for words in above]
    assert f"{prompt}: roll d6 · needs 8+ on the d20 …" in asked[0], "the dice and what is needed go before the rest"
    assert "needs 8+ on the d20 · STR 3 · proficiency 2" in asked[1]
    assert "needs 8+ on the d20" in asked[2]


def test_a_long_message_has_room_for_all_of_it() -> None:
    line_, view = QuestionLine(), View(rules=load("black_keep"), encounter=NOBODY)
    line_.said = " ".join(f"word{n}" for n in range(40))
    asking = footer_view(line_, view, (), 60, 4)
    assert asking.rows == len(wrapped(line_.said, 58)) - 1
    line_.said = ""
    assert footer_view(line_, view, (), 60, 4).rows == 1
