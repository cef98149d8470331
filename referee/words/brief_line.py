"""A line of the brief log while it is put together from several events."""

from dataclasses import dataclass, field

from referee.engine.bearer import Tag
from referee.engine.change import Change
from referee.words.log_line import LogLine, Tone


@dataclass
class BriefLine:
    """A line that is being put together."""

    text: str
    short: str
    change: Change
    cites: tuple[str, ...] = ()
    hand: bool = False
    hidden: bool = False
    tone: Tone = ""
    harmed: Tag | None = None
    """Who may come to harm by it: an attack's target, who saves, whose health changes."""
    by: Tag | None = None
    """Who did it, if anybody."""
    names: list[str] = field(default_factory=list)
    """Of those that the line names together."""
    begun: list[str] = field(default_factory=list)
    """The names of the groups that begin by it, if it names none of their members."""
    parts: list[LogLine] = field(default_factory=list)

    def add(self, part: LogLine, text: str, short: str | None = None) -> None:
        """Adds what an event says to the line."""
        self.text += text
        self.short += text if short is None else short
        self.took(part)

    def took(self, part: LogLine) -> None:
        """Counts an event as part of the line."""
        self.cites = tuple(dict.fromkeys((*self.cites, *part.cites)))
        self.hidden = self.hidden or part.hidden
        self.parts.append(part)

    def done(self) -> LogLine:
        """The finished line of the log, with its parts."""
        short = self.short if self.short != self.text else ""
        _, event, after = self.change
        return LogLine(
            self.text,
            self.cites,
            self.hand,
            self.hidden,
            after.round,
            event=event,
            short=short,
            tone=self.tone,
            parts=tuple(self.parts),
        )
