"""The file that `system new` writes: the shipped `plain` under another name, every key explained in comments.

Used once for each new system; the comments come from the declarations of the keys.
Gives the text of the file.
"""

import re
from collections.abc import Iterator, Mapping

from referee.rules.open_table.actions.rules import Then
from referee.rules.open_table.conditions.rules import Modifier
from referee.rules.open_table.effects.rules import Bring, Effect, SaveEnds
from referee.rules.open_table.figures.rules import EndRow
from referee.rules.open_table.file.keys import keys_of
from referee.rules.open_table.file.shipped import shipped
from referee.rules.open_table.file.system_file import TABLES

INTRODUCTION = {
    "amount": '"2d6 + {str} / 2": dice, numbers, {names}, + - * /, brackets, max(a, b), min(a, b); '
    '"ask" where the referee types it',
    "names": "{hp} of whoever it belongs to, {hp.most} its bound; {target.ac}, {actor.x}, {by.x} who brought it, "
    "{with.x} of the thing used, {best.x}",
    "words": "{side} {kind} {round}; of a test {roll} {die} {against} {margin} {hits} {misses} {outcome}; "
    "of damage {damage} {lost} {excess}",
    "comparison": '"{roll} >= {against} and not {has prone}": = <> < <= > >=, is WORD, has WORD, {said MARK}, '
    "{option.NAME} is WORD; no `or`",
    "family": 'each = ["str", "dex"] makes a table for each word, @ in its texts is the word; '
    'as = "save @" says how they are called',
    "cites": 'cites = ["XY-07"]: the clauses that something follows',
}
"""What holds for all tables."""
WITHIN: Mapping[str, Mapping[str, type]] = {
    "track": {"at_end": EndRow},
    "condition": {"effects": Modifier, "save_ends": SaveEnds},
    "action": {"then": Then, "an EFFECT": Effect, "brings": Bring},
}
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
    for section in TABLES:
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
    for what, text in INTRODUCTION.items():
        yield f"#   {what:10} {text}"
    yield ""


def _explained(section: str) -> Iterator[str]:
    """The comments on a section, and on the tables that stand in it."""
    yield f"# {section}:"
    yield from _keys(*TABLES[section])
    for called, of in WITHIN.get(section, {}).items():
        yield f"#   within it {called}:"
        yield from _keys(of)


def _keys(*declared: type) -> Iterator[str]:
    """A comment for each key of a table."""
    for name, key in (key for of in declared for key in keys_of(of).values()):
        if key.does:
            yield f"#   {name:14} {key.without:24} {key.does}"
