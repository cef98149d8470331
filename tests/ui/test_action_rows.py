"""The rows of the actions pane."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.ui.controller.view import Action
from referee.ui.panes.action_rows import Row, rows_of
from referee.ui.panes.actions import Actions
from tests.ui.table import playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

NEXT = Action("n", "Next turn", ":n", hint="Goblin 1")
ATTACK = Action("a", "Attack", "attack", hint="against AC")
CAST, OPPORTUNITY = Action("s", "Cast", "cast"), Action("b", "Opportunity", "opportunity")
FOLD = Action(",", "… 1 not now", ":,", folds=1)
BARRED = Action("y", "Ready", "ready", "It is nobody's turn, so nothing can be made ready.")


def texts(rows: list[Row]) -> list[str]:
    """Each row as it reads."""
    return ["".join(text for text, _ in row.line.words).rstrip() for row in rows]


def test_where_all_fit_each_has_a_row_with_its_hint() -> None:
    rows = rows_of([NEXT, ATTACK, CAST, FOLD], 23, 7, None)
    assert texts(rows) == [" n Next turn  Goblin 1", " a Attack  against AC", " s Cast", " , … 1 not now"]


def test_a_hint_stands_below_where_it_has_no_room_beside_and_is_never_cut() -> None:
    save = Action("E", "Save", "save", hint="called for by the referee: save g1-3 dex 12")
    assert texts(rows_of([NEXT, save], 24, 4, None))[1:] == [" E Save", "   called for by the", "   referee"]
    assert texts(rows_of([NEXT, save], 40, 4, None))[1:] == [" E Save  called for by the referee"]
    assert texts(rows_of([NEXT, save], 24, 2, None))[1:] == [" E Save"]
    long = replace(ATTACK, hint="aaaaaaaaaaaa bbbbbbbbbbbb cccccccccccc dddddddddddd")
    assert texts(rows_of([NEXT, long, CAST], 23, 6, None))[1:] == [" a Attack", " s Cast"], "no more than has room"


def test_else_two_share_a_row_but_next_and_the_fold_have_their_own() -> None:
    rows = rows_of([NEXT, ATTACK, OPPORTUNITY, CAST, FOLD], 23, 4, 1)
    assert texts(rows)[1:] == ["›a Attack   s Cast", " b Opportunity", " , … 1 not now"]
    assert rows[1].places == (1, 3) and rows[1].second == 11 and rows[1].line.background == "chosen"


def test_nothing_moves_when_one_of_those_that_are_folded_can_be_done_again() -> None:
    more = [replace(CAST, label=label) for label in ("Grab", "Hide")]
    fewer = [NEXT, ATTACK, CAST, *more, replace(FOLD, folds=2)]
    for room, is_packed in ((6, True), (7, False)):
        for offered in (fewer, [NEXT, ATTACK, OPPORTUNITY, CAST, *more, replace(CAST, label="Dodge")]):
            rows = rows_of(offered, 23, room, None)
            assert any(len(row.places) == 2 for row in rows) == is_packed, (room, texts(rows))


def test_of_few_lines_none_is_kept_empty() -> None:
    assert len(rows_of([NEXT, ATTACK, CAST, replace(FOLD, folds=9)], 23, 4, None)) == 4


def test_two_in_a_row_have_a_gap_between_them() -> None:
    condition, undo = Action("c", "Condition", ":c"), Action("u", "Undo", ":u")
    assert texts(rows_of([NEXT, condition, undo, FOLD], 20, 3, None))[1:3] == [" c Condition  u Undo", " , … 1 not now"]
    assert len(rows_of([NEXT, condition, undo, FOLD], 19, 3, None)) == 4


def test_what_cannot_be_done_has_all_of_its_reason() -> None:
    rows = rows_of([NEXT, FOLD, BARRED], 23, 20, None)
    assert " ".join("".join(texts(rows[2:])).split()) == "y Ready It is nobody's turn, so nothing can be made ready."
    assert {row.places for row in rows[2:]} == {(2,)}


def test_next_has_one_row_and_its_reason_only_where_all_of_it_fits() -> None:
    barred = replace(NEXT, barred="Answer the open question first.", hint="")
    assert texts(rows_of([barred, CAST], 27, 9, None)) == [" n Next turn", " s Cast"]
    assert texts(rows_of([barred, CAST], 60, 9, None))[0].endswith("Answer the open question first.")


def test_a_long_name_without_a_hint_takes_one_row() -> None:
    long = Action("i", "Search, use, improvise", "search")
    assert texts(rows_of([NEXT, long], 25, 20, None))[1:] == [" i Search, use, improvise"]


async def test_a_question_moves_no_action_and_those_that_wait_for_its_answer_are_dim(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:

        def rows() -> list[str]:
            pane = table(pilot).query_one(Actions)
            lines = (pane.line_at(y).words for y in range(1, pane.size.height))
            return ["".join(text for text, _ in line).rstrip() for line in lines]

        def style_of(label: str) -> str:
            pane = table(pilot).query_one(Actions)
            words = (word for y in range(1, pane.size.height) for word in pane.line_at(y).words)
            return next(style for text, style in words if text.strip() == label)

        before = rows()
        assert style_of("Attack") == "text"
        await press(pilot, "a")
        assert table(pilot).table.view.questions and rows() == before, (before, rows())
        assert style_of("Attack") == "dim" and style_of("Undo") == "text"


async def test_the_keys_of_actions_are_dim_while_keys_answer(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:

        def bright() -> bool:
            pane = table(pilot).query_one(Actions)
            return any(style == "key" for y in range(1, pane.size.height) for _, style in pane.line_at(y).words)

        assert bright()
        await press(pilot, "a")
        assert table(pilot).table.line.mode == "ANSWER" and not bright()
        await press(pilot, "f2")
        assert bright(), "they are commands while the question waits"
        await press(pilot, "f2")
        assert not bright()
        await press(pilot, "escape")
        assert not table(pilot).table.view.questions and bright()
