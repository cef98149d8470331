"""Template: a new system file: the shipped `plain` under another name, with every key of the language in comments."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache

from referee.rules.open_table.shipped import key_table, shipped

WITHIN = {"track": ("at_end",), "condition": ("effects", "save_ends"), "action": ("then", "effect", "brings")}
"""The tables within others that are explained with them; EFFECT once, with actions."""
EXAMPLES = {
    "damage": ["[damage]", 'types = ["fire", "cold"]'],
    "test": ["[test.blow]", 'roll = "2d6"', 'against = "8"'],
    "mark": ["[mark.aimed]", 'effects = [{ on = ["blow"], gives = "+1" }]'],
    "sort": ["[sort.weapon]", 'amounts = ["hit"]'],
    "thing": ["[thing.sword]", 'sort = "weapon"', 'hit = "2"', 'test = "blow"', 'damage = "1d6"'],
    "clause": ["[[clause]]", 'id = "XY-01"', 'text = "What the rule says, in your own words."', 'source = "house"'],
}
"""A small table of each section that `plain` does without; together they are a file in order."""
_HEADER = re.compile(r"\[{1,2}([a-z]+)[.\]]")
_BLURB = "What sort of game it is, in one sentence."


@cache
def keys() -> Mapping[str, Mapping[str, list[str]]]:
    """For each table its keys, each with what holds without it and what it does."""
    found: dict[str, dict[str, list[str]]] = tomllib.loads(key_table())
    return found


def template(name: str) -> str:
    """The text of a new system file of that name."""
    text = _plain()
    for key, value in (("name", name), ("title", name.replace("_", " ").capitalize()), ("blurb", _BLURB)):
        text = re.sub(rf'^{key} = ".*"', f'{key} = "{value}"', text, count=1, flags=re.M)
    lines = _uncited(text)
    out = [*_introduction(name)]
    explained = set[str]()
    for line in lines:
        header = _HEADER.match(line)
        if header and header[1] not in explained:
            explained.add(header[1])
            out += _explained(header[1])
        out.append(line)
    for section in keys():
        if section in EXAMPLES and section not in explained:
            out += ["", *_explained(section), *(f"# {line}" for line in EXAMPLES[section])]
    return "\n".join(out) + "\n"


def _plain() -> str:
    """The file `plain` from its first key to its last table of rules."""
    text = shipped("plain").decode("utf-8")
    return text[text.index("format = 1") : text.index("[cites]")].rstrip()


def _uncited(text: str) -> list[str]:
    """The lines without those that cite clauses of `plain`."""
    return [line for line in text.splitlines() if not line.startswith("cites = ")]


def _introduction(name: str) -> Iterator[str]:
    yield f"# A system of your own; `referee system check {name}.toml` says whether it is in order."
    yield "# Each kind of table is explained where it stands first: key, what holds without it, what it does."
    for what, text in keys()["intro"].items():
        yield f"#   {what:10} {text}"
    yield ""


def _explained(section: str) -> Iterator[str]:
    """The comments on a section, and on the tables that stand in it."""
    for table in (section, *WITHIN.get(section, ())):
        yield f"# {table}:" if table == section else f"#   within it {'an EFFECT' if table == 'effect' else table}:"
        for key, (default, text) in keys()[table].items():
            yield f"#   {key:14} {default:24} {text}"
