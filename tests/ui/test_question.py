"""The question line in play: every choice is shown, a refused answer makes room, and what is said is true."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.rules import registry
from referee.store.saves import Saves
from referee.ui.drawing.offer_lines import Item, Offered, offer_lines_for, offers_laid
from referee.ui.drawing.offer_lines import _item as item_of
from referee.ui.drawing.offer_lines import _lines as lines_of
from referee.ui.panes.footer import Footer
from tests.ui.table import drawn, playing, prepare, press, table, within
from tests.ui.test_roster import sample

pytestmark = pytest.mark.one_in(10)

OFFERS = tuple(
    Offered("abcdefghijkl"[n - 1], f"combat number {n} of the fight", "no hands" if n > 9 else "", f"vs{n}")
    for n in range(1, 13)
)


def sampled(folder: Path, system: str) -> Saves:
    """A folder with the sample of that game."""
    return prepare(folder, *registry.load(system).sample().splitlines(), system=system)


def test_offers_wrap_and_barred_ones_keep_their_reason_where_it_fits() -> None:
    rows, left = offers_laid(OFFERS, 160, 4)
    assert left == 0 and len(rows) == offer_lines_for(OFFERS, 160, 4)
    assert "(no hands)" in rows[-1][-1].words[0][0]
    assert all(sum(len(text) for item in row for text, _ in item.words) <= 160 for row in rows)


@pytest.mark.parametrize("at", range(len(OFFERS)))
def test_the_offer_that_is_chosen_is_always_in_view(at: int) -> None:
    rows, left = offers_laid(OFFERS, 60, 2, at)
    seen = [item.place for row in rows for item in row]
    assert at in seen and len(rows) == 2
    assert left == len(OFFERS) - len(seen) > 0


def _crowd(goblins: int) -> tuple[Offered, ...]:
    """Goblins of whom the third is hurt and the fourth lies, and a hero among them."""
    own = {3: ("3/7", "AC 15", ""), 4: ("7/7", "AC 15", "prone")}
    told = [(f"Goblin {n}", *own.get(n, ("7/7", "AC 15", ""))) for n in range(1, goblins + 1)]
    told.append(("Sir Bob", "20/20", "AC 18", ""))
    keys = "abcdefghijklmnopqrstuvwxyz"
    return tuple(
        Offered(keys[n] if n < len(keys) else "", columns[0], "", f"w{n}", columns=columns)
        for n, columns in enumerate(told)
    )


def _text_of(rows: list[list[Item]]) -> list[str]:
    return ["".join(text for item in row for text, _ in item.words).rstrip() for row in rows]


def test_of_a_crowd_the_name_stands_once_and_of_each_only_what_the_others_have_not() -> None:
    rows, left = offers_laid(_crowd(90), 80, 6, at=1)
    first, *_, before, last = _text_of(rows)
    assert first.startswith(" Goblin 7/7, AC 15:  a 1 ›b 2  c 3 3/7  d 4 prone  e 5 ")
    assert before.endswith(" z 26  27-90") and last == " Sir Bob" and left == 0
    assert sum(item.offers for row in rows for item in row) == 91
    assert len(rows) == offer_lines_for(_crowd(90), 80, 6) == 4


def test_one_that_is_chosen_stands_by_itself_among_those_without_keys() -> None:
    rows, _ = offers_laid(_crowd(90), 80, 6, at=49)
    assert " z 26  27-49 ›50  51-90" in _text_of(rows)[2]


@pytest.mark.parametrize("at", [0, 60, 199, 200])
def test_of_a_crowd_that_has_no_room_the_one_that_is_chosen_is_in_view(at: int) -> None:
    rows, left = offers_laid(_crowd(200), 50, 3, at)
    seen = [item for row in rows for item in row]
    assert len(rows) == 3 and at in {item.place for item in seen}
    assert left == 201 - sum(item.offers for item in seen) > 0
    assert all(len(text) <= 50 for text in _text_of(rows))


def test_what_one_of_a_name_does_not_tell_stands_with_each_of_the_others() -> None:
    lying = [(f"Orc {n}", "9/9", "" if n == 2 else "prone") for n in range(1, 30)]
    offers = [Offered("", ", ".join(told), "", f"w{n}", columns=told) for n, told in enumerate(lying)]
    assert _text_of(offers_laid(offers, 60, 5)[0])[0].startswith(" Orc 9/9:  1 prone  2  3 prone ")
    bare = [replace(each, columns=(each.columns[0], "9/9" * (n == 1), "")) for n, each in enumerate(offers)]
    assert _text_of(offers_laid(bare, 30, 5)[0])[0] == " Orc:  1  2 9/9  3-29"


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (120, 40)])
async def test_all_combats_are_shown_and_the_block_keeps_its_height(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(sampled(tmp_path, "scorched"), size=size) as pilot:
        screen = table(pilot)
        await press(pilot, "n")
        while screen.table.session.questions:
            await press(pilot, "space")
        await press(pilot, "a")
        text = " ".join(drawn(pilot).split())
        question, encounter = screen.table.view.question, screen.table.session.encounter
        offers = question.offers(encounter) if question else ()
        assert len(offers) == 4 and all(offer.label in text for offer in offers)
        there = screen.query_one("#ask").size
        await press(pilot, "down", "down", "up")
        assert screen.query_one("#ask").size == there
        assert "F2 commands" in drawn(pilot) and "F1 help" in drawn(pilot)


async def test_a_refused_answer_makes_room_for_the_next_unless_it_is_mended(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        field = table(pilot).table.line.answer
        await press(pilot, "a", "7", "enter")
        assert "never shows 7" in drawn(pilot) and field.text == "7"
        await press(pilot, "8", "9", "enter")
        assert field.text == "89"
        await press(pilot, "backspace", "left", "4")
        assert field.text == "48"
        await press(pilot, "delete", "enter")
        assert "Grave's save" in drawn(pilot) and "Grave's save" in drawn(pilot)


async def test_what_brings_back_is_a_key_that_works_there(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "a", "4", "enter", "escape")
        assert screen.table.line.mode == "ANSWER" and "Ctrl+Y redoes it" in drawn(pilot)
        await press(pilot, "ctrl+y")
        assert any("save" in question.key for question in screen.table.session.questions)
        await press(pilot, "escape", "escape")
        assert not screen.table.session.questions and "U redoes it" in drawn(pilot)


async def test_a_long_message_stays_together(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path), size=(80, 24)) as pilot:
        screen = table(pilot)
        await press(pilot, "a")
        screen.table.say(" ".join(f"word{n}" for n in range(18)))
        screen.table.show_line()
        rows = drawn(pilot).splitlines()[-3:]
        assert "word0" in rows[0] and "word17" in rows[1] and "ANSWER" in rows[2]


async def test_an_action_is_chosen_with_the_arrows(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path)) as pilot:
        screen = table(pilot)
        await press(pilot, "f7", "down", "down", "space")
        assert screen.table.session.questions[0].key.startswith("attack")
        assert screen.table.cursor.pane == "roster"


@pytest.mark.parametrize("size", [(80, 24), (60, 18)])
async def test_all_that_can_be_bought_is_shown(tmp_path: Path, size: tuple[int, int]) -> None:
    async with playing(sampled(tmp_path, "descent"), size=size) as pilot:
        screen = table(pilot)
        await press(pilot, "n", "a", ":", "<battle>", "enter", ":", "<attack g1 cleaver 1>", "enter")
        assert "Space: app rolls" in drawn(pilot)
        await press(pilot, "<131 021 * * *>", "enter")
        offers = screen.table.view.question.offers(screen.table.session.encounter) if screen.table.view.question else ()
        text = " ".join(drawn(pilot).partition(" ? ")[2].split())
        assert len(offers) > 4
        free = [offer.word for offer in offers if not offer.barred]
        assert all(word in text for word in free) and "more:" not in text
        assert f"{len(offers) - len(free)} more, not possible now" in text
        await press(pilot, ".")
        text = " ".join(drawn(pilot).split())
        assert all(offer.word in text for offer in offers) and "cannot be chosen" not in text


async def test_what_cannot_be_chosen_is_one_entry_that_opens_with_the_reasons(tmp_path: Path) -> None:
    lines = ("dice table", "next", "< harl", "battle")
    async with playing(sample(tmp_path, "descent", *lines), size=(120, 40)) as pilot:
        await press(pilot, "a")
        assert ". … 2 more, not possible now" in drawn(pilot) and "same side" not in drawn(pilot)
        await press(pilot, "b")
        assert "Wren is on the same side." in drawn(pilot)
        await press(pilot, ".")
        assert "(Wren is on the same side.)" in drawn(pilot)
        await press(pilot, ".")
        assert "same side" not in drawn(pilot)


async def test_targets_are_told_with_what_is_left_to_them_and_the_nearest_comes_first(tmp_path: Path) -> None:
    board = ("map 10x4", "place harl a1", "place g1 h1", "place g2 b1", "place md1 d1")
    lines = (*board, "dice table", "next", "< harl", "battle", "damage g2 1")
    async with playing(sample(tmp_path, "descent", *lines), size=(120, 40)) as pilot:
        await press(pilot, "a")
        rows = [row.strip(" ›") for row in drawn(pilot).splitlines()]
        words = [
            "e Ghoul 2         1/4 tokens  armor 1  adjacent",
            "h Master dread 1  0/9 tokens  armor 4  3 spaces away  out of reach",
            "d Ghoul 1         0/4 tokens  armor 1  7 spaces away  out of reach",
        ]
        assert [row for row in rows if row in words] == words
        assert "Space: Ghoul 2" in drawn(pilot)


async def test_what_the_die_needs_is_told(tmp_path: Path) -> None:
    lines = ("next", "< 20", "< 20", "< 20", "< 20", "< mira", "condition g1 frightened end mira")
    async with playing(sample(tmp_path, "olde_swords", *lines), size=(80, 24)) as pilot:
        await press(pilot, "a")
        assert "e Goblin 1 7/7 AC 13 i Fang 9/9 AC 12" in " ".join(drawn(pilot).split())
        await press(pilot, "e", "s")
        assert "roll d20 (+5), hits on 8 or more" in drawn(pilot)


async def test_a_name_with_a_number_in_it_is_understood(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add rat x3")) as pilot:
        screen = table(pilot)
        await press(pilot, ":", "<damage>", "enter", "/", "<rat 3>", "enter")
        assert screen.table.session.open_commands[-1].command.given == {}


async def test_enter_alone_answers_nothing_and_a_key_of_another_alphabet_neither(tmp_path: Path) -> None:
    lines = ("add knight Ulf", "add rat x2", "engage ulf r1", "engage r2 ulf", "dice table", "next")
    async with playing(prepare(tmp_path, *lines)) as pilot:
        screen = table(pilot)
        await press(pilot, "a")
        before = screen.table.session.step_log.position
        await press(pilot, "1", "enter", "2", "enter", "enter", "A", "+")
        assert screen.table.session.step_log.position == before and "Answer first" in drawn(pilot)
        await press(pilot, "b")
        assert screen.table.session.question().key == "attack ulf>r1"
        before = screen.table.session.step_log.position
        await press(pilot, "b", "-", "enter", "enter", "y")
        assert screen.table.session.step_log.position == before and screen.table.line.answer.text == ""


async def test_space_takes_what_is_proposed_and_the_sign_stands_at_it(tmp_path: Path) -> None:
    lines = ("add knight Ulf", "add rat x2", "engage ulf r1", "engage r2 ulf", "next")
    async with playing(prepare(tmp_path, *lines)) as pilot:
        screen = table(pilot)
        await press(pilot, "a")
        assert "Space: Rat 1" in drawn(pilot)
        await press(pilot, "down")
        assert "Space: Rat 2" in drawn(pilot)
        await press(pilot, "space")
        assert screen.table.session.question().key == "attack ulf>r2" and "Space: app rolls" in drawn(pilot)
        await press(pilot, "space")
        assert not screen.table.session.questions or screen.table.session.question().key != "attack ulf>r2"


async def test_the_first_weapon_is_proposed(tmp_path: Path) -> None:
    lines = ("add rogue Ann init_bonus=9 hp=9", "add goblin init_bonus=9 hp=9", "next", "< ann 20 goblin 1")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "a")
        assert "Which weapon?" in drawn(pilot) and "Space: rapier" in drawn(pilot)
        await press(pilot, "space")
        assert "with what" not in drawn(pilot)


async def test_the_keys_say_that_space_draws_a_card(tmp_path: Path) -> None:
    async with playing(sampled(tmp_path, "gloomhaven"), size=(80, 24)) as pilot:
        await press(pilot, "<:dice table>", "enter")
        for cards in ("15 61", "12 86", "40 25", "42 30"):
            await press(pilot, "K")
            assert "A secret choice ..." in drawn(pilot)
            await press(pilot, *cards, "enter")
        await press(pilot, "n")
        assert "Space: app draws" in drawn(pilot)


async def test_a_chosen_figure_that_nothing_reaches_is_not_proposed(tmp_path: Path) -> None:
    lines = ("add brawler Harl", "add scout Wren", "add ghoul x2", "map 12x6", "place harl c3", "place wren j3")
    lines = (*lines, "place g1 d3", "place g2 l6", "next", "< harl", "battle")
    async with playing(prepare(tmp_path, *lines, system="descent"), size=(120, 40)) as pilot:
        await press(pilot, "4", "a")
        asked = drawn(pilot).partition("Harl attacks whom")[2]
        assert "Space: Ghoul 1" in asked and "Ghoul 2" in asked and "out of reach" in asked


async def test_what_always_helps_stays_at_its_place_from_question_to_question(tmp_path: Path) -> None:
    lines = (*registry.load("gloomhaven").sample().splitlines(), "dice table", "pick mira 15 61", "pick sly 12 86")
    begun = ("pick ilse 40 25", "pick oda 42 30", "next", "< 50", "< 32", "< 45")
    async with playing(prepare(tmp_path, *lines, *begun, system="gloomhaven"), size=(80, 24)) as pilot:
        found = set()
        for key in ("k", "m", "l", "<attack 2 range 3>", "enter", "down", "space", "n"):
            await press(pilot, key)
            last, question = drawn(pilot).splitlines()[-1], table(pilot).table.view.question
            if question is None or question.tally or table(pilot).table.line.said:
                continue
            found.add(last.index("F1 help  Esc back"))
            asked = next(row for row in drawn(pilot).splitlines() if row.startswith(" ? "))
            assert not question.cites or (asked.rstrip().endswith("]") and len(asked.rstrip()) == 79)
        assert len(found) == 1


@pytest.mark.parametrize("width", [78, 80, 90, 120])
async def test_what_the_dice_must_show_stays_before_which_of_several_attacks_it_is(tmp_path: Path, width: int) -> None:
    lines = ("dice table", "add fighter Ulf attacks=2", "add goblin", "init ulf 20", "init g1 3", "next", "attack g1")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(width, 24)) as pilot:
        asked = next(row for row in drawn(pilot).splitlines() if row.startswith(" ? "))
        assert "roll d20" in asked and "hits on 9 or more" in asked and "attack 1 of 2" in asked


async def test_what_the_action_under_the_cursor_does_is_told_where_its_row_has_no_room(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords", "dice app", "next"), size=(80, 24)) as pilot:
        while table(pilot).table.session.encounter.turn is None:
            await press(pilot, "space" if table(pilot).table.view.questions else "n")
        await press(pilot, "f7")
        while table(pilot).table.view.action != "dodge":
            await press(pilot, "down")
        assert " Dodge: attackers have SETBACK" in drawn(pilot)
        await press(pilot, "f6")
        assert "attackers have SETBACK" not in drawn(pilot)


async def test_in_a_high_window_no_pane_moves_when_something_is_asked(tmp_path: Path) -> None:
    lines = ("dice app", "add fighter Ulf initiative=20", "add goblin x4 initiative=3", "next")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(120, 40)) as pilot:
        panes = table(pilot)._panes
        before = panes._places[0]
        await press(pilot, "a")
        assert drawn(pilot).count(" AC 15 ") == 4, "each target has a line"
        assert panes._places[0] == before
        await press(pilot, "escape")
        assert panes._places[0] == before


@pytest.mark.parametrize("width", [60, 80, 120, 200])
@pytest.mark.parametrize(("answer", "needed"), [((), "roll d20"), (("< 20",), "roll two d8")])
async def test_what_dice_to_roll_is_said_on_the_line_or_below_it(
    tmp_path: Path, answer: tuple[str, ...], needed: str, width: int
) -> None:
    there = ('add fighter "Annabella of the Long Marsh" init=20', 'add ogre "Chieftain of the Sunken Fens" init=3')
    order = "attack annabella longsword chieftain"
    lines = ("dice table", *there, "next", order, *answer)
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(width, 24)) as pilot:
        last = " ".join(" ".join(within(table(pilot).query_one(Footer))).split())
        assert needed in last or needed.capitalize() in last, last


@given(
    st.lists(st.tuples(st.text("abc ", min_size=1, max_size=30), st.text("xyz", max_size=90)), min_size=1, max_size=40),
    st.integers(20, 100),
    st.integers(1, 6),
    st.integers(-1, 39),
)
def test_all_offers_are_in_view_where_they_fit_and_else_the_one_that_is_chosen(
    offers: list[tuple[str, str]], cells: int, rows: int, at: int
) -> None:
    offered = [Offered("a", text, barred, f"w{n}") for n, (text, barred) in enumerate(offers)]
    at = min(at, len(offered) - 1)
    laid, left = offers_laid(offered, cells, rows, at)
    seen = [item.place for row in laid for item in row]
    whole = lines_of([item_of(each, n, cells, 0, n == at) for n, each in enumerate(offered)], cells)
    if len(whole) <= rows:
        assert seen == [*range(len(offered))] and left == 0
    else:
        assert len(laid) == rows and left == len(offered) - len(seen) and (at in seen or at < 0)
