"""Possible ends of a command, with how likely each is."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from msgspec import Struct, field

from referee.engine.events.event import Event, Result, Tested
from referee.engine.questions.question import AnyQuestion
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import Encounter


class ResultOfTest(Struct, frozen=True):
    """How a test ended."""

    kind: str
    who: Tag
    target: Tag | None
    result: Result


class FigureEnd(Struct, frozen=True):
    """How a figure that has changed stands after the command."""

    tag: Tag
    tracks: tuple[tuple[str, int], ...]
    """Each of its tracks, and where it stands."""
    standing: str
    conditions: tuple[str, ...]


class End(Struct, frozen=True):
    """One way in which a command may end, standing for all that look alike."""

    tests: tuple[ResultOfTest, ...]
    figures: tuple[FigureEnd, ...]
    turn: Tag | None = None
    """Whose turn it is then."""


Ends = Mapping[End, Fraction]
"""How likely each end is."""


class Odds(Struct, frozen=True):
    """What may come of a command, and how likely each end is."""

    parts: Sequence[Ends]
    """All ends; or of figures whose ends do not depend on one another, but on what is thrown for all of them, each by
    itself, and the rest: how likely each end of a part is.
    """
    runs: int
    """How many ways were played."""
    seed: int | None = None
    """The seed of the dice, where the ends were sampled; None: they are exact."""
    met: Mapping[str, AnyQuestion] = field(default_factory=dict)
    """The choices that came up within the command, each as it was first met."""
    deep: bool = True
    """False: of what is best or worst each choice was only compared with what is proposed after it."""
    hurried: bool = False
    """It was thrown only as often as there was time for."""

    @property
    def ends(self) -> Ends:
        """All ends, where they are in one part."""
        (only,) = self.parts
        return only

    @property
    def cut(self) -> Fraction:
        """How likely all is that was left out as too unlikely: endless chains of dice."""
        return 1 - sum(self.parts[0].values(), Fraction())

    @property
    def error(self) -> float:
        """The standard error of a sampled probability, at its greatest; 0 of exact ones."""
        return 0.0 if self.seed is None else 0.5 / sqrt(self.runs)


def end_of(before: Encounter, after: Encounter, events: Iterable[Event]) -> End:
    """The end that these events have brought about."""
    tests = tuple(
        ResultOfTest(event.kind, event.who, event.target, event.result) for event in events if isinstance(event, Tested)
    )
    changed = (figure for tag, figure in after.figures.items() if figure is not before.figures.get(tag))
    return End(tests, tuple(map(figure_end, changed)), after.turn)


def figure_end(figure: Figure) -> FigureEnd:
    tracks = tuple((name, track.now) for name, track in figure.tracks.items())
    conditions = tuple(sorted({condition.kind for condition in figure.conditions}))
    return FigureEnd(figure.tag, tracks, figure.standing, conditions)
