"""Keys, help and hint line are made from one list, and no key means two things."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from referee.engine.verbs.offered_verbs import system_verbs
from referee.engine.verbs.verb import SharedKey
from referee.rules import registry
from referee.ui.controller.action_list import actions
from referee.ui.input.key_actions import KeyAction, Keyed, by_key, distinct, hints, hotkeys, key, keys_of, shown
from referee.ui.input.keyboard import table_keys
from referee.ui.input.own_keys import KEY_ACTIONS
from referee.ui.panes.actions import Actions
from referee.ui.screens.board import BoardPage
from referee.ui.screens.figure import FigureSheet
from referee.ui.screens.history import History
from referee.ui.screens.map_help import MapHelp
from referee.ui.screens.page import Page
from referee.ui.screens.rules import Rules
from referee.ui.screens.settings import Settings
from referee.ui.screens.shelf import Shelf
from referee.ui.screens.table_help import Help
from tests.ui.table import page, playing, prepare, press, table
from tests.ui.test_roster import sample

pytestmark = pytest.mark.one_in(10)

PAGES: tuple[type[Page], ...] = (Shelf, FigureSheet, History, Rules, Settings, Help, BoardPage, MapHelp)


def test_every_command_says_what_it_does() -> None:
    for command in (*KEY_ACTIONS, *(command for kind in PAGES for command in kind.commands)):
        assert command.keys and command.help.endswith(".")
        assert not command.hinted or command.label


@pytest.mark.parametrize("commands", [KEY_ACTIONS, *(kind.commands for kind in PAGES)])
def test_no_key_does_two_things(commands: Sequence[KeyAction[Any]]) -> None:
    keys = Counter(key for command in commands for key in command.keys)
    assert [key for key, count in keys.items() if count > 1] == []


@pytest.mark.parametrize("system", registry.names())
def test_every_verb_of_a_menu_has_a_key_of_its_own(system: str) -> None:
    taken = [key for command in KEY_ACTIONS for key in command.keys]
    rules = registry.load(system)
    keys = hotkeys(rules, taken)
    assert not set(keys) & set(taken)
    assert [verb.name for verb in keys.values()] == [verb.name for verb in rules.verbs if verb.label]


async def test_help_and_hints_and_keys_agree(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        keyboard, hotkeys = table(pilot).keyboard, table(pilot).table.keys.hotkeys
        assert set(keyboard.commands.values()) == set(KEY_ACTIONS)
        await press(pilot, "f9", "enter")
        helped = page(pilot)
        assert isinstance(helped, Help)
        there = {(key, text) for key, text, _ in helped.rows}
        for command in KEY_ACTIONS:
            assert (keys_of(command), command.help) in there
        for key, verb in hotkeys.items():
            assert (key, f"{verb.label}: {verb.hint}") in there
        for key, label in hints(KEY_ACTIONS):
            assert any(shown(command.keys[0]) == key and command.label == label for command in KEY_ACTIONS)


async def test_the_actions_pane_lists_commands_by_their_own_keys(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        keyboard = table(pilot).keyboard
        below = [action for action in actions(table(pilot).table.view) if action.word.startswith(":")]
        assert {"Next turn", "Damage", "Undo"} <= {action.label for action in below}
        assert below[0].label == "Next turn"
        for action in below:
            assert action.folds or keyboard.commands[action.word[1:]].menu == action.label
            assert action.key == action.word[1:]


@pytest.mark.parametrize("system", registry.names())
def test_every_verb_of_a_game_has_the_key_it_wishes_for(system: str) -> None:
    rules = registry.load(system)
    granted = table_keys(rules).hotkeys
    assert {verb.name: key for key, verb in granted.items()} == {v.name: v.hotkey for v in system_verbs(rules)}


def test_a_letter_of_a_shared_sort_of_action_means_that_sort_in_every_game() -> None:
    games: dict[str, set[str]] = {}
    for system in registry.names():
        for verb in system_verbs(registry.load(system)):
            assert isinstance(verb.hotkey, SharedKey) or verb.hotkey not in set(SharedKey), (system, verb.name)
            games.setdefault(verb.hotkey, set()).add(system)
    assert [key.name for key in SharedKey if len(games.get(key, ())) < 2] == []


@pytest.mark.parametrize("system", registry.names())
def test_a_capital_beside_a_small_letter_does_nothing_at_once(system: str) -> None:
    """A slip of the Shift key opens a question, which Esc takes back; the few exceptions are of the same sort."""
    at_once = [verb for verb in system_verbs(registry.load(system)) if verb.hotkey.isupper() and not verb.params]
    assert {verb.name for verb in at_once} <= {"disengage", "end", "victory"}


async def test_what_cannot_be_done_comes_into_view_when_it_is_unfolded(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=(80, 24)) as pilot:
        await press(pilot, ",")
        pane = table(pilot).query_one(Actions)
        rows = [pane.render_line(y).text for y in range(1, pane.size.height)]
        assert "not now" in rows[0] and len(set(rows)) >= 5
        await press(pilot, ",")
        assert "Next turn" in pane.render_line(1).text


class Lamp(Keyed):
    """A screen with a switch."""

    def __init__(self) -> None:
        self.done: list[str] = []

    def broken(self) -> str:
        """Why it gives no light."""
        return "It is broken."

    @key("l", hint="light", help="Lights it.", bar=broken)
    def light(self) -> None:
        self.done.append("light")

    @key("x", "delete", label="out", help="Puts it out.", changes=True)
    def put_out(self) -> None:
        self.done.append("out")


def test_the_keys_of_a_screen_are_those_of_its_methods_then_those_of_its_base() -> None:
    class Lantern(Lamp):
        @key("w", label="wind", help="Winds it up.")
        def wind(self) -> None:
            self.done.append("wind")

        def light(self) -> None:
            self.done.append("light behind glass")

        put_out = Lamp.put_out

    assert [action.keys for action in Lamp.commands] == [("l",), ("x", "delete")]
    assert [action.label for action in Lantern.commands] == ["wind", "out", "light"]
    lantern = Lantern()
    for action in Lantern.commands:
        action.run(lantern)
    lantern.wind()
    assert lantern.done == ["wind", "out", "light behind glass", "wind"]
    assert Lamp.keyed["light"].barred(lantern) == "It is broken." and not Lamp.keyed["put_out"].barred(lantern)
    assert [(action.hinted, action.changes) for action in Lamp.commands] == [(True, False), (False, True)]


def test_a_screen_with_two_things_on_one_key_is_refused() -> None:
    with pytest.raises(TypeError, match=r"^Declared twice among the keys of Torch: the key Del\.$"):

        class Torch(Lamp):
            @key("delete", help="Throws it away.")
            def discard(self) -> None: ...


def test_two_actions_of_the_table_with_one_key_or_one_name_are_refused() -> None:
    again = replace(KEY_ACTIONS[0], keys=("n", "f12"), name="find")
    with pytest.raises(TypeError, match="the key n, the name find"):
        distinct((*KEY_ACTIONS, again), "the table")


def test_an_overridden_method_gives_its_key_the_place_and_the_words_of_the_override() -> None:
    class Candle(Lamp):
        @key("c", help="Lights it with a match.")
        def light(self) -> None:
            super().light()

    assert (Candle.commands[0].keys, Candle.commands[0].help) == (("c",), "Lights it with a match.")
    assert len(Candle.commands) == 2 and "l" not in by_key(Candle.commands)
