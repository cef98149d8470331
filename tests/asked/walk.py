"""What a game asks and refuses, kept as a text to be read: NAME.txt beside this file.

It begins with the help on each verb. Then each verb is ordered without a further word in several moments of a fight,
and its questions are answered, rightly and wrongly. A line that stands above already is left out.

    > an order        ! why it is refused        = what is logged of it
    ? a question, and each thing that may be answered
    < an answer       < an answer that will not do :: why not
"""

from contextlib import suppress
from pathlib import Path
from random import Random

from referee.command_language.open_questions import asked
from referee.dialogue.run_lines import run_line
from referee.dialogue.topics import explained
from referee.dialogue.transcript import bare
from referee.engine.dice.chance import AppDice
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion, Choose, Pick
from referee.engine.questions.typed_questions import Amount, Confirm, Text
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.verbs.offered_verbs import all_verbs, system_verbs
from referee.engine.verbs.parameters import obstacle
from referee.engine.verbs.verb import Verb
from referee.rules import registry
from referee.text.quoting import quoted
from referee.words.log import log
from referee.words.log_line import told

FOLDER = Path(__file__).parent
NAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.orders")))
"""The kept dialogues: GAME for the verbs that only that game has, GAME_general for those that all games have."""
WRONG = ("", "zzz", "-", "-1", "0", "7 7 7 7", "9999999", "?")
"""Tried as answers of every question; each question refuses some of them."""
MOST_WAYS = 6
"""Maximum number of ways through the questions of a verb, in one moment."""
MOST_ANSWERS = 12
"""Maximum number of questions that are answered on one way."""
MOST_CHOICES = 8
"""Maximum number of options of a question that are tried."""


Way = tuple[str, ...]
"""Answers of the first questions of an order; those that follow get their first right answer."""


def golden(name: str) -> Path:
    """The file that holds what is asked and refused."""
    return FOLDER / f"{name}.txt"


def dialogue(name: str) -> str:
    """What is asked and refused on the walk whose moments `NAME.orders` leads to: a line `---` ends each."""
    rules = registry.load(name.removesuffix("_general"))
    own = {verb.name for verb in system_verbs(rules)}
    verbs = [verb for verb in all_verbs(rules).values() if (verb.name in own) != name.endswith("_general")]
    walk = _Walk(Session(rules, MemoryStepLog(bare(rules))))
    walk.lines += [f"  {line}".rstrip() for verb in verbs for line in explained(walk.session.situation, verb.name)]
    for part in (FOLDER / f"{name}.orders").read_text(encoding="utf-8").split("---\n"):
        lines = [line for line in part.splitlines() if line and not line.startswith("#")]
        for line in lines:
            run_line(walk.session, line)
        walk.lines += ["", f"# {'; '.join(lines) or 'An empty table'}"]
        for verb in verbs:
            walk.through(verb)
    return "\n".join([*walk.lines, ""])


class _Walk:
    """Orders verbs in a session and takes them back, and writes down what is said."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.lines: list[str] = []
        self._seen: set[str] = set()

    def through(self, verb: Verb) -> None:
        """Goes several ways through the questions of a verb: each right answer of a new question begins another."""
        ways: list[Way] = [()]
        for way in ways:  # which grows
            ways += self._go(verb, way)[: MOST_WAYS - len(ways)]

    def _go(self, verb: Verb, way: Way) -> list[Way]:
        """Goes one way, and takes it back; returns the ways that begin on it."""
        session, place, start = self.session, self.session.step_log.position, len(self.lines)
        session.app = AppDice(Random(f"{verb.name} {way}"))
        self.lines.append(f"> {verb.name}")
        if reason := obstacle(verb, session.situation):
            self._say("!", reason)
        given, ways = list[str](), list[Way]()
        try:
            run_line(session, verb.name)
            while session.questions and len(given) < MOST_ANSWERS:
                words = right_answers(session.questions[0])
                if self._ask() and len(given) >= len(way):
                    ways += [(*given, each) for each in words[1:MOST_CHOICES]]
                given.append((*way[len(given) :], *words)[0])
                self.lines.append(f"< {given[-1]}")
                run_line(session, f"< {given[-1]}")
        except Problem as problem:
            self._say("!", str(problem))
        for act in applied_commands(session.step_log, session.step_log.position):
            for line in log(act.before, act.entry, session.rules, full=True) if act.entry.seat >= place else ():
                self._say("=", told(line))
        session.rewind(place)
        if not any(line[0] in "!?=" or "::" in line for line in self.lines[start:]):
            del self.lines[start:]
        return ways

    def _ask(self) -> bool:
        """Writes down the open question, and how wrong answers are refused; False if it was asked before."""
        first, *rest = asked(self.session)
        cites = self.session.questions[0].cites
        new = self._say("?", first.removeprefix("? ") + (f" [{' '.join(cites)}]" if cites else ""))
        for line in rest:
            new = self._say("?", line.strip()) or new
        question, heard = self.session.questions[0], set[str]()
        bounds = (question.least - 1, question.most + 1) if isinstance(question, Amount) else ()
        for words in (*WRONG, *map(str, bounds)) if new else ():
            with suppress(Problem):
                self._refused(words, heard)
        return new

    def _refused(self, words: str, heard: set[str]) -> None:
        place = self.session.step_log.position
        try:
            run_line(self.session, f"< {words}")
        except Problem as problem:
            form = str(problem).replace(quoted(words), "...")
            if form not in heard and f"{words} {problem}" not in self._seen:
                self.lines.append(f"< {words} :: {problem}")
            heard.add(form)
            self._seen.add(f"{words} {problem}")
        else:
            self.session.rewind(place)

    def _say(self, mark: str, text: str) -> bool:
        """Writes down a line that is new; False if it is not."""
        line = f"{mark} {text}"
        if new := line not in self._seen:
            self._seen.add(line)
            self.lines.append(line)
        return new


def right_answers(question: AnyQuestion) -> list[str]:
    """Answers that a question takes, as they are typed; where dice are due the app rolls them."""
    match question:
        case Choose():
            return [option for option in question.options if option not in question.barred]
        case Pick():
            return [*question.among[:3], *(["-"] if question.least == 0 else [])]
        case Amount():
            return [str(question.least), str(min(question.most, question.least + 3)), str(question.most)]
        case Confirm():
            return ["y", "n"]
        case Text():
            return list(question.words) or ["4"]
    return ["roll"]
