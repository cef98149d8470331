"""Check of a system file, which lists all that is wrong as sentences with lines."""

from collections.abc import Callable, Collection, Iterable, Iterator

from msgspec import Struct

from referee.rules.open_table.language.document import Mistake, load, meant, quoted
from referee.rules.open_table.language.kinds import KindRule
from referee.rules.open_table.language.options import with_choice
from referee.rules.open_table.language.pattern import read_pattern, wrong_pattern
from referee.rules.open_table.language.system_file import SystemFile, SystemSource, sentence, values_and_mistakes
from referee.toml_file import TomlFile

MOST_SENTENCES = 20
"""Errors that a check lists."""


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
            if isinstance(value, tuple):
                for text in value:
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
