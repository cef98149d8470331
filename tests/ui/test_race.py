"""The table race: how many keys what a referee does most often takes, at 80x24."""

import re
from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.command_language.keyed_offers import figure_letters
from referee.rules.registry import SYSTEMS
from referee.store.library import Library
from referee.store.library_record import KeptPlan
from referee.store.library_tables import PLANS
from referee.store.saves import Saves
from referee.ui.controller.reply import takes_several
from referee.ui.controller.roster_order import numbered_figures
from tests.ui.table import drawn, playing, prepare, press, table
from tests.ui.test_roster import sample

pytestmark = pytest.mark.one_in(10)

SIZE = (80, 24)
CONDITION = {"olde_swords": "o", "plain": "b", "fifth": "b"}
"""The letter of a condition, in the games in which one may last until the end of another's turn."""
FIGHT = ("next", "< 20", "< 20", "< 20", "< 20", "< mira")


class Counted:
    """Presses keys and counts them; a word in angles counts its letters."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self.keys = 0

    async def press(self, *keys: str) -> None:
        self.keys += sum(len(key) - 2 if key.startswith("<") else 1 for key in keys)
        await press(self.pilot, *keys)


def health(pilot: Pilot[None], *numbers: str) -> list[int]:
    """What stands on the health tracks of the figures with these numbers."""
    session = table(pilot).table.session
    figures = numbered_figures(session.encounter)
    return [figures[int(n) - 1].tracks[session.rules.health_name].now for n in numbers]


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("system", "four", "damage", "left"),
    [
        ("olde_swords", "5789", "5", [2, 2, 2, 7]),
        ("descent", "1239", "6", [10, 4, 2, 13]),
        ("scorched", "1798", "2", [1, 1, 0, 1]),
        ("gloomhaven", "5689", "4", [1, 1, 1, 3]),
        ("plain", "4568", "5", [2, 2, 2, 50]),
        ("fifth", "5678", "5", [2, 2, 2, 57]),
    ],
)
async def test_damage_to_three_and_half_to_a_fourth_takes_nine_keys_and_one_to_undo(
    tmp_path: Path, system: str, four: str, damage: str, left: list[int]
) -> None:
    lines = ("add brawler Kit",) if system == "descent" else ()
    async with playing(sample(tmp_path, system, *lines), size=SIZE) as pilot:
        before = health(pilot, *four)
        hands = Counted(pilot)
        first, second, third, half = four
        await hands.press(first, "space", second, third, half, "%", "d", damage, "enter")
        assert health(pilot, *four) == left
        assert hands.keys <= 9
        await press(pilot, "u")
        assert health(pilot, *four) == before


@pytest.mark.parametrize(
    ("system", "hurt", "choose", "track", "points"),
    [
        ("olde_swords", "damage mira 9", "1", "hp", 16),
        ("descent", "damage harl 12", "1", "wounds", 11),
        ("gloomhaven", "damage bg3 8", "7", "hp", 8),
    ],
)
async def test_healing_seven_takes_four_keys(
    tmp_path: Path, system: str, hurt: str, choose: str, track: str, points: int
) -> None:
    async with playing(sample(tmp_path, system, "dice table", hurt), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press(choose, "+", "7", "enter")
        figure = table(pilot).table.session.encounter.figures[table(pilot).table.cursor.chosen or ""]
        assert figure.tracks[track].now == points
        assert hands.keys <= 4


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("system", "lines"),
    [
        ("black_keep", ("add rat x4", "engage r3-6 tia", "dice app", "next")),
        ("plain", ()),
        ("fifth", ("next", "< 20 19 18 17 5 4")),
    ],
)
async def test_twelve_turns_take_twelve_keys_where_the_order_is_fixed(
    tmp_path: Path, system: str, lines: tuple[str, ...]
) -> None:
    async with playing(sample(tmp_path, system, *lines), size=SIZE) as pilot:
        hands, turns = Counted(pilot), list[str]()
        for _ in range(12):
            await hands.press("n")
            turns.append(table(pilot).table.session.encounter.turn or "")
        assert hands.keys <= 12 and len({*turns} - {""}) >= 6


@pytest.mark.parametrize(
    ("system", "lines", "keys", "whose", "left"),
    [
        ("black_keep", ("next",), ("a", "d", "6", "enter", "1", "enter"), "3", 0),
        ("olde_swords", (*FIGHT[:-1], "< isolde"), ("a", "e", "1", "8", "enter", "3", "enter"), "5", 4),
        ("fifth", ("next", "< 20 19 18 17 5 4"), ("a", "e", "1", "8", "enter", "4", "enter"), "5", 0),
    ],
)
async def test_an_attack_with_two_typed_dice_takes_seven_keys(
    tmp_path: Path, system: str, lines: tuple[str, ...], keys: tuple[str, ...], whose: str, left: int
) -> None:
    async with playing(sample(tmp_path, system, "dice table", *lines), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press(*keys)
        assert health(pilot, whose) == [left]
        assert hands.keys <= 7


@pytest.mark.one_in(6)
@pytest.mark.parametrize("system", SYSTEMS)
async def test_a_note_on_a_figure_takes_its_letters_and_four_keys(tmp_path: Path, system: str) -> None:
    async with playing(sample(tmp_path, system), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("5", ";", "<has the key>", "enter")
        fifth = numbered_figures(table(pilot).table.session.encounter)[4]
        assert fifth.traits["note"] == "has the key"
        assert hands.keys <= len("has the key") + 4


async def test_who_has_what_for_how_long_takes_no_key(tmp_path: Path) -> None:
    lines = ("condition mira frightened end tolin", "condition g1 prone 2r", "condition g1 poisoned 3")
    async with playing(sample(tmp_path, "olde_swords", *lines), size=SIZE) as pilot:
        text = drawn(pilot)
        assert "frightened till tolin" in text and "prone 2r · poisoned 3t" in text


@pytest.mark.parametrize("system", ["olde_swords", "plain", "fifth"])
async def test_a_condition_until_the_end_of_another_s_turn_takes_five_keys(tmp_path: Path, system: str) -> None:
    async with playing(sample(tmp_path, system), size=SIZE) as pilot:
        encounter = table(pilot).table.session.encounter
        other = numbered_figures(encounter)[0].tag
        hands = Counted(pilot)
        await hands.press("5", "c", CONDITION[system], "e")
        letter = figure_letters(encounter)[other]
        name = encounter.name(other)
        assert re.search(rf"│ +{letter} .*{name}", drawn(pilot)), "the roster shows the letters meanwhile"
        await hands.press(letter)
        (condition,) = numbered_figures(table(pilot).table.session.encounter)[4].conditions
        assert condition.until is not None and (condition.until.edge, condition.until.of) == ("end", other)
        assert hands.keys <= 5
        assert table(pilot).table.line.mode == "KEYS" and not re.search(rf"│ +{letter} .*{name}", drawn(pilot))


async def test_a_fight_of_one_s_own_party_and_six_foes_takes_at_most_sixty_keys(tmp_path: Path) -> None:
    """From an empty folder, the keys that throw for initiative among them: 47, and one or two for each tie."""
    async with playing(Saves(tmp_path), None, size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("n", "enter", "enter")
        for kind, name in (("fi", "Ann"), ("cl", "Bob"), ("ro", "Cyd"), ("wi", "Dee"), ("go", "x6")):
            await hands.press(f"<{kind}>", "tab", f"<{name}>", "enter")
        await hands.press("enter", "n", "space")
        for _ in range(9):
            if not table(pilot).table.session.questions:
                break
            several = takes_several(table(pilot).table.session.questions[0])  # who goes first of three or more
            await hands.press("space", *(["enter"] if several else []))
        encounter = table(pilot).table.session.encounter
        assert len(encounter.figures) == 10 and encounter.turn is not None
        assert hands.keys <= 60


async def test_a_fight_from_a_plan_of_the_library_takes_one_key(tmp_path: Path) -> None:
    """On the page of the library, with the plan chosen."""
    heroes = [f"add hero {name} hp=30 init={place}" for place, name in enumerate(("Ann", "Bob", "Cyd", "Dee"), 14)]
    foes = [f"add foe Goblin hp=7 init={place}" for place in range(6)]
    text = "\n".join(("system plain", *heroes, *foes, "next"))
    Library(tmp_path).add(PLANS, [KeptPlan(name="Ford", system="plain", text=text)])
    async with playing(Saves(tmp_path), None, size=SIZE) as pilot:
        await press(pilot, "L", "shift+tab")
        hands = Counted(pilot)
        await hands.press("enter")
        encounter = table(pilot).table.session.encounter
        assert len(encounter.figures) == 10 and encounter.turn is not None
        assert hands.keys == 1


async def test_figures_of_several_kinds_come_in_one_line(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, "add ogre", system="fifth"), size=SIZE) as pilot:
        await press(pilot, "A", "<fighter>", "space", "<Ann;>", "space", "<goblin>", "space", "<x2>", "enter")
        figures = table(pilot).table.session.encounter.figures.values()
        assert [f.name for f in figures] == [
            "Ogre 1",
            "Ann",
            "Goblin 1",
            "Goblin 2",
        ]


async def test_a_fight_of_nine_with_every_number_typed_takes_sixty_keys_from_the_shelf(tmp_path: Path) -> None:
    async with playing(Saves(tmp_path), None, size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("n", "enter", "enter")
        await hands.press("h", "tab", "<Ann,Bob,Cyd,Dee hp=30 ac=15>", "enter")
        await hands.press("g", "o", "tab", "<x4 hp=15>", "enter", "f", "o", "tab", "<Boss hp=59>", "enter")
        figures = table(pilot).table.session.encounter.figures
        named = {name: (figures[name].tracks["hp"].now, figures[name].side) for name in ("ann", "dee", "g4", "boss")}
        assert named == {"ann": (30, "heroes"), "dee": (30, "heroes"), "g4": (15, "foes"), "boss": (59, "foes")}
        assert len(figures) == 9 and figures["cyd"].traits["ac"] == 15 and hands.keys <= 60


async def test_two_late_foes_with_thrown_numbers_take_eighteen_keys(tmp_path: Path) -> None:
    lines = ("dice table", "add fighter Ann, Bob", "next", "< 18 12")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("A", "<goblin>", "tab", "<x2>", "enter", *"10 3", "enter")
        encounter = table(pilot).table.session.encounter
        assert [slot.who for slot in encounter.order] == ["ann", "bob", "g1", "g2"]
        assert [encounter.figures[tag].traits["init"] for tag in ("g1", "g2")] == [10, 3]
        await hands.press("escape")
        assert table(pilot).table.line.mode == "KEYS" and hands.keys <= 18


PARTY = ("add fighter Ann", "add cleric Bob", "add rogue Cyd", "add wizard Dee", "add goblin x4", "add ogre Boss")


async def test_two_rounds_of_a_fight_of_nine_take_sixty_two_keys(tmp_path: Path) -> None:
    """Nine typed numbers, a condition, an attack with two typed dice, damage to four, a heal and twelve turns."""
    async with playing(prepare(tmp_path, "dice table", *PARTY, system="fifth"), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("n", *"19 18 17 16 4 3 2 1 9", "enter")
        await hands.press("7", "c", "o", "e", "b")
        await hands.press("a", "c", "i", *"15", "enter", "6", "enter")
        await hands.press("1", "space", "2", "3", "4", "%", "d", "5", "enter")
        assert health(pilot, "1", "2", "3", "4", "5") == [39, 33, 28, 25, 50]
        await hands.press("escape", "1", "+", "7", "enter")
        await hands.press(*"nnnnnnnnnnnn")
        encounter = table(pilot).table.session.encounter
        assert encounter.round == 2 and not table(pilot).table.line.is_error
        assert hands.keys <= 62
