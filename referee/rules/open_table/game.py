"""Game: a checked system file at play, and the values that it has under the options of an encounter."""

from collections.abc import Mapping
from dataclasses import dataclass

from referee.engine.bearer import TABLE
from referee.engine.encounter import Encounter
from referee.rules.open_table.check import SystemSource
from referee.rules.open_table.file import SystemFile


@dataclass(frozen=True, eq=False)
class Game:
    """What the rules made from a file are given besides the encounter."""

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
