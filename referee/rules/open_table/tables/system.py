"""The system itself: how it is called, its sides, how figures stand, and its clauses."""

import re
from dataclasses import dataclass, replace

from referee.engine.kinds import Standing
from referee.engine.ruleset import Clause
from referee.rules.open_table.keys import NEEDED, as_title, choice, cited, flag, heading, part, read, switch, text
from referee.rules.open_table.mistake import quoted
from referee.rules.open_table.reader import Table
from referee.rules.open_table.symbols import NAME
from referee.text import clean

LONGEST_SAMPLE = 20_000
LONGEST_CLAUSE = 600
"""Characters of a clause: they are sentences of rules, longer than other texts."""
_CLAUSE = re.compile(r"[A-Z]{1,3}[0-9]?-[0-9]{2,3}", re.ASCII)


def _clause_number(table: Table, key: str) -> str:
    number = table.text(key, needed=True)
    if number and not _CLAUSE.fullmatch(number):
        table.report("E1", f"a clause is numbered such as XY-07, not {quoted(number)}.", key)
    return number


def _sentences(table: Table, key: str) -> str:
    return table.text(key, most=LONGEST_CLAUSE, needed=True)


def _name(table: Table, key: str) -> str:
    name = table.text(key, needed=True)
    if name and not NAME.fullmatch(name):
        table.report("E1", f"a name has up to 24 small letters, digits and _, not {quoted(name)}.", key)
    return name


def _sample(table: Table, key: str) -> tuple[str, ...]:
    sample = table.get(key, "lines of a script", str) or ""
    if len(sample) > LONGEST_SAMPLE:
        said = f"a sample has at most {LONGEST_SAMPLE:,} characters; this one has {len(sample):,}."
        table.report("E10", said, key)
    return tuple(clean(line) for line in sample[:LONGEST_SAMPLE].splitlines())


@dataclass(frozen=True)
class About:
    """How a system is called, and what holds for all of it."""

    name: str = part(
        _name, "how it is called in commands and saves: small letters, digits, _", default="", without=NEEDED
    )
    title: str = text("how it is called on the screen", without="the name")
    blurb: str = text("what sort of game it is, in one sentence", without=NEEDED)
    version: str = text("yours to count", "1")
    author: str = text("who wrote the file")
    licence: str = text("whom its facts come from, and on what terms", most=LONGEST_CLAUSE)
    rounding: str = choice(("down", "up", "near"), "what / does: down, up, near", called="round")
    own_pools: bool = flag("mana=5 after `add` makes a pool of that name")
    sample: tuple[str, ...] = part(
        _sample, "lines of a script that puts an encounter on the table", default=(), without="-"
    )


@dataclass(frozen=True)
class SideRule:
    """A side: how it is called, and who throws its dice."""

    name: str
    label: str = heading("how the side is called", str.capitalize)
    app_throws: bool = switch("table", "app", "who throws its dice: table, app", called="throws")


@dataclass(frozen=True)
class StandingRule:
    """How a figure may stand."""

    name: str
    turn: bool = flag("its turn comes")
    able: bool = flag("it can act and be asked")
    target: bool = flag("it can be chosen as a target")
    fills: bool = flag("it fills its space on the map")
    heals: bool = flag("healing reaches it", True)
    hint: str = text("in a few words")
    cites: tuple[str, ...] = cited()

    @property
    def standing(self) -> Standing:
        """The standing, as the engine knows it."""
        return Standing(self.name, self.turn, self.able, self.target, self.fills)


USUAL_STANDINGS = {"up": {"turn": True, "able": True, "target": True, "fills": True}, "out": {}}
"""How figures may stand where the file says nothing of it."""


@dataclass(frozen=True)
class Moments:
    """The clauses for what the app does in every system."""

    begin: tuple[str, ...] = cited("clauses for the beginning of the fight")
    next: tuple[str, ...] = cited("a turn is handed on")
    hold: tuple[str, ...] = cited("one waits")
    back: tuple[str, ...] = cited("one who waited acts", called="return")
    late: tuple[str, ...] = cited("one joins during the fight")
    round: tuple[str, ...] = cited("a round ends")
    turn_start: tuple[str, ...] = cited("a turn starts")
    turn_end: tuple[str, ...] = cited("a turn ends")
    passed: tuple[str, ...] = cited("a place is passed whose owner has no turn")
    left: tuple[str, ...] = cited("one leaves in its own turn")
    countdown: tuple[str, ...] = cited("conditions count down and end")
    many: tuple[str, ...] = cited("several targets are settled")


@dataclass(frozen=True)
class ClauseRow:
    """A clause of the rules."""

    id: str = part(_clause_number, "such as XY-07", default="", without=NEEDED)
    sentences: str = part(_sentences, "a sentence or two of the rules", default="", without=NEEDED, called="text")
    source: str = text("stated in a text, a fact found elsewhere, or house", "stated")


def read_about(table: Table) -> About:
    """What the file says of itself."""
    about = read(About, table)
    return about if isinstance(table.data.get("title"), str) else replace(about, title=as_title(about.name))


def read_clause(table: Table) -> Clause:
    """The clause of a row."""
    row = read(ClauseRow, table)
    return Clause(row.id, row.sentences, row.source)
