"""What a system file says of the whole system: its name, sides, standings, damage, options, clauses; and the catalogue
of figures and spells that lies beside a shipped file, read when something is looked for in it.

Used by the file that these sections belong to, and in play by whoever asks for a side, a standing or a choice.
Gives one class for each section, and the file with the keys that a choice of an option replaces.
"""

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pkgutil import get_data
from typing import Any

from msgspec.structs import replace

from referee.engine.contract.clause import Clause
from referee.engine.contract.kinds import KeptKind, Standing
from referee.engine.contract.symbol_dice import VALUE, Face, SymbolDie
from referee.engine.dice.dice import Pool
from referee.engine.problem import is_number
from referee.plain_data import inline, toml_of
from referee.rules.open_table.language import keys
from referee.rules.open_table.language.document import Mistake, Path, quoted
from referee.rules.open_table.language.expression import EVENT_WHEN, FIGURE, Node, When
from referee.rules.open_table.language.names import NAME, choice_word
from referee.rules.open_table.language.table import LONGEST_LIST, NUMBERS, Table
from referee.text import clean, pattern

LONGEST_SAMPLE = 20_000
LONGEST_CLAUSE = 600
"""Characters of a clause: they are sentences of rules, longer than other texts."""
_CLAUSE = pattern(r"[A-Z]{1,3}[0-9]?-[0-9]{2,3}", re.ASCII)


USUAL_STANDINGS = {"up": {"turn": True, "able": True, "target": True, "fills": True}, "out": {}}
"""How figures may stand where the file says nothing of it."""
MOST_CHOICES = 12
Sets = tuple[tuple[Path, tuple[Any, ...]], ...]
"""Keys of the file that are replaced, each with its value for each choice as TOML gives it."""


def _clause_number(table: Table, key: str) -> str:
    number = table.text(key, needed=True)
    if number and not _CLAUSE.fullmatch(number):
        table.report("E1", f"a clause number looks like XY-07, not {quoted(number)}.", key)
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


class SideRule(keys.KeyedTable):
    """A side: how it is called, and who throws its dice."""

    name: str
    label: str = keys.heading("the side's name on screen", str.capitalize)
    app_throws: bool = keys.switch("table", "app", "who rolls its dice: table, app", called="throws")


class StandingRule(keys.KeyedTable):
    """How a figure may stand."""

    name: str
    turn: bool = keys.flag("it gets a turn")
    able: bool = keys.flag("it can act and answer questions")
    target: bool = keys.flag("it can be chosen as a target")
    fills: bool = keys.flag("it fills its space on the map")
    heals: bool = keys.flag("false: it cannot be healed", True)
    falls: bool = keys.flag("false: whoever stands so is out of the fight, but has not fallen", True)
    spent: bool = keys.flag("true: whoever becomes this has its health at its end, as the dead have 0")
    hint: str = keys.text("a short description")
    said: str = keys.phrase(("who",), 'the sentence when a figure becomes this: "{who} flees"', without="{who} is NAME")
    cites: tuple[str, ...] = keys.cited()

    @property
    def standing(self) -> Standing:
        """The standing, as the engine knows it."""
        return Standing(self.name, self.turn, self.able, self.target, self.fills, self.said, self.falls, not self.heals)


class Moments(keys.KeyedTable):
    """The clauses for what the app does in every system."""

    begin: tuple[str, ...] = keys.cited("clauses for the beginning of the fight")
    next: tuple[str, ...] = keys.cited("the turn passes to the next")
    hold: tuple[str, ...] = keys.cited("a figure holds its turn")
    back: tuple[str, ...] = keys.cited("a figure that held its turn acts", called="return")
    late: tuple[str, ...] = keys.cited("a figure joins during the fight")
    round: tuple[str, ...] = keys.cited("a round ends")
    turn_start: tuple[str, ...] = keys.cited("a turn starts")
    turn_end: tuple[str, ...] = keys.cited("a turn ends")
    passed: tuple[str, ...] = keys.cited("a figure that has no turn is skipped")
    left: tuple[str, ...] = keys.cited("a figure leaves during its own turn")
    countdown: tuple[str, ...] = keys.cited("conditions count down and end")
    many: tuple[str, ...] = keys.cited("one act hits several targets")
    recharge: tuple[str, ...] = keys.cited("a thing that comes back on a roll is used up")
    uses: tuple[str, ...] = keys.cited("another thing is used up")


class ClauseRow(keys.KeyedTable):
    """A clause of the rules."""

    id: str = keys.part(_clause_number, "such as XY-07", default="", without=keys.NEEDED)
    sentences: str = keys.part(
        _sentences, "a sentence or two of the rules", default="", without=keys.NEEDED, called="text"
    )
    source: str = keys.text("from a rules text, a fact found elsewhere, or a house rule", "stated")


def read_about(table: Table) -> About:
    """What the file says of itself."""
    about = keys.read(About, table)
    return about if isinstance(table.data.get("title"), str) else replace(about, title=keys.as_title(about.name))


def read_clause(table: Table) -> Clause:
    """The clause of a row."""
    row = keys.read(ClauseRow, table)
    return Clause(row.id, row.sentences, row.source)


def _types(table: Table, key: str) -> tuple[str, ...]:
    types = table.words(key)
    for n, word in enumerate(types):
        if not NAME.fullmatch(word):
            table.report("E1", "a damage type is one word in small letters.", key, n)
    return types


def _trait_of_types(what: str) -> Any:
    return keys.trait_of("words", f"the trait that lists types that {what}")


def _qualities(table: Table, key: str) -> tuple[str, ...]:
    return table.known_words(key, "flag of a sort", table.symbols.given)


def _faces(table: Table, key: str) -> tuple[str, ...]:
    faces = table.words(key)
    if not 2 <= len(faces) <= LONGEST_LIST:
        table.report("E10", f"a die has 2 to {LONGEST_LIST} faces; this one has {len(faces)}.", key)
        return ("blank", "blank")
    return faces


def _values(table: Table, key: str) -> tuple[int, ...]:
    values = table.get(key, "a list of numbers", list) or []
    faces = table.data.get("faces")
    if values and (not all(type(n) is int for n in values) or not isinstance(faces, list) or len(values) != len(faces)):
        table.report("E2", "must be a list of numbers, one for each face.", key)
        return ()
    return tuple(table.bounded(n, 0, *NUMBERS, key) for n in values)


class DiceRule(keys.KeyedTable):
    """A die whose faces have names."""

    name: str
    faces: tuple[str, ...] = keys.part(
        _faces, "what its faces are called and typed: [hit, hit, blank]", default=(), without=keys.NEEDED
    )
    values: tuple[int, ...] = keys.part(
        _values, "what each face counts where they are added up", default=(), without="0, or the number that it is"
    )

    @property
    def pool(self) -> Pool:
        """One such die, as amounts name it: {fate}, 4d{fate}."""
        values = self.values or tuple(int(face) if is_number(face) else 0 for face in self.faces)
        faces = (Face(face, ((VALUE, n),)) for face, n in zip(self.faces, values, strict=True))
        return Pool("", die=SymbolDie(self.name, tuple(faces)))


class DamageRule(keys.KeyedTable):
    """How damage is reckoned."""

    types: tuple[str, ...] = keys.part(_types, "types of damage: 2d6 fire", default=())
    qualities: tuple[str, ...] = keys.part(
        _qualities, "flags of sorts that let damage through, such as magical for slashing unless magical", default=()
    )
    immune: str = _trait_of_types("do nothing")
    resists: str = _trait_of_types("are halved")
    vulnerable: str = _trait_of_types("are doubled")
    reduce: Node | None = keys.amount(FIGURE, "amount taken off all damage: off the first part, then the next")
    least: int = keys.number(0, 0, NUMBERS[1], "a part that does any damage does at least this much")
    average: When | None = keys.comparison(EVENT_WHEN, "whoever this holds for deals average damage and rolls no dice")
    cites: tuple[str, ...] = keys.cited()


def _values_of_choices(table: Table) -> list[Any]:
    """The choices as TOML gives them."""
    found = table.data.get("choices")
    return found if isinstance(found, list) else []


def _choices(table: Table, key: str) -> tuple[str, ...]:
    choices = table.get(key, "a list of choices", list) or []
    if not choices or len(choices) > MOST_CHOICES or not all(isinstance(c, str | int) for c in choices):
        table.report("E10", f"an option has 1 to {MOST_CHOICES} choices, words or numbers.", key)
    words = tuple(choice_word(choice) for choice in choices[:MOST_CHOICES] if isinstance(choice, str | int))
    if len(set(words)) < len(words):
        table.report("E8", "two choices are the same.", key)
    return words


def _labels(table: Table, key: str) -> tuple[str, ...]:
    labels, choices = table.words(key), _values_of_choices(table)
    if labels and len(labels) != len(choices):
        table.report("E2", f"needs {len(choices)} labels, one for each choice, not {len(labels)}.", key)
    return labels


def _sets(table: Table, key: str) -> Sets:
    choices = _values_of_choices(table)
    sets: list[tuple[Path, tuple[Any, ...]]] = []
    if isinstance(alone := table.data.get("key"), str):
        sets.append((tuple(alone.split(".")), tuple(choices)))
    inner = table.table(key)
    for path, values in inner.entries():
        if not isinstance(values, list) or len(values) != len(choices):
            found = f"{len(values)}" if isinstance(values, list) else quoted(values)
            said = f"needs a list of {len(choices)} values, one for each choice, not {found}."
            table.report("E2", said, key, path)
        else:
            sets.append((tuple(path.split(".")), tuple(values)))
    return tuple(sets)


class OptionRule(keys.KeyedTable):
    """A choice that an encounter makes."""

    name: str
    title: str = keys.text("what it is called on the screen", without="the name")
    choices: tuple[str, ...] = keys.part(
        _choices, "the choices; the first is the default", default=(), without=keys.NEEDED
    )
    labels: tuple[str, ...] = keys.part(
        _labels, "how each choice is shown on screen", default=(), without="the choices"
    )
    hint: str = keys.text("a short description")
    key: str = keys.text('the one key it sets to the choice: "order.first"')
    sets: Sets = keys.part(
        _sets,
        'keys with a value for each choice: { "order.each_round" = [false, true] }',
        default=(),
        without="{}",
        always=True,
    )
    """The `key` of the option among them."""
    cites: tuple[str, ...] = keys.cited()


def with_choice(data: dict[str, Any], option: OptionRule, choice: str) -> dict[str, Any]:
    """The tables of a file with the keys that a choice replaces. Mistake (E7) if there is no such key to replace."""
    n = option.choices.index(choice)
    for path, values in option.sets:
        data = _replaced(data, path, values[n], option.name, path)
    return data


def _replaced(data: dict[str, Any], path: Path, value: Any, option: str, whole: Path) -> dict[str, Any]:
    first, rest = path[0], path[1:]
    inner = data.get(str(first))
    if not rest:
        return {**data, str(first): value}
    if isinstance(inner, dict):
        return {**data, str(first): _replaced(inner, rest, value, option, whole)}
    if isinstance(inner, list) and isinstance(rest[0], str) and is_number(rest[0]) and len(rest) > 1:
        n = int(rest[0]) - 1
        if 0 <= n < len(inner) and isinstance(inner[n], dict):
            return {
                **data,
                str(first): [*inner[:n], _replaced(inner[n], rest[1:], value, option, whole), *inner[n + 1 :]],
            }
    named = ".".join(map(str, whole))
    raise Mistake("E7", ("option", option), f"it sets {quoted(named)}, but the file has no such key.")


@lru_cache(maxsize=4)
def _shipped_library(system: str) -> Mapping[str, Any]:
    """The exported library beside the file of a shipped system, with its spells; empty without one."""
    with suppress(FileNotFoundError):
        found: Mapping[str, Any] = json.loads(
            get_data("referee.rules.open_table", f"systems/{system}.library.json") or ""
        )
        return found
    return {}


@lru_cache(maxsize=4)
def shipped_things(system: str) -> Mapping[str, tuple[str, str]]:
    """The things of the catalogue by the word for each: its sort, and what is said of it in braces."""
    return {row["word"]: ("spell", row["said"]) for row in _shipped_library(system).get("spells", ())}


@lru_cache(maxsize=4)
def shipped_words(system: str) -> Mapping[str, str]:
    """The words for the things of the catalogue, by what is said of each in braces."""
    return {said: word for word, (_, said) in shipped_things(system).items()}


@lru_cache(maxsize=4)
def later_values(system: str) -> frozenset[str]:
    """The values of things of the catalogue that the file of an earlier encounter may lack: it does without them."""
    return frozenset(_shipped_library(system).get("later_values", ()))


def on_shipped(system: str, table: dict[str, Any]) -> dict[str, Any]:
    """The table of a thing of one's own, laid over that of the catalogue which it is `like`, if it is like one."""
    _, said = shipped_things(system).get(str(table.get("like", "")), ("", ""))
    own = {key: value for key, value in table.items() if key != "like" or not said}
    return {**(toml_of(f"it = {said}")["it"] if said else {}), **own}


def self_contained(system: str, said: str) -> str:
    """What is said of a thing in braces, with all that stands in the catalogue of one which it is `like`: an encounter
    that has it needs no catalogue then, which may be another one in a later version.
    """
    table = toml_of(f"it = {said}")["it"]
    return inline(on_shipped(system, table)) if table.get("like") in shipped_things(system) else said


@lru_cache(maxsize=4)
def shipped_figures(system: str, names: frozenset[str]) -> tuple[KeptKind, ...]:
    """The figures of the catalogue, each with its words after `add`: creatures, then heroes by class and level.

    names: what the file names; none is offered by an earlier file, which lacks what they need.
    """
    needs = _shipped_library(system).get("needs", {})
    parts = (part for part in ("figures", "heroes", "summoned") if names.issuperset(needs.get(part, ())))
    rows = (row for part in parts for row in _shipped_library(system).get(part, ()))
    known = (
        row if names.issuperset(row.get("needs", ())) else {**row, "words": row.get("earlier", "")} for row in rows
    )
    fitting = (row for row in known if row["words"])
    return tuple(KeptKind(**{key: row[key] for key in KeptKind.__struct_fields__ if key in row}) for row in fitting)
