"""The document of a system file: its TOML as tables, each value with its line.

Used before anything in the file is checked: TOML is read, and tables that stand for a family are spread.
Gives plain tables, and mistakes that say what is wrong where.
"""

import re
from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from referee.text.harmless import clean
from referee.text.lazy_pattern import pattern
from referee.text.quoting import short
from referee.text.unknown_word import nearest
from referee.toml_file import KeyPath, NotToml, TomlFile, parse_toml

LONGEST_SENTENCE = 400
"""Characters of a sentence, what it quotes among them."""
Path = KeyPath
LARGEST = 256 * 1024
"""Bytes of a system file."""
MOST_WORDS = 32
"""Members of a family."""
SECTIONS = ("track", "trait", "test", "condition", "mark", "sort", "thing", "action", "rest")
"""The tables that may be families."""
_WORD = pattern(r"[a-z0-9_]{1,24}", re.ASCII)


class Mistake(Exception):
    """Something in a file that cannot be.

    code: E1 to E12, as the design of the language numbers them; W for a warning. line: where the path does not tell it.
    """

    def __init__(self, code: str, path: Path, sentence: str, line: int = 0) -> None:
        super().__init__(code, path, sentence, line)
        self.code, self.path, self.line = code, path, line
        self.sentence = clean(sentence, LONGEST_SENTENCE)

    @property
    def key(self) -> str:
        """The path as the file writes it: `track.hp.at_end`; numbers of rows are left to the line."""
        return clean(".".join(short(str(part), 40) for part in self.path if isinstance(part, str)), 120)


def quoted(value: object) -> str:
    """A value of the file as a sentence may show it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return f'"{short(clean(value), 40)}"'
    return short(clean(str(value)), 24) if isinstance(value, int | float) else kind_of(value)


def kind_of(value: object) -> str:
    """What sort of value TOML gives, in a word."""
    if isinstance(value, dict):
        return "a table"
    return "a list" if isinstance(value, list) else "a date"


def meant(word: str, known: "list[str] | tuple[str, ...] | set[str]") -> str:
    """The end of a sentence about an unknown word: the nearest known one, or where few are known, all of them."""
    near = nearest(word, sorted(known), 0.6)
    if near:
        return f". Did you mean {near}?"
    return f". Choose from: {', '.join(sorted(known))}." if 0 < len(known) <= 8 else "."


def load(raw: bytes) -> TomlFile:
    """The tables of a file. Mistake, with its line where TOML says one, if it is too long, no UTF-8 or no TOML."""
    if len(raw) > LARGEST:
        raise Mistake("E11", (), f"the file is too large: a system file has at most {LARGEST // 1024} KiB.")
    try:
        return parse_toml(raw)
    except NotToml as error:
        raise Mistake("E11", (), error.why, error.line) from error


def differences(old: bytes, new: bytes) -> list[str]:
    """The keys at which two files differ, as dotted paths in the order of the new file, those that went at the end.

    Mistake if one of them is no TOML.
    """
    was, now = (dict(_leaves(load(raw).data, ())) for raw in (old, new))
    return [*(key for key in now if was.get(key) != now[key]), *(key for key in was if key not in now)]


def _leaves(value: Any, path: Path) -> Iterator[tuple[str, Any]]:
    """Every value that is no table, with its dotted path."""
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    else:
        yield ".".join(map(str, path)), value


Report = Callable[[Mistake], None]


class Spread(Struct, frozen=True):
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
                report(Mistake("E8", (section, name, "each"), f"there are two called `{member}`; rename one."))
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
    names = table.get("names", words)
    if not isinstance(words, list) or not words or not all(isinstance(w, str) and _WORD.fullmatch(w) for w in words):
        report(Mistake("E2", path, "must be a list of words of lowercase letters and digits."))
        return {}
    if len(words) > MOST_WORDS:
        report(Mistake("E10", path, f"a family has at most {MOST_WORDS} words; this one has {len(words)}."))
        return {}
    if not isinstance(called, str) or "@" not in called:
        at = (section, name, "as")
        report(Mistake("E2", at, f"must have @ in it where the word goes, such as save @, not {quoted(called)}."))
        return {}
    if not isinstance(names, list) or len(names) != len(words) or not all(isinstance(n, str) for n in names):
        report(Mistake("E2", (section, name, "names"), f"must have a name for each of the {len(words)} words."))
        names = words
    rest = {key: value for key, value in table.items() if key not in ("each", "as", "names")}
    named = zip(words, names, strict=True)
    return {called.replace("@", word): (word, _with_word(rest, word, said)) for word, said in named}


def _with_word(value: Any, word: str, name: str) -> Any:
    """The value with the word for each @ in its texts, and the name for each @@."""
    match value:
        case str():
            return value.replace("@@", name).replace("@", word)
        case dict():
            return {key: _with_word(inner, word, name) for key, inner in value.items()}
        case list():
            return [_with_word(inner, word, name) for inner in value]
        case _:
            return value


def renewed(flat: Spread, app_words: Collection[str], report: Report) -> Spread:
    """The tables of a file of format 1, where the app has taken words since: each of its uses of them is a warning.

    A trait `note` is left out, as every figure has a note now; an action has `do_` before its name.
    """
    traits, actions = flat.data.get("trait"), flat.data.get("action")
    if flat.data.get("format") != 1:
        return flat
    data, origin = dict(flat.data), dict(flat.origin)
    if isinstance(traits, dict) and "note" in traits:
        report(Mistake("W", ("trait", "note"), "every figure has a note now; this one is not needed."))
        data["trait"] = {name: table for name, table in traits.items() if name != "note"}
    names = {name: f"do_{name}" for name in actions if name in app_words} if isinstance(actions, dict) else {}
    if names and isinstance(actions, dict):
        for old, new in names.items():
            origin["action", new] = ("action", old)
            said = f"the app already uses the word `{old}`; this action is called `{new}`."
            report(Mistake("W", ("action", old), said))
        data = _with_names(data, names)
        data["action"] = {names.get(name, name): table for name, table in data["action"].items()}
    return replace(flat, data=data, origin=origin)


_DOES = pattern(r"\bdoes ([a-z0-9_]+)")
"""An event that is called by the name of an action."""


def _with_names(value: Any, names: dict[str, str], at: str = "") -> Any:
    """The value with other names for actions, where a condition bars those or keeps them from its bearer, and where
    something happens as one is done; `at`: the key that it stands under.
    """
    if isinstance(value, list):
        return [_with_names(inner, names, at) for inner in value]
    if isinstance(value, dict):
        return {key: _with_names(inner, names, key) for key, inner in value.items()}
    if not isinstance(value, str):
        return value
    if at in ("at", "ends"):
        return _DOES.sub(lambda found: f"does {names.get(found[1], found[1])}", value)
    return names.get(value, value) if at in ("bars", "safe_from") else value
