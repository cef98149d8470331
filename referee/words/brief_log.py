"""The brief log: what came of a command in as few lines as tell it, an attack in one, bookkeeping in none."""

from collections.abc import Iterable
from dataclasses import replace

from referee.engine.contract.kinds import AWAY
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    BoardLaid,
    ConditionAdded,
    EdgeSet,
    Event,
    FigurePlaced,
    GroundSet,
    GroupClosed,
    Grouped,
    Joined,
    PhaseBegan,
    Remarked,
    StandingSet,
    Tested,
    TrackBounded,
    TrackChanged,
    TraitSet,
    TurnBegan,
)
from referee.engine.state.bearer import TABLE, Figure, Group, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.words.arrivals import arrival, drawing, spans
from referee.words.bearer import FALLEN
from referee.words.log_line import (
    ATTACK,
    SAVE,
    BriefLine,
    LogLine,
    is_detail,
    kind_of,
    outcome,
    sets_up,
    tested,
    tone_of,
)
from referee.words.phrase import phrase

OF_A_BEARER = TrackChanged | TrackBounded | TraitSet | StandingSet
"""Events of one bearer, by its tag."""
DRAWN = BoardLaid | EdgeSet | GroundSet
"""Events of a drawing."""


def brief(changes: Iterable[Change], rules: System | None = None) -> list[LogLine]:
    """What happened, in as few lines as tell it; what each was put together from is in its parts."""
    told = _Brief(tuple(changes), rules)
    for change in told.changes:
        told.take(change)
    first, second, *others = told.lines if len(told.lines) > 1 else (None, None)
    # What it cost stands behind what it was for.
    lines = [second, first, *others] if first and second and told.is_cost(first) else told.lines
    return [line.done() for line in lines]


def in_full(change: Change, rules: System | None = None) -> LogLine | None:
    """The line of one event; None where there is nothing to read."""
    before, event, after = change
    text = phrase(before, event, rules)
    hidden = isinstance(event, Remarked | Tested) and event.hidden
    return LogLine(text, event.cites, event.hand, hidden, after.round, event=event) if text else None


class _Brief:
    """Puts the lines together, change by change."""

    def __init__(self, changes: tuple[Change, ...], rules: System | None) -> None:
        self.changes, self.rules = changes, rules
        self.lines: list[BriefLine] = []
        self._early: list[LogLine] = []
        """Bookkeeping before the first line: it becomes part of that."""
        joined = [event.bearer for _, event, _ in changes if isinstance(event, Joined)]
        self._came = {bearer.tag for bearer in joined if isinstance(bearer, Figure)}
        self._new = {bearer.tag for bearer in joined} if self._came else set[Tag]()
        self._drawn = sum(isinstance(event, DRAWN) for _, event, _ in changes) > 1
        self._arrived: BriefLine | None = None
        self._board: BriefLine | None = None
        self._tests = False

    def take(self, change: Change) -> None:
        """Takes in one change."""
        part = in_full(change, self.rules)
        event = change.event
        self._tests = self._tests or isinstance(event, Tested)
        if part is None or self._arrives(change, part) or self._draws(change, part):
            return
        if isinstance(event, OF_A_BEARER) and not change.before.has(event.tag):
            self._begin(change, part)  # it came to nothing: a correction took its figure away
        elif is_detail(change, self.rules):
            self._aside(part)
        elif isinstance(event, Tested):
            self._test(change, part, event)
        elif isinstance(event, TrackChanged):
            self._track(change, part, event)
        elif isinstance(event, StandingSet):
            self._stands(change, part, event)
        else:
            self._other(change, part)

    def _begin(self, change: Change, part: LogLine, text: str = "", short: str = "") -> BriefLine:
        """A line of its own."""
        text = text or part.text
        line = BriefLine(text, short or text, change, hand=part.hand, parts=[*self._early])
        self._early = []
        line.took(part)
        self.lines.append(line)
        return line

    def _aside(self, part: LogLine) -> None:
        """Bookkeeping: part of the line above."""
        if self.lines:
            self.lines[-1].parts.append(part)
        else:
            self._early.append(part)

    # ---------------------------------------------------------------- who comes, and what is drawn

    def _arrives(self, change: Change, part: LogLine) -> bool:
        """Is it a part of somebody's coming to the table? It is told in one line then, where the first comes."""
        if not self._came or self._tests or not sets_up(change.event, self._new):
            return False
        if self._arrived is not None:
            self._arrived.took(part)
        elif isinstance(change.event, Joined) and change.event.bearer.tag in self._came:
            self._arrived = self._begin(change, part, arrival(self.changes))
        else:
            self._aside(part)
        return True

    def _draws(self, change: Change, part: LogLine) -> bool:
        """Is it one stroke of several on the board? They are counted in one line."""
        if not self._drawn or not isinstance(change.event, DRAWN):
            return False
        if self._board is None:
            self._board = self._begin(change, part, drawing(self.changes))
        else:
            self._board.took(part)
        return True

    # ---------------------------------------------------------------- tests, and what comes of them

    def _test(self, change: Change, part: LogLine, event: Tested) -> None:
        last = self.lines[-1] if self.lines else None
        attack = last.change.event if last is not None else None
        if last is not None and isinstance(attack, Tested) and _saves_against(event, attack) and last.harmed:
            own = kind_of(event, self.rules)
            full, short = (f" · save {tested(event, own, few)}" for few in (False, True))
            last.add(part, full, short)
            last.tone = "miss" if tone_of(event) == "hit" else last.tone
            return
        line = self._begin(change, part, short=outcome(change.before, event, self.rules, short=True))
        line.tone = tone_of(event)
        line.harmed, line.by = (event.who, event.target) if event.kind == SAVE else (event.target, event.who)

    def _harming(self, tag: Tag, by: Tag | None = None) -> BriefLine | None:
        """The line of this turn that tells what was done to a figure; None if nothing was."""
        for line in reversed(self.lines):
            if isinstance(line.change.event, TurnBegan | PhaseBegan):
                return None
            if line.harmed == tag:
                return line if line.tone != "death" and (by is None or line.by in (None, by)) else None
        return None

    def _track(self, change: Change, part: LogLine, event: TrackChanged) -> None:
        line = self._harming(event.tag, event.source)
        who = change.before.name(event.tag)
        if line is not None and isinstance(line.change.event, Tested) and part.text.startswith(f"{who}: "):
            changed = part.text.removeprefix(f"{who}: ")
            line.add(part, f" · {changed}", f" · {changed.partition(' (')[0]}")
            return
        begun = self._begin(change, part, short=part.text.partition(" (")[0])
        if self._is_health(event.track):
            begun.harmed, begun.by = event.tag, event.source
            gained = (event.by > 0) != self._rises(event.track)
            still = change.before.of(event.tag).tracks == change.after.of(event.tag).tracks
            begun.tone = "" if event.hand or still else "heal" if gained else "hit"

    def _stands(self, change: Change, part: LogLine, event: StandingSet) -> None:
        fell = self._falls(change.before, event)
        line = self._harming(event.tag) if event.standing != AWAY.name else None
        if line is None:
            line = self._begin(change, part)
        else:
            line.add(part, f" {FALLEN} {event.standing}" if fell else f" · {event.standing}")
        line.harmed = event.tag
        line.tone = "death" if fell else "heal" if not event.hand and self._rises_again(event) else line.tone

    def is_cost(self, line: BriefLine) -> bool:
        """Is it something that the rules took from a figure, such as fatigue or provisions?"""
        event = line.change.event
        return isinstance(event, TrackChanged) and not (event.hand or self._is_health(event.track))

    def _is_health(self, track: str) -> bool:
        return self.rules is not None and (track == self.rules.health_name or self._rises(track))

    def _rises(self, track: str) -> bool:
        kind = self.rules.track(track) if self.rules is not None else None
        return kind is not None and kind.rising

    def _falls(self, before: Encounter, event: StandingSet) -> bool:
        """Does a figure go down by it? One that is dying and now stable does not."""
        if self.rules is None or event.standing == AWAY.name:
            return False
        now = self.rules.standing(event.standing)
        return not now.able and (self.rules.able(before, event.tag) or not now.turn)

    def _rises_again(self, event: StandingSet) -> bool:
        return self.rules is not None and event.standing == self.rules.standings[0].name

    # ---------------------------------------------------------------- all else

    def _other(self, change: Change, part: LogLine) -> None:
        """Those that a group has, those that are over, those that stand somewhere: several in a line."""
        before, event, after = change
        last = self.lines[-1] if self.lines else None
        same = last is not None and type(last.change.event) is type(event)
        match event:
            case Joined(bearer=Group() as group) if last is not None and last.begun:
                last.took(part)
                last.begun.append(group.name)
                last.text = last.short = f"{'; '.join(last.begun)} begin"
            case Joined(bearer=Group() as group):
                line = self._begin(change, part)
                line.names = [after.name(tag) for tag in group.members if after.name(tag) not in group.name]
                line.begun = [] if line.names else [group.name]
                _named(line, f"{part.text}: ")
            case Grouped() if last is not None and _began(last.change.event, event.group):
                last.begun = []
                last.names.append(before.name(event.member))
                last.took(part)
                _named(last, f"{before.name(event.group)} begins: ")
            case GroupClosed():
                line = last if same and last is not None else self._begin(change, part)
                if same:
                    line.took(part)
                line.names.append(before.name(event.group))
                line.text = line.short = f"{'; '.join(line.names)} {'are' if line.names[1:] else 'is'} over"
            case FigurePlaced() if same and last is not None and event.spaces:
                last.add(part, f"; {part.text}")
            case ConditionAdded() if same and last is not None and _same_words(last, part, before):
                last.names.append(before.name(event.tag))
                last.text = last.short = f"{spans(last.names)}{part.text.removeprefix(before.name(event.tag))}"
                last.took(part)
            case _:
                line = self._begin(change, part)
                line.names = [before.name(event.tag)] if isinstance(event, ConditionAdded) else []


def _named(line: BriefLine, before: str) -> None:
    """The names of a line behind what they are the names of."""
    if line.names:
        line.text = line.short = before + spans(line.names)


def _began(event: Event, group: Tag) -> bool:
    return isinstance(event, Joined) and event.bearer.tag == group


def _same_words(line: BriefLine, part: LogLine, encounter: Encounter) -> bool:
    """Does an event say of one what the line says of another?"""
    event = part.event
    mine = line.parts[-1]
    if not isinstance(event, ConditionAdded) or not isinstance(mine.event, ConditionAdded):
        return False
    who, other = encounter.name(event.tag), encounter.name(mine.event.tag)
    return part.text.removeprefix(who) == mine.text.removeprefix(other) and TABLE not in (event.tag, mine.event.tag)


def _saves_against(save: Tested, attack: Tested) -> bool:
    """Is it the save against the attack?"""
    return save.kind == SAVE and attack.kind == ATTACK and (save.who, save.target) == (attack.target, attack.who)


def under(head: LogLine, lines: list[LogLine]) -> list[LogLine]:
    """The lines of a command: what came of it first, in place of the order, which is said where the line is opened."""
    if not lines:
        return [head]
    first = replace(lines[0], head=True, place=head.place, order=head.text)
    return [first, *lines[1:]]
