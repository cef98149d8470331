"""Text of a new system file, with every key in comments."""

import re
from collections.abc import Iterator, Mapping

from referee.rules.open_table.language.acts import Then
from referee.rules.open_table.language.effects import Bring, Effect, Modifier, SaveEnds
from referee.rules.open_table.language.keys import keys_of
from referee.rules.open_table.language.random_tables import TableRow
from referee.rules.open_table.language.system_file import TABLES
from referee.rules.open_table.language.tracks import EndRow
from referee.text.lazy_pattern import pattern

INTRODUCTION = {
    "amount": '"2d6 + {str} / 2": dice, numbers, {names}, + - * /, brackets, max(a, b), min(a, b); '
    '"ask" lets the referee type it',
    "names": "{hp} of the owner, {hp.most} its maximum; {target.ac}, {actor.x}, {by.x} of whoever caused it, "
    "{with.x} of the thing used, {best.x}, {foes.x}",
    "words": "{side} {kind} {round} {allies}; of a test {roll} {die} {against} {margin} {hits} {misses} {outcome} "
    "{net_advantage}; of damage {damage} {lost} {excess}",
    "comparison": '"{roll} >= {against} and not {has prone}": = <> < <= > >=, is WORD, has WORD, {said MARK}, '
    "{option.NAME} is WORD; no `or`. {allies}: how many others of its side can act, {allies has WORD}: of these",
    "family": 'each = ["str", "dex"] makes one table per word; @ stands for the word; '
    'as = "save @" names them; names = ["Strength", "Dexterity"] are the words on screen; @@ in a text stands for them',
    "sentence": "{who} is the figure (Ann), {whose} the possessive (Ann's); other blanks are listed with each key; "
    '"-" means no sentence',
    "cites": 'cites = ["XY-07"]: the rules clauses it is based on',
}
"""What holds for all tables."""
WITHIN: Mapping[str, Mapping[str, type]] = {
    "track": {"at_end": EndRow},
    "condition": {"effects": Modifier, "save_ends": SaveEnds},
    "table": {"rows": TableRow},
    "action": {"then": Then, "an EFFECT": Effect, "brings": Bring},
}
"""The tables within others that are explained with them; EFFECT once, with actions."""
EXAMPLES = {
    "damage": ["[damage]", 'types = ["fire", "cold"]'],
    "test": ["[test.blow]", 'roll = "2d6"', 'against = "8"'],
    "mark": ["[mark.aimed]", 'effects = [{ on = ["blow"], gives = "+1" }]'],
    "sort": ["[sort.weapon]", 'amounts = ["hit"]'],
    "thing": ["[thing.sword]", 'sort = "weapon"', 'hit = "2"', 'test = "blow"', 'damage = "1d6"'],
    "table": [
        "[table.fumble]",
        'roll = "d6"',
        'rows = [{ upto = 3, tell = "{who} stumbles" }, { called = "nothing" }]',
    ],
    "dice": [
        "[dice.fate]",
        'faces = ["plus", "plus", "blank", "blank", "minus", "minus"]',
        "values = [1, 1, 0, 0, -1, -1]",
    ],
    "clause": ["[[clause]]", 'id = "XY-01"', 'text = "What the rule says, in your own words."', 'source = "house"'],
}
"""A small table of each section that `plain` does without; together they are a file in order."""
_HEADER = pattern(r"\[{1,2}([a-z]+)[.\]]")
_BLURB = "What sort of game it is, in one sentence."


def template(name: str, plain: str) -> str:
    """The text of a new system file of that name, made from `plain` up to its last table of rules."""
    text = plain[plain.index("format = ") : plain.index("[cites]")].rstrip()
    for key, value in (("name", name), ("title", name.replace("_", " ").capitalize()), ("blurb", _BLURB)):
        text = re.sub(rf'^{key} = ".*"', f'{key} = "{value}"', text, count=1, flags=re.M)
    lines = [line for line in text.splitlines() if not line.startswith("cites = ")]
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


def _introduction(name: str) -> Iterator[str]:
    yield f"# Your own system. To check it: referee system check {name}.toml"
    yield "# Each section is explained where it first appears: key, default, what it does."
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
