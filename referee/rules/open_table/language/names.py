"""The names of a system file: what it declares, and where an expression may use which of them.

Used after the text is read and before its tables are: an expression may name what stands further below.
Gives the names of each section and what is wrong with one that is unknown, taken, or means nothing in its place.
"""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from referee.engine.dice.dice import Pool
from referee.engine.verbs.offered_verbs import VERBS
from referee.rules.open_table.language.document import Mistake, Path, Report, Spread, meant, quoted
from referee.rules.open_table.language.expression import (
    EVERYWHERE,
    OUTCOMES,
    Name,
    NamedDice,
    Node,
    Scope,
    Truth,
    When,
    Worded,
)
from referee.text.lazy_pattern import pattern
from referee.text.unknown_word import nearest

NAME = pattern(r"[a-z][a-z0-9_]{0,23}", re.ASCII)
SECTIONS = (
    *("standing", "track", "trait", "test", "condition", "mark", "sort", "thing", "action", "rest", "table"),
    *("dice", "kind", "option", "sides"),
)
"""The tables with names of their own."""
RECORD_WORDS = ("undo", "redo", "back", "rewind", "amend", "keep", "party", "help")
"""Words of a line that are about the record or the library."""
VERB_WORDS = ("test", "use", "uses", "rest", "turn", "spend", "over", "consult")
"""Verbs that every file system has besides."""
APP_WORDS = frozenset((*(verb.name for verb in VERBS), *RECORD_WORDS, *VERB_WORDS, "round", "kind", "tag", "table"))
"""Words that no track, trait or action is called by; nor are they keys of a kind."""


_NO_TRAITS = ("has", "target has", "actor has", "by has", "said", "option", "with", "dealt")
_COMPARED = ("fumble", "critical", "success", "partial", "when", "count", "recharge")
"""Keys of comparisons."""
_WITH = pattern(r"\{with\.([a-z0-9_]+)\}", re.ASCII)


class Symbols(Struct, frozen=True):
    """What each name of a file means, by its section."""

    names: Mapping[str, tuple[str, ...]]
    """The names of each section, in the order of the file."""
    aliases: Mapping[str, Mapping[str, str]]
    families: Mapping[str, Mapping[str, tuple[str, ...]]]
    kinds: Mapping[str, tuple[str, ...]]
    """The tests that a test is also one of, as it says: a test, or a family."""
    sides: frozenset[str]
    types: frozenset[str]
    """Types of damage."""
    qualities: frozenset[str]
    """What damage may be besides."""
    given: frozenset[str]
    """What `{with.x}` may name."""
    compared: frozenset[str]
    """What `{with.x}` names in a comparison, where it cannot be dice."""
    faces: frozenset[str]
    """The names of the faces of dice that have such."""
    clauses: frozenset[str]
    choices: Mapping[str, tuple[str, ...]]
    """The choices of each option."""
    rounding: str = "down"
    order: Mapping[str, int] = field(default_factory=dict)
    """The place of each trait in the file, for formulas."""
    members: Mapping[Path, tuple[str, str]] = field(default_factory=dict)
    """The family of each table that was made for one, and its word."""
    types_of: Mapping[str, str] = field(default_factory=dict)
    """number, word, words or yes for each trait."""

    def find(self, section: str, word: str) -> tuple[str, ...]:
        """The names that a word means: one, those of a family, or none."""
        word = self.aliases.get(section, {}).get(word, word)
        if word in self.names.get(section, ()):
            return (word,)
        return self.families.get(section, {}).get(word, ())

    def touched(self, tests: Sequence[str]) -> tuple[str, ...]:
        """These tests with those that are one of them: a death save, where all saves are named."""
        groups = {test: [self.find("test", word) for word in words] for test, words in self.kinds.items()}
        return tuple(
            dict.fromkeys((*tests, *(t for t, of in groups.items() if any(g and {*g} <= {*tests} for g in of))))
        )

    def known(self, *sections: str) -> list[str]:
        """All words that `find` would take for these sections."""
        out: list[str] = []
        for section in sections:
            out += [*self.names.get(section, ()), *self.families.get(section, {}), *self.aliases.get(section, {})]
        return out


def collect(spread: Spread, app_words: frozenset[str], report: Report) -> Symbols:
    """The names of a file. Reports those that are none, that stand twice, or that the app uses itself."""
    data = spread.data
    names = {section: tuple(_tables_in(data, section)) for section in SECTIONS}
    for section in SECTIONS:
        _check_names(spread, section, names[section], app_words, report)
    _check_shared(spread, names, app_words, report)
    names["standing"] = names["standing"] or ("up", "out")
    order = _table_in(data, "order")
    by_init = "trait" not in order and order.get("by", "number") in ("number", "card")
    if by_init and "init" not in (*names["trait"], *names["track"]):
        names["trait"] = ("init", *names["trait"])
    rounding = _table_in(data, "system").get("round")
    return Symbols(
        names=names,
        aliases={"condition": _aliases(spread, names["condition"], report)},
        families=spread.members,
        kinds={
            name: tuple(_words_in(test.get("of"))) for name, test in _tables_in(data, "test").items() if "of" in test
        },
        sides=frozenset(
            (*names["sides"], *_words_in(table.get("side") for table in _tables_in(data, "kind").values()))
        ),
        types=frozenset(_words_in(_table_in(data, "damage").get("types"))),
        qualities=frozenset(_words_in(_table_in(data, "damage").get("qualities"))),
        given=frozenset(_given(data)),
        compared=frozenset(word for said in _all(data, _COMPARED) for word in _WITH.findall(str(said))),
        faces=frozenset(face for die in _tables_in(data, "dice").values() for face in _words_in(die.get("faces"))),
        clauses=frozenset(_words_in(row.get("id") for row in _rows(data.get("clause")))),
        choices={name: choices_of(table) for name, table in _tables_in(data, "option").items()},
        rounding=rounding if rounding in ("up", "near") else "down",
        order={name: n for n, name in enumerate(names["trait"])},
        members={path: (str(spread.origin[path][1]), word) for path, word in spread.words.items()},
        types_of={name: type_of(table) for name, table in _tables_in(data, "trait").items()},
    )


def _table_in(data: dict[str, Any], section: str) -> dict[str, Any]:
    """A section that is a table; an empty one for anything else."""
    table = data.get(section)
    return table if isinstance(table, dict) else {}


def _tables_in(data: dict[str, Any], section: str) -> dict[str, dict[str, Any]]:
    """The tables of a section by name."""
    return {name: table for name, table in _table_in(data, section).items() if isinstance(table, dict)}


def _words_in(value: Any) -> list[str]:
    """The words in a list, or nothing."""
    if isinstance(value, str) or not isinstance(value, Iterable) or isinstance(value, dict):
        return []
    return [word for word in value if isinstance(word, str)]


def _rows(value: Any) -> list[dict[str, Any]]:
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []


def type_of(trait: Mapping[str, Any]) -> str:
    """The type that a trait says, or that its default has."""
    value = trait.get("default")
    guessed = "yes" if isinstance(value, bool) else "word" if isinstance(value, str) else "number"
    return str(trait.get("type", "words" if isinstance(value, list) else guessed))


def choices_of(table: Mapping[str, Any]) -> tuple[str, ...]:
    """The choices of an option as words: yes and no for TOML's true and false."""
    choices = table.get("choices")
    return tuple(choice_word(choice) for choice in choices) if isinstance(choices, list) else ()


def choice_word(choice: object) -> str:
    """A choice of an option as it is typed."""
    return {True: "yes", False: "no"}[choice] if isinstance(choice, bool) else str(choice)


def _check_names(
    spread: Spread, section: str, names: Iterable[str], app_words: Collection[str], report: Report
) -> None:
    taken: dict[str, Collection[str]] = {"track": app_words, "action": app_words, "standing": {"away", "entry"}}
    for name in names:
        path = spread.origin.get((section, name), (section, name))
        stem = name.replace(" ", "_") if section == "test" else name
        if not NAME.fullmatch(stem):
            report(Mistake("E1", path, "a name is up to 24 small letters, digits and _, and starts with a letter."))
        elif name in taken.get("track" if section == "trait" else section, ()):
            report(Mistake("E8", path, f"the app already uses the word `{name}`; choose another."))


def _check_shared(
    spread: Spread, names: Mapping[str, tuple[str, ...]], app_words: frozenset[str], report: Report
) -> None:
    """No two share a name of those that stand in expressions (tracks, traits), and of verbs (actions, saves)."""
    saves = _target_tests(spread)
    twice = [("trait", name) for name in names["trait"] if name in names["track"]]
    twice += [("action", name) for name in names["action"] if name in saves]
    for section, name in twice:
        report(
            Mistake(
                "E8", spread.origin.get((section, name), (section, name)), f"there are two called `{name}`; rename one."
            )
        )
    for name in sorted(saves & app_words):
        report(Mistake("E8", ("test", name), f"the app already uses the word `{name}`; choose another."))


def _target_tests(spread: Spread) -> set[str]:
    """The names of tests that the target makes, and of families of such: they are verbs."""
    tests = _tables_in(spread.data, "test")
    alone = {name for name, test in tests.items() if test.get("by") == "target" and ("test", name) not in spread.origin}
    families = spread.members.get("test", {})
    return alone | {name for name, of in families.items() if of and tests.get(of[0], {}).get("by") == "target"}


def _aliases(spread: Spread, names: tuple[str, ...], report: Report) -> dict[str, str]:
    """Other words for conditions, each with the name of its condition."""
    out: dict[str, str] = {}
    for name, table in _tables_in(spread.data, "condition").items():
        for alias in _words_in(table.get("aliases")):
            path: Path = (*spread.origin.get(("condition", name), ("condition", name)), "aliases")
            if alias in out or alias in names:
                report(Mistake("E8", path, f"`{alias}` already names a condition; choose another."))
            elif not NAME.fullmatch(alias):
                report(Mistake("E8", path, f"`{alias}` cannot be a name: use small letters, digits and _."))
            out.setdefault(alias, name)
    return out


def _given(data: dict[str, Any]) -> set[str]:
    """What things, `values` and `asks` give a test."""
    of_sorts = (sort.get(key) for sort in _tables_in(data, "sort").values() for key in ("amounts", "flags", "words"))
    asked = (test.get("asks") for test in _tables_in(data, "test").values())
    values = (word for named in _all(data, ("values",)) if isinstance(named, dict) for word in named)
    return {
        "uses",
        "level",
        "answered",
        "sort",
        "thing",
        *(word for words in (*of_sorts, *asked) for word in _words_in(words)),
        *values,
    }


_NESTED = (dict, list)


def _all(data: Any, keys: Collection[str]) -> Iterator[Any]:
    """What stands with these keys, wherever in the file."""
    stack = [data]
    while stack:
        inner = stack.pop()
        if isinstance(inner, dict):
            for key in keys:
                if key in inner:
                    yield inner[key]
        stack += [each for each in (inner.values() if isinstance(inner, dict) else inner) if type(each) in _NESTED]


def misnamed(nodes: Iterable[Node], scope: Scope, symbols: Symbols, when: When | None = None) -> Iterator[Mistake]:
    """What is wrong with the names and dice of an expression."""
    words = {part.name: part for part in when.parts if isinstance(part, Worded)} if when else {}
    true = {part.name for part in when.parts if isinstance(part, Truth)} if when else set()
    for node in nodes:
        if isinstance(node, Pool | NamedDice) and not scope.dice:
            yield Mistake("E5", (), "dice are not allowed here.")
        elif isinstance(node, Name):
            yield from _wrong_name(node, scope, symbols)
            kind = symbols.types_of.get(node.word, "") if node.scope not in _NO_TRAITS else ""
            if kind in ("word", "words") and node not in words and node not in true:
                what = "a list of words" if kind == "words" else "a word"
                yield Mistake("E5", (), f"{node} is {what}, and must be a number.")
    for name, part in words.items():
        yield from _wrong_word(name, part.word, symbols)


def _wrong_name(name: Name, scope: Scope, symbols: Symbols) -> Iterator[Mistake]:
    match name.scope:
        case "has" | "target has" | "actor has" | "by has" | "allies has" as has:
            if has not in ("has", "allies has") and (whose := has.removesuffix(" has")) not in scope.others:
                yield Mistake("E5", (), f"there is no {{{whose}}} here, so {name} cannot be read.")
            yield from _unknown(symbols, "condition", name.word)
        case "said":
            yield from _unknown(symbols, "mark", name.word, ("adv", "dis"))
        case "option":
            yield from _unknown(symbols, "option", name.word)
        case "with" if "with" in scope.others:
            if name.word not in symbols.given:
                near = nearest(name.word, symbols.given, 0.6)
                otherwise = ": give it one in a sort, in `values`, or in `asks` of a test."
                ending = f". Did you mean {near}?" if near else otherwise
                yield Mistake("E7", (), f"{{with.{name.word}}} has no value{ending}")
        case "dealt" if "dealt" in scope.others:
            if name.word not in (*symbols.types, "all"):
                said = f"there is no type of damage {quoted(name.word)}"
                yield Mistake("E7", (), said + meant(name.word, [*sorted(symbols.types), "all"]))
        case "":
            yield from _wrong_own(name, scope, symbols)
        case other if other in scope.others:
            yield from _wrong_value(name, symbols)
        case other:
            yield Mistake("E5", (), f"there is no {{{other}}} here, so {{{other}.{name.word}}} cannot be read.")


def _wrong_own(name: Name, scope: Scope, symbols: Symbols) -> Iterator[Mistake]:
    if name.word in EVERYWHERE or name.word in scope.terms:
        return
    if scope.above is not None and symbols.order.get(name.word, -1) >= scope.above:
        sentence = f"it uses {{{name.word}}}, which comes later in the file; a formula can use only what is above it."
        yield Mistake("E9", (), sentence)
        return
    yield from _wrong_value(name, symbols, scope.terms)


def _wrong_value(name: Name, symbols: Symbols, terms: tuple[str, ...] = ()) -> Iterator[Mistake]:
    """A track or a trait, or the side or the kind of another."""
    if name.word in EVERYWHERE or (name.word in symbols.names["dice"] and not name.scope):
        return
    known = [*symbols.names["track"], *(() if name.most else symbols.names["trait"])]
    if name.word not in known:
        what = "track" if name.most else "track or trait"
        said = f"there is no {what} {quoted(name.word)}"
        yield Mistake("E7", (), said + meant(name.word, [*known, *terms]))


def _wrong_word(name: Name, word: str, symbols: Symbols) -> Iterator[Mistake]:
    """The word behind `is`: a choice of the option, a side, a kind, an outcome."""
    known: tuple[str, ...] | frozenset[str] = ()
    if name.scope == "option":
        known = symbols.choices.get(name.word, ())
    elif name.scope != "with" and name.word == "side":
        known = symbols.sides
    elif name.scope != "with" and name.word == "kind":
        known = symbols.names["kind"]
    elif not name.scope and name.word == "outcome":
        known = OUTCOMES
    if known and word not in known:
        what = {"option": f"choice of {name.word}"}.get(name.scope, name.word)
        yield Mistake("E7", (), f"there is no {what} {quoted(word)}{meant(word, list(known))}")


def _unknown(symbols: Symbols, section: str, word: str, besides: tuple[str, ...] = ()) -> Iterator[Mistake]:
    known = [*symbols.names[section], *besides]
    if word not in known:
        yield Mistake("E7", (), f"there is no {section} {quoted(word)}{meant(word, known)}")
