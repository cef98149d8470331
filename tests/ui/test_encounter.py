"""A fight, played by keys."""

import re
from pathlib import Path

import pytest
from textual import events
from textual.geometry import Size

from referee.ui.input.messages import OfferClicked
from referee.ui.panes.footer import Footer
from referee.ui.panes.log import Log
from referee.ui.panes.pane import Pane
from tests.ui.table import DUEL, drawn, page, playing, prepare, press, table, within

pytestmark = pytest.mark.one_in(10)


async def test_an_attack_is_played_by_keys_and_its_dice_are_typed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        assert "Ulf" in screen.table.view.who()
        await press(pilot, "a")
        assert screen.table.line.mode == "ANSWER"
        assert "Ulf attacks Grave" in drawn(pilot)
        await press(pilot, "4", "enter")
        assert "Grave's save" in drawn(pilot)
        await press(pilot, "2", "enter")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].now == 1
        assert "1/2" in drawn(pilot)


async def test_nothing_is_answered_before_enter_and_a_wrong_answer_changes_nothing(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a")
        before = screen.table.session.step_log.position
        await press(pilot, "n", "u", "q")
        assert screen.table.session.step_log.position == before
        assert screen.table.line.answer.text == "" and screen.table.line.is_error
        assert "Answer first (type the dice" in drawn(pilot)
        await press(pilot, "enter")
        assert screen.table.session.step_log.position == before
        await press(pilot, "7", "enter")
        assert "never shows 7" in drawn(pilot)
        assert screen.table.session.step_log.position == before


async def test_escape_takes_back_and_redo_brings_the_same_dice_back(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "4", "enter", "6", "enter", "<1 1>", "enter")
        assert not screen.table.session.questions
        done = screen.table.session.encounter
        await press(pilot, "u")
        assert screen.table.session.encounter != done
        assert "Undone" in drawn(pilot)
        await press(pilot, "U")
        assert screen.table.session.encounter == done
        await press(pilot, "a")
        asked = screen.table.session.step_log.position
        await press(pilot, "escape")
        assert screen.table.session.step_log.position == asked - 1
        assert screen.table.line.mode == "KEYS"


async def test_the_question_may_wait_while_keys_are_commands(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "f2")
        assert screen.table.line.mode == "KEYS"
        await press(pilot, "h")
        assert "History" in page(pilot).heading
        await press(pilot, "escape", "f2", "4", "enter")
        assert any("save" in question.key for question in screen.table.session.questions)


async def test_damage_takes_three_keys(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "2")
        assert screen.table.cursor.chosen == "grave"
        await press(pilot, "d", "1", "enter")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].now == 1
        await press(pilot, "+", "1", "enter")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].now == 2


async def test_an_order_is_typed_and_completed(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, ":", "<dam>", "tab")
        assert screen.table.line.order.text == "damage "
        await press(pilot, "<grave 1>", "enter")
        assert screen.table.session.encounter.figures["grave"].tracks["wounds"].now == 1
        assert screen.table.line.mode == "KEYS"
        await press(pilot, ":", "<flourish>", "enter")
        assert "There is no command" in drawn(pilot)
        assert screen.table.line.order.text == "flourish"
        await press(pilot, "escape", ":", "up")
        assert screen.table.line.order.text == "damage grave 1"


async def test_orders_of_the_record_are_recalled_when_the_encounter_is_opened_again(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, ":", "up", "up")
        assert table(pilot).table.line.order.text == "engage ulf grave"


async def test_every_screen_command_has_a_word(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        await press(pilot, ":", "<history>", "enter")
        assert "History" in page(pilot).heading


async def test_what_next_will_do_is_said_before(tmp_path: Path) -> None:
    lines = ("add knight Ulf", "add rat x2", "engage ulf r1", "next", "condition r1 stunned 1")
    async with playing(prepare(tmp_path, *lines)) as pilot:
        assert "next: Rat 1; Rat 1 is no longer stunned" in drawn(pilot)


async def test_what_cannot_be_done_says_why(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add rat x2")) as pilot:
        screen = table(pilot)
        assert " a Attack" not in drawn(pilot) and " more, not now" in drawn(pilot)
        await press(pilot, ",")
        assert " a Attack" in drawn(pilot) and "Nobody is in combat" in " ".join(drawn(pilot).replace("│", " ").split())
        await press(pilot, ",", "f7", "end", "space")
        assert " a Attack" in drawn(pilot)
        await press(pilot, "f6", "a")
        assert "Nobody is in combat" in screen.table.line.said
        await press(pilot, "d")
        assert "Choose a figure first" in screen.table.line.said


async def test_the_dead_are_named_and_can_be_reached(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "3", "d", "1", "enter")
        assert screen.table.session.encounter.figures["r1"].standing == "dead"
        assert "DEAD" in drawn(pilot)
        await press(pilot, "enter")
        assert "Enter does nothing here" in drawn(pilot)
        await press(pilot, "e")
        assert "Rat 1" in page(pilot).heading


async def test_all_of_it_can_be_clicked(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        assert await pilot.click("#actions", offset=(4, 2))
        await pilot.pause()
        assert screen.table.session.questions
        assert await pilot.click("#roster", offset=(6, 2))
        await pilot.pause()
        assert screen.table.cursor.chosen == "grave"
        ask = screen.query_one(Footer)
        at = ask.render_line(ask.size.height - 1).text.index("Space: app rolls")
        assert await pilot.click(Footer, offset=(at, ask.size.height - 1))
        await pilot.pause()
        assert screen.table.session.step_log.position > 7


async def test_two_that_are_clicked_are_both_of_the_answer_where_several_may_be_picked(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, ":", "<damage>", "enter")
        assert screen.table.view.question is not None and "who" in screen.table.view.question.key
        for row in (2, 3):
            assert await pilot.click("#roster", offset=(6, row))
            await pilot.pause()
        assert screen.table.line.picked == ("grave", "r1")


async def test_an_offer_that_is_clicked_is_the_answer_while_keys_are_commands_too(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "f2")
        assert screen.table.line.mode == "KEYS"
        screen.post_message(OfferClicked("4"))
        await pilot.pause()
        assert screen.table.line.mode == "ANSWER" and screen.table.line.answer.text == "4"


@pytest.mark.parametrize("way", [("3",), ("2", "down"), ("f", "<r1>", "enter"), ("f5", "end")])
async def test_who_is_taken_off_is_not_chosen_any_more_but_can_be_chosen_again(
    tmp_path: Path, way: tuple[str, ...]
) -> None:
    async with playing(prepare(tmp_path, *DUEL, "engage r1 ulf", "next")) as pilot:
        cursor = table(pilot).table.cursor
        await press(pilot, *way)
        assert cursor.chosen == "r1"
        await press(pilot, ":", "<remove r1>", "enter")
        assert cursor.chosen == table(pilot).table.session.encounter.turn == "grave"
        await press(pilot, "f", "<r1>", "enter", "N", "<something else>", "enter")
        assert cursor.chosen == "r1"


MANY = (
    "add hero Ann, Bob, Cyd, Dee init=10 hp=30",
    *("add foe Orc x6 init=16 hp=15", "add foe Troll init=14 hp=40", "add foe Bat x3 init=13 hp=2", "next"),
)


async def test_whoever_has_the_turn_is_in_view_and_is_meant_without_a_choice(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *MANY, system="plain"), size=(80, 24)) as pilot:
        session = table(pilot).table.session
        for _ in range(9):
            turn = session.encounter.turn
            assert turn is not None and re.search(rf"[0-9]».*{session.encounter.name(turn)} ", drawn(pilot))
            await press(pilot, "n")
        turn = session.encounter.turn
        assert turn is not None
        before = {tag: figure.tracks["hp"].now for tag, figure in session.encounter.figures.items()}
        await press(pilot, "d", "1", "enter")
        after = {tag: figure.tracks["hp"].now for tag, figure in session.encounter.figures.items()}
        assert after == {**before, turn: before[turn] - 1}


async def test_a_choice_holds_until_the_turn_passes_on(tmp_path: Path) -> None:
    lines = ("add hero Ann init=20 hp=9", "add foe Boss init=12 hp=7", "add foe Imp init=9 hp=7", "next")
    async with playing(prepare(tmp_path, *lines, system="plain"), size=(80, 24)) as pilot:
        cursor, session = table(pilot).table.cursor, table(pilot).table.session
        assert (session.encounter.turn, cursor.chosen) == ("ann", "ann")
        await press(pilot, "3", "d", "1", "enter")
        assert cursor.chosen == "imp" and session.encounter.figures["imp"].tracks["hp"].now == 6
        await press(pilot, "n")
        assert (session.encounter.turn, cursor.chosen) == ("boss", "boss")
        await press(pilot, "1", "u", "u")
        assert (session.encounter.turn, cursor.chosen) == ("ann", "ann")


async def test_the_wheel_goes_through_the_log_and_chooses_none_of_its_lines(tmp_path: Path) -> None:
    notes = [f"note number {n}" for n in range(60)]
    async with playing(prepare(tmp_path, "add knight Ulf", "add rat x2", *notes)) as pilot:
        screen, log = table(pilot), table(pilot).query_one(Log)
        log.scrolled(-3)
        log.scrolled(-3)
        assert "6 more below" in drawn(pilot)
        assert all(log.line_at(y).background == "background" for y in range(log.size.height))
        await press(pilot, "down")
        assert "6 more below" in drawn(pilot), "an arrow among the figures leaves the log where it is"
        log.scrolled(-1000)
        assert "number 0" in drawn(pilot)
        log.scrolled(1000)
        assert "more below" not in drawn(pilot)
        log.scrolled(-3)
        await press(pilot, "d", "1", "enter")
        assert "more below" not in drawn(pilot), "what happens is shown"
        await press(pilot, "l", "up", "up")
        log.scrolled(-20)
        assert screen.table.cursor.line is not None
        await press(pilot, "up")
        assert any(log.line_at(y).background == "chosen" for y in range(log.size.height)), "an arrow goes to its line"


async def test_the_wheel_comes_to_the_beginning_of_a_log_of_long_lines(tmp_path: Path) -> None:
    notes = [f"note {n} {'says much ' * 12}" for n in range(12)]
    async with playing(prepare(tmp_path, "add knight Ulf", *notes), size=(50, 18)) as pilot:
        await press(pilot, "l")
        log = table(pilot).query_one(Log)
        assert "Joined" not in drawn(pilot)
        log.scrolled(-1000)
        assert "Joined" in drawn(pilot) and "0 says much" in drawn(pilot)
        log.scrolled(1000)
        assert "11 says much" in drawn(pilot)


async def test_nothing_changes_but_through_the_act_of_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a")
        session, before = screen.table.session, screen.table.session.step_log.position
        acts: list[object] = []

        def act(do: object) -> bool:
            acts.append(do)
            return False

        monkeypatch.setattr(screen.table, "act", act)
        for keys in (("4", "enter"), ("enter",), ("escape", "escape"), (":", "<undo>", "enter", "escape", "f2")):
            await press(pilot, *keys)
        for keys in (
            ("n",),
            ("u",),
            ("U",),
            ("d", "1", "enter", "escape"),
            ("backspace",),
            ("h", "up", "w", "escape"),
            ("2", "e", "down"),
        ):
            await press(pilot, *keys)
        await press(pilot, "down", "down", "-", "u", "escape", "S", "down", "enter", "escape")
        assert len(acts) >= 10
        assert (session.step_log.position, len(session.step_log)) == (before, before)


async def test_a_paste_is_no_command(tmp_path: Path) -> None:
    from textual import events

    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        before = screen.table.session.step_log.position
        pilot.app.post_message(events.Paste("n\x1b]0;x\x07n" * 5000))
        await pilot.pause()
        assert screen.table.session.step_log.position == before
        assert screen.table.line.mode == "COMMAND" and len(screen.table.line.order.text) <= 400
        assert screen.table.line.order.text.isprintable()
        await press(pilot, "escape")
        pilot.app.post_message(events.Paste("note \x1b[31mred\n" * 500))
        await pilot.pause()
        assert screen.table.line.mode == "ORDERS" and "\x1b" not in drawn(pilot)
        await press(pilot, "n", "1", "enter", "escape")
        assert screen.table.session.step_log.position == before and screen.table.line.mode == "KEYS"


async def test_pasted_lines_are_so_many_orders_up_to_the_first_that_fails(tmp_path: Path) -> None:
    from textual import events

    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        pilot.app.post_message(events.Paste("add rat x2\n\nadd dragon\nnote never\n"))
        await pilot.pause()
        assert "3 commands: add rat x2; add dragon; note never" in drawn(pilot)
        await press(pilot, "space")
        assert "r4" in screen.table.session.encounter.figures
        assert "Line 3 of 4 (the lines before it were done)" in drawn(pilot)


async def test_the_fight_goes_on_where_it_was_left_in_the_middle_of_an_attack(tmp_path: Path) -> None:
    saves = prepare(tmp_path)
    async with playing(saves) as pilot:
        await press(pilot, "a", "4", "enter")
        asked = table(pilot).table.session.questions[0].key
    async with playing(saves) as pilot:
        assert table(pilot).table.session.questions[0].key == asked
        assert table(pilot).table.line.mode == "ANSWER"


async def test_the_letter_of_an_offer_is_an_answer_by_itself_but_a_die_is_not(tmp_path: Path) -> None:
    lines = ("add player Ulf", "add rat x2", "dice table", "engage ulf r1", "engage r2 ulf", "next")
    async with playing(prepare(tmp_path, *lines)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "c")
        assert screen.table.session.question().key == "attack ulf>r2"
        await press(pilot, "4")
        assert screen.table.session.question().key == "attack ulf>r2"
        await press(pilot, "enter")
        assert screen.table.session.question().key == "save r2<ulf"


async def test_the_hint_line_names_the_keys_of_the_log_while_it_has_the_arrows(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        if table(pilot).table.view.question is not None:
            await press(pilot, "escape")
        assert "Enter open" not in drawn(pilot)
        await press(pilot, "l")
        assert "Enter open  / search  y copy line  Y copy all  Esc to figures" in drawn(pilot)


async def test_the_hint_line_says_what_undo_takes_back(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add hero Ann init=12 hp=9", "next", system="plain"), size=(120, 40)) as pilot:
        assert "u undo next" in drawn(pilot)
        await press(pilot, ":", "<damage ann 1>", "enter")
        assert "u undo damage ann 1" in drawn(pilot)
        await press(pilot, "u", "escape")
        assert "u undo next" in drawn(pilot)
        await press(pilot, "u", "u", "escape")
        assert "u undo  " in drawn(pilot)
        await press(pilot, "U", ":", "<note 一二三四五六七八九十一二三四五六七八九十>", "enter")
        assert "u undo note 一二三四五" in drawn(pilot) and "…  : command" in drawn(pilot)


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_what_undo_takes_back_takes_no_key_from_the_hint_line(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(prepare(tmp_path, "add hero Ann init=12 hp=9", "next", system="plain"), size=size) as pilot:
        told = drawn(pilot).rstrip().splitlines()[-1]
        await press(pilot, "u", "u", "escape")
        plain = drawn(pilot).rstrip().splitlines()[-1]
        assert "  u undo  " in plain
        assert re.sub(r"  u undo [^ ]*  ", "  u undo  ", told) == plain


async def test_a_size_of_before_that_is_told_late_changes_no_pane(tmp_path: Path) -> None:
    """Keys come faster than the layout: a pane is told of a size that it has no more."""
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        for pane in table(pilot).query(Pane):
            before = within(pane)
            smaller = Size(pane.size.width, max(1, pane.size.height - 2))
            pane.post_message(events.Resize(smaller, smaller))
            await pilot.pause()
            assert within(pane) == before, pane.id


async def test_once_no_foe_is_left_the_key_that_sums_the_fight_up_is_named_first(tmp_path: Path) -> None:
    lines = ("add hero Ann hp=30", "add goblin x2 hp=7", "add lair init=20", "init ann 20", "init g1-2 3", "next")
    async with playing(prepare(tmp_path, *lines, "damage g1 9", system="fifth"), size=(80, 24)) as pilot:
        assert "! end of fight" not in drawn(pilot)
        assert table(pilot).table.do_line("damage g2 9")
        await pilot.pause()
        assert re.search(r"KEYS +! end of fight +n next", drawn(pilot))
        await press(pilot, "u")
        assert "! end of fight" not in drawn(pilot)
