"""Advantage and disadvantage: what gives an attack either, and which is left (GH-34, 35)."""

from dataclasses import dataclass

from referee.engine.bearer import Tag
from referee.engine.encounter import Encounter
from referee.rules.gloomhaven.conditions import advantages

SIGNS = {"advantage": 1, "disadvantage": -1}


@dataclass(frozen=True)
class Edges:
    """All that gives one attack advantage (1) or disadvantage (-1), each with its reason in words."""

    reasons: tuple[tuple[str, int], ...] = ()
    """The reason is empty where the attack has it by itself."""
    by_condition: bool = False
    """A condition of the attacker gives one of them."""

    @property
    def net(self) -> int:
        """What is left of them: two of one kind are no more than one, and either kind takes the other away (GH-34)."""
        signs = {sign for _, sign in self.reasons}
        return 0 if len(signs) > 1 else sum(signs)

    @property
    def words(self) -> str:
        """Both kinds with their reasons: `advantage (strengthen) and disadvantage (muddle)`; empty for none."""
        return " and ".join(filter(None, (self._of(word) for word in SIGNS)))

    def _of(self, word: str) -> str:
        why = [reason for reason, sign in self.reasons if sign == SIGNS[word]]
        named = ", ".join(filter(None, why))
        return f"{word} ({named})" if named else word if why else ""


def edges(encounter: Encounter, attacker: Tag, own: tuple[int, ...], near: bool) -> Edges:
    """Those of an attack; own: what it has by itself; near: it is ranged and the target adjacent (GH-34, 35)."""
    conditions = tuple(advantages(encounter, attacker))
    close = (("adjacent target", -1),) if near else ()
    return Edges((*(("", sign) for sign in own), *conditions, *close), bool(conditions))
