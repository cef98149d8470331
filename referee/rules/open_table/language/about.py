"""What a system file says about itself: its name, its title, who wrote it.

Used by the section `system` of the file.
Gives the section as one class.
"""

from msgspec.structs import replace

from referee.rules.open_table.language import keys
from referee.rules.open_table.language.clauses import LONGEST_CLAUSE
from referee.rules.open_table.language.document import quoted
from referee.rules.open_table.language.names import NAME
from referee.rules.open_table.language.toml_table import Table
from referee.text.harmless import clean

LONGEST_SAMPLE = 20_000


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


class About(keys.KeyedTable):
    """How a system is called, and what holds for all of it."""

    name: str = keys.part(
        _name, "its name in commands and saves: small letters, digits, _", default="", without=keys.NEEDED
    )
    title: str = keys.text("its name on screen", without="the name")
    blurb: str = keys.text("what sort of game it is, in one sentence", without=keys.NEEDED)
    version: str = keys.text("your version number", "1")
    author: str = keys.text("who wrote the file")
    licence: str = keys.text("where its facts come from, and under what licence", most=2 * LONGEST_CLAUSE)
    rounding: str = keys.choice(("down", "up", "near"), "which way division (/) rounds: down, up, near", called="round")
    own_pools: bool = keys.flag("mana=5 after `add` makes a pool of that name")
    sample: tuple[str, ...] = keys.part(_sample, "a script that sets up an example fight", default=(), without="-")


def read_about(table: Table) -> About:
    """What the file says of itself."""
    about = keys.read(About, table)
    return about if isinstance(table.data.get("title"), str) else replace(about, title=keys.as_title(about.name))
