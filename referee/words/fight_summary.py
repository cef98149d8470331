"""The summary of a fight: how many rounds it took, who fell, and the damage that each dealt and took."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from referee.engine.contract.kinds import AWAY
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import apply
from referee.engine.events.event import Event, StandingSet, TrackChanged
from referee.engine.record.history import Entry, ReadableStepLog, corrected_state_at, entries
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.damage import award, awarded_by
from referee.text import counted, joined
from referee.words.arrivals import runs_of

_NO_DAMAGE = ("set", "bring", "add")
"""Verbs by which the referee says how figures stand, not what hurts them."""


@dataclass
class FightSummary:
    """What came of a fight, from the fields of its recorded events."""

    rules: Ruleset
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
    fallen: dict[Tag, str] = field(default_factory=dict)
    """Those who do not stand any more, each with how it fell."""

    def add(self, commands: Iterable[Entry]) -> None:
        """Takes commands into account that settled after those before."""
        for entry in commands:
            if entry.command.verb == award.name:
                self.awarded += awarded_by(entry.command)
            for event in entry.events or ():
                self._take(event, hurts=entry.command.verb not in _NO_DAMAGE)

    def _take(self, event: Event, hurts: bool) -> None:
        before, self.encounter = self.encounter, apply(self.encounter, event)
        self.rounds += self.encounter.round > before.round
        match event:
            case TrackChanged(tag=tag) if hurts and self.rounds and self._is_health(before, event):
                lost = before.of(tag).tracks[event.track].now - self.encounter.of(tag).tracks[event.track].now
                if lost > 0:
                    self.taken[tag] += lost
                    if event.source is not None:
                        self.dealt[event.source] += lost
            case StandingSet(tag=tag, standing=standing) if standing != AWAY.name:
                self.fallen.pop(tag, None)
                if hurts and self.rounds and not self.rules.standing(standing).able:
                    self.fallen[tag] = standing

    def _is_health(self, before: Encounter, event: TrackChanged) -> bool:
        """Is it health of a figure, or temporary points that are lost before it?"""
        temporary = self.rules.temporary_track
        names = (self.rules.health_name, temporary.name if temporary is not None else "")
        return event.tag in before.figures and event.track in names

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
    def in_a_line(self) -> str:
        """What the fight was, as one sentence; empty where no round has begun."""
        if not self.rounds:
            return ""
        fell = [self.encounter.name(tag) for tag in self.fallen]
        lasted = f"{counted(self.rounds)} round{'s' * (self.rounds > 1)}"
        return f"{lasted}; {f'{joined(runs_of(fell))} fell' if fell else 'nobody fell'}"

    @property
    def lines(self) -> list[str]:
        """The rounds and who fell, then who dealt and took how much, who dealt most first, then what is due."""
        figures = sorted(
            dict.fromkeys((*self.dealt, *self.taken)), key=lambda tag: (-self.dealt[tag], -self.taken[tag])
        )
        alike = groupby(figures, key=lambda tag: (self.dealt[tag], self.taken[tag]))
        return [
            *([self.in_a_line] if self.rounds else []),
            *(self._did([self.encounter.name(tag) for tag in tags], *did) for did, tags in alike),
            *([f"The fallen are worth {self.due:,} XP. To share them out: award {self.due}"] if self.due else []),
        ]

    def _did(self, names: list[str], dealt: int, taken: int) -> str:
        """The damage that these have dealt and taken, each as much."""
        did = " and ".join(f"{word} {n}" for word, n in (("dealt", dealt), ("took", taken)) if n)
        return f"{joined(runs_of(names))} {did}{' each' if names[1:] else ''}"


def summary_of(rules: Ruleset, step_log: ReadableStepLog) -> FightSummary:
    """The summary of all that is recorded up to the present position."""
    summary = FightSummary(rules, corrected_state_at(step_log, 0, step_log.position))
    summary.add(entries(step_log, step_log.position))
    return summary
