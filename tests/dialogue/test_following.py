"""Who follows a journal is told every act, and stands where the table stands: random acts of each game."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from referee.dialogue.following import Act, Following
from referee.dialogue.run_lines import run_line
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Command
from referee.rules import registry
from referee.store.journal import Journal
from referee.store.saves import Saves
from tests.dialogue.shape import Seen
from tests.rules.shelf import any_answer

ACTS = 150


class Table:
    """A table that is played at random, and who follows it."""

    def __init__(self, saves: Saves, system: str, seed: int) -> None:
        self.random = Random(seed)
        self.rules = registry.load(system)
        self.journal = saves.create("fight", system)
        self.session = Session(self.rules, self.journal, app=AppDice(self.random))
        for line in self.rules.sample().splitlines():
            run_line(self.session, line)
        self.read = saves.open("fight", read_only=True)
        self.following = Following(self.read, self.rules)
        self.begun = written(self.journal)
        self.acts: list[Act] = []

    def act(self) -> None:
        """Some act of the table; nothing where it is refused."""
        session, random = self.session, self.random
        roll = random.random()
        with suppress(Problem):
            if session.questions and roll < 0.7:
                question = random.choice(session.questions)
                session.answer(any_answer(question, session.encounter, session.app, random), question.key)
            elif roll < 0.85:
                session.command(Command(verb="next" if roll < 0.75 else random.choice(sorted(all_verbs(self.rules)))))
            elif roll < 0.96:
                run_line(session, random.choice(("undo", "undo inside", "back")))
                run_line(session, random.choice(("redo", "redo inside", "note no way back")))
            elif roll < 0.98:
                session.rewind(random.randint(max(0, self.journal.position - 20), len(self.journal)))
            else:
                run_line(session, f"amend {random.randrange(self.journal.position + 1)} 1 {random.randint(1, 6)}")

    def look(self) -> None:
        """What the follower is told, and that it stands where the table stands."""
        self.acts += self.following.look()
        assert self.read.position == self.journal.position
        last = self.acts[-1] if self.acts else self.following.opened()
        encounter = self.session.encounter
        assert (last.position, last.round, last.phase) == (self.journal.position, encounter.round, encounter.phase)
        assert [question["key"] for question in last.questions] == [q.key for q in self.session.questions]


@pytest.fixture
def saves(tmp_path: Path) -> Saves:
    return Saves(tmp_path)


@pytest.fixture(params=registry.names())
def table(request: pytest.FixtureRequest, saves: Saves) -> Iterator[Table]:
    table = Table(saves, request.param, 5)
    yield table
    table.journal.close()
    table.read.close()


@pytest.mark.one_in(6)
def test_every_act_is_told_and_has_its_written_shape(table: Table) -> None:
    for number in range(ACTS):
        table.act()
        if number % 4 == 0:
            table.look()
    table.look()
    seen = Seen()
    for act in table.acts:
        data = act.data()
        seen.take(data, "act")
        assert act.text and json.loads(json.dumps(data))["what"] == act.what
    assert sorted(seen.wrong) == []
    assert {"done", "undone", "redone"} <= {act.what for act in table.acts}
    assert len(table.acts) == written(table.journal) - table.begun


def written(journal: Journal) -> int:
    """How many acts of the table stand in a journal, back and forth among them."""
    lines = (journal.folder / "journal.jsonl").read_text("utf-8").splitlines()
    return sum(json.loads(line)["kind"] in ("step", "move") for line in lines)
