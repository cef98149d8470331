"""Encounters of a size, made for measuring."""

import os
from pathlib import Path

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


def crowd(folder: Path, name: str, figures: int, entries: int = 0) -> Session:
    """An open encounter of The Black Keep with so many figures, half of them paired in fights, and so many entries."""
    session = Session(registry.load("black_keep"), Saves(folder).create(name, "black_keep"), by_hand)
    sync, os.fsync = os.fsync, lambda fd: None  # making the crowd is not what is measured
    try:
        gather(session, figures)
        for n in range(entries):
            one_action(session, n)
    finally:
        os.fsync = sync
    return session


def gather(session: Session, figures: int) -> None:
    """So many figures join, half of them paired in fights."""
    half = figures // 2
    for kind, stem, count in (("player", "Warrior", half), ("minion", "Rat", figures - half)):
        while count:
            some = min(50, count)
            said = Said(text=f"{stem} x{some} {'wounds=9 side=red' if kind == 'player' else 'wounds=9'}")
            session.command(Command(verb="add", given={"kind": Chosen(option=kind), "details": said}))
            count -= some
    for n in range(1, min(half, 10) + 1):
        pair = {"mover": Picked(tags=(f"w{n}",)), "target": Picked(tags=(f"r{n}",))}
        session.command(Command(verb="engage", given=pair))


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
