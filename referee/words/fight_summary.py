"""The summary of a fight: how many rounds it took, who fell, and the damage that each dealt and took."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from referee.engine.contract.kinds import AWAY
from referee.engine.contract.ruleset import Ruleset
from referee.engine.events.apply import apply
from referee.engine.events.event import Event, StandingSet, TrackChanged
from referee.engine.record.history import Entry
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
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
    fallen: dict[Tag, str] = field(default_factory=dict)
    """Those who do not stand any more, each with how it fell."""

    def add(self, entries: Iterable[Entry]) -> None:
        """Takes commands into account that settled after those before."""
        for entry in entries:
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
                if not self.rules.standing(standing).able:
                    self.fallen[tag] = standing

    def _is_health(self, before: Encounter, event: TrackChanged) -> bool:
        """Is it health of a figure, or temporary points that are lost before it?"""
        temporary = self.rules.temporary_track
        names = (self.rules.health_name, temporary.name if temporary is not None else "")
        return event.tag in before.figures and event.track in names

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
        """The rounds and who fell, then a line for each who dealt or took damage, who dealt most first."""
        figures = sorted({*self.dealt, *self.taken}, key=lambda tag: (-self.dealt[tag], -self.taken[tag], tag))
        return [
            *([self.in_a_line] if self.rounds else []),
            *(f"{self.encounter.name(tag)} dealt {self.dealt[tag]} and took {self.taken[tag]}" for tag in figures),
        ]


def summary_of(rules: Ruleset, start: Encounter, entries: Iterable[Entry]) -> FightSummary:
    """The summary of the commands that settled since `start`."""
    summary = FightSummary(rules, start)
    summary.add(entries)
    return summary
