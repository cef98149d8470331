"""A session on a journal: a game played through with the program killed after every act goes as one that was not."""

import random

import pytest

from referee.engine.dice.chance import AppDice
from referee.engine.dice.roll_questions import Roll
from referee.engine.events.event import Joined
from referee.engine.questions.answer import Rolled
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.store.journal import Journal
from referee.store.saves import Saves
from tests.engine.toys.box import figure, keys, order, tags
from tests.engine.toys.fights import FIGHTS
from tests.store.acts import do


def on_the_table() -> tuple[Joined, ...]:
    """A player and two monsters, who take a good deal."""
    return tuple(
        Joined(bearer=figure(tag, side=side, wounds=9))
        for tag, side in (("ulf", "players"), ("rat", "monsters"), ("bat", "monsters"))
    )


def killed_and_resumed(saves: Saves, journal: Journal, chance: random.Random) -> Session:
    """The program is killed, and another one opens the encounter."""
    journal.file.close()
    assert journal._lock is not None
    journal._lock.release()
    return Session(FIGHTS, saves.open("duel"), app=AppDice(chance))


def act(session: Session, chance: random.Random) -> None:
    """Something the table might do now."""
    lot = chance.random()
    if lot < 0.15 and session.step_log.position > 1:
        session.undo(inside=lot < 0.07)
    elif lot < 0.3 and session.step_log.position < len(session.step_log):
        session.redo(inside=lot < 0.2)
    elif session.questions:
        question = session.questions[0]
        assert isinstance(question, Roll)
        session.answer(Rolled.thrown(*([chance.randint(1, 6)] * pool.count for pool in question.pools)))
    elif not session.encounter.groups_of("fight"):
        order(session, "engage", first=tags("ulf"), second=tags("rat"))
    elif session.encounter.turn is None:
        order(session, "next")
    elif session.encounter.turn in ("ulf", "rat"):
        order(session, "attack")
    else:
        order(session, "next")


@pytest.mark.one_in(6)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_killed_after_every_act_goes_as_one_that_was_not(saves: Saves, seed: int) -> None:
    journal, step_log = saves.create("Duel", FIGHTS.name), MemoryStepLog(Encounter(system=FIGHTS.name))
    for each in (journal, step_log):
        do(each, *on_the_table())
    session, other = (
        Session(FIGHTS, journal, app=AppDice(random.Random(seed))),
        Session(FIGHTS, step_log, app=AppDice(random.Random(seed))),
    )
    one, two, dice = random.Random(seed), random.Random(seed), random.Random(seed)
    for _ in range(60):
        act(session, one)
        act(other, two)
        assert isinstance(session.step_log, Journal) and session.step_log.trouble == ""
        session = killed_and_resumed(saves, session.step_log, dice)
        assert (session.encounter, keys(session)) == (other.encounter, keys(other))
        assert session.entries() == other.entries()
        assert session.undone() == other.undone()
    assert isinstance(session.step_log, Journal)
    session.step_log.close()
    assert saves.check("duel") == []
