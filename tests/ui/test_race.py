"""The table race: how many keys what a referee does most often takes, at 80x24."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from referee.store.library import Library
from referee.store.library_record import PLANS, KeptPlan
from referee.store.saves import Saves
from tests.ui.table import drawn, playing, prepare, press, table
from tests.ui.test_marks import points
from tests.ui.test_roster import sample

SIZE = (80, 24)
FIGHT = ("next", "< 20", "< 20", "< 20", "< 20", "< mira")


class Counted:
    """Presses keys and counts them; a word in angles counts its letters."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        self.keys = 0

    async def press(self, *keys: str) -> None:
        self.keys += sum(len(key) - 2 if key.startswith("<") else 1 for key in keys)
        await press(self.pilot, *keys)


async def test_damage_to_three_and_half_to_a_fourth_takes_nine_keys(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("5", "space", "7", "8", "9", "9", "d", "5", "enter")
        assert points(pilot, "g1", "g2", "g3", "g4", "fang") == [2, 7, 2, 2, 7]
        assert hands.keys <= 9
        await press(pilot, "u")
        assert points(pilot, "g1", "g3", "g4", "fang") == [7, 7, 7, 9]


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


async def test_twelve_turns_take_twelve_keys_where_the_order_is_fixed(tmp_path: Path) -> None:
    lines = ("add rat x4", "engage r3-6 tia", "dice app", "next")
    async with playing(sample(tmp_path, "black_keep", *lines), size=SIZE) as pilot:
        hands, turns = Counted(pilot), list[str]()
        for _ in range(12):
            await hands.press("n")
            turns.append(table(pilot).table.session.encounter.turn or "")
        assert hands.keys <= 12 and len(set(turns)) >= 6


async def test_an_attack_with_two_typed_dice_takes_seven_keys(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "black_keep", "dice table", "next"), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("a", "d", "6", "enter", "1", "enter")
        assert table(pilot).table.session.encounter.figures["r1"].standing == "dead"
        assert hands.keys <= 7


async def test_a_note_on_a_figure_takes_its_letters_and_four_keys(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("5", ";", "<has the key>", "enter")
        assert table(pilot).table.session.encounter.figures["g1"].traits["note"] == "has the key"
        assert hands.keys <= len("has the key") + 4


async def test_who_has_what_for_how_long_takes_no_key(tmp_path: Path) -> None:
    lines = ("condition mira frightened end tolin", "condition g1 prone 2r", "condition g1 poisoned 3")
    async with playing(sample(tmp_path, "olde_swords", *lines), size=SIZE) as pilot:
        text = drawn(pilot)
        assert "t:tolin frightened" in text and "2r prone · 3t poisoned" in text


async def test_a_condition_until_the_end_of_another_s_turn_takes_eight_keys(tmp_path: Path) -> None:
    async with playing(sample(tmp_path, "olde_swords"), size=SIZE) as pilot:
        await press(pilot, "5")
        hands = Counted(pilot)
        await hands.press("c", "o", "<end m>", "enter")
        (condition,) = table(pilot).table.session.encounter.figures["g1"].conditions
        assert condition.kind == "poisoned" and condition.until is not None
        assert (condition.until.edge, condition.until.of) == ("end", "mira")
        assert hands.keys <= 8


async def test_a_fight_of_one_s_own_party_and_six_foes_takes_at_most_sixty_keys(tmp_path: Path) -> None:
    """From an empty folder, the keys that throw for initiative among them: 47, and one for each tie."""
    async with playing(Saves(tmp_path), None, size=SIZE) as pilot:
        hands = Counted(pilot)
        await hands.press("n", "enter", "end", "enter", "enter")
        for kind, name in (("fi", "Ann"), ("cl", "Bob"), ("ro", "Cyd"), ("wi", "Dee"), ("go", "x6")):
            await hands.press("A", f"<{kind}>", "tab", f"<{name}>", "enter")
        await hands.press("n", "space")
        for _ in range(9):
            if not table(pilot).table.session.questions:
                break
            await hands.press("space")
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
