"""Authoring of system files: the check, which lists all that is wrong as sentences with lines; and the text of a new
file.

Used by whoever writes a file. A check is stricter than the reading for play, which an encounter that has begun with a
file of an earlier version must pass.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from msgspec import Struct

from referee.rules.open_table.language.actions import Then
from referee.rules.open_table.language.conditions import TableRow
from referee.rules.open_table.language.document import Mistake, load, meant, quoted
from referee.rules.open_table.language.effects import Bring, Effect, Modifier, SaveEnds
from referee.rules.open_table.language.figures import EndRow, KindRule
from referee.rules.open_table.language.keys import keys_of
from referee.rules.open_table.language.options import with_choice
from referee.rules.open_table.language.pattern import read_pattern, wrong_pattern
from referee.rules.open_table.language.system_file import (
    TABLES,
    SystemFile,
    SystemSource,
    sentence,
    values_and_mistakes,
)
from referee.text.lazy_pattern import pattern
from referee.toml_file import TomlFile

MOST_SENTENCES = 20
"""Errors that a check lists."""


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


class Checked(Struct, frozen=True):
    """What a check found; `file` is there if the file could be read at all."""

    file: SystemFile | None
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    left_off: int = 0
    """Errors beyond those listed."""


def check(
    raw: bytes,
    called: str,
    taken: Collection[str] = (),
    app_keys: Collection[str] = (),
    tried: Callable[[SystemSource], Iterable[Mistake]] | None = None,
) -> Checked:
    """Checks a file, and each choice of its options as a file of its own.

    `called` is the file in sentences; `taken` are names of systems that it cannot have, `app_keys` letters that none of
    its actions can; `tried` says what goes wrong where a file that is otherwise in order is played.
    """
    try:
        document = load(raw)
    except Mistake as mistake:
        return Checked(None, (sentence(mistake, called, TomlFile({})),), ())
    file, found = values_and_mistakes(document.data)
    if file:
        found += _misnamed(file, taken, app_keys, "W" if document.data.get("format") == 1 else "E8")
    if file and not any(mistake.code != "W" for mistake in found):
        found += _of_choices(document, file)
        found += tried(SystemSource(document, file)) if tried else ()
    return _checked(document, file, found, called)


def _misnamed(file: SystemFile, taken: Collection[str], app_keys: Collection[str], code: str) -> Iterator[Mistake]:
    """What is wrong with the names and keys of a file that can be played; `code` is for a letter that the app has."""
    if file.about.name in taken:
        said = f"another system is called `{file.about.name}`; choose a different name."
        yield Mistake("E8", ("system", "name"), said)
    if not file.kinds:
        yield Mistake("E12", (), "`[kind.NAME]` is missing: without a kind nobody can be added.")
    for kind in file.kinds.values():
        if file.sides and kind.side and kind.side not in file.sides:
            said = f"there is no side {quoted(kind.side)}{meant(kind.side, list(file.sides))}"
            yield Mistake("E7", ("kind", kind.name, "side"), said)
    yield from _without_turns(file)
    yield from _unable(file)
    patterns = {track.pattern for track in file.tracks.values() if track.pattern}
    for kind in file.kinds.values():
        for trait in sorted(patterns & kind.traits.keys()):
            value = kind.traits[trait]
            for text in value if isinstance(value, tuple) else ():
                yield from _wrong_in_pattern(kind, trait, text, [*kind.things, *file.sorts])
    owners: dict[str, str] = {}
    for action in file.actions.values():
        if action.key in app_keys:
            said = f"the app already uses the letter `{action.key}`; choose another."
            yield Mistake(code, ("action", action.name, "key"), said)
        elif action.key and owners.setdefault(action.key, action.name) != action.name:
            said = f"{owners[action.key]} already uses the letter `{action.key}`; choose another."
            yield Mistake("E8", ("action", action.name, "key"), said)


def _without_turns(file: SystemFile) -> Iterator[Mistake]:
    """What waits for a turn in a game where nobody ever has one."""
    if file.order.by != "none" or any(path == ("order", "by") for o in file.options.values() for path, _ in o.sets):
        return
    for action in file.actions.values():
        if action.act.turn == "own":
            said = 'with `order.by` = none there are no turns, so it can never be done; give it `turn` = "any".'
            yield Mistake("W", ("action", action.name), said)
    for thing in file.things.values():
        if thing.act.turn == "own" and "turn" in thing.act.said:
            said = 'with `order.by` = none there are no turns, so it can never be used; give it `turn` = "any".'
            yield Mistake("W", ("thing", thing.name, "turn"), said)
    for section, rules in (("track", file.tracks), ("thing", file.things)):
        for name, rule in rules.items():
            key = "recharge" if rule.recharge is not None else "reset"
            if rule.recharge is not None or not {"turn start", "turn end"}.isdisjoint(rule.reset):
                said = "with `order.by` = none there are no turns, so it never comes back that way."
                yield Mistake("W", (section, name, key), said)


def _unable(file: SystemFile) -> Iterator[Mistake]:
    """What is wrong where figures join in a standing in which they cannot act, or have no turn."""
    first = next(iter(file.standings.values()))
    key = "able" if not first.able else "turn"
    if first.able and (first.turn or file.order.by == "none"):
        return
    what = "act" if key == "able" else "have a turn"
    said = f"figures join as the first standing, `{first.name}`, and cannot {what}; "
    if any(getattr(rule, key) for rule in file.standings.values()):
        yield Mistake("W", ("standing", first.name), f"{said}put one with `{key}` = true above it.")
    else:
        said += "put one above it, such as `up`, with `turn`, `able`, `target` and `fills` = true."
        yield Mistake("E12", ("standing", first.name), said)


def _wrong_in_pattern(kind: KindRule, trait: str, text: str, known: list[str]) -> Iterator[Mistake]:
    """What is wrong with a pattern of a kind: it may name its things, and sorts."""
    if why := wrong_pattern(text):
        yield Mistake("E7", ("kind", kind.name, trait), why)
        return
    for name in sorted(frozenset().union(*read_pattern(text)) - {*known}):
        said = f"it has no thing {quoted(name)}{meant(name, known)}"
        yield Mistake("E7", ("kind", kind.name, trait), said)


def _checked(document: TomlFile, file: SystemFile | None, found: list[Mistake], called: str) -> Checked:
    ordered = sorted(found, key=lambda mistake: mistake.line or document.line(mistake.path))
    errors = list(dict.fromkeys(sentence(m, called, document) for m in ordered if m.code != "W"))
    warnings = list(dict.fromkeys(sentence(m, called, document) for m in ordered if m.code == "W"))
    left_off = max(0, len(errors) - MOST_SENTENCES)
    return Checked(file, tuple(errors[:MOST_SENTENCES]), tuple(warnings[:MOST_SENTENCES]), left_off)


def _of_choices(document: TomlFile, file: SystemFile) -> Iterator[Mistake]:
    """What is wrong with the file where a choice of an option replaces a key of it."""
    choices = ((option, choice) for option in file.options.values() if option.sets for choice in option.choices)
    for option, choice in choices:
        try:
            _, found = values_and_mistakes(with_choice(document.data, option, choice))
        except Mistake as mistake:
            yield mistake
            continue
        path, said = ("option", option.name), f"with `{option.name}` = {choice}: "
        yield from (Mistake(m.code, path, f"{said}{m.key}: {m.sentence}") for m in found if m.code != "W")


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
