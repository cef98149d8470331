"""Somebody who keeps encounters, deed by deed, and what must be kept of them whatever befalls the program meanwhile."""

from collections.abc import Callable
from random import Random
from typing import TypeVar

from referee.engine.record.past_states import settled_state_at
from referee.engine.record.step_log import MemoryStepLog, StepLog
from referee.engine.state.encounter import Encounter
from referee.store.journal import Journal
from referee.store.save_problems import NotYetSafe
from referee.store.saves import Saves
from tests.store.acts import SYSTEM, act, closed, corrected, hurt, joined, opened, play, said

Made = TypeVar("Made")
Shelf = dict[str, int]
"""How many deeds were done in each encounter, by its name; SOME if it was told that not all of them are there."""
SOME = -1


def deed(step_log: StepLog, n: int) -> None:
    """The deed number n: the same on every step log, some longer than the one before and some shorter."""
    back = 1 + n % 3
    if n == 0:
        play(step_log, act(step_log, *joined("ulf", "rat")))
    elif step_log.depth(step_log.position):
        play(step_log, closed(hurt("ulf", n % 7 - 3), said(n * 37 % 5000)))
    elif n % 11 == 10 and step_log.position > back:
        step_log.move(step_log.position - back)
    elif n % 13 == 12:
        play(step_log, opened(step_log))
    elif n % 29 == 28:
        play(step_log, corrected(1, hurt("rat", -(n % 5)), said(n * 53 % 900)))
    else:
        play(step_log, act(step_log, hurt("rat", n % 5 - 2), said(n * 101 % 3000)))


def in_memory(deeds: int) -> MemoryStepLog:
    """A step log with the first so many deeds."""
    step_log = MemoryStepLog(Encounter(system=SYSTEM))
    for n in range(deeds):
        deed(step_log, n)
    return step_log


def same(one: StepLog, other: StepLog) -> bool:
    """Do both hold the same, every step of it?"""
    return (
        (len(one), one.position) == (len(other), other.position)
        and all(one.step(n) == other.step(n) for n in range(len(other)))
        and settled_state_at(one, one.position) == settled_state_at(other, other.position)
    )


def holds(saves: Saves, shelf: Shelf) -> bool:
    """Are these encounters there and no others, sound, each with its deeds? Each is opened for play to see it."""
    if {save.name: save.trouble for save in saves.all()} != dict.fromkeys(shelf, ""):
        return False
    return all(_holds(saves, name, deeds) for name, deeds in shelf.items())


def _holds(saves: Saves, name: str, deeds: int) -> bool:
    journal = saves.open(name)
    try:
        if journal.read_only or (deeds != SOME and not same(journal, in_memory(deeds))):
            return False
    finally:
        journal.close()
    return saves.check(name) == []


class Keeper:
    """Keeps encounters in a folder of saves."""

    def __init__(self, saves: Saves) -> None:
        self.saves = saves
        self.shelf: Shelf = {}
        """What is there for certain."""
        self.trash: Shelf = {}
        self.under_way: Shelf = {}
        """What is there if the deed under way comes through."""
        self._journal: Journal | None = None
        self._played = ""
        self.names = 0
        """Names that were given."""

    @property
    def plays(self) -> bool:
        """Is an encounter open?"""
        return self._journal is not None

    def anything(self, chance: Random) -> None:
        """One more deed, drawn by lot."""
        if self._journal is not None:
            chance.choice([self.act, self.act, self.act, self.act, self.settle, self.close])()
        elif not self.shelf:
            chance.choice([self.create, self.restore] if self.trash else [self.create])()
        else:
            name = chance.choice(sorted(self.shelf))
            deeds: list[Callable[[], None]] = [self.create, *[lambda: self.open(name)] * 3]
            deeds += [lambda: self.copy(name), lambda: self.rename(name), lambda: self.remove(name)]
            chance.choice([*deeds, self.restore] if self.trash else deeds)()

    def create(self) -> None:
        name = self._new()
        self._journal = self._done(lambda: self.saves.create(name, SYSTEM), {**self.shelf, name: 0})
        self._play(name)

    def open(self, name: str) -> None:
        self._journal = self.saves.open(name)
        self._play(name)

    def _play(self, name: str) -> None:
        """Half of them as on the screen: something else goes on while the disk is at it."""
        assert self._journal is not None
        self._journal.in_background, self._played = self.names % 2 == 0, name

    def act(self) -> None:
        """The next deed in the encounter that is open."""
        journal, name = self._journal, self._played
        assert journal is not None
        n = self.shelf[name]

        def safely() -> None:
            deed(journal, n)
            journal.finish()

        self._done(safely, {**self.shelf, name: n + 1})

    def settle(self) -> None:
        assert self._journal is not None
        self._journal.settle()

    def close(self) -> None:
        assert self._journal is not None
        journal, self._journal = self._journal, None
        journal.close()

    def copy(self, name: str) -> None:
        new = self._new()
        if self._done(lambda: self.saves.copy(name, new), {**self.shelf, new: self.shelf[name]}):
            self.shelf[new] = SOME

    def rename(self, name: str) -> None:
        new = self._new()
        self._done(lambda: self.saves.rename(name, new), {**self._without(name), new: self.shelf[name]})

    def remove(self, name: str) -> None:
        gone = {**self.trash, name: self.shelf[name]}
        self._done(lambda: self.saves.remove(name), self._without(name), gone)

    def restore(self) -> None:
        name = max(self.trash)
        left = {each: deeds for each, deeds in self.trash.items() if each != name}
        self._done(lambda: self.saves.restore(name), {**self.shelf, name: self.trash[name]}, left)

    def _done(self, does: Callable[[], Made], then: Shelf, trash: Shelf | None = None) -> Made:
        """Does it. What it leaves on the shelf and in the trash is there, unless it was refused.

        NotYetSafe is no refusal: it is done, and while the power stays on nothing undoes it.
        """
        self.under_way = then
        after = then, self.trash if trash is None else trash
        try:
            came = does()
        except NotYetSafe:
            self.shelf, self.trash = after
            raise
        self.shelf, self.trash = after
        return came

    def _without(self, name: str) -> Shelf:
        return {each: deeds for each, deeds in self.shelf.items() if each != name}

    def _new(self) -> str:
        self.names += 1
        return f"Fight {self.names}"
