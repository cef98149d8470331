"""Tally of the fights of a forecast, in counts: it grows by fights or by other tallies."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated, TypedDict

from msgspec import Meta, Struct, field
from msgspec.json import decode

from referee.engine.contract.kinds import XP
from referee.engine.problem import Refused
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.forecast.fight import NOBODY, End
from referee.forecast.policies import Policy
from referee.text.phrases import listed
from referee.text.quoting import short

STANDING = "standing"
Counts = dict[str, Annotated[int, Meta(ge=0)]]


class TallyData(TypedDict):
    """A forecast as JSON: how often each thing was so at the end of a fight."""

    fights: int
    seed: int | list[int]
    """Of parts that were joined, the seed of each."""
    policy: dict[str, Policy]
    wins: Counts
    """By side; `nobody` for fights that no side has won."""
    rounds: Counts
    figures: dict[Tag, dict[str, Counts]]
    """Of each figure how it stood, as `standing`, and what was left of each track that lasts beyond a fight."""


class Tally(Struct):
    """The counts, those of the fights so far."""

    policy: Mapping[str, Policy]
    seeds: tuple[int, ...]
    fights: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    rounds: Counter[int] = field(default_factory=Counter)
    figures: dict[Tag, dict[str, Counter[str]]] = field(default_factory=dict)

    def _of(self, tag: Tag, what: str) -> Counter[str]:
        return self.figures.setdefault(tag, {}).setdefault(what, Counter())

    def add(self, rules: System, before: Encounter, end: End) -> None:
        """Counts a fight. before: how it began, for the figures that were there."""
        self.fights += 1
        self.wins[end.winner] += 1
        self.rounds[end.rounds] += 1
        for tag, was in before.figures.items():
            now = end.encounter.figures[tag]
            self._of(tag, STANDING)[now.standing] += 1
            for name in was.tracks:
                if name == rules.health_name or (name != XP.name and rules.keeps_track(name)):
                    self._of(tag, name)[str(now.tracks[name].now)] += 1

    def merge(self, other: "Tally") -> None:
        """Counts the fights of another tally of the same encounter, too."""
        self.fights += other.fights
        self.wins.update(other.wins)
        self.rounds.update(other.rounds)
        for tag, counts in other.figures.items():
            for what, found in counts.items():
                self._of(tag, what).update(found)

    def data(self) -> TallyData:
        """The counts as JSON, in an order that does not depend on that of the fights."""
        return TallyData(
            fights=self.fights,
            seed=self.seeds[0] if len(self.seeds) == 1 else list(self.seeds),
            policy=dict(self.policy),
            wins={side: self.wins[side] for side in (*self.policy, NOBODY)},
            rounds=_ordered({str(n): count for n, count in self.rounds.items()}),
            figures={
                tag: {what: _ordered(counts) for what, counts in each.items()} for tag, each in self.figures.items()
            },
        )


def _ordered(counts: Mapping[str, int]) -> Counts:
    """By number; what is no number by word, after them."""
    return dict(sorted(counts.items(), key=lambda each: (not each[0].isdigit(), each[0].zfill(9))))


def read_tally(text: str, called: str) -> Tally:
    """The tally that the JSON of a forecast holds. Refused if it is none."""
    try:
        data = decode(text, type=TallyData)
        rounds = Counter({int(n): count for n, count in data["rounds"].items()})
        if not sum(data["wins"].values()) <= data["fights"] == rounds.total():
            raise ValueError("wins or rounds do not come to the fights")
    except (ValueError, RecursionError) as error:
        raise Refused(f"{short(called, 80)} is no forecast. Make one: referee forecast NAME --json") from error
    seeds = data["seed"] if isinstance(data["seed"], list) else [data["seed"]]
    figures = {tag: {what: Counter(counts) for what, counts in each.items()} for tag, each in data["figures"].items()}
    return Tally(data["policy"], tuple(seeds), data["fights"], Counter(data["wins"]), rounds, figures)


def merged(parts: Sequence[tuple[str, Tally]]) -> Tally:
    """The parts of a forecast as one; each with the name of its file. Refused if they do not belong together."""
    (first, tally), *others = parts
    for called, other in others:
        if again := set(tally.seeds) & set(other.seeds):
            raise Refused(
                f"{called} repeats fights that are counted already: seed {min(again)}. Give each part another --seed."
            )
        if dict(tally.policy) != dict(other.policy):
            raise Refused(f"{first} and {called} are forecasts of different fights: their sides or policies differ.")
        if apart := tally.figures.keys() ^ other.figures.keys():
            raise Refused(
                f"{first} and {called} are forecasts of different fights: only one has {listed(sorted(apart))}."
            )
        tally.seeds += other.seeds
        tally.merge(other)
    return tally
