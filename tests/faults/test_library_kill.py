"""A program that changes the library is killed at any moment: what was acknowledged is there, and the change under way
wholly or not at all, also while another program writes."""

import os
import random
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.store.library import Duplicates, Library
from referee.store.library_record import KeptFigure
from referee.store.library_tables import FIGURES

ROUNDS = int(os.environ.get("REFEREE_LIBRARY_KILLS", "15"))
_LONGEST = 0.03
"""Seconds a writer lives at most."""
_FRESH = 25
"""Kills after which a new library begins, so that the check stays quick."""
NAMES = 9
Model = dict[str, str]
"""The words of each figure, by its name."""


def figure(who: str, n: int) -> KeptFigure:
    return KeptFigure(name=f"{who}{n % NAMES}", system="plain", words=f"foe hp={n}", note=f"{n} " * (n * 97 % 400))


def change(library: Library, who: str, n: int) -> None:
    """The change number n of a writer: a figure is put in or replaced, is taken out, or comes back."""
    new = figure(who, n)
    if n % 5 == 3:
        library.remove(FIGURES, library.matching(FIGURES, figure(who, n - 1).name))
    elif n % 5 == 4:
        library.restore(FIGURES, figure(who, n - 2).name)
    else:
        library.add(FIGURES, [new], Duplicates.REPLACE)


def modelled(model: Model, who: str, n: int) -> Model:
    """What is there after that change."""
    if n % 5 == 3:
        gone = figure(who, n - 1).name
        return {name: words for name, words in model.items() if name != gone}
    if n % 5 == 4:
        back = figure(who, n - 2)
        return {**model, back.name: back.words}
    return {**model, figure(who, n).name: figure(who, n).words}


def write_until_killed(folder: Path, who: str, start: int, acknowledge: int) -> None:
    library, n = Library(folder), start
    while True:
        change(library, who, n)
        os.write(acknowledge, b".")
        n += 1


class Writer:
    """A program that changes the library until it is killed."""

    def __init__(self, folder: Path, who: str, start: int) -> None:
        self.reader, writer = os.pipe()
        self.child = os.fork()
        if self.child == 0:
            try:
                write_until_killed(folder, who, start, writer)
            finally:
                os._exit(1)
        os.close(writer)
        self.done = len(os.read(self.reader, 1))

    def kill(self) -> int:
        """How many changes it has acknowledged."""
        os.kill(self.child, signal.SIGKILL)
        while part := os.read(self.reader, 65536):
            self.done += len(part)
        os.close(self.reader)
        assert os.waitstatus_to_exitcode(os.waitpid(self.child, 0)[1]) == -signal.SIGKILL, "it ended by itself"
        return self.done


def held(folder: Path, who: str) -> Model:
    return {each.name: each.words for each in Library(folder).all(FIGURES) if each.name.startswith(who)}


@pytest.mark.one_in(6)
def test_nothing_acknowledged_is_lost(tmp_path: Path, record_property: Callable[[str, object], None]) -> None:
    chance = random.Random(7)
    folder, models, changes = tmp_path, dict[str, Model](), dict[str, int]()
    for round_ in range(ROUNDS):
        if round_ % _FRESH == 0:
            folder = tmp_path / str(round_)
            models, changes = {"a": {}, "b": {}}, {"a": 0, "b": 0}
        writers = {who: Writer(folder, who, changes[who]) for who in ("a", "b")[: 1 + round_ % 2]}
        time.sleep(chance.uniform(0, _LONGEST))
        for who, writer in writers.items():
            for _ in range(writer.kill()):
                models[who] = modelled(models[who], who, changes[who])
                changes[who] += 1
        for who in models:
            if held(folder, who) != models[who]:
                models[who] = modelled(models[who], who, changes[who])
                changes[who] += 1
                assert held(folder, who) == models[who], (
                    f"round {round_}: neither before nor after the change under way"
                )
    record_property("done", ROUNDS)
