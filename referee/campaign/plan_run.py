"""Run of a plan: its lines are played, which makes the encounter."""

from collections.abc import Callable

from msgspec.structs import replace

from referee import games as systems
from referee.campaign.plan import WRITTEN, Plan, PlanLine
from referee.campaign.told_dice import thrown_by, told_dice
from referee.command_language.line import read_line, without_remark
from referee.command_language.orders import LibraryOrder, LoadParty
from referee.command_language.typed_answers import read_answer
from referee.dialogue.run_lines import end_of_order, run
from referee.engine.dice.chance import DICE, AppDice
from referee.engine.figures.library import EMPTY_LIBRARY, GameLibrary
from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Answer, Chosen
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.recorded_steps import Step
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.library.own_library import OwnLibrary
from referee.store.journal import Journal
from referee.store.save_names import proper_name
from referee.store.saves import Saves

_USUAL_DICE = Command(verb="dice", given={"mode": Chosen(option=DICE.choices[0])})
"""Said first, it says what holds anyway: it is no step of the encounter."""


def begin(saves: Saves, name: str, plan: Plan, word: str = "") -> Journal:
    """A new encounter as the plan prepares it, open for play. Refused, with file and line, if any of it cannot be done;
    nothing is made then. NameTaken if there is an encounter of that name.

    word: the game that was said beside the plan; empty if none was.
    """
    proper_name(name)
    found, steps = prepared(saves, plan, word)
    return saves.create(name, found.rules.name, found.file, found.origin, steps)


def prepared(
    saves: Saves, plan: Plan, word: str = "", then: Callable[[Session], object] = lambda session: None
) -> tuple[systems.Found, list[Step]]:
    """The game of a plan, and the steps of an encounter as it prepares that. Refused as `begin`.

    A plan that does not say who rolls the dice leaves it to the settings. then: what is done last.
    """
    found = game_of(plan, word)
    if (mode := systems.kept_dice()) and not any(_says_dice(line.text) for line in plan.lines):
        plan = replace(plan, lines=[PlanLine("the settings", 1, f"dice {mode}"), *plan.lines])
    session = played(found.rules, plan, kept=OwnLibrary(saves.folder, found.rules.name))
    then(session)
    log = session.step_log
    return found, [log.step(n) for n in range(log.position)]


def _says_dice(text: str) -> bool:
    """Does a line say who rolls the dice?"""
    return text.split()[:1] == ["dice"] and text.split() != WRITTEN.split()


def game_of(plan: Plan, word: str) -> systems.Found:
    """The game of a plan, or the one typed beside it, `word`. Refused if the two differ, or if there is none."""
    if plan.system and word and plan.system != word:
        raise Refused(f"The plan is for {plan.system}, not for {word}.")
    if not (plan.system or word):
        raise Refused("The plan does not name its system. Its first line should be, for example: system black_keep")
    if plan.system_file is not None:
        return systems.Found(systems.rules_in(plan.system_file, "the system in the plan"), plan.system_file)
    named = plan.system or word
    return systems.named(named) if plan.is_kept else systems.find(named, plan.folder)


def played(rules: System, plan: Plan, kept: GameLibrary = EMPTY_LIBRARY) -> Session:
    """The session after all that the plan says, in memory. Refused, with file and line, if any of it cannot be done.

    kept: what its orders may take from the library.
    """
    run = _Run(rules, plan, kept)
    while run.at < len(run.lines):
        run.order()
    return run.session


class _Run:
    """A plan, and the line that it has come to."""

    def __init__(self, rules: System, plan: Plan, kept: GameLibrary) -> None:
        self.lines = plan.lines
        self.texts = [line.text for line in plan.lines]
        self.at = 0
        self.reading: PlanLine | None = None
        """The line that is read now."""
        self.written = False
        """The dice that the app would throw are in the plan from here on."""
        self.app = AppDice()
        dice = told_dice(rules, self.app, self._told)
        self.session = Session(rules, MemoryStepLog(Encounter(system=rules.name)), dice, self.app, kept)

    def order(self) -> None:
        """Does the order of the line, which may go on over several lines."""
        first = self.reading = self.lines[self.at]
        try:
            end = end_of_order(self.session, self.texts, self.at)
            text = without_remark("\n".join(self.texts[self.at : end])).strip()
            self.at = end
            if text.lower() == WRITTEN:
                self.written = True
            elif text:
                self._do(text)
        except Problem as problem:
            raise (self.reading or first).refused(problem) from problem

    def _do(self, text: str) -> None:
        order = read_line(self.session.situation, text)
        if isinstance(order, LibraryOrder) and not isinstance(order, LoadParty):
            raise Refused("A plan cannot put anything into the library.")
        if self.session.step_log.position or order != _USUAL_DICE:
            run(self.session, order)

    def _told(self, encounter: Encounter, question: AnyQuestion, thrown: Answer) -> Answer:
        """What the plan says that the app threw, once it says so."""
        words = self._next_answer() if self.written else None
        told = None if words is None else read_answer(question, encounter, words)
        return thrown if told is None else thrown_by(self.app.finished(question, told), "app")

    def _next_answer(self) -> str | None:
        """What the next line answers, which is passed over then; None if it is no answer."""
        at = self.at
        while at < len(self.lines) and not without_remark(self.lines[at].text).strip():
            at += 1
        text = without_remark(self.lines[at].text).strip() if at < len(self.lines) else ""
        if not text.startswith("<"):
            return None
        self.reading, self.at = self.lines[at], at + 1
        return text[1:].strip()
