"""What an act did to whom, as lines: tests, how much was dealt or healed, what it cost, how somebody stands now."""

from msgspec.structs import replace

from referee.engine.contract.standing import AWAY
from referee.engine.events.apply import Change
from referee.engine.events.event import (
    ConditionAdded,
    ConditionEnded,
    ConditionValued,
    Remarked,
    StandingSet,
    Tested,
    TrackChanged,
)
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.words.act_sentence import Told
from referee.words.bearer import track_called
from referee.words.bookkeeping import is_detail
from referee.words.brief_line import BriefLine, Moved, Part, State
from referee.words.brief_lines import BriefLines, fold_test
from referee.words.dice_tests import (
    ATTACK,
    SAVE,
    brief_outcome,
    followed,
    kind_of,
    numbers,
    result,
    scored_clause,
    tone_of,
    whole_sentences,
)
from referee.words.sentence import Clause, behind
from referee.words.sums import of_several, score_of
from referee.words.track_change import dealt, left_of_cost, stands_at, taken, track_told
from referee.words.wording import wording

DEALING = ("damage", "heal")
"""The orders by which the referee deals damage and heals."""


class ActLines(BriefLines):
    """Puts together the lines of tests and of what came of them."""

    def __init__(self, rules: System | None, told: Told | None) -> None:
        super().__init__(rules)
        self.doers = told.who if told is not None else ()
        self.verb = told.verb if told is not None else ""
        self.turn: Tag = ""
        """Whose turn begins here."""
        self.targets = told.on if told is not None else ()
        self._thing = told.thing if told is not None and not told.on else ""
        """With what its doer acts, for the sentence of the attack that it brings."""
        self._thrown_once = 0
        """The damage that was thrown once for all targets."""
        self.why = ""
        """Why the damage that comes next is what it is, as the referee said: `half of 8`."""
        self._paid: list[Change] = []
        self._hurt: BriefLine | None = None
        """The line that told last whose health changed."""

    # ---------------------------------------------------------------- tests, and what comes of them

    def test(self, change: Change, part: Part, event: Tested) -> None:
        self.turn = ""  # the changes from here on are not regained by the turn
        last = self.lines[-1] if self.lines else None
        attack = last.change.event if last is not None else None
        own = kind_of(event, self.rules)
        event = self.summed_once(event)
        if before := self.followed_by(event, own):
            line = self.goes_on(before, change, part, followed(event, own, self.rules))
            line.tone = "miss" if event.kind == SAVE and event.result == "success" else line.tone
            return
        is_like = isinstance(attack, Tested) and (attack.kind, attack.against) == (event.kind, event.against)
        if own.folded and last is not None and is_like:
            fold_test(last, own, event, change.before)
            last.took(part)
            return
        if last is not None and isinstance(attack, Remarked) and attack.introduces and not attack.tag:
            last.add(scored_clause(event, own, self.rules))
            last.took(part)
            last.change, last.harmed, last.by = change, event.target or event.who, event.who
            line = last
        elif (act := self.act) is not None and last is act and (event.who, event.target) == (act.by, act.harmed):
            if event.result in whole_sentences(event, own) and not act.sentence.clauses:
                act.sentence = brief_outcome(change.before, event, own, self.rules)
            elif event.result in own.told:
                act.add(Clause(numbers(event, own, self.rules), numbers(event, own, self.rules, sums=False)))
            else:
                act.add(scored_clause(event, own, self.rules))
            act.took(part)
            line = act
        elif act is not None and last is act and event.kind == ATTACK and event.who == act.by and self._thing:
            act.sentence = brief_outcome(change.before, event, own, self.rules)
            if self._thing not in act.sentence.others:
                rest = " ".join(filter(None, (act.sentence.rest, "with", self._thing)))
                act.sentence = replace(act.sentence, rest=rest)
            act.took(part)
            line = act
            line.harmed, self._thing = event.target, ""
        else:
            line = self.begin(change, part, brief_outcome(change.before, event, own, self.rules))
            own_risk = event.kind.startswith(SAVE) or event.target is None
            line.harmed, line.by = (event.who, event.target) if own_risk else (event.target, event.who)
        line.tone = tone_of(event)
        line.deals = event.total if own.deals else None
        if own.folded:
            line.folded = {result(event, own): [score_of(event, change.before)]}
        if several := of_several(event):
            line.below.append(several)

    def track(self, change: Change, part: Part, event: TrackChanged) -> None:
        was, now = (stands_at(table, event) for table in (change.before, change.after))
        health = self._is_health(change.before, event)
        if event.tag in change.before.things and event.by > 0 and not event.hand:
            self.aside(part)  # a thing that has regained uses
            return
        kind = self.rules.track(event.track) if self.rules is not None else None
        said = "" if kind is None or health or event.hand else kind.raised if event.by > 0 else kind.lowered
        whole = "who" in wording(said).blanks
        if event.tag.partition(".")[0] in self.doers and event.by < 0 and not (health or event.hand or whole):
            self._paid.append(change)
            self._pays(part, left_of_cost(self.rules, event.track, now))
            return
        gained = event.by != 0 and (event.by > 0) != (kind is not None and kind.rising)
        if kind and kind.gained and self.act and event.by > 0 and event.tag in self.doers and not event.hand:
            self._pays(part, kind.gained.format(n=event.by))
            return
        if event.tag == self.turn and gained and not (health or event.hand):
            self.aside(part)  # regained each turn
            return
        line = self.harming(event.tag, event.source)
        by_hand = event.hand and self.verb not in DEALING
        if self._counts(change, part, event, was, now):
            return
        hit = line.change.event if line is not None and gained else None
        if isinstance(hit, TrackChanged) and hit.track == event.track and hit.by * event.by < 0:
            line = None  # what heals is no part of the line of a hit
        if line is not None and not (by_hand or whole) and (health or isinstance(line.change.event, Tested)):
            if health:
                if not line.restores and line.deals != -event.by:
                    line.add(self._dealt(change, line, event, gained))
                line.tone = "heal" if gained and line.tone != "critical" else line.tone
        elif health and not by_hand:
            line = self._taken(change, part, event, gained)
            line.tone = "heal" if gained and was != now else ""
        else:
            line = self.begin(change, part, track_told(change.before, event, was, now, self.rules))
            line.restores = whole and event.by < 0
            line.harmed = event.tag if health or line.restores else None
            self._hurt = line if health else self._hurt
            if line.restores and (left := left_of_cost(self.rules, event.track, now)):
                line.tail.append(left)
            return
        if part not in line.parts:
            line.took(part)
        if was != now:
            self._hurt = line if health else self._hurt
            moved = Moved(track_called(self.rules, event.track), was, now)
            first = line.moved.get((event.tag, event.track), moved)
            line.moved[event.tag, event.track] = replace(moved, was=first.was)

    def _taken(self, change: Change, part: Part, event: TrackChanged, gained: bool) -> BriefLine:
        """A line of damage or healing that no test tells of."""
        spared = self._spared(event)
        sentence = taken(change.before, event, gained, self.rules, _soaked(spared, event), self.why)
        self.why = ""
        line = self.begin(change, part, sentence)
        if spared is not None:
            line.moved |= spared.moved
            line.parts = [*spared.parts, *line.parts]
        line.of_each = True
        line.harmed, line.by = event.tag, event.source
        # In a game without damage rules the mark of the referee's hand is left out.
        line.hand = line.hand and self.rules is not None and bool(self.rules.tests)
        return line

    def _counts(self, change: Change, part: Part, event: TrackChanged, was: int, now: int) -> bool:
        """True if it is about the figure of the line above, in words of its game that do not name the figure."""
        kind = self.rules.track(event.track) if self.rules is not None else None
        words = "" if kind is None or event.hand or was == now else kind.raised if now > was else kind.lowered
        line = self.about(event.tag)
        if not words or wording(words).blanks & {"who", "whose"} or line is None:
            return False
        line.counts[event.tag, event.track] = track_told(change.before, event, was, now, self.rules)
        line.took(part)
        return True

    def _dealt(self, change: Change, line: BriefLine, event: TrackChanged, gained: bool) -> Clause:
        """How much was dealt; what was rolled once for all stands in the line of the act, what is less in theirs."""
        said = dealt(change.before, event, gained, self.rules, 0 if gained else _soaked(line, event))
        test, act = line.change.event, self.act
        if gained or act is None or len(self.targets) < 2 or not isinstance(test, Tested) or test.who != event.tag:
            return said
        whole = sum(term.value for term in event.terms if term.value > 0) or abs(event.by)
        if not self._thrown_once:
            self._thrown_once = whole
            act.add(Clause(f"{whole} {' and '.join(event.types) or 'damage'}"))
        return Clause("") if whole == self._thrown_once == abs(event.by) else said

    def joins(self, change: Change, part: Part) -> bool:
        """Is it said of a figure that a line is about already, such as `Dee is prone`? That line tells it then, too."""
        event, said = change.event, part.sentence
        tag = event.tag if isinstance(event, ConditionAdded | ConditionEnded | ConditionValued) else None
        by_hand = event.hand and self.verb not in DEALING
        by = event.condition.by if isinstance(event, ConditionAdded) and event.condition.by != tag else None
        line = self.about(tag, by) if tag is not None and not by_hand else self.lines[-1] if self.lines else None
        if line is None or line.harmed is None or by_hand:
            return False
        name = change.before.name(line.harmed) if change.before.has(line.harmed) else ""
        gets = isinstance(line.change.event, TrackChanged) and said.does("has", name) and tag is not None
        if line.sentence.says(said):
            line.took(part)
        elif name and said.does("has" if gets else "is", name) and (tag is not None or not said.clauses):
            line.becomes(said, _kind_of_condition(change), isinstance(event, ConditionEnded))
            line.took(part)
        elif isinstance(event, ConditionAdded | ConditionValued) and (
            line is self.act or isinstance(line.change.event, Tested)
        ):
            if said.does("has", change.before.name(event.tag)):
                line.add(Clause(behind(said)))
            else:
                line.then.append(said)
            line.took(part)
        else:
            return False
        return True

    def _spared(self, event: TrackChanged) -> BriefLine | None:
        """Takes back the line above if it tells of a track of the same figure that went down before its health did."""
        last = self.lines[-1] if self.lines else None
        first = last.change.event if last is not None else None
        if last is None or not isinstance(first, TrackChanged):
            return None
        if first.tag != event.tag or max(event.by, first.by) >= 0:
            return None
        paid = is_detail(last.change, self.rules) or any(first is cost.event for cost in self._paid)
        if last.moved or first.hand != event.hand or paid or self._is_health(last.change.before, first):
            return None
        was, now = (stands_at(table, first) for table in (last.change.before, last.change.after))
        last.moved[first.tag, first.track] = Moved(track_called(self.rules, first.track), was, now)
        return self.lines.pop()

    def _pays(self, part: Part, left: str) -> None:
        """What an act used up: a dim tail of its line."""
        tail = self.lines[0].tail if self.lines else self.tail
        tail += [left] if left else []
        self.aside(part)

    def stands(self, change: Change, part: Part, event: StandingSet) -> None:
        fell = self._falls(change.before, event)
        hurt = self._hurt if self._hurt is not None and self._hurt.harmed == event.tag else self.harming(event.tag)
        line = hurt if event.standing != AWAY.name else None
        said = part.sentence
        if line is None:
            line = self.begin(change, part)
        else:
            if said.does("is"):
                line.became.insert(len(line.became) if line.tone == "death" else 0, State(behind(said)))
            else:
                line.then.append(said)
            line.took(part)
        line.harmed = event.tag
        rises = self.rules is not None and event.standing == self.rules.standings[0].name
        if fell:
            line.tone = "death"
        elif rises and not event.hand:
            line.tone = "heal"

    def _is_health(self, before: Encounter, event: TrackChanged) -> bool:
        """Does the track tell how its bearer fares?"""
        vital = self.rules.vital_track(before.of(event.tag)) if self.rules is not None else None
        return vital is not None and vital[0].name == event.track

    def _falls(self, before: Encounter, event: StandingSet) -> bool:
        """True if a figure goes down by it; not for one that was dying and is stable now."""
        if self.rules is None or event.standing == AWAY.name:
            return False
        now = self.rules.standing(event.standing)
        return not now.able and (self.rules.able(before, event.tag) or not now.turn)


def _kind_of_condition(change: Change) -> str:
    """The kind of the condition that a change begins, changes or ends; empty for other changes."""
    before, event, _ = change
    if isinstance(event, ConditionAdded):
        return event.condition.kind
    if not isinstance(event, ConditionEnded | ConditionValued):
        return ""
    return next((condition.kind for condition in before.of(event.tag).conditions if condition.id == event.id), "")


def _soaked(line: BriefLine | None, event: TrackChanged) -> int:
    """How much damage other tracks of the figure lost in this line before its health did."""
    parts = line.parts if line is not None and event.by else ()
    # What the figure paid meanwhile, such as a legendary resistance, is by no source.
    lost = (part.event for part in parts if isinstance(part.event, TrackChanged) and part.event.source == event.source)
    return sum(max(0, -each.by) for each in lost if each.tag == event.tag and each.track != event.track)
