"""Encounters of a size, made for measuring."""

import os
from pathlib import Path

from referee.dialogue.run_lines import run_line
from referee.engine.questions.answer import Answer, Chosen, Counted, Picked, Rolled, Said
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.verb import Command
from referee.rules import registry
from referee.store.journal import Journal
from referee.store.saves import Saves


def by_hand(encounter: Encounter, question: AnyQuestion) -> Answer | None:
    """All dice are thrown and all cards drawn at the table."""
    return None


FIFTH = {"fighter": 4, "cleric": 5, "goblin": 2, "ogre": 20}
"""Of how many figures of a crowd of the fifth edition one is of that kind."""


def crowd(folder: Path, name: str, figures: int, entries: int = 0, system: str = "black_keep") -> Session:
    """An open encounter with so many figures and, in The Black Keep, so many entries."""
    session = Session(registry.load(system), Saves(folder).create(name, system), by_hand)
    sync, os.fsync = os.fsync, lambda fd: None  # making the crowd is not what is measured
    try:
        gather(session, figures)
        for n in range(entries):
            one_action(session, n)
    finally:
        os.fsync = sync
    return session


def gather(session: Session, figures: int) -> None:
    """So many figures join; in The Black Keep half of them are paired in fights."""
    if session.rules.name == "fifth":
        for kind, one_in in FIFTH.items():
            for some in _at_most(50, figures // one_in):
                run_line(session, f"add {kind} x{some} initiative={10 + one_in}")  # else the app throws for it
        return
    half = figures // 2
    for kind, stem, count in (("player", "Warrior", half), ("minion", "Rat", figures - half)):
        for some in _at_most(50, count):
            said = Said(text=f"{stem} x{some} {'wounds=9 side=red' if kind == 'player' else 'wounds=9'}")
            session.command(Command(verb="add", given={"kind": Chosen(option=kind), "details": said}))
    for n in range(1, min(half, 10) + 1):
        pair = {"mover": Picked(tags=(f"w{n}",)), "target": Picked(tags=(f"r{n}",))}
        session.command(Command(verb="engage", given=pair))


def _at_most(most: int, count: int) -> list[int]:
    """A number in parts that are no larger than that."""
    return [most] * (count // most) + [count % most] * (count % most > 0)


def one_action(session: Session, n: int) -> None:
    """One thing that a referee does all evening: a figure loses a wound, or gets it back."""
    verb = "damage" if n % 2 else "heal"
    session.command(Command(verb=verb, given={"who": Picked(tags=("w2",)), "amount": Counted(n=1)}))


def die(face: int) -> Rolled:
    """One die of the table."""
    return Rolled.thrown([face])


def shut(session: Session) -> None:
    """Closes the encounter as the app does."""
    assert isinstance(session.step_log, Journal)
    session.step_log.close()
