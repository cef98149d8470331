"""Lookup: the values of names in expressions, read from the encounter as it stands."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from referee.engine.bearer import Figure, Tag, Value
from referee.engine.encounter import Encounter
from referee.engine.problem import Moot
from referee.rules.open_table.evaluation import number_of, settled, total
from referee.rules.open_table.expression import Name, Node, Unknown
from referee.rules.open_table.file import SystemFile
from referee.rules.open_table.game import Game

_EMPTY: Mapping[str, Value] = {"yes": False, "words": (), "word": ""}
"""What a trait is that nobody has said and that is no number."""


@dataclass(frozen=True)
class Lookup:
    """Names as one figure sees them while a test, an act, a condition or an event is settled."""

    game: Game
    encounter: Encounter
    own: Tag = ""
    """Whom a bare name belongs to."""
    actor: Tag = ""
    target: Tag = ""
    by: Tag = ""
    """Who brought the condition that is spoken of."""
    given: Mapping[str, Value] = field(default_factory=dict)
    """What `{with.x}` means: values of a thing, of an act, or asked."""
    terms: Mapping[str, Value] = field(default_factory=dict)
    """Words such as {roll}, {damage} and {outcome}."""
    marks: frozenset[str] = frozenset()
    """The words that were said with the act."""

    def value(self, name: Name) -> Value:
        """The value now. Unknown if nobody has said it."""
        match name.scope:
            case "has":
                return any(there.kind == name.word for there in self.encounter.of(self.own).conditions)
            case "said":
                return name.word in self.marks
            case "option":
                return self.game.choices(self.encounter)[name.word]
            case "with":
                return self._given(name)
            case "best":
                return self._best(name)
            case "":
                return self.terms[name.word] if name.word in self.terms else self._of(self.own, name)
            case scope:
                return self._of({"actor": self.actor, "target": self.target, "by": self.by}[scope], name)

    def as_seen_by(self, own: Tag) -> "Lookup":
        """The same with bare names belonging to another figure."""
        return replace(self, own=own)

    @property
    def file(self) -> SystemFile:
        """The file under the options of the encounter."""
        return self.game.file(self.encounter)

    def _given(self, name: Name) -> Value:
        if name.word in self.given:
            return self.given[name.word]
        flags = {flag for sort in self.file.sorts.values() for flag in sort.flags}
        if name.word in flags:
            return False
        words = {word for sort in self.file.sorts.values() for word in sort.words}
        if name.word in words:
            return ""
        raise Unknown(name)

    def _best(self, name: Name) -> Value:
        """The highest value of those of the own side that can act."""
        side = self.encounter.figures[self.own].side
        mates = [figure.tag for figure in self.encounter.figures.values() if figure.side == side]
        standings = self.file.standings
        able = [tag for tag in mates if (rule := standings.get(self._standing(tag))) and rule.standing.able]
        return max(number_of(self._of(tag, name)) for tag in able or [self.own])

    def _standing(self, tag: Tag) -> str:
        return self.encounter.figures[tag].standing

    def _of(self, tag: Tag, name: Name) -> Value:
        """The value of a figure: a word of the app, a track or a trait."""
        match name.word:
            case "round":
                return self.encounter.round
            case "side" | "kind" if tag in self.encounter.figures:
                figure = self.encounter.figures[tag]
                return figure.side if name.word == "side" else figure.kind
        if not tag or not self.encounter.has(tag):
            raise Moot("Nobody is there to read that value from.")
        if name.word in self.file.tracks:
            track = self.encounter.of(tag).tracks.get(name.word)
            if track is None:
                return 0
            return (track.now if track.most is None else track.most) if name.most else track.now
        return self.trait(tag, name.word, name)

    def trait(self, tag: Tag, trait: str, asked: Name | None = None) -> Value:
        """The trait of a figure: its own, else by formula or default. Unknown if nobody has said it."""
        said = self.encounter.of(tag).traits.get(trait)
        if said is not None:
            return said
        rule = self.file.traits.get(trait)
        if rule is None or (rule.formula is None and rule.default is None):
            if rule is not None and rule.type != "number":
                return _EMPTY[rule.type]
            raise Unknown(asked or Name(trait))
        if rule.formula is not None:
            return self.as_seen_by(tag).number(rule.formula)
        return rule.default if rule.default is not None else 0

    def number(self, node: Node) -> int:
        """What an amount without dice comes to now. Unknown if a name in it is."""
        return total(settled(node, self))


def known(encounter: Encounter, tag: Tag, trait: str) -> bool:
    """True if a figure has a value of its own for a trait."""
    figure: Figure | None = encounter.figures.get(tag)
    return figure is not None and trait in figure.traits
