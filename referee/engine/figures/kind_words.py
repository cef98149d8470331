"""Words for a kind, as they are typed after `add`."""

import re
from collections.abc import Iterator, Sequence

from referee.engine.contract.kept_kind import KeptKind
from referee.engine.contract.kinds import NOTE
from referee.engine.contract.ruleset import Ruleset
from referee.engine.contract.template import Template
from referee.engine.figures.library import GameLibrary, own_kind, own_kinds
from referee.engine.figures.pieces import between_semicolons, pieces
from referee.engine.problem import NotUnderstood
from referee.text.lazy_pattern import pattern
from referee.text.phrases import listed
from referee.text.quoting import quoted


def kind_named(rules: Ruleset, word: str) -> Template:
    """The kind of the game that is called so, or that alone begins so. NotUnderstood otherwise."""
    found = [each for each in rules.templates if each.kind == word.lower()]
    found = found or [each for each in rules.templates if each.kind.startswith(word.lower())]
    if len(found) != 1:
        meant = f" Did you mean {listed([each.kind for each in found])}?" if found else ""
        raise NotUnderstood(f"There is no {quoted(word)} to add.{meant}")
    return found[0]


_COUNTED = pattern(r"([0-9]{1,2}) +(\S.*)", re.ASCII | re.DOTALL)
"""How many before what comes: `2 ghouls`."""
_LEVEL = "level="
_PLURALS = (("ies", "y"), ("ves", "f"), ("men", "man"), ("es", ""), ("s", ""))
LONGEST_KIND = 5
"""Words of the name of an own figure that are looked for without quotes."""
LONGEST_NOTE = 1_200
"""Characters of its note that a figure of the library brings to the table."""


def with_note(words: str, note: str) -> str:
    """What is typed after `add` for a figure, its note among it unless the words have one."""
    if not note or f" {NOTE.name}=" in words:
        return words
    return f'{words} {NOTE.name}="{" ".join(note.replace(chr(34), chr(39)).split())[:LONGEST_NOTE]}"'


def details_with(template: Template, own: str, more: str) -> str:
    """Details of one's own, then what is said besides; a name that is said takes the place of the own one."""
    if not template.by_number and any(piece.names for piece in pieces(more)):
        own = " ".join(piece.text for piece in pieces(own) if not piece.names)
    return f"{own} {more}".strip()


def as_kinds_are_called(rules: Ruleset, kept: GameLibrary, text: str) -> str:
    """What is typed after `add`, where a count stands before a kind, or its level behind it: `2 ghouls; paladin level=5
    Ann` as `ghoul x2; paladin5 Ann`.
    """
    parts = between_semicolons(text)
    for part in filter(None, parts):
        refuse_if_several(rules, kept, part.split(" "))
    if not any(_COUNTED.fullmatch(part) or _LEVEL in part for part in parts):
        return text
    return "; ".join(_counted_behind(rules, kept, _with_level(rules, kept, part)) for part in parts if part)


def _with_level(rules: Ruleset, kept: GameLibrary, part: str) -> str:
    """`paladin level=5 Ann` as `paladin5 Ann`, where there is such a kind; else as it is."""
    kind, _, rest = part.partition(" ")
    said = list(pieces(rest)) if _LEVEL in rest else []
    level = next((piece.value for piece in said if f"{piece.key}=" == _LEVEL), "")
    if not level or own_kind(rules, kept, f"{kind}{level}") is None:
        return part
    return " ".join((f"{kind}{level}", *(piece.text for piece in said if f"{piece.key}=" != _LEVEL)))


def _counted_behind(rules: Ruleset, kept: GameLibrary, part: str) -> str:
    found = _COUNTED.fullmatch(part)
    if found is None or rules.template(found[1]) or own_kind(rules, kept, kind_apart(rules, kept, part)[0]):
        return part
    words = found[2].split(" ")
    for end in range(min(len(words), LONGEST_KIND), 0, -1):
        for kind in _singular(" ".join(words[:end])):
            if rules.template(kind.lower()) or own_kind(rules, kept, kind):
                return " ".join((kind, f"x{found[1]}", *words[end:]))
    refuse_if_several(rules, kept, words)
    return " ".join((words[0], f"x{found[1]}", *words[1:]))


def refuse_if_several(rules: Ruleset, kept: GameLibrary, words: Sequence[str]) -> None:
    """NotUnderstood, with the names, where words stand in the names of several kinds: `red dragons`."""
    kind, found = kinds_with(rules, kept, words)
    if found:
        alike = [quoted(name) if "," in name else name for name in found]
        raise NotUnderstood(f"Which {kind}? {listed(alike, 12)}.")


def kinds_with(rules: Ruleset, kept: GameLibrary, words: Sequence[str]) -> tuple[str, list[str]]:
    """The first words, as many as stand in the names of several kinds, and those names; nothing where none do, or where
    they are a kind themselves.
    """
    typed = kind_apart(rules, kept, " ".join(words))[0]
    if rules.template(typed.lower()) is not None or own_kind(rules, kept, typed) is not None:
        return "", []
    names = sorted({*(each.name for each in rules.templates), *own_kinds(rules, kept)})
    for end in range(min(len(words), LONGEST_KIND), 0, -1):
        for kind in _singular(" ".join(words[:end])):
            found = [name for name in names if f" {kind.lower()} " in f" {name.lower()} ".replace(",", " ")]
            if len(found) > 1 and kind:
                return kind, found
    return "", []


def _singular(said: str) -> Iterator[str]:
    """What may be meant by a name that stands behind a number: itself, or one of which it is the plural."""
    yield said
    first, _, rest = said.partition(" ")
    for many, one in _PLURALS:
        if said.lower().endswith(many):
            yield f"{said.removesuffix(many)}{one}"
        if first.lower().endswith(many):
            yield f"{first.removesuffix(many)}{one} {rest}"


def kind_apart(rules: Ruleset, kept: GameLibrary, text: str) -> tuple[str, str]:
    """The kind that a text begins with, and what is said of it: of several words those that name one own figure."""
    words = text.split(" ")
    for end in range(min(len(words), LONGEST_KIND), 1, -1):
        if own_kind(rules, kept, kind := " ".join(words[:end])) is not None:
            return kind, " ".join(words[end:])
    return words[0], " ".join(words[1:])


def words_in_full(rules: Ruleset, kept: GameLibrary, text: str) -> str:
    """What is typed after `add` for a kind of the game or an own figure, as the game has it. NotUnderstood if there is
    no such kind.
    """
    word, details = kind_apart(rules, kept, text)
    own = own_kind(rules, kept, word) if rules.template(word.lower()) is None else None
    return " ".join(in_full(rules, own, details) if own is not None else (kind_named(rules, word).kind, details))


def in_full(rules: Ruleset, kind: KeptKind, details: str) -> tuple[str, str]:
    """The game's own kind and the details that an own figure stands for, with what was said of it besides.

    NotUnderstood if this game has no such kind.
    """
    word = kind.words.partition(" ")[0]
    template = rules.template(word)
    if template is None:
        raise NotUnderstood(f"{kind.name} is a {word} in the library, and {rules.title} has no {word}.")
    own = with_note(rules.adding.kept_words(kind.words, kind.data), kind.note).partition(" ")[2]
    return word, details_with(template, own, details)
