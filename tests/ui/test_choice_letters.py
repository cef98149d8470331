"""The letters of words that may be chosen: letters of their own, and never the one that began the action."""

from pathlib import Path

import pytest

from referee.command_language.keyed_offers import keyed_offers
from referee.engine.questions.question import Choose, Pick
from referee.engine.questions.typed_questions import Confirm
from referee.engine.state.bearer import Thing
from referee.engine.state.encounter import Encounter
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)

NOBODY = Encounter(system="x")


def letters(*words: str, begun_by: str = "") -> dict[str, str]:
    question = Choose(key="c", prompt="?", options=words, begun_by=begun_by)
    return {offer.word: key for key, offer in keyed_offers(question, NOBODY)}


def test_a_word_has_the_first_of_its_letters_that_is_free() -> None:
    assert letters("scimitar", "shortbow", "dart") == {"scimitar": "s", "shortbow": "h", "dart": "d"}
    assert letters("aa", "a-b", "ab", "bow") == {"aa": "a", "a-b": "c", "ab": "d", "bow": "b"}


def test_the_key_that_began_the_action_is_no_letter_of_a_word() -> None:
    assert letters("axe", "sling", begun_by="a") == {"axe": "x", "sling": "s"}
    sure = Confirm(key="c", prompt="?", begun_by="y")
    assert [key for key, _ in keyed_offers(sure, NOBODY)] == ["y", "n"]


def test_a_thing_has_a_letter_of_its_name_also_where_another_is_called_the_same() -> None:
    names = {"mira.sword": "sword", "mira.bow": "bow", "t4": "12 Leap", "t5": "sword"}
    things = {tag: Thing(tag=tag, name=name, kind="thing") for tag, name in names.items()}
    which = Pick(key="p", prompt="?", among=tuple(names))
    keys = {offer.word: key for key, offer in keyed_offers(which, Encounter(system="x", things=things))}
    assert keys == {"mira.sword": "s", "mira.bow": "b", "t4": "l", "t5": "w"}


async def test_a_double_stroke_of_attack_chooses_no_weapon(tmp_path: Path) -> None:
    saves = prepare(
        tmp_path,
        "add foe Gob init=20 hp=7 weapon=scimitar weapon=shortbow",
        "add hero Ann init=3 hp=9 ac=12",
        "next",
        system="fifth",
    )
    async with playing(saves, size=(80, 24)) as pilot:
        await press(pilot, "a", "a")
        question = table(pilot).table.view.question
        assert isinstance(question, Choose | Pick) and "Answer first (letters)" in drawn(pilot)
        await press(pilot, "1")
        assert "No die is asked for now" in drawn(pilot)
        await press(pilot, "h")
        assert "shortbow" in str(table(pilot).table.session.entries()[-1])


async def test_a_spell_at_a_higher_level_is_read_by_its_name(tmp_path: Path) -> None:
    lines = ("add cleric Ann init=20", "add goblin init=3", "next")
    async with playing(prepare(tmp_path, *lines, system="fifth"), size=(80, 24)) as pilot:
        await press(pilot, "s")
        assert "Cure Wounds (2nd-level slots: 3)" in drawn(pilot) and "cure_wounds" not in drawn(pilot)
