"""Transcripts: a fight as a file of lines, with what must come of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from referee.engine.dice.chance import DICE, AppDice
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Roll
from referee.engine.problem import Problem, quoted
from referee.engine.record.history import MemoryStepLog
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.engine.verbs.verb import Command
from referee.script.check import Failed, Since, check, cited
from referee.script.dialogue import RecentLog
from referee.script.line import Answered, Order, read_line, without_remark
from referee.script.questions import shared_numbers
from referee.script.reading import words_of
from referee.script.run import question_number, run
from referee.words.log_line import LogLine

MOST_LINES = 20_000
"""Lines of a transcript."""


@dataclass(frozen=True)
class Failure:
    """Where a transcript went wrong, and why."""

    line: int
    reason: str


@dataclass
class Played:
    """What came of playing a transcript."""

    session: Session | None = None
    log: list[LogLine] = field(default_factory=list)
    """What happened, in few lines."""
    full_log: list[LogLine] = field(default_factory=list)
    """The same, event by event."""
    failures: list[Failure] = field(default_factory=list)
    cited: set[str] = field(default_factory=set)
    """The clauses that its checks make sure of."""
    checks: int = 0


def play(text: str, loader: Callable[[str], System]) -> Played:
    """Plays a transcript up to its end, or to the first line that fails."""
    player = _Player(loader)
    lines = text.removeprefix("\ufeff").splitlines()
    if len(lines) > MOST_LINES:
        player.played.failures.append(Failure(MOST_LINES, f"A transcript has at most {MOST_LINES:,} lines."))
        return player.played
    for number, line in enumerate(lines, 1):
        try:
            player.take(line)
        except Problem as problem:
            player.played.failures.append(Failure(number, problem.located))
            break
    if player.played.session is None and not player.played.failures:
        player.played.failures.append(Failure(1, "A transcript begins with its system: system black_keep."))
    return player.played


class _Player:
    """Plays one line after the other."""

    def __init__(self, loader: Callable[[str], System]) -> None:
        self.loader = loader
        self.played = Played()
        self.recent_log: RecentLog | None = None
        self.since = Since()

    def take(self, text: str) -> None:
        """One line. Failed, or the Problem of the order itself, if it is not as it should be."""
        text = without_remark(text).strip()
        if not text:
            return
        session = self.played.session
        if session is None:
            self.begin(text)
        elif text[0] == "=":
            self.played.cited |= set(check(session, text[1:], self.since))
            self.played.checks += 1
        elif text[0] == "!":
            self.played.cited |= set(refused(session, text[1:].strip()))
            self.played.checks += 1
        else:
            self.order(session, text)

    def begin(self, text: str) -> None:
        """The first line names the system; the table throws all dice unless another line says otherwise."""
        words = [word.text for word in words_of(text)]
        if len(words) != 2 or words[0].lower() != "system":
            raise Failed("A transcript begins with its system: system black_keep.")
        rules = self.loader(words[1])
        self.played.session = Session(rules, MemoryStepLog(bare(rules)), app=AppDice(Random(1)))
        self.recent_log = RecentLog(self.played.session)

    def order(self, session: Session, text: str) -> None:
        assert self.recent_log is not None
        position = session.step_log.position
        order = read_line(session.situation, text)
        whole(session, order)
        run(session, order)
        forward = isinstance(order, Command | Answered)
        if forward and session.step_log.position == position + 1 and session.step_log.position == len(session.step_log):
            news = self.recent_log.news()
            lines, full = news.lines(session), news.lines(session, full=True)
            self.since = Since(tuple(line.text for line in (*lines, *full)), news.cites, news.tests)
            self.played.log += lines
            self.played.full_log += full
        elif session.step_log.position != position:
            self.recent_log.skip()
            self.since = Since()


def bare(rules: System) -> Encounter:
    """An empty table at which all dice are the table's."""
    empty = Encounter(system=rules.name)
    situation = empty.groups[TABLE].model_copy(update={"traits": {DICE.name: "table"}})
    return empty.model_copy(update={"groups": {TABLE: situation}})


def whole(session: Session, order: Order) -> None:
    """Makes sure that the table throws all its dice: what the app filled in would come out otherwise next time."""
    if not isinstance(order, Answered) or DICE.of(session.encounter) == "app" or not order.words:
        return
    question = question_number(session, order.which)
    if shared_numbers(session.questions[order.which - 1 :], session.encounter, order.words):
        return
    if not isinstance(question, Roll | Numbers) or order.words.lower() == "roll":
        return
    if question.lacks(question.read(session.encounter, order.words)):
        raise Failed(f"{question.key}: more dice are needed than {quoted(order.words)}.")


def refused(session: Session, text: str) -> tuple[str, ...]:
    """Makes sure that a line is refused: `attack bob [T-3] :: part of what is said`. Failed if it is not."""
    claim, _, part = text.partition("::")
    line, clauses = cited(claim.strip())
    position = session.step_log.position
    try:
        run(session, read_line(session.situation, line))
    except Problem as problem:
        said = str(problem)
        if part.strip().lower() not in said.lower():
            raise Failed(f"The reason is different: {said}") from problem
        missing = [clause for clause in clauses if clause not in said]
        if missing:
            raise Failed(f"The refusal does not cite {', '.join(missing)}: {said}") from problem
        return clauses
    if session.step_log.position != position:
        session.rewind(position)
    raise Failed(f"{quoted(line, 80)} was not refused.")
