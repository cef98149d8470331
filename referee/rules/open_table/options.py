"""Options: a checked system file, with the values that it has under the choices of an encounter."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.bearer import TABLE
from referee.engine.encounter import Encounter
from referee.rules.open_table.check import SystemSource
from referee.rules.open_table.file import SystemFile


@dataclass(frozen=True, eq=False)
class FileWithOptions:
    """A system file at play."""

    source: SystemSource

    @property
    def default(self) -> SystemFile:
        """The values of the file with every option at its default: all that does not depend on an encounter."""
        return self.source.default

    def choices(self, encounter: Encounter) -> Mapping[str, str]:
        """What this encounter has chosen of each option."""
        traits = encounter.of(TABLE).traits
        found: dict[str, str] = {}
        for name, option in self.source.options.items():
            said = traits.get(name)
            found[name] = said if isinstance(said, str) and said in option.choices else option.choices[0]
        return found

    def file(self, encounter: Encounter) -> SystemFile:
        """The values of the file under the choices of this encounter."""
        return self.source.under(self.choices(encounter))

    def cites_of(self, key: str) -> tuple[str, ...]:
        """The clauses of the options that may set a key of the file, such as order.group."""
        path = tuple(key.split("."))
        options = [option for option in self.source.options.values() if any(path == sets for sets, _ in option.sets)]
        return tuple(clause for option in options for clause in option.cites)
