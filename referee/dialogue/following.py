"""Following an encounter that another program plays: act by act of its journal, or as the players may know it."""

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from referee.command_language.question_data import QuestionData, question_data
from referee.dialogue.as_seen import UNREADABLE, rules_of
from referee.dialogue.dialogue import RecentLog
from referee.engine.record.amend import settled_command_at
from referee.engine.record.applied_commands import applied_commands
from referee.engine.record.execution import Asked
from referee.engine.record.recorded_steps import Amended, Entry, Opened, Reply, Step
from referee.engine.record.session import Session
from referee.engine.record.step_positions import redo_position, undo_position
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.games import rules_for
from referee.store.journal import Journal
from referee.store.journal_line import Line
from referee.store.saves import Saves
from referee.words.correction import corrected, effects
from referee.words.log import chooser, log, named, open_log, recalled, undone_command
from referee.words.log_line import LogLine, fields, told
from referee.words.public_view import PublicView, public_view
from referee.words.state_diff import UNCHANGED, comparison

What = Literal["opened", "done", "undone", "redone", "rewound", "amended", "named", "anew", "told"]


class Act(Struct, frozen=True):
    """One act of the table, and how it stands after it."""

    what: What
    """What was done: `opened` in the first line; `done`: an order or an answer; `named`: another name was given;
    `anew`: the journal was replaced; `told`: there is only a sentence."""
    position: int
    """How many acts are in force now."""
    name: str
    """What the encounter is called."""
    text: str
    """What was done, in words."""
    round: int
    """The round; 0 before the first."""
    phase: str
    """The phase of the round; empty: none."""
    turn: Tag | None
    """Whose turn it is; None: nobody's."""
    lines: tuple[LogLine, ...] = ()
    """What came of it, event by event; nothing for `opened`."""
    brief: list[str] = field(default_factory=list)
    """The same as the log tells it."""
    questions: list[QuestionData] = field(default_factory=list)
    """What is asked now."""

    def data(self) -> dict[str, object]:
        """The act for other programs."""
        return {**asdict(self), "lines": [fields(line) for line in self.lines]}


class _Stood(Struct, frozen=True):
    """The state of the table before an act."""

    encounter: Encounter
    latest: tuple[int, str]
    """Where undo leads from there, and what it takes back, in words."""
    undone: frozenset[int]
    """Where undo leads, of a whole entry or of its last answer."""
    redone: frozenset[int]
    """Where redo leads."""


class Following:
    """Follows a journal that is open for reading only."""

    def __init__(self, journal: Journal, rules: System) -> None:
        self.journal = journal
        self._rules = rules
        self.gone = False
        """The encounter was removed: there is nothing to follow any more."""
        self._player = journal.player()
        self._begin()

    def opened(self) -> Act:
        """How it stands now, and who plays it."""
        return self._act("opened", self._played())

    def look(self) -> list[Act]:
        """What was done since the last look. Costs a few system calls while nothing was."""
        acts: list[Act] = []
        news = self.journal.follow(lambda line: acts.extend(self._took(line)))
        if news.anew:
            if self.journal.system != self._rules.name:
                self._rules = rules_for(self.journal)
            self._begin()
            acts.append(self._act("anew", news.said))
        elif news.said:
            self.gone = self.journal.is_gone
            gone = f"{self.journal.name} was removed; there is nothing more to follow."
            acts.append(self._act("told", gone if self.gone else news.said))
        if (player := self.journal.player()) != self._player and not self.gone:
            self._player = player
            acts.append(self._act("told", self._played()))
        return acts

    def _begin(self) -> None:
        self._session = Session(self._rules, self.journal)
        self._recent = RecentLog(self._session)
        self._before = self._stood()

    def _played(self) -> str:
        if self._player:
            return f"This encounter is now being played by {self._player.told}."
        return "Nobody is playing this encounter now."

    def _stood(self) -> _Stood:
        log, at = self.journal, self.journal.position
        settled = not log.depth(at)
        back = undo_position(log, at) if settled and at else at - 1
        undone = {at - 1, back}
        redone = {at + 1, *([redo_position(log, at)] if settled and at < len(log) else [])}
        return _Stood(
            self._session.encounter, (back, undone_command(self._session)), frozenset(undone), frozenset(redone)
        )

    def _took(self, line: Line) -> list[Act]:
        """The act that one line of the journal records; none for a stored encounter."""
        if line.kind == "name":
            return [self._act("named", f"This encounter is now called {self.journal.name}.")]
        if line.kind not in ("step", "move"):
            return []
        step = self.journal.step(line.pos) if line.kind == "step" else None
        said = "" if step is None else self._said(step)
        self._session.follow()
        act = self._moved() if step is None else self._done(step, said)
        self._before = self._stood()
        return [act]

    def _said(self, step: Step) -> str:
        """What was ordered or answered, as the table stood before; nothing of a secret choice is told."""
        first, session = step.moves[0], self._session
        secret = [entry for entry in session.open_commands if entry.command.secret]
        match first:
            case Opened():
                entry = Entry(command=first.command, seat=first.seat, at=first.at)
                return chooser(session.encounter, entry) if first.command.secret else named(entry)
            case Reply() if secret:
                return chooser(session.encounter, secret[0])
            case Reply():
                asked = next((q for q in session.questions if q.key == first.key), None)
                return recalled(Asked(asked, session.encounter, first.answer)) if asked is not None else first.key
            case Amended():
                then = settled_command_at(session, first.entry.seat)
                return f"Corrected {corrected(then.before, then.entry, first.entry, session.rules)}"
            case _:
                return ""

    def _done(self, step: Step, said: str) -> Act:
        if step.correction is not None:
            self._recent.skip()
            differs = effects(self._before.encounter, self._session.encounter, self._session.rules)
            return self._act("amended", f"{said}. {'; '.join(differs) or UNCHANGED}")
        news = self._recent.news()
        lines = tuple(news.lines(self._session, full=True))
        return replace(self._act("done", said, lines), brief=[told(line) for line in news.lines(self._session)])

    def _moved(self) -> Act:
        """An undo, a redo or a rewind."""
        self._recent.skip()
        at, before = self.journal.position, self._before
        what: What = "undone" if at in before.undone else "redone" if at in before.redone else "rewound"
        back, latest = before.latest
        which = (at == back and latest) or "the latest answer"
        words = {"undone": f"Taken back {which}", "redone": "Brought back"}
        return self._act(what, f"{words.get(what, 'Moved to another line of the log')}: {self._changes()}")

    def _changes(self) -> str:
        """What is otherwise now than before the act."""
        changes = comparison(self._before.encounter, self._session.encounter, self._session.rules)
        return "; ".join(changes) or UNCHANGED

    def _act(self, what: What, text: str, lines: tuple[LogLine, ...] = ()) -> Act:
        encounter = self._session.encounter
        return Act(
            what=what,
            position=self.journal.position,
            name=self.journal.name,
            text=text,
            round=encounter.round,
            phase=encounter.phase,
            turn=encounter.turn,
            lines=lines,
            questions=[question_data(question, encounter) for question in self._session.questions],
        )


def whole_log(journal: Journal, full: bool = False) -> Iterator[LogLine]:
    """The log from the beginning, with what an open command has done so far; full: event by event."""
    rules = rules_of(journal)
    for act in applied_commands(journal, journal.position):
        yield from log(act.before, act.entry, rules, act.still_secret, full=full)
    if rules is not None and journal.depth(journal.position):
        yield from open_log(Session(rules, journal).resolved_commands, rules, full)


AWAY, GONE, STOPPED = (
    "The referee is away.",
    "The encounter is closed.",
    "The view has stopped and will continue by itself.",
)


class LookingOn:
    """One encounter, read as it is written."""

    def __init__(self, saves: Saves, name: str, numbers: bool = False) -> None:
        self._journal: Journal = saves.open(name, read_only=True)
        try:
            self._session = Session(rules_for(self._journal), self._journal)
        except BaseException:
            self._journal.close()
            raise
        self._numbers = numbers
        self.notice = "" if self._journal.player() else AWAY
        """What there is to know about the view itself."""
        self.view: PublicView = self._seen()

    def look(self) -> bool:
        """Reads what was written since the last look; True if there is something else to be shown."""
        before = self.view, self.notice
        try:
            news = self._journal.follow()
            if news.changed:
                self._session.follow()
                self.view = self._seen()
            player = self._journal.player()
            self.notice = GONE if self._journal.is_gone else "" if player else AWAY
        except UNREADABLE:
            self.notice = STOPPED
        return before != (self.view, self.notice)

    def close(self) -> None:
        """Closes the journal."""
        self._journal.close()

    def _seen(self) -> PublicView:
        return public_view(self._session, self._journal.name, self._numbers)
