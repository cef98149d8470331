"""A line of the brief log while it is assembled, as a value: what its parts say, which tracks moved, what became."""

from msgspec import Struct, field
from msgspec.structs import replace

from referee.engine.events.apply import Change
from referee.engine.events.event import Event
from referee.engine.state.bearer import Tag
from referee.engine.verbs.ledger import System
from referee.words.log_line import Tone
from referee.words.phrase import event_sentence
from referee.words.sentence import Clause, Sentence, behind


class Part(Struct, frozen=True):
    """What one event says in the log."""

    sentence: Sentence
    """What happened."""
    event: Event
    """The event."""
    cites: tuple[str, ...] = ()
    """The clauses that it follows from."""
    hand: bool = False
    """Done by the referee's hand."""
    hidden: bool = False
    """Not for the players' view."""
    round: int = 0
    """The round in which it happened."""


class Moved(Struct, frozen=True):
    """A track that changed."""

    called: str
    """What it is called: `HP`."""
    was: int
    """Where it stood."""
    now: int
    """Where it stands."""


class State(Struct, frozen=True):
    """What somebody became: `dead`, `no longer prone`."""

    words: str
    """The words behind the verb `is`."""
    over: str = ""
    """The kind of condition that is over by it, if it says that."""


class BriefLine(Struct, eq=False):
    """A line that is being put together: a sentence, then the tracks that changed, then what its bearer became."""

    sentence: Sentence
    """What happened."""
    change: Change
    """The change that it begins with."""
    hand: bool = False
    hidden: bool = False
    tone: Tone = ""
    harmed: Tag | None = None
    """Who may come to harm by it: an attack's target, who saves, whose health changes."""
    by: Tag | None = None
    """Who did it, if anybody."""
    of_each: bool = False
    """The same may be told of several at once: `Ann and Bob take 7`."""
    restores: bool = False
    """It says itself that somebody is as well as before: `Tia respawns`."""
    came: tuple[str, ...] = ()
    """The names of those who join, if it says only that they do."""
    members: list[str] = field(default_factory=list)
    """The names of the members with which its group begins, or of the groups that are over."""
    begun: list[str] = field(default_factory=list)
    """The names of the groups that begin by it, if it names none of their members."""
    moved: dict[tuple[Tag, str], Moved] = field(default_factory=dict)
    """The tracks that changed."""
    counts: dict[tuple[Tag, str], Sentence] = field(default_factory=dict)
    """Tracks that changed, in the words that the game has for that: `failures 1 of 3`."""
    became: list[State] = field(default_factory=list)
    """What whoever was harmed became."""
    deals: int | None = None
    """The damage that its sum tells already."""
    then: list[Sentence] = field(default_factory=list)
    """What came of it in whole sentences: `Gruk flees`."""
    folded: dict[str, list[str]] = field(default_factory=dict)
    """Of tests that are told together: the names and totals by how they ended."""
    tail: list[str] = field(default_factory=list)
    below: list[str] = field(default_factory=list)
    """What stands in lines of its own under it."""
    under: bool = False
    """It goes on with the line above, which names whoever was harmed."""
    cites: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    """Clauses of the act itself, behind those of what came of it."""
    parts: list[Part] = field(default_factory=list)

    def add(self, *clauses: Clause) -> None:
        """Adds clauses to the sentence."""
        self.sentence = self.sentence.with_clauses(*clauses)

    def took(self, part: Part) -> None:
        """Counts an event as part of the line."""
        self.cites = tuple(dict.fromkeys((*self.cites, *part.cites)))
        self.hidden = self.hidden or part.hidden
        self.parts.append(part)

    def becomes(self, sentence: Sentence, kind: str = "", over: bool = False) -> None:
        """Adds what somebody became by a sentence with `is`; kind: the condition that this is; over: it has ended."""
        # A condition that is renewed has not ended.
        self.became = [state for state in self.became if not kind or state.over != kind]
        self.became.append(State(behind(sentence), kind if over else ""))

    def merges(self, other: "BriefLine") -> bool:
        """Takes in another line that says the same of somebody else; False if it says anything else."""
        mine, theirs = (
            (line.sentence.alone, line.of_each, line.hand, line.by, [*line.moved.values()], line.became, line.then)
            for line in (self, other)
        )
        if not self.of_each or mine != theirs or self.counts or other.counts or self.tail or other.tail:
            return False
        new = (name for name in other.sentence.who if name not in self.sentence.who)
        self.sentence = replace(self.sentence, who=(*self.sentence.who, *new))
        for part in other.parts:
            self.took(part)
        return True


def in_full(change: Change, rules: System | None = None) -> Part | None:
    """What one event says; None where there is nothing to read."""
    before, event, after = change
    sentence = event_sentence(before, event, rules)
    hidden = event.can_be_secret and getattr(event, "hidden", False)
    return Part(sentence, event, event.cites, event.hand, hidden, after.round) if sentence != Sentence() else None
