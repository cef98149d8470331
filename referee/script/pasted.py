"""Pasted text: several orders at once, one on each line."""

from collections.abc import Callable, Iterator
from typing import TypeVar

from referee.engine.override_verbs import all_verbs
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.engine.question import Text
from referee.engine.session import Session
from referee.engine.verb import Situation
from referee.script.line import verb_word, without_remark, words_of

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
        end = _end_of_order(session, lines, at)
        if order := without_remark("\n".join(lines[at:end])):
            try:
                yield take(order)
            except Problem as problem:
                before = "; those before it are done" if at else ""
                raise Refused(f"Line {at + 1} of {len(lines)}{before}: {problem.located}") from problem
        at = end


def _end_of_order(session: Session, lines: list[str], at: int) -> int:
    """Where the order of that line ends: on the line, or before the next empty one where it reads several."""
    if not _reads_lines(session, lines[at]):
        return at + 1
    return next((n for n in range(at, len(lines)) if not lines[n].strip()), len(lines))


def _reads_lines(session: Session, line: str) -> bool:
    """Does the order or the answer that a line begins go on over the following lines, as a drawn map does?"""
    words = words_of(line)
    if not words:
        return False
    if words[0].text.startswith("<"):
        return any(isinstance(question, Text) and question.line_end != " " for question in session.questions)
    situation = Situation(session.rules, session.encounter)
    try:
        verb = all_verbs(situation.rules).get(verb_word(situation, words[0]))
    except NotUnderstood:
        return False
    return verb is not None and any(param.lines for param in verb.params)
