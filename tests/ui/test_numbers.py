"""Several numbers in one question, at the screen."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.engine.dice.notation import read_dice
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.events.event import TraitSet
from referee.engine.questions.ask import Ask
from referee.engine.verbs.ledger import Ledger
from referee.engine.verbs.verb import Verb
from referee.rules import registry
from tests.ui.table import drawn, playing, prepare, press, table

pytestmark = pytest.mark.one_in(10)


async def begin(ledger: Ledger) -> None:
    """A number for each figure, kept as its attack."""

    def build() -> Numbers:
        there = ledger.encounter.figures.values()
        asked = (AskedNumber(name=f.tag, label=f.name, dice=read_dice("d20"), by=f.tag) for f in there)
        return Numbers(key="init", prompt="Initiative", numbers=tuple(asked))

    for number in (await Ask(build)).numbers:
        ledger.record(TraitSet(tag=number.name, trait="attack", value=number.n))


@pytest.fixture(autouse=True)
def game_with_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = registry.load("black_keep")
    with_numbers = replace(rules, verbs=(*rules.verbs, Verb("numbers", begin)))
    monkeypatch.setattr(registry, "load", lambda name: with_numbers)


@pytest.mark.parametrize(
    ("keys", "known"),
    [
        (("1", "8", "space", "1", "5", "enter"), {"ulf": 18, "tia": 15}),
        (("1", "8", "enter", "space"), {"ulf": 18}),
        (("1", "8", "enter", "7", "enter"), {"ulf": 18, "tia": 7}),
        (("down", "7", "enter", "1", "8", "enter"), {"ulf": 18, "tia": 7}),
        (("1", "enter", "escape", "2", "enter", "3", "enter"), {"ulf": 2, "tia": 3}),
        (("/", "<tia 7>", "enter", "3", "enter"), {"ulf": 3, "tia": 7}),
        (("space",), {}),
        (("/", "<tia 7 ulf 3>", "enter"), {"ulf": 3, "tia": 7}),
    ],
)
async def test_numbers_by_keys(tmp_path: Path, keys: tuple[str, ...], known: dict[str, int]) -> None:
    saves = prepare(tmp_path, "dice split", "add player Ulf", "add player Tia", "numbers")
    async with playing(saves) as pilot:
        assert "Initiative" in drawn(pilot) and "Tia (d20)" in drawn(pilot)
        await press(pilot, *keys)
        figures = table(pilot).table.session.encounter.figures
        found = {tag: figure.traits["attack"] for tag, figure in figures.items()}
        assert found == {**found, **known} and all(n in range(1, 21) for n in found.values())


async def test_a_letter_answers_nothing_and_too_many_are_refused(tmp_path: Path) -> None:
    saves = prepare(tmp_path, "dice table", "add player Ulf", "add player Tia", "numbers")
    async with playing(saves) as pilot:
        await press(pilot, "x")
        assert "Answer first" in drawn(pilot)
        await press(pilot, "<1 2 3>", "enter")
        assert "One number too many" in drawn(pilot)
        await press(pilot, "escape", "1")
        assert "Enter: Ulf 1, then Tia" in drawn(pilot)
        await press(pilot, "enter")
        assert (
            "Initiative: type Tia's" in drawn(pilot)
            and "Space: app rolls the rest" in drawn(pilot)
            and "Ulf 1" in drawn(pilot)
        )
        await press(pilot, "space")
        assert not table(pilot).table.session.questions
