"""A forecast's fight that keeps each of its acts, with all that was asked in it and what was answered."""

from random import Random

from msgspec import Struct

from referee.engine.questions.answer import Answer
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.resolve import CommandRun
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.forecast.fight import End, _Fight, start_of


class Act(Struct, frozen=True):
    """One command of a fight."""

    verb: str
    using: str
    """The thing that it was done with; empty without one."""
    who: str
    on: tuple[str, ...]
    asked: tuple[tuple[AnyQuestion, Answer], ...]
    before: Encounter
    after: Encounter


class _Kept(_Fight):
    """A fight that is played as a forecast plays it, and remembers each act."""

    def __init__(self, session: Session, seed: str) -> None:
        super().__init__(session.rules, start_of(session), {}, Random(seed))
        self.acts: list[Act] = []

    def ended(self, run: CommandRun) -> Encounter:
        after = super().ended(run)
        self.acts.append(_act(run, self.encounter))
        return after


def _act(run: CommandRun, before: Encounter) -> Act:
    params = run.params
    using = str(getattr(params.get("using"), "option", params.get("using", "")))
    who = params.one("who") if "who" in params else ""
    on = tuple(getattr(params.get("targets"), "tags", params.get("targets", ())))
    return Act(run.verb.name, using, who, on, tuple(run.given), before, run.ledger.encounter)


def acts_of(session: Session, seed: str) -> tuple[list[Act], End]:
    """The acts of one fight from where a session stands, and its end."""
    played = _Kept(session, seed)
    end = played.played()
    return played.acts, end
