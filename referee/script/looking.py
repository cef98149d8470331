"""Looking: words by which a table is asked how it stands, also while a question is open. They change nothing."""

import re
from collections.abc import Iterator

from referee.engine.applied_commands import applied_commands
from referee.engine.bearer import TABLE, Figure
from referee.engine.board_reading import NO_BOARD
from referee.engine.chart import written
from referee.engine.encounter import Encounter
from referee.engine.kinds import AWAY
from referee.engine.number import read_number
from referee.engine.override_verbs import all_verbs
from referee.engine.question import Text
from referee.engine.ruleset import Ruleset
from referee.engine.session import Session
from referee.engine.step_log_queries import corrected_state_at, entry_start, settled_position
from referee.script.open_log import open_log
from referee.words.condition import ailments
from referee.words.log import log
from referee.words.log_line import LogLine
from referee.words.name import in_order, plain
from referee.words.upcoming import forecast
from referee.words.value import number

LOOKING = {
    "status": "how all figures stand: side, standing, values, conditions; `show` is the same",
    "who": "whose turn it is, who is next, and the order",
    "where": "the board, and who stands where",
    "log": "what happened last, the newest at the end: log 5",
    "rules": "the clauses with these words in them: rules strike back",
}
"""The words, and what each tells."""
LATEST = 10
"""Commands that `log` tells of."""

_ASKED = re.compile(r"\s*(status|show|who|where|log(?:\s+[0-9]{1,6})?|rules(?:\s+\S.*)?)\s*", re.IGNORECASE | re.ASCII)


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
    """What such a word tells, line by line."""
    word, *rest = text.split()
    match word.lower():
        case "who":
            return list(_who(session))
        case "where":
            board = session.encounter.board
            return [NO_BOARD] if board is None else written(board).splitlines()
        case "log":
            count = read_number(rest[0], "log", 1) if rest else LATEST
            return [told(line) for line in _latest(session, count)]
        case "rules":
            return _clauses(session.rules, [each.lower() for each in rest])
        case _:
            return list(_status(session.encounter, session.rules))


def told(line: LogLine) -> str:
    """A line of the log as it is printed, with its clauses and the mark of the referee's hand."""
    marks = " ".join([*line.cites, *(["by hand"] if line.hand else []), *(["hidden"] if line.hidden else [])])
    return line.text + (f"  [{marks}]" if marks else "")


def _status(encounter: Encounter, rules: Ruleset) -> Iterator[str]:
    situation = encounter.groups[TABLE]
    tracks = [f"{plain(name)} {number(track)}" for name, track in situation.tracks.items()]
    if tracks or situation.conditions:
        yield ", ".join([*tracks, *ailments(encounter, situation)])
    for group in encounter.groups.values():
        if group.open and group.members:
            yield f"{group.name}: {', '.join(map(encounter.name, group.members))}"
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    if not here:
        yield "Nobody is on the table."
    for figure in here:
        yield _figure(encounter, figure)


def _figure(encounter: Encounter, figure: Figure) -> str:
    """One figure: who it is, how it stands, what its tracks have come to, and what lies on it."""
    side = f", {figure.side}" if figure.side != figure.tag else ""
    tracks = [f"{plain(name)} {number(track)}" for name, track in figure.tracks.items()]
    concealed = ["hidden from the players"] if figure.hidden else []
    parts = [figure.standing, *concealed, *tracks, *ailments(encounter, figure)]
    return f"{figure.name} ({figure.tag}{side}): {', '.join(parts)}"


def _who(session: Session) -> Iterator[str]:
    encounter, rules = session.encounter, session.rules
    yield f"Turn: {encounter.name(encounter.turn) if encounter.turn else 'nobody'}"
    coming = "" if session.questions else forecast(session).text
    after = rules.may_act(encounter, but=encounter.turn)
    if coming:
        yield coming
    elif after:
        yield f"next: {', '.join(map(encounter.name, after))}"
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
    found = [f"[{c.id}] {c.text}" for c in rules.clauses() if all(w in f"[{c.id}] {c.text}".lower() for w in words)]
    return found or [f"No clause of {rules.title} has {' '.join(words)[:40]!r} in it."]
