"""Families: one table of a file that stands for several, spread before anything is checked."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from referee.rules.open_table.mistake import Mistake, Path, quoted

MOST_WORDS = 32
"""Members of a family."""
SECTIONS = ("track", "trait", "test", "condition", "mark", "sort", "thing", "action", "rest")
"""The tables that may be families."""
_WORD = re.compile(r"[a-z0-9_]{1,24}", re.ASCII)

Report = Callable[[Mistake], None]


@dataclass(frozen=True)
class Spread:
    """The tables of a file without families."""

    data: dict[str, Any]
    members: dict[str, dict[str, tuple[str, ...]]] = field(default_factory=dict)
    """For each section, what the name of a family means."""
    origin: dict[Path, Path] = field(default_factory=dict)
    """The table in the file that a member comes from."""
    words: dict[Path, str] = field(default_factory=dict)
    """The word of `each` that a member was made for."""


def spread(data: dict[str, Any], report: Report) -> Spread:
    """The same tables, each family replaced by its members. Reports families that cannot be spread."""
    out = Spread(dict(data))
    for section in SECTIONS:
        tables = data.get(section)
        if isinstance(tables, dict):
            out.data[section] = _section(out, section, tables, report)
    return out


def _section(out: Spread, section: str, tables: dict[str, Any], report: Report) -> dict[str, Any]:
    done: dict[str, Any] = {}
    for name, table in tables.items():
        made = _members(section, name, table, report)
        if made is None:
            done[name] = table
            continue
        out.members.setdefault(section, {})[name] = tuple(made)
        for member, (word, own) in made.items():
            if member in tables or member in done:
                report(Mistake("E8", (section, name, "each"), f"`{member}` is there twice."))
            done[member] = own
            out.origin[section, member] = (section, name)
            out.words[section, member] = word
    return done


def _members(section: str, name: str, table: object, report: Report) -> dict[str, tuple[str, Any]] | None:
    """Each member of a family with its word and its table; None where the table is no family."""
    if not isinstance(table, dict) or "each" not in table:
        return None
    words, called = table["each"], table.get("as", f"{name} @" if section == "test" else "@")
    path = (section, name, "each")
    if not isinstance(words, list) or not words or not all(isinstance(w, str) and _WORD.fullmatch(w) for w in words):
        report(Mistake("E2", path, "a list of words of small letters and digits is expected."))
        return {}
    if len(words) > MOST_WORDS:
        report(Mistake("E10", path, f"a family has at most {MOST_WORDS} words; this one has {len(words)}."))
        return {}
    if not isinstance(called, str) or "@" not in called:
        at = (section, name, "as")
        report(Mistake("E2", at, f"how members are called, with @ for the word, is expected, not {quoted(called)}."))
        return {}
    rest = {key: value for key, value in table.items() if key not in ("each", "as")}
    return {called.replace("@", word): (word, _with_word(rest, word)) for word in words}


def _with_word(value: Any, word: str) -> Any:
    """The value with the word for each @ in its texts."""
    match value:
        case str():
            return value.replace("@", word)
        case dict():
            return {key: _with_word(inner, word) for key, inner in value.items()}
        case list():
            return [_with_word(inner, word) for inner in value]
        case _:
            return value
