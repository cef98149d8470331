"""Pasted text: several orders at once, one on each line."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from referee.engine.problem import Problem, Refused
from referee.engine.questions.answer import Said
from referee.engine.questions.question import Text
from referee.engine.record.session import Session
from referee.engine.verbs.every_table import all_verbs
from referee.engine.verbs.verb import Situation
from referee.script.line import read_line, verb_word, without_remark, words_of

T = TypeVar("T")


def done_in_order(session: Session, text: str, take: Callable[[str], T]) -> Iterator[T]:
    """Gives `take` the orders of a text, a line each; yields what came of each as soon as it is done.

    Raises what `take` raises for a single line. Of several, Refused at the first that fails, saying which; what was
    done before it stays done.
    """
    lines = text.splitlines()
    if len(lines) < 2:
        yield take(text)
        return
    at = 0
    while at < len(lines):
        end = end_of_order(session, lines, at)
        if order := without_remark("\n".join(lines[at:end])):
            try:
                yield take(order)
            except Problem as problem:
                before = "; those before it are done" if at else ""
                raise Refused(f"Line {at + 1} of {len(lines)}{before}: {problem.located}") from problem
        at = end


def end_of_order(session: Session, lines: Sequence[str], at: int) -> int:
    """Where the order of that line ends: on the line, or before the next empty one where it goes on over several."""
    if not _reads_lines(session, lines[at]):
        return at + 1
    return next((n for n in range(at + 1, len(lines)) if not lines[n].strip() or lines[n][0] == "<"), len(lines))


def _reads_lines(session: Session, line: str) -> bool:
    """Does the order or the answer that a line begins go on over the following lines, as a drawn map does?

    One that is whole by itself, such as `map 20x15`, does not.
    """
    words = words_of(line)
    if not words:
        return False
    if words[0].text.startswith("<"):
        questions = [one for one in session.questions if isinstance(one, Text) and one.line_end != " "]
        return any(one.accepts(Said(text=line.strip()[1:].strip())) for one in questions)
    situation = Situation(session.rules, session.encounter)
    verb = None
    try:
        verb = all_verbs(situation.rules).get(verb_word(situation, words[0]))
        if verb is None or not any(param.lines for param in verb.params):
            return False
        read_line(situation, line)
    except Problem:
        return verb is not None
    return len(words) == 1
