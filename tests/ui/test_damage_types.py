"""The type of damage behind its number: by a word or a letter, and what comes of it before Enter."""

from pathlib import Path

import pytest
from textual.pilot import Pilot

from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

BY_FIRE = ("add hero Grum init=12 hp=30 resist=fire immune=poison", "add foe Imp init=3 hp=20 vulnerable=cold", "next")


def points(pilot: Pilot[None], tag: str) -> int:
    return table(pilot).table.session.encounter.figures[tag].tracks["hp"].now


@pytest.mark.parametrize("typed", ["8 fire", "8 f", "8 fir", "8f", "8fire"])
async def test_a_resisted_type_is_said_before_enter_and_halves_the_damage(tmp_path: Path, typed: str) -> None:
    async with playing(prepare(tmp_path, *BY_FIRE, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "1", "d", *typed)
        assert "Grum resists fire: 4" in drawn(pilot)
        await press(pilot, "enter")
        assert points(pilot, "grum") == 26


async def test_the_letters_of_the_types_stand_behind_the_number(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *BY_FIRE, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "1", "d", "8")
        shown = drawn(pilot)
        assert all(kind in shown for kind in ("f fire", "o force", "p piercing", "s slashing", "t thunder"))
        await press(pilot, "space", "p", "o", "i")
        assert "Grum is immune to poison: 0" in drawn(pilot)
        await press(pilot, "backspace", "backspace", "backspace", "t")
        assert "Grum takes 8 thunder" in drawn(pilot)
        await press(pilot, "enter")
        assert points(pilot, "grum") == 22


async def test_the_typed_order_says_the_same_and_a_number_alone_is_enough(tmp_path: Path) -> None:
    async with playing(prepare(tmp_path, *BY_FIRE, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, ":", "<damage>", "space", "<imp>", "space", "4", "space", "c")
        assert "Imp is vulnerable to cold: 8" in drawn(pilot)
        await press(pilot, "enter")
        assert points(pilot, "imp") == 12
        await press(pilot, "1", "d", "5", "enter")
        assert points(pilot, "grum") == 25
