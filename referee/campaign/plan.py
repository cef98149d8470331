"""Plans: encounters prepared as text, checked as they are read from a file or the library, then begun."""

import re
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from referee import games as systems
from referee.command_language.line import LibraryOrder, LoadParty, read_line, without_remark
from referee.command_language.questions import read_answer
from referee.command_language.reading import words_of
from referee.dialogue.run import end_of_order, run
from referee.engine.dice.chance import DICE, AppDice, Throw, thrown_by_app
from referee.engine.figures.library import EMPTY_LIBRARY, GameLibrary
from referee.engine.problem import Problem, Refused, on_topic
from referee.engine.questions.answer import Answer, Chosen, Drew, Numbered, Rolled, Thrower
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.history import MemoryStepLog, Step
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.library.own_library import OwnLibrary
from referee.store.file import read_named
from referee.store.journal import Journal
from referee.store.library import Library
from referee.store.library_record import PLANS, KeptPlan
from referee.store.problems import NoSuchSave
from referee.store.save_folder import proper_name
from referee.store.saves import Saves
from referee.text.harmless import clean
from referee.text.quoting import quoted, short
from referee.words.fight_summary import difficulty_lines

MOST_BYTES = 2_000_000
"""Bytes of a plan, those of its included files among them."""
MOST_LINES = 20_000
"""Lines of a plan, those of its included files among them."""
DEEPEST = 8
"""Files that may include one another."""
SYSTEM_LINE = "|"
"""How each line of a system file begins that stands in the plan itself."""

WRITTEN = "dice written"
"""The line of a plan from which on what the app would throw stands in the plan, too."""
_USUAL_DICE = Command(verb="dice", given={"mode": Chosen(option=DICE.choices[0])})
"""Said first, it says what holds anyway: it is no step of the encounter."""
_NAME = re.compile(r"[^\\/\x00-\x1f]{1,200}")


class RefusedLine(Refused):
    """A line of a plan that cannot be done; the sentence names its file and its number."""

    topic = "plans"


class PlanLine(Struct, frozen=True):
    """One line of a plan, and where it stands."""

    file: str
    number: int
    text: str

    def refused(self, problem: Problem) -> RefusedLine:
        """The problem, with the file and the line that it arose in."""
        return RefusedLine(f"{self.file}, line {self.number}: {problem.located}")


class Plan(Struct):
    """What a plan says: whose rules, and the lines of its orders, those of included files in their places."""

    system: str = ""
    """The word after `system`; empty if there is none."""
    system_file: bytes | None = None
    """The system file, where it stands in the plan itself."""
    folder: Path | None = None
    """Where it lies; None if it is no file."""
    is_kept: bool = False
    """It is one of the library, which may come from a stranger: its game is never a path."""
    lines: list[PlanLine] = field(default_factory=list)


def read_plan(path: Path) -> Plan:
    """The plan in that file. Refused, naming file and line, if it or an included file cannot be read."""
    return plan_in(_text(path), clean(path.name, 60), path.parent)


@on_topic("plans")
def plan_in(text: str, called: str, folder: Path | None = None) -> Plan:
    """The plan that a text holds. Refused as `read_plan`.

    called: what its lines are said to stand in; folder: where included files lie, None if none may be included.
    """
    reader = _Reader(folder)
    reader.take(text, called, ())
    return reader.plan


def kept_plan(record: KeptPlan) -> Plan:
    """The plan of the library that a record holds. Refused as `read_plan`."""
    return replace(plan_in(record.text, record.name), is_kept=True)


class _Reader:
    """Reads a plan and what it includes."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.plan = Plan(folder=folder)
        self.left = MOST_BYTES
        self.embedded: list[str] = []
        """The lines of the system file, where it stands in the plan itself."""
        self.begun = False
        """An order has been said."""

    def take(self, text: str, called: str, within: tuple[str, ...]) -> None:
        """The lines of one file; `within`: the files that include it."""
        self.left -= len(text.encode("utf-8", "surrogatepass"))
        if self.left < 0:
            raise Refused(f"{called}: a plan and the files it includes have at most {MOST_BYTES:,} bytes.")
        for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            line = PlanLine(called, number, raw.removesuffix("\r"))
            try:
                self._line(line, (*within, called))
            except RefusedLine:
                raise
            except Problem as problem:
                raise line.refused(problem) from problem
        if self.embedded and not within:
            self.plan.system_file = "\n".join(self.embedded).encode("utf-8", "surrogatepass")

    def _line(self, line: PlanLine, within: tuple[str, ...]) -> None:
        words = [word.text for word in words_of(without_remark(line.text))]
        first = words[0].lower() if words else ""
        if line.text.startswith(SYSTEM_LINE) and self.plan.system and not self.begun:
            self.embedded.append(line.text[2:] if line.text[1:2] == " " else line.text[1:])
        elif first == "include":
            self._include(words, within)
        elif first == "system":
            self._system(words)
        elif len(self.plan.lines) >= MOST_LINES:
            raise Refused(f"A plan has at most {MOST_LINES:,} lines.")
        else:
            self.begun = self.begun or bool(words)
            self.plan.lines.append(line)

    def _system(self, words: list[str]) -> None:
        if len(words) != 2:
            raise Refused("Which system? For example: system black_keep")
        if self.plan.system not in ("", words[1]):
            raise Refused(f"The system is already {short(self.plan.system)}, not {short(words[1])}.")
        self.plan.system = words[1]

    def _include(self, words: list[str], within: tuple[str, ...]) -> None:
        if len(words) != 2:
            raise Refused("Which file of this folder? For example: include heroes.txt")
        name = words[1]
        if self.folder is None:
            raise Refused("Only a plan in a file can include others.")
        if _NAME.fullmatch(name) is None or name in (".", ".."):
            raise Refused(f"Only files of the same folder can be included, not {quoted(clean(name))}.")
        if clean(name, 60) in within:
            raise Refused(f"{clean(name, 60)} includes itself.")
        if len(within) >= DEEPEST:
            raise Refused(f"Too many files include one another: {DEEPEST} at most.")
        path = (self.folder / name).resolve()
        if path.parent != self.folder.resolve():
            raise Refused(f"{clean(name, 60)} is outside the folder of the plan.")
        self.take(_text(path), clean(name, 60), within)


@on_topic("plans")
def _text(path: Path) -> str:
    """The text of a plain file. Damaged or Refused if there is none, or it cannot be read, or is too long."""
    called = clean(path.name, 60)
    try:
        return read_named(path, called, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{called} is not UTF-8 text.") from error


@on_topic("plans")
def plan_called(saves: "Saves", word: str, files: bool = True) -> Plan:
    """The plan in that file, else the one of the library that is called so or begins so. Refused if there is neither.

    files: False where no file may be read, only what is in the library.
    """
    path = _path(word)
    if files and path.is_file():
        return read_plan(path)
    library = Library(saves.folder)
    if not library.matching(PLANS, word):
        where = f"no file {short(clean(word), 80)}, and no plan" if files else "no plan"
        raise Refused(f"There is {where} of that name in the library.")
    kept = library.find(PLANS, word)
    return kept_plan(kept)


def usual_name(saves: "Saves", word: str) -> str:
    """What an encounter of that plan is called if nothing else is said: as the file or the plan, and as nothing yet."""
    path = _path(word)
    try:
        name = path.stem if path.is_file() else Library(saves.folder).find(PLANS, word).name
    except NoSuchSave:
        name = path.stem
    return saves.free_name(clean(name, 60) or "plan")


def _path(word: str) -> Path:
    try:
        return Path(word.strip()).expanduser()
    except RuntimeError:
        return Path(word.strip())


def begin(saves: "Saves", name: str, plan: Plan, word: str = "") -> "Journal":
    """A new encounter as the plan prepares it, open for play. Refused, with file and line, if any of it cannot be done;
    nothing is made then. NameTaken if there is an encounter of that name.

    word: the game that was said beside the plan; empty if none was.
    """
    proper_name(name)
    found, steps = prepared(saves, plan, word)
    return saves.create(name, found.rules.name, found.file, found.origin, steps)


def prepared(
    saves: "Saves", plan: Plan, word: str = "", then: Callable[[Session], object] = lambda session: None
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
    """The game of a plan; `word`: the one that was said besides. Refused if they are two, or none."""
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


def difficulty_of(library: Library | None, kept: object) -> list[str]:
    """How hard the encounter of a plan is for its heroes, in lines; nothing where its game knows nothing of that, where
    it cannot be begun as it is, and of what is no plan.
    """
    if library is None or not isinstance(kept, KeptPlan):
        return []
    try:
        plan = kept_plan(kept)
        rules = game_of(plan, kept.system).rules
        return difficulty_lines(rules, played(rules, plan, OwnLibrary(library.folder, rules.name)).encounter)
    except Problem:
        return []


class _Run:
    """A plan, and the line that it has come to."""

    def __init__(self, rules: System, plan: Plan, kept: GameLibrary) -> None:
        self.lines = plan.lines
        self.texts = [line.text for line in plan.lines]
        self.at = 0
        self.reading: PlanLine | None = None
        """The line that is read now."""
        self.written = False
        """What the app throws stands in the plan, too."""
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


def told_dice(rules: System, app: AppDice, told: Callable[[Encounter, AnyQuestion, Answer], Answer | None]) -> Throw:
    """The dice of the encounter's mode; what those of the app show is told from elsewhere.

    told: gives that, from what the app throws now; None leaves the question to the table.
    """

    def throw(encounter: Encounter, question: AnyQuestion) -> Answer | None:
        thrown = thrown_by_app(rules, app, encounter, question)
        return None if thrown is None else told(encounter, question, thrown)

    return throw


def thrown_by(answer: Answer, by: Thrower) -> Answer:
    """The answer as if the app or the table had thrown or drawn all of it."""
    match answer:
        case Rolled():
            return replace(answer, by=tuple((by,) * len(pool) for pool in answer.faces))
        case Numbered():
            numbers = tuple(replace(each, by=by) for each in answer.numbers)
            return replace(answer, numbers=numbers)
        case Drew():
            return replace(answer, by=by)
        case _:
            return answer
