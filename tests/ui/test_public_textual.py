"""A part of the tests of the screen once more, with nothing but public parts of Textual."""

import pytest

from referee.ui.terminal.textual_version import SWITCH
from tests.ui import test_encounter as encounter
from tests.ui import test_map as board
from tests.ui import test_pages as pages
from tests.ui.test_by_keys import test_a_whole_turn_is_played_by_single_keys
from tests.ui.test_shutdown import test_a_signal_ends_it_cleanly

pytestmark = pytest.mark.one_in(10)

test_attack = encounter.test_an_attack_is_played_by_keys_and_its_dice_are_typed
test_undo = encounter.test_escape_takes_back_and_redo_brings_the_same_dice_back
test_order = encounter.test_an_order_is_typed_and_completed
test_click = encounter.test_all_of_it_can_be_clicked
test_paste = encounter.test_pasted_lines_are_so_many_orders_up_to_the_first_that_fails
test_resumed = encounter.test_the_fight_goes_on_where_it_was_left_in_the_middle_of_an_attack
test_map = board.test_a_board_is_laid_out_and_a_figure_placed_by_keys
test_sheet = pages.test_everything_about_a_figure_can_be_changed
test_history = pages.test_the_history_goes_back_and_forth

__all__ = ["test_a_signal_ends_it_cleanly", "test_a_whole_turn_is_played_by_single_keys"]


@pytest.fixture(autouse=True)
def public_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    """The switch, also for programs that a test starts."""
    monkeypatch.setenv(SWITCH, "1")
