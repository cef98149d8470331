"""The floor that saves stand on: they know nothing of the screen, nor of any game."""

from tests.test_layers import loaded, modules


def test_no_module_brings_in_the_screen_or_a_game() -> None:
    saves = modules("referee.store")
    assert len(saves) >= 15 and "referee.store.journal" in saves
    assert loaded(("textual", "rich", "referee.rules", "referee.ui"), *saves) == []
