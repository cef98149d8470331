"""Looking: words by which a table is asked how it stands, also while a question is open. They change nothing."""

import re
from collections.abc import Iterator

from referee.engine.applied_commands import applied_commands
from referee.engine.bearer import Tag
from referee.engine.board_reading import NO_BOARD
from referee.engine.chart import written
from referee.engine.encounter import Encounter
from referee.engine.number import read_number
from referee.engine.override_verbs import all_verbs
from referee.engine.question import Text
from referee.engine.ruleset import Ruleset
from referee.engine.session import Session
from referee.engine.step_log_queries import corrected_state_at, entry_start, settled_position
from referee.engine.tags import find
from referee.script.open_log import open_log
from referee.script.spoken import all_names, board_facts, figure_facts, order_facts, situation, standing
from referee.text import has_words
from referee.words.log import log
from referee.words.log_line import LogLine
from referee.words.name import in_order
from referee.words.upcoming import forecast

LOOKING = {
    "status": "how all figures stand: side, standing, values, conditions; `show` is the same",
    "who": "whose turn it is and who is next; of one figure all there is to it: who ulf",
    "order": "the order of turns, and who has had one; `turns` is the same",
    "turns": "the order of turns, and who has had one",
    "where": "who stands where on the board; where ulf: how far the others are; where map: the board as it is drawn",
    "log": "what happened last, the newest at the end: log 5",
    "rules": "the clauses with these words in them: rules strike back",
}
"""The words, and what each tells. One that a game has a command for is that command there."""
LATEST = 10
"""Commands that `log` tells of."""
MAP = "map"

_ASKED = re.compile(
    r"\s*((status|show|order|turns)|(who|where)(?:\s+\S.*)?|(log)(?:\s+[0-9]{1,6})?|(rules)(?:\s+\S.*)?)\s*",
    re.IGNORECASE | re.ASCII,
)


def words_to_look(rules: Ruleset) -> dict[str, str]:
    """The words for which this game has no command of its own, and what each tells; none says the same as another."""
    there = {word: what for word, what in LOOKING.items() if word not in all_verbs(rules)}
    return {word: what for word, what in there.items() if word != "turns" or "order" not in there}


def asks_to_look(session: Session, text: str) -> bool:
    """Is a bare line such a word, rather than a command of the game or an answer to the open question?"""
    found = _ASKED.fullmatch(text)
    if found is None or found[1].split()[0].lower() in all_verbs(session.rules):
        return False
    question = session.questions[0] if session.questions else None
    if question is None:
        return True
    bare = found[1].lower()
    offered = any(offer.word.lower().startswith(bare) for offer in question.offers(session.encounter))
    # Where anything may be said, several words are said.
    return not (offered or (isinstance(question, Text) and " " in bare))


def looked(session: Session, text: str) -> list[str]:
    """What such a word tells, line by line. NotUnderstood for a figure that nobody knows."""
    encounter, rules = session.encounter, session.rules
    word, *rest = text.split()
    match word.lower():
        case "who":
            return list(figure_facts(encounter, rules, _figure(encounter, rest)) if rest else _who(session))
        case "order" | "turns":
            return list(order_facts(encounter))
        case "where":
            return list(_where(encounter, rest))
        case "log":
            count = read_number(rest[0], "log", 1) if rest else LATEST
            return [told(line) for line in _latest(session, count)]
        case "rules":
            return _clauses(rules, [each.lower() for each in rest])
        case _:
            return [situation(encounter, rules), *standing(encounter)]


def _figure(encounter: Encounter, words: list[str]) -> Tag:
    return find(encounter, encounter.figures, " ".join(words))


def _where(encounter: Encounter, words: list[str]) -> Iterator[str]:
    board = encounter.board
    if board is None:
        yield NO_BOARD
    elif words == [MAP]:
        yield from written(board).splitlines()
    else:
        yield from board_facts(encounter, board, _figure(encounter, words) if words else None)


def told(line: LogLine) -> str:
    """A line of the log as it is printed, with its clauses and the mark of the referee's hand."""
    marks = " ".join([*line.cites, *(["by hand"] if line.hand else []), *(["hidden"] if line.hidden else [])])
    return line.text + (f"  [{marks}]" if marks else "")


def _who(session: Session) -> Iterator[str]:
    encounter, rules = session.encounter, session.rules
    yield f"Turn: {encounter.name(encounter.turn) if encounter.turn else 'nobody'}"
    coming = "" if session.questions else forecast(session).text
    after = rules.may_act(encounter, but=encounter.turn)
    if coming:
        yield coming
    elif after:
        yield f"next: {all_names(encounter, after)}"
    if encounter.order:
        yield "order: " + ", ".join(in_order(encounter))


def _latest(session: Session, count: int) -> Iterator[LogLine]:
    """The lines of the latest so many commands, those that are open among them."""
    step_log, open_ = session.step_log, session.open_commands
    start = settled_position(step_log, step_log.position)
    for _ in range(count - len(open_)):
        start = entry_start(step_log, start)
    before = corrected_state_at(step_log, start, step_log.position)
    for act in applied_commands(step_log, step_log.position, start, before):
        yield from log(act.before, act.entry, session.rules, act.still_secret)
    yield from open_log(session.resolved_commands, session.rules)


def _clauses(rules: Ruleset, words: list[str]) -> list[str]:
    if not words:
        return [f"{rules.title} has {len(rules.clauses())} clauses; say a word of those that are meant: rules attack."]
    found = [f"[{c.id}] {c.text}" for c in rules.clauses() if has_words(f"[{c.id}] {c.text}", words)]
    return found or [f"No clause of {rules.title} has {' '.join(words)[:40]!r} in it."]
