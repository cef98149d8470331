"""The summary of a fight: how many rounds it took, who fell, the damage that each dealt and took, what the players have
gained and lost, and what is due to them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.standing import AWAY, Standing
from referee.engine.events.apply import Change, changes_of
from referee.engine.events.event import Joined, StandingSet, Tested, TrackBounded, TrackChanged
from referee.engine.figures.figure_words import Differences, carried_changes, table_left
from referee.engine.record.past_states import corrected_state_at, entries
from referee.engine.record.recorded_steps import Entry, Step
from referee.engine.record.step_log import ReadableStepLog
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import add, bring
from referee.engine.verbs.damage import award, awarded_by, damage
from referee.engine.verbs.ledger import System
from referee.engine.verbs.offered_verbs import verb_of
from referee.engine.verbs.verb import RulesetWithVerbs
from referee.text.phrases import capitalised, counted, joined
from referee.words.bearer import plain, track_name
from referee.words.dice_tests import ATTACK, tone_of
from referee.words.health_word import left_of
from referee.words.inflection import noun_for
from referee.words.names import in_a_sentence

_ADDS = (add.name, bring.name)
_SETS = ("set", *_ADDS)
"""Verbs by which the referee says how figures stand, not what hurts them."""
_REST = "rest"
"""The verb that may take temporary points, but hurts nobody."""
STANDING = "standing"
"""How a figure stands, among what is different of it."""

What = Literal["damage", "absorbed", "healing", "changed", "attack", "hit", "fall", "death"]
HARM = ("damage", "absorbed")


class Deed(Struct, frozen=True):
    """What one figure did to another, as a number."""

    what: What
    """`damage` is health lost, `absorbed` are other points that are lost before it, `healing` is health regained,
    `changed` is health set by hand or by another maximum; a `fall` is that somebody cannot act any more, a `death` that
    one dies, both by harm. From `attack` on each counts 1.
    """
    round: int
    """The round, from 1; those of several fights at one table together."""
    who: Tag | None
    """Who did it; None: the referee's hand, or nobody that is recorded."""
    whom: Tag | None
    """To whom; None for an attack at nobody."""
    n: int = 1
    hand: bool = False
    """Done by the referee's hand."""
    hidden: bool = False
    """Not for the players."""
    seat: int = 0
    """Number of the step that opened the command by which it was done."""
    after: bool = False
    """Done once the fight of that round was over, as by a rest."""


class FightSummary(Struct):
    """What came of a fight, from the fields of its recorded events."""

    rules: RulesetWithVerbs
    encounter: Encounter
    """As it stands after the latest event."""
    rounds: int = 0
    """How many rounds were begun; those of several fights at one table together."""
    awarded: int = 0
    """The experience that the referee has given."""
    rewarded: bool = False
    """The game's own command for a fight that was won was given."""
    fallen: dict[Tag, str] = field(default_factory=dict)
    """Those who do not stand any more, each with how it fell."""
    fought: dict[Tag, None] = field(default_factory=dict)
    """The players' figures that were in a round of the fight and have a share of its experience."""
    added: dict[Tag, Encounter] = field(default_factory=dict)
    """For each figure, the encounter as it stood when that was added, or last brought to where its party was left."""
    position: int = 0
    """How many steps of the record it takes into account."""
    last_step: Step | None = None
    """The last of them."""
    begun: Encounter | None = None
    """The encounter as it stood when the first round began; None before that."""
    _deeds: list[Deed] = field(default_factory=list)
    """What was done since the first round began, in order, whether the fight was over or not."""
    _last_seat: dict[int, int] = field(default_factory=dict)
    """For each round, the number of the step that opened the last command with which its fight was on."""
    _seat: int = 0
    """The number of the step that opened the command that is looked at."""
    _came: dict[Tag, None] = field(default_factory=dict)
    """Who may have come into the fight by the command that is looked at."""
    _hurt: dict[Tag, tuple[Tag | None, bool]] = field(default_factory=dict)
    """Who was hurt by the command that is looked at, by whom last, and whether by hand."""
    _felled: dict[Tag, tuple[Tag | None, bool]] = field(default_factory=dict)
    """Who lies fallen by harm, whose that was, and whether it was done by hand."""

    def add(self, commands: Iterable[Entry]) -> None:
        """Takes commands into account that settled after those before."""
        for entry in commands:
            verb, events = entry.command.verb, entry.events or ()
            was_on, rounds_before = self.rules.fight.is_on(self.encounter), self.rounds
            self._seat = entry.seat
            if verb == award.name:
                self.awarded += awarded_by(entry.command)
            self.rewarded = self.rewarded or verb == self.rules.fight.reward
            self._hurt.clear()
            self._came.clear()
            for change in changes_of(self.encounter, events):
                self._take(change, verb)
            self._take_fighters()
            if was_on or self.rules.fight.is_on(self.encounter):
                first = rounds_before if was_on else min(rounds_before + 1, self.rounds)
                self._last_seat |= dict.fromkeys(range(first, self.rounds + 1), entry.seat)
            if verb in _ADDS:
                touched = {each.bearer.tag if isinstance(each, Joined) else getattr(each, "tag", "") for each in events}
                self.added |= dict.fromkeys(touched & self.encounter.figures.keys(), self.encounter)

    def _take(self, change: Change, verb: str) -> None:
        before, event, self.encounter = change
        if self.encounter.round > before.round and not self._is_over:
            self.rounds += 1
            self._came |= dict.fromkeys(self.encounter.figures)
            if not before.round and not self.due:
                self.fought.clear()  # another fight begins, and what they had gained is given
        if self.rounds and self.begun is None:
            self.begun = before
        hurts = verb not in (*_SETS, _REST)
        if isinstance(event, Joined | StandingSet) and self.encounter.round:
            self._came[event.bearer.tag if isinstance(event, Joined) else event.tag] = None
        match event:
            case TrackChanged() | TrackBounded() if self.rounds and event.tag in before.figures:
                self._take_track(before, event, verb)
            case StandingSet(tag=tag, standing=standing) if standing != AWAY.name:
                was_down = self.fallen.pop(tag, None) is not None
                if self.rounds and (hurts or was_down) and self.rules.standing(standing).falls and not self._able(tag):
                    self.fallen[tag] = standing
                if self.rounds and hurts:
                    self._take_fall(before, tag)
            case Tested(kind=kind) if self.rounds and kind == ATTACK:
                self._note("attack", event.who, event.target, hidden=event.hidden)
                if tone_of(event) != "miss":
                    self._note("hit", event.who, event.target, hidden=event.hidden)

    def is_after(self, round_: int, seat: int) -> bool:
        """True if a command of that round was given when its fight was over, and the fight has not gone on since."""
        return seat > self._last_seat.get(round_, -1)

    @property
    def deeds(self) -> list[Deed]:
        """What was done since the first round began, in order."""
        return [replace(deed, after=self.is_after(deed.round, deed.seat)) for deed in self._deeds]

    def _take_fighters(self) -> None:
        """Takes into account who of those who may have come into the fight has a share of its experience."""
        if self._came and not self._is_over:
            came = (figure for tag in self._came if (figure := self.encounter.figures.get(tag)))
            there = (figure.tag for figure in came if self._standing(figure).target)
            self.fought |= dict.fromkeys(tag for tag in there if self.rules.shares_experience(self.encounter, tag))

    def _take_track(self, before: Encounter, event: TrackChanged | TrackBounded, verb: str) -> None:
        """Takes into account what a figure has lost or gained of its health, or lost of what is lost before it."""
        vital, lost_first = self.rules.vital_track(self.encounter.figures[event.tag]), self.rules.damage.lost_first
        was, now = (there.figures[event.tag].tracks.get(event.track) for there in (before, self.encounter))
        if vital is None or was is None or now is None:
            return
        is_health = event.track == vital[0].name
        lost = left_of(vital[0], was) - left_of(vital[0], now)
        if isinstance(event, TrackBounded) or verb in _SETS:
            if lost and is_health:
                self._note("changed", None, event.tag, -lost, event.hand)
        elif is_health and event.by and (event.by > 0) == vital[0].rising and verb != _REST:
            self._hurt[event.tag] = event.source, event.hand
            if lost:
                self._note("damage", event.source, event.tag, lost, event.hand)
        elif is_health and lost:
            self._note("healing" if lost < 0 else "changed", event.source, event.tag, -lost, event.hand)
        elif event.track in lost_first and was.now > now.now and (event.source or verb == damage.name):
            self._note("absorbed", event.source, event.tag, was.now - now.now, event.hand)

    def _take_fall(self, before: Encounter, tag: Tag) -> None:
        """Takes into account that somebody has another standing, where that is by harm."""
        was, now = (self.rules.standing(there.figures[tag].standing) for there in (before, self.encounter))
        by, by_hand = self._hurt.get(tag) or self._felled.get(tag) or (None, False)
        if tag in self._hurt and was.able and not now.able and now.falls:
            self._felled[tag] = by, by_hand
            self._note("fall", by, tag, hand=by_hand)
        if now.dead and not was.dead and (tag in self._hurt or tag in self._felled):
            self._note("death", by, tag, hand=by_hand)
        if self.rules.up(self.encounter, tag):
            self._felled.pop(tag, None)

    def _note(
        self, what: What, who: Tag | None, whom: Tag | None, n: int = 1, hand: bool = False, hidden: bool = False
    ) -> None:
        self._deeds.append(Deed(what, self.rounds, who, whom, n, hand, hidden, self._seat))

    def _able(self, tag: Tag) -> bool:
        return self._standing(self.encounter.figures[tag]).able

    def _standing(self, figure: Figure) -> Standing:
        return self.rules.standing(figure.standing)

    @property
    def _is_over(self) -> bool:
        """Has somebody fallen, and are all who can act on one side? Rounds from then on are no part of the fight."""
        return bool(self.fallen) and len({f.side for f in self.encounter.figures.values() if self._able(f.tag)}) < 2

    @property
    def taken(self) -> Counter[Tag]:
        """The damage that each has taken, in points of health, temporary ones among them."""
        return self._harm(lambda deed: deed.whom)

    @property
    def dealt(self) -> Counter[Tag]:
        """The damage that each has dealt to others; what the referee took off by hand is nobody's."""
        return self._harm(lambda deed: None if deed.who == deed.whom else deed.who)

    def _harm(self, of: Callable[[Deed], Tag | None]) -> Counter[Tag]:
        found = Counter[Tag]()
        for deed in self._deeds:
            if deed.what in HARM and (tag := of(deed)) is not None:
                found[tag] += deed.n
        return found

    # ---------------------------------------------------------------- what is due

    @property
    def due(self) -> int:
        """The experience that those of the app's sides who fell are worth, where the game knows it, and that was not
        awarded yet; 0 where there is none.
        """
        foes = [tag for tag in self.fallen if self.encounter.figures[tag].side in self.rules.app_sides]
        kinds = [kind for kind in self.rules.traits if kind.experience]
        worth = sum(kind.experience.get(str(kind.of(self.encounter, foe)), 0) for foe in foes for kind in kinds)
        return max(0, worth - self.awarded)

    @property
    def orders_due(self) -> list[tuple[str, str]]:
        """The commands that give the players what is due to them, each with what it does."""
        orders = [(f"award {self.shares_due}", f"give {self._sharing} {self.due:,} XP to share")] if self.due else []
        if self._reward:
            orders.append((self.rules.fight.reward, f"give {self._reward}"))
        return orders

    @property
    def sharers(self) -> list[Tag]:
        """Who shares what is due: whoever was in a round of the fight, also if it has left since, but not the dead."""
        figures = self.encounter.figures
        return [tag for tag in self.fought if tag in figures and not self._standing(figures[tag]).dead]

    @property
    def shares_due(self) -> str:
        """The experience that is due and who shares it, as they are typed after `award`; empty if nothing is due."""
        return " ".join(filter(None, (str(self.due), ",".join(self.sharers)))) if self.due else ""

    @property
    def _sharing(self) -> str:
        return in_a_sentence([self.encounter.name(tag) for tag in self.sharers]) or "the heroes"

    @property
    def _reward(self) -> str:
        """What the game gives for a fight that was won; empty if there is nothing, or it was given."""
        if not self.rules.fight.reward or self.rewarded:
            return ""
        able = {figure.side for figure in self.encounter.figures.values() if self._able(figure.tag)}
        fell, foes = {self.encounter.figures[tag].side for tag in self.fallen}, self.rules.app_sides
        is_won = fell & foes and able - foes and not able & foes
        return verb_of(self.rules, self.rules.fight.reward).hint if is_won else ""

    # ---------------------------------------------------------------- what carries over

    @property
    def players(self) -> list[Tag]:
        """The figures of the players who are at the table, or were when the first round began."""
        figures, before = self.encounter.figures, self.begun.figures if self.begun is not None else {}
        was = {tag for tag, figure in before.items() if figure.standing != AWAY.name}
        here = (tag for tag, figure in figures.items() if figure.standing != AWAY.name or tag in was)
        return [tag for tag in here if self.rules.is_of_players(self.encounter, tag)]

    def gained(self, tag: Tag) -> Differences:
        """What is different for a figure, of what carries over, since it came to the table or was last brought to where
        its party was left: also by a rest before the first round.
        """
        before = self.added.get(tag)
        return {} if before is None or not self.rounds else carried_changes(self.rules, before, self.encounter, tag)

    # ---------------------------------------------------------------- in words

    @property
    def in_a_line(self) -> str:
        """What the fight was, as one sentence; empty where no round has begun."""
        return self.lasted([self.encounter.name(tag) for tag in self.fallen])

    def lasted(self, fell: Sequence[str]) -> str:
        """The same for those who fell by these names."""
        if not self.rounds:
            return ""
        lasted = f"{counted(self.rounds)} {noun_for(self.rounds, 'rounds')}"
        return f"{lasted}; {f'{in_a_sentence(fell)} fell' if fell else 'nobody fell'}"

    @property
    def lines(self) -> list[str]:
        """The rounds and who fell, then who dealt and took how much, who dealt most first; then what the players have
        gained or lost beside health, and what is due.
        """
        figures = sorted(
            dict.fromkeys((*self.dealt, *self.taken)), key=lambda tag: (-self.dealt[tag], -self.taken[tag])
        )
        alike = groupby(figures, key=lambda tag: (self.dealt[tag], self.taken[tag]))
        lines = [self.in_a_line] if self.rounds else []
        lines += (self._did([self.encounter.name(tag) for tag in tags], *did) for did, tags in alike)
        lines += self.gains()
        if self.due:
            lines.append(f"The fallen are worth {self.due:,} XP. To share them out: award {self.shares_due}")
        if self._reward:
            lines.append(f"{capitalised(self._reward)}: {self.rules.fight.reward}")
        return lines

    def _did(self, names: list[str], dealt: int, taken: int) -> str:
        """The damage that these have dealt and taken, each as much."""
        did = " and ".join(f"{word} {n}" for word, n in (("dealt", dealt), ("took", taken)) if n)
        return f"{in_a_sentence(names)} {did}{' each' if names[1:] else ''}"

    def gains(self, is_told: Callable[[Tag], bool] = lambda tag: True) -> Iterator[str]:
        """What the players have gained or lost beside health, those that are told of: a sentence for each, or for all
        alike.
        """
        alike: dict[str, list[str]] = {}
        for tag in self.players:
            if self.rounds and is_told(tag) and (found := self.gain(tag)):
                alike.setdefault(found, []).append(self.encounter.name(tag))
        yield from (f"{in_a_sentence(names)}: {found}" for found, names in alike.items())
        yield from [self.gain_of_table] if self.gain_of_table else []

    def gain(self, tag: Tag) -> str:
        """What a figure has gained or lost beside health: `XP 0 → 50, lost torch`; empty if nothing."""
        told = (STANDING, self.rules.health_name)
        return in_words(self.rules, {what: each for what, each in self.gained(tag).items() if what not in told})

    @property
    def gain_of_table(self) -> str:
        """What the players have gained or lost together: `The party: conquest 5 → 1`; empty if nothing."""
        was = dict(table_left(self.rules, self.begun)) if self.begun is not None else {}
        now = [(name, n) for name, n in table_left(self.rules, self.encounter) if name in was]
        moved = table_in_words(self.rules, was, now)
        return f"The party: {', '.join(moved)}" if moved else ""


def in_words(rules: Ruleset, different: Differences) -> str:
    """What is different of a figure, in a line: `HP 44 → 35/44, XP 0 → 50, dead, lost torch`."""
    return ", ".join(_changed(rules, what, *each) for what, each in different.items())


def table_in_words(rules: Ruleset, was: Mapping[str, int], now: Iterable[tuple[str, int]]) -> list[str]:
    """How the tracks of the table have moved, those that have: `conquest 0 → 3`."""
    moved = ((name, n) for name, n in now if was.get(name) != n)
    return [in_words(rules, {name: (f"{was.get(name, 0)}", f"{n}")}) for name, n in moved]


def _changed(rules: Ruleset, what: str, before: str, after: str) -> str:
    if what == STANDING:
        return plain(after)
    if rules.keeps_track(what) and (before or after)[:1].isdigit():
        return f"{track_name(rules, what)} {before or 0} → {after or 0}"
    if before and after:
        word = f"{before.partition(' ')[0]} "
        return f"{plain(what)} {before} → {after.removeprefix(word)}"  # `uses 1 → 0/1`
    value = "" if (before or after) in ("yes", "x1") else f" {before or after}"
    return f"{'gained' if after else 'lost'} {plain(what)}{value}"


def summary_of(rules: RulesetWithVerbs, step_log: ReadableStepLog) -> FightSummary:
    """The summary of all that is recorded up to the present position."""
    return _with_steps_from(0, empty_summary(rules, step_log), step_log)


def empty_summary(rules: RulesetWithVerbs, step_log: ReadableStepLog) -> FightSummary:
    """The summary before the first step of a record."""
    return FightSummary(rules, corrected_state_at(step_log, 0, step_log.position))


def brought_up(summary: FightSummary, step_log: ReadableStepLog, encounter: Encounter) -> FightSummary:
    """The summary with what was recorded since; made anew where what it takes into account was taken back or corrected.

    encounter: the settled one, which it has to come to.
    """
    n = summary.position
    goes_on = n <= step_log.position and (not n or step_log.step(n - 1) == summary.last_step)
    goes_on = goes_on and not any(corrected >= n for corrected in step_log.corrections())
    found = _with_steps_from(n, summary, step_log) if goes_on else None
    return found if found is not None and found.encounter == encounter else summary_of(summary.rules, step_log)


def _with_steps_from(start: int, summary: FightSummary, step_log: ReadableStepLog) -> FightSummary:
    summary.add(entries(step_log, step_log.position, start))
    summary.position = step_log.position
    summary.last_step = step_log.step(summary.position - 1) if summary.position else None
    return summary


def difficulty_lines(rules: System, encounter: Encounter) -> list[str]:
    """How hard the foes at the table are for the heroes, and by whose reckoning; nothing where the game knows none."""
    if (found := rules.difficulty(encounter)) is None:
        return []
    (first, least), *more = found.budgets.items()
    degrees = [f"{first} is up to {least:,}", *(f"{name} {most:,}" for name, most in more)]
    enough = next((name for name, most in found.budgets.items() if found.worth <= most), None)
    degree = enough or f"beyond {[*found.budgets][-1]}"
    heroes = f"{found.heroes} hero{'es' if found.heroes > 1 else ''}"
    lines = [f"Difficulty: {degree}. The foes are worth {found.worth:,} XP; for {heroes} {', '.join(degrees)}."]
    if found.left_out:
        lines.append(f"Not counted, for nobody knows a level or a challenge rating: {joined(found.left_out)}.")
    return [*lines, *([f"{found.source}."] if found.source else [])]
