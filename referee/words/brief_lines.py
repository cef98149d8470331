"""The brief lines of one command: where each event is told, in a line of its own or in one that is there."""

from msgspec.structs import replace

from referee.engine.contract.kinds_of_test import TestKind
from referee.engine.events.apply import Change
from referee.engine.events.event import Event, PhaseBegan, Remarked, Term, Terms, Tested, TurnBegan, total
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.words.brief_line import BriefLine, Part
from referee.words.dice_tests import ATTACK, follows, kind_of, result
from referee.words.sentence import Clause, Sentence, behind, worded
from referee.words.sums import score_of
from referee.words.track_change import left_of_price
from referee.words.wording import done_by

LONGEST = 80
"""Characters of a line to which another clause is added; what more there is to tell stands below."""


class BriefLines:
    """The lines of one command."""

    def __init__(self, rules: System | None) -> None:
        self.rules = rules
        self.lines: list[BriefLine] = []
        self.act: BriefLine | None = None
        """The line of the act itself, where its verb has a sentence for it."""
        self._summed: list[tuple[Tag | None, Terms]] = []
        """The scores whose parts have been told, each with whose it is."""
        self._early: list[Part] = []
        """Bookkeeping before the first line: it becomes part of that."""
        self.tail: list[str] = []
        """What was paid before the first line."""

    def begin(self, change: Change, part: Part, sentence: Sentence | None = None) -> BriefLine:
        """A line of its own."""
        sentence = sentence or part.sentence
        last = self.lines[-1] if self.lines and not (self.lines[-1].harmed or self.lines[-1].restores) else None
        if last is not None and (left := left_of_price(last.change, sentence, self.rules)) is not None:
            self._early, self.tail = [*self.lines.pop().parts], [*last.tail, *filter(None, (left,))]
        line = BriefLine(sentence, change, hand=part.hand, parts=[*self._early], tail=[*self.tail])
        self._early, self.tail = [], []
        line.took(part)
        self.lines.append(line)
        return line

    def goes_on(self, line: BriefLine, change: Change, part: Part, clause: Clause) -> BriefLine:
        """Adds a clause to a line; in a line of its own below where the first is full."""
        if len(worded(line.sentence)) + len(clause.text) <= LONGEST:
            line.add(clause)
        else:
            below = BriefLine(Sentence(clauses=(clause,)), change, under=True)
            below.harmed, below.by = line.harmed, line.by
            self.lines.insert(self.lines.index(line) + 1, below)
            line = below
        line.took(part)
        return line

    def aside(self, part: Part) -> None:
        """Bookkeeping: part of the line above."""
        if self.lines:
            self.lines[-1].parts.append(part)
        else:
            self._early.append(part)

    def followed_by(self, event: Tested, own: TestKind) -> BriefLine | None:
        """The line of the attack that a test follows from: a save against it, a roll to wound."""
        of = {event.who, event.target} if follows(event, own) else set()
        lines = (line for line in reversed(self.lines) if line.under or _is_attack(line.change.event))
        return next((line for line in lines if {line.by, line.harmed} == of), None)

    def summed_once(self, event: Tested) -> Tested:
        """A comparison of scores, without the parts of those that this command has told."""
        scores = (
            {"terms": (event.who, event.terms), "opposing": (event.target, event.opposing)} if event.opposing else {}
        )
        again = {field: (Term("", total(each[1])),) for field, each in scores.items() if each in self._summed}
        self._summed += scores.values()
        return replace(event, **again) if again else event

    def said_of(self, change: Change, part: Part, tag: Tag, by: Tag | None) -> None:
        """A remark on what was done to a figure: `Rat 1 has no save`, `Rat 1 is already slain`."""
        event, name = change.event, change.before.name(tag)
        line = None if isinstance(event, Remarked) and event.introduces else self.harming(tag, by)
        said = part.sentence
        if line is not None and said.does("is", name):
            line.becomes(said)
            line.took(part)
        elif line is not None and said.does("has", name):
            self.goes_on(line, change, part, Clause(behind(said), joint=","))
        elif line is not None and name in said.names:
            line.then.append(said)
            line.took(part)
        else:
            line = self.begin(change, part)
            line.harmed, line.by = tag, by
            line.restores = self.rules is not None and not self.rules.able(change.before, tag)

    def harming(self, tag: Tag, by: Tag | None = None) -> BriefLine | None:
        """The line of this turn that tells what was done to a figure that it leaves alive; None if nothing was."""
        line = self.about(tag, by)
        return line if line is not None and line.tone != "death" else None

    def about(self, tag: Tag, by: Tag | None = None) -> BriefLine | None:
        """The line of this turn that tells of a figure, by somebody if that is told; None if there is none."""
        for line in reversed(self.lines):
            if isinstance(line.change.event, TurnBegan | PhaseBegan) and line is not self.act:
                return None
            if line.harmed == tag and (by is None or line.by in (None, by)) and not self._apart(line, by):
                return line
        return None

    def _apart(self, line: BriefLine, by: Tag | None) -> bool:
        """Does the line tell of a test between an act and what that brings, such as one for concentration?"""
        event = line.change.event
        if self.rules is None or not isinstance(event, Tested) or event.target is not None:
            return False
        return event.using in kind_of(event, self.rules).told_of and (by is not None or event.result == "success")


def _is_attack(event: Event) -> bool:
    """Is it an attack, or said of somebody who came to harm otherwise?"""
    return event.kind == ATTACK if isinstance(event, Tested) else isinstance(event, Remarked)


def fold_test(line: BriefLine, own: TestKind, event: Tested, encounter: Encounter) -> None:
    """Tells one more test of the same kind in a line: `Reflex checks, DC 12: Mira 15, Bram 12 act in round 1`."""
    line.folded.setdefault(result(event, own), []).append(score_of(event, encounter))
    ended = "; ".join(f"{', '.join(scores)} {done_by(len(scores), word)}" for word, scores in line.folded.items())
    line.sentence = Sentence(rest=own.folded.format(against=event.against), clauses=(Clause(ended),))
    line.harmed, line.tone = None, ""
