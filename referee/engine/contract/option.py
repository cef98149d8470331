"""Option: a choice between readings of the rules, made for an encounter."""

from collections.abc import Mapping

from msgspec import Struct

from referee.engine.events.event import TraitSet
from referee.engine.state.bearer import TABLE
from referee.engine.state.encounter import Encounter


class Option(Struct, frozen=True):
    """A choice between readings of the rules, made per encounter; kept as a trait of the table."""

    name: str
    choices: tuple[str, ...]
    """The first is the default."""
    hint: str
    clauses: tuple[str, ...] = ()
    said: tuple[str, ...] = ()
    """How the log says each choice; empty: the name of the option and the choice."""
    title: str = ""
    """What it is called where it is read; empty: its name, spaced."""
    labels: tuple[str, ...] = ()
    """How each choice is read; empty: as its word, spaced."""

    @classmethod
    def between(
        cls, name: str, labels: Mapping[str, str], hint: str, clauses: tuple[str, ...] = (), *, title: str = ""
    ) -> "Option":
        """The choice between these words, with how each is read."""
        return cls(name, tuple(labels), hint, clauses, title=title, labels=tuple(labels.values()))

    @property
    def called(self) -> str:
        """What it is called where it is read."""
        return self.title or self.name.replace("_", " ")

    def label(self, choice: str) -> str:
        """How a choice is read."""
        labels = dict(zip(self.choices, self.labels, strict=False))
        return labels.get(choice) or choice.replace("_", " ")

    def of(self, encounter: Encounter) -> str:
        """The choice that this encounter plays by."""
        value = encounter.groups[TABLE].traits.get(self.name)
        return value if isinstance(value, str) and value in self.choices else self.choices[0]

    def set(self, choice: str) -> TraitSet:
        """The event that sets the choice."""
        return TraitSet(tag=TABLE, trait=self.name, value=choice)
