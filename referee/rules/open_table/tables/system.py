"""The system itself: how it is called, its sides, how figures stand, and its clauses."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from referee.engine.kinds import Standing
from referee.engine.ruleset import Clause
from referee.rules.open_table.mistake import quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.symbols import NAME
from referee.text import clean

LONGEST_SAMPLE = 20_000
LONGEST_CLAUSE = 600
"""Characters of a clause: they are sentences of rules, longer than other texts."""
_CLAUSE = re.compile(r"[A-Z]{1,3}[0-9]?-[0-9]{2,3}", re.ASCII)
UP, OUT = Standing("up", turn=True, able=True, target=True, fills=True), Standing("out")


@dataclass(frozen=True)
class About:
    """How a system is called, and what holds for all of it."""

    name: str
    title: str
    blurb: str
    version: str = "1"
    author: str = ""
    licence: str = ""
    """Whom the facts of the system come from, and on what terms."""
    rounding: str = "down"
    own_pools: bool = False
    """A word that nobody knows makes a pool of one's own: `mana=5`."""
    sample: tuple[str, ...] = ()
    """The lines of a script that puts an encounter on the table."""


MOMENTS = (
    *("begin", "next", "hold", "return", "late", "round", "turn_start", "turn_end"),
    *("passed", "left", "countdown", "many"),
)
"""What the app does in every system, and a file may cite clauses for: the fight begins, a turn is handed on, one waits,
returns or comes late, a round ends, a turn starts or ends, a place is passed whose owner has no turn, one leaves in its
own turn, conditions count down and end, several targets are settled."""


@dataclass(frozen=True)
class SideRule:
    """A side: how it is called, and who throws its dice."""

    name: str
    label: str
    app_throws: bool = False


@dataclass(frozen=True)
class StandingRule:
    """How a figure may stand."""

    standing: Standing
    heals: bool = True
    """Healing reaches it."""
    hint: str = ""
    cites: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name of the standing."""
        return self.standing.name


def read_about(table: Table) -> About:
    """What the file says of itself."""
    name = table.text("name", needed=True)
    if name and not NAME.fullmatch(name):
        table.report("E1", f"a name has up to 24 small letters, digits and _, not {quoted(name)}.", "name")
    sample = table.get("sample", "lines of a script", str) or ""
    if len(sample) > LONGEST_SAMPLE:
        table.report(
            "E10", f"a sample has at most {LONGEST_SAMPLE:,} characters; this one has {len(sample):,}.", "sample"
        )
    about = About(
        name=name,
        title=table.text("title", name.replace("_", " ").capitalize()),
        blurb=table.text("blurb", needed=True),
        version=table.text("version", "1"),
        author=table.text("author"),
        licence=table.text("licence", most=LONGEST_CLAUSE),
        rounding=table.one_of("round", ("down", "up", "near"), "down"),
        own_pools=table.flag("own_pools"),
        sample=tuple(clean(line) for line in sample[:LONGEST_SAMPLE].splitlines()),
    )
    table.close()
    return about


def read_side(table: Table, name: str) -> SideRule:
    """One side."""
    app_throws = table.one_of("throws", ("table", "app"), "table") == "app"
    return SideRule(name, table.text("label", name.capitalize()), app_throws)


def read_standing(table: Table, name: str) -> StandingRule:
    """One standing."""
    said = {key: table.flag(key) for key in ("turn", "able", "target", "fills")}
    standing = Standing(name, said["turn"], said["able"], said["target"], said["fills"])
    heals = table.flag("heals") if table.has("heals") else True
    return StandingRule(standing, heals, table.text("hint"), table.cites())


def read_moments(table: Table | None) -> Mapping[str, tuple[str, ...]]:
    """The clauses cited for each moment of MOMENTS."""
    if table is None:
        return MappingProxyType({})
    found = {moment: table.cites(moment) for moment in MOMENTS}
    table.close()
    return MappingProxyType(found)


def read_clause(table: Table) -> Clause:
    """One clause."""
    clause = Clause(
        table.text("id", needed=True),
        table.text("text", most=LONGEST_CLAUSE, needed=True),
        table.text("source", "stated"),
    )
    if clause.id and not _CLAUSE.fullmatch(clause.id):
        table.report("E1", f"a clause is numbered such as XY-07, not {quoted(clause.id)}.", "id")
    table.close()
    return clause
