"""Running a plan: all its orders in memory first, so that an encounter is made whole or not at all."""

from typing import TYPE_CHECKING

from referee.engine.dice.chance import AppDice, DiceSource, source_for
from referee.engine.dice.roll_questions import Draw, Numbers, Roll
from referee.engine.figures.kept import NOTHING, Kept
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer, Drew, Numbered, Rolled
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.script import systems
from referee.script.line import read_line, without_remark
from referee.script.order import Keep, KeepCondition, SaveParty
from referee.script.own_library import OwnLibrary
from referee.script.pasted import end_of_order
from referee.script.plan_file import Plan, PlanLine
from referee.script.questions import read_answer
from referee.script.run import run
from referee.store.save_folder import proper_name

if TYPE_CHECKING:
    from referee.store.journal import Journal
    from referee.store.saves import Saves

WRITTEN = "dice written"
"""The line of a plan from which on what the app would throw stands in the plan, too."""


def begin(saves: "Saves", name: str, plan: Plan, word: str = "") -> "Journal":
    """A new encounter as the plan prepares it, open for play. Refused, with file and line, if any of it cannot be done;
    nothing is made then. NameTaken if there is an encounter of that name.

    word: the game that was said beside the plan; empty if none was.
    """
    proper_name(name)
    found = _found(plan, word)
    log = played(found.rules, plan, kept=OwnLibrary(saves.folder, found.rules.name)).step_log
    steps = [log.step(n) for n in range(log.position)]
    return saves.create(name, found.rules.name, found.file, found.origin, steps)


def _found(plan: Plan, word: str) -> systems.Found:
    """The game of a plan."""
    if plan.system and word and plan.system != word:
        raise Refused(f"The plan is for {plan.system}, not for {word}.")
    if not (plan.system or word):
        raise Refused("The plan does not say its system; its first line is such as: system black_keep.")
    if plan.system_file is not None:
        return systems.Found(systems.rules_in(plan.system_file, "the system in the plan"), plan.system_file)
    return systems.find(plan.system or word, plan.folder)


def played(rules: System, plan: Plan, kept: Kept = NOTHING) -> Session:
    """The session after all that the plan says, in memory. Refused, with file and line, if any of it cannot be done.

    kept: what its orders may take from the library.
    """
    run = _Run(rules, plan, kept)
    while run.at < len(run.lines):
        run.order()
    return run.session


class _Run:
    """A plan, and the line that it has come to."""

    def __init__(self, rules: System, plan: Plan, kept: Kept) -> None:
        app = AppDice()
        self.lines = plan.lines
        self.texts = [line.text for line in plan.lines]
        self.at = 0
        self.reading: PlanLine | None = None
        """The line that is read now."""
        self.dice = _WrittenDice(rules, app, self)
        self.session = Session(rules, MemoryStepLog(Encounter(system=rules.name)), self.dice, app, kept)

    def order(self) -> None:
        """Does the order of the line, which may go on over several lines."""
        first = self.reading = self.lines[self.at]
        try:
            end = end_of_order(self.session, self.texts, self.at)
            text = without_remark("\n".join(self.texts[self.at : end])).strip()
            self.at = end
            if text.lower() == WRITTEN:
                self.dice.written = True
            elif text:
                self._do(text)
        except Problem as problem:
            raise (self.reading or first).refused(problem) from problem

    def _do(self, text: str) -> None:
        order = read_line(self.session.situation, text)
        if isinstance(order, Keep | KeepCondition | SaveParty):
            raise Refused("A plan takes from the library, and puts nothing into it.")
        run(self.session, order)

    def next_answer(self) -> str | None:
        """What the next line answers, which is passed over then; None if it is no answer."""
        at = self.at
        while at < len(self.lines) and not without_remark(self.lines[at].text).strip():
            at += 1
        text = without_remark(self.lines[at].text).strip() if at < len(self.lines) else ""
        if not text.startswith("<"):
            return None
        self.reading, self.at = self.lines[at], at + 1
        return text[1:].strip()


class _WrittenDice:
    """The dice of the encounter's mode; those of the app fall as the plan says, once it says so."""

    def __init__(self, rules: System, app: AppDice, run: _Run) -> None:
        self.rules, self.app, self.run = rules, app, run
        self.written = False

    def roll(self, encounter: Encounter, roll: Roll) -> Rolled | None:
        thrown = self._source(encounter).roll(encounter, roll)
        told = self._told(encounter, roll) if thrown is not None else None
        if not isinstance(told, Rolled):
            return thrown
        return told.model_copy(update={"by": tuple(("app",) * len(pool) for pool in told.faces)})

    def numbers(self, encounter: Encounter, numbers: Numbers) -> Numbered | None:
        thrown = self._source(encounter).numbers(encounter, numbers)
        told = self._told(encounter, numbers) if thrown is not None else None
        if not isinstance(told, Numbered):
            return thrown
        return Numbered(numbers=tuple(each.model_copy(update={"by": "app"}) for each in told.numbers))

    def draw(self, encounter: Encounter, draw: Draw) -> Drew | None:
        drawn = self._source(encounter).draw(encounter, draw)
        told = self._told(encounter, draw) if drawn is not None else None
        return told.model_copy(update={"by": "app"}) if isinstance(told, Drew) else drawn

    def _source(self, encounter: Encounter) -> DiceSource:
        return source_for(self.rules, encounter, self.app)

    def _told(self, encounter: Encounter, question: AnyQuestion) -> Answer | None:
        """What the plan says that it was; None if nothing."""
        words = self.run.next_answer() if self.written else None
        told = None if words is None else read_answer(question, encounter, words)
        return None if told is None else self.app.finished(question, told)
