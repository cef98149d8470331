"""Plans from encounters: the orders that set one up, each tried at a table in memory before it is written."""

import re
from collections.abc import Iterable

from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.ledger import System
from referee.imports.found import Fight, Notes, Placed
from referee.imports.words import FIFTH, kind_of, quoted, values_of
from referee.script.line import read_line
from referee.script.run import run_line
from referee.store.library_record import KeptFigure
from referee.text import clean

_MANY = 10
"""Orders of one encounter from which on the table may be full before the last."""
_VALUE = re.compile(r'[^\s",=]+=(?:"[^"]*"|[^\s"])*')


class Sorts:
    """The figures that encounters may name: those of the same import first, then those of the library."""

    def __init__(self, new: Iterable[KeptFigure], kept: Iterable[KeptFigure]) -> None:
        self.kept = {figure.name.casefold(): (figure, "the library") for figure in kept}
        self.kept |= {figure.name.casefold(): (figure, "this import") for figure in new}

    def values(self, placed: Placed, system: str, notes: Notes) -> tuple[str, str]:
        """The kind of a figure and what it has, with what is known of its sort; what the encounter says goes before."""
        own = placed.creature
        if own.modifiers or own.attacks:
            return kind_of(own), values_of(own, system, notes)
        if (known := self.kept.get(own.name.casefold())) is not None:
            figure, whence = known
            notes.add("sort", f"what it has is taken from {figure.name} of {whence}.")
            values = " ".join((*_VALUE.findall(figure.words), values_of(own, system, notes)))
            return kind_of(own) if own.side else figure.kind, values.strip()
        missing = [
            name for name, value in (("hp", own.hp), ("ac", own.ac), ("initiative", own.initiative)) if value is None
        ]
        if missing:
            notes.add(", ".join(missing), "unknown: neither the encounter nor the library says it.")
        return kind_of(own), values_of(own, system, notes)


def plan_text(fight: Fight, rules: System, notes: Notes, sorts: Sorts) -> str:
    """The plan of an encounter. What the game refuses stands in it as a remark, and is noted."""
    writer = _Writer(fight, rules, notes, sorts)
    for placed in fight.placed:
        writer.place(placed)
    writer.afflict()
    return "\n".join(writer.lines)


class _Writer:
    """Writes orders, and gives each to a table in memory."""

    def __init__(self, fight: Fight, rules: System, notes: Notes, sorts: Sorts) -> None:
        self.fight, self.rules, self.notes, self.sorts = fight, rules, notes, sorts
        self.session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
        self.lines = [f"# {fight.name}", *(f"# {clean(remark)}" for remark in fight.remarks), f"system {rules.name}"]
        self.leaning = any(placed.conditions for placed in fight.placed) or len(fight.placed) > _MANY
        self.tags: list[tuple[Placed, tuple[str, ...]]] = []

    def place(self, placed: Placed) -> None:
        """The order that adds the figures."""
        name = placed.name or placed.creature.name
        notes = self.notes.of(f"{self.notes.record}: {name}")
        kind, values = self.sorts.values(placed, self.rules.name, notes)
        more = self._more(placed, notes)
        copies = f"x{placed.count}" if placed.count > 1 else ""
        parts = filter(None, (f"add {kind}", quoted(name), copies, values, *more))
        before = set(self.session.encounter.figures)
        if placed.remark:
            self.lines.append(f"# {name}: {clean(placed.remark)}")
        self.order(" ".join(parts), notes)
        self.tags.append((placed, tuple(tag for tag in self.session.encounter.figures if tag not in before)))

    def _more(self, placed: Placed, notes: Notes) -> list[str]:
        """What the encounter says of these figures alone."""
        more = [f"temp={placed.temporary}"] * bool(placed.temporary)
        if placed.is_hidden:
            more.append("note=hidden")
            notes.add("hidden", "the plan says it in its note.")
        if self.fight.round and placed.initiative is not None:
            more.append(f"{'initiative' if self.rules.name == FIFTH else 'init'}={placed.initiative}")
        return more

    def afflict(self) -> None:
        """The orders that put conditions on the figures, once all of them are there."""
        by_name = {placed.name.casefold(): tags[0] for placed, tags in self.tags if tags}
        for placed, tags in self.tags:
            for kind, lasts in placed.conditions:
                words, _, who = lasts.partition(" of ")
                until = (
                    f"{words} of {by_name[who.casefold()]}" if who.casefold() in by_name else words if not who else ""
                )
                word = kind.lower() if self.rules.condition(kind.lower()) else kind
                notes = self.notes.of(f"{self.notes.record}: {placed.name or placed.creature.name}")
                for tag in tags:
                    self.order(
                        " ".join(filter(None, ("condition", tag, quoted(word) if " " in word else word, until))), notes
                    )

    def order(self, line: str, notes: Notes) -> None:
        """Writes an order; one that is refused stands as a remark.

        Where nothing leans on who is there, it is enough that it reads.
        """
        try:
            if self.leaning:
                run_line(self.session, line)
            else:
                read_line(self.session.situation, line)
        except Problem as problem:
            notes.add("plan", f"{clean(line, 60)!r} is refused: {problem}")
            self.lines.append(f"# refused: {line}")
        else:
            self.lines.append(line)
