"""The summary of a fight: how many rounds it took, who fell, the damage that each dealt and took, what the players have
gained and lost, and what is due to them.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import groupby

from referee.engine.contract.kinds import AWAY
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import apply
from referee.engine.events.event import Event, Joined, StandingSet, TrackChanged
from referee.engine.figures.figure_words import Differences, carried_changes, table_left
from referee.engine.record.history import Entry, ReadableStepLog, Step, corrected_state_at, entries
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.add import add, bring
from referee.engine.verbs.damage import award, awarded_by
from referee.engine.verbs.offered import verb_of
from referee.engine.verbs.verb import RulesetWithVerbs
from referee.text import counted, joined
from referee.words.arrivals import runs_of
from referee.words.bearer import plain, track_name

_ADDS = (add.name, bring.name)
_NO_DAMAGE = ("set", *_ADDS)
"""Verbs by which the referee says how figures stand, not what hurts them."""
STANDING = "standing"
"""How a figure stands, among what is different of it."""


@dataclass
class FightSummary:
    """What came of a fight, from the fields of its recorded events."""

    rules: RulesetWithVerbs
    encounter: Encounter
    """As it stands after the latest event."""
    rounds: int = 0
    """How many rounds were begun; those of several fights at one table together."""
    dealt: Counter[Tag] = field(default_factory=Counter)
    """The damage that each has dealt, in points of health; what the referee took off by hand is nobody's."""
    taken: Counter[Tag] = field(default_factory=Counter)
    """The damage that each has taken, in points of health, temporary ones among them."""
    awarded: int = 0
    """The experience that the referee has given."""
    rewarded: bool = False
    """The game's own command for a fight that was won was given."""
    fallen: dict[Tag, str] = field(default_factory=dict)
    """Those who do not stand any more, each with how it fell."""
    added: dict[Tag, Encounter] = field(default_factory=dict)
    """For each figure, the encounter as it stood when that was added, or last brought to where its party was left."""
    position: int = 0
    """How many steps of the record it takes into account."""
    last_step: Step | None = None
    """The last of them."""
    begun: Encounter | None = None
    """The encounter as it stood when the first round began; None before that."""

    def add(self, commands: Iterable[Entry]) -> None:
        """Takes commands into account that settled after those before."""
        for entry in commands:
            verb, events = entry.command.verb, entry.events or ()
            if verb == award.name:
                self.awarded += awarded_by(entry.command)
            self.rewarded = self.rewarded or verb == self.rules.reward
            for event in events:
                self._take(event, hurts=verb not in _NO_DAMAGE)
            if verb in _ADDS:
                touched = {each.bearer.tag if isinstance(each, Joined) else getattr(each, "tag", "") for each in events}
                self.added |= dict.fromkeys(touched & self.encounter.figures.keys(), self.encounter)

    def _take(self, event: Event, hurts: bool) -> None:
        before, self.encounter = self.encounter, apply(self.encounter, event)
        self.rounds += self.encounter.round > before.round and not self._is_over
        if self.rounds and self.begun is None:
            self.begun = before
        match event:
            case TrackChanged(tag=tag) if hurts and self.rounds and self._is_health(before, event):
                lost = before.of(tag).tracks[event.track].now - self.encounter.of(tag).tracks[event.track].now
                if lost > 0:
                    self.taken[tag] += lost
                    if event.source not in (None, tag):
                        self.dealt[event.source] += lost
            case StandingSet(tag=tag, standing=standing) if standing != AWAY.name:
                was_down = self.fallen.pop(tag, None) is not None
                if self.rounds and (hurts or was_down) and self.rules.standing(standing).falls and not self._able(tag):
                    self.fallen[tag] = standing

    def _able(self, tag: Tag) -> bool:
        return self.rules.standing(self.encounter.figures[tag].standing).able

    @property
    def _is_over(self) -> bool:
        """Has somebody fallen, and are all who can act on one side? Rounds from then on are no part of the fight."""
        return bool(self.fallen) and len({f.side for f in self.encounter.figures.values() if self._able(f.tag)}) < 2

    def _is_health(self, before: Encounter, event: TrackChanged) -> bool:
        """Is it health of a figure, or temporary points that are lost before it?"""
        temporary = self.rules.temporary_track
        names = (self.rules.health_name, temporary.name if temporary is not None else "")
        return event.tag in before.figures and event.track in names

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
        orders = [(f"award {self.due}", f"give the heroes {self.due:,} XP to share")] if self.due else []
        if self._reward:
            orders.append((self.rules.reward, f"give {self._reward}"))
        return orders

    @property
    def _reward(self) -> str:
        """What the game gives for a fight that was won; empty if there is nothing, or it was given."""
        if not self.rules.reward or self.rewarded:
            return ""
        here = [figure for figure in self.encounter.figures.values() if figure.standing != AWAY.name]
        able = {figure.side for figure in here if self._able(figure.tag)}
        fell, foes = {self.encounter.figures[tag].side for tag in self.fallen}, self.rules.app_sides
        is_won = fell & foes and able - foes and not able & foes
        return verb_of(self.rules, self.rules.reward).hint if is_won else ""

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
        if not self.rounds:
            return ""
        fell = [self.encounter.name(tag) for tag in self.fallen]
        lasted = f"{counted(self.rounds)} round{'s' * (self.rounds > 1)}"
        return f"{lasted}; {f'{joined(runs_of(fell))} fell' if fell else 'nobody fell'}"

    @property
    def lines(self) -> list[str]:
        """The rounds and who fell, then who dealt and took how much, who dealt most first; then what the players have
        gained or lost beside health, and what is due.
        """
        figures = sorted(
            dict.fromkeys((*self.dealt, *self.taken)), key=lambda tag: (-self.dealt[tag], -self.taken[tag])
        )
        alike = groupby(figures, key=lambda tag: (self.dealt[tag], self.taken[tag]))
        return [
            *([self.in_a_line] if self.rounds else []),
            *(self._did([self.encounter.name(tag) for tag in tags], *did) for did, tags in alike),
            *self._gains(),
            *([f"The fallen are worth {self.due:,} XP. To share them out: award {self.due}"] if self.due else []),
            *([f"{self._reward.capitalize()}: {self.rules.reward}"] if self._reward else []),
        ]

    def _did(self, names: list[str], dealt: int, taken: int) -> str:
        """The damage that these have dealt and taken, each as much."""
        did = " and ".join(f"{word} {n}" for word, n in (("dealt", dealt), ("took", taken)) if n)
        return f"{joined(runs_of(names))} {did}{' each' if names[1:] else ''}"

    def _gains(self) -> Iterator[str]:
        told = (STANDING, self.rules.health_name)
        alike: dict[str, list[str]] = {}
        for tag in self.players if self.rounds else ():
            if found := {what: each for what, each in self.gained(tag).items() if what not in told}:
                alike.setdefault(in_words(self.rules, found), []).append(self.encounter.name(tag))
        yield from (f"{joined(runs_of(names))}: {found}" for found, names in alike.items())
        was = dict(table_left(self.rules, self.begun)) if self.begun is not None else {}
        now = [(name, n) for name, n in table_left(self.rules, self.encounter) if name in was]
        if moved := table_in_words(self.rules, was, now):
            yield f"The party: {', '.join(moved)}"


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
        return f"{plain(what)} {before} → {after}"
    value = "" if (before or after) in ("yes", "x1") else f" {before or after}"
    return f"{'gained' if after else 'lost'} {plain(what)}{value}"


def summary_of(rules: RulesetWithVerbs, step_log: ReadableStepLog) -> FightSummary:
    """The summary of all that is recorded up to the present position."""
    summary = FightSummary(rules, corrected_state_at(step_log, 0, step_log.position))
    return _with_steps_from(0, summary, step_log)


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
