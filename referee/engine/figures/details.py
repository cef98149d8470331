"""Details after `add KIND`: names, numbers, `key=value`, and the referee's own figures, parties and conditions.

A session gets its own ones from outside; a command is recorded with the game's kinds only, so a replay does not need
them.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.engine.conditions.typed import condition_named
from referee.engine.contract.condition_kind import MOST_OF_A_CONDITION
from referee.engine.contract.kinds import AWAY, NOTE, KeptKind, Template
from referee.engine.contract.ruleset import Ruleset
from referee.engine.problem import NotUnderstood, is_number, quoted, read_number
from referee.engine.state.bearer import Tag, Thing, Track
from referee.engine.state.encounter import Encounter, listed
from referee.text import pattern

T = TypeVar("T")
_PIECE = pattern(r'"([^"]*)"|([^\s",=]*)=((?:"[^"]*"|[^\s"])*)|(,)|([^\s",]+)')
"""A quotation, a key with its value, a comma, or a word."""
COPIES = pattern(r"[x×][0-9]+", re.ASCII)
"""How many of one sort."""


_BETWEEN = pattern(r"""((?:"[^"]*"|[^";])*)(?:;|$)""")
"""What stands before a semicolon that is in no quotes."""


class Piece(Struct, frozen=True):
    """One piece of what is typed after `add KIND`: a word, a name in quotes, a comma, or `key=value`."""

    text: str
    """As it was typed."""
    word: str = ""
    """A word, or what stood in quotes; empty for a comma, and for a key with its value."""
    quoted: bool = False
    key: str = ""
    value: str | None = None
    """What stands behind `key=`, without quotes; None if there is no `=`."""

    @property
    def names(self) -> bool:
        """True if it is a part of a name, wherever a figure has one: no value, no comma, no number, no xN."""
        if self.value is not None or not self.word:
            return False
        return self.quoted or not (is_number(self.word) or COPIES.fullmatch(self.word.lower()))


def pieces(text: str) -> Iterator[Piece]:
    """The pieces of a text, from left to right."""
    for found in _PIECE.finditer(text):
        quoted, key, value, _, word = found.groups()
        if value is not None:
            yield Piece(found[0], key=key.lower(), value=value.replace('"', ""))
        else:
            yield Piece(found[0], quoted or word or "", quoted is not None)


def figure_parts(text: str) -> list[tuple[str, str]]:
    """What stands between semicolons, each with its first word apart."""
    parts = (found[1].strip().partition(" ") for found in _BETWEEN.finditer(text))
    return [(kind, details.strip()) for kind, _, details in parts if kind]


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


WITHOUT, CONDITION, LEFT, STANDING = "without", "condition", "left", "standing"
"""`without=rope,dagger` · `condition="exhaustion x2"` · `left="potion uses 1/3"` · `standing=dying`"""
SPECIAL = frozenset({WITHOUT, CONDITION, LEFT, STANDING})
_LEFT = pattern(r"(\S+) ([a-z0-9_.-]+) ([0-9]{1,6})/([0-9]{1,6})", re.ASCII)
"""A thing by its tag without its owner's, a track of it, where that stands and its bound."""
_WITH_VALUE = pattern(r"(.*\S)\s+x([0-9]{1,6})", re.ASCII)
Values = Sequence[tuple[str, str]]


def is_special(rules: Ruleset, key: str) -> bool:
    """True for one of these keys, unless the game has a track or a trait that is called so."""
    return key in SPECIAL and rules.trait(key) is None and rules.track(key) is None


def check_special(rules: Ruleset, key: str, value: str) -> None:
    """NotUnderstood, if one of these keys cannot have that value."""
    if key == STANDING:
        read_standing(rules, value)
    elif key == CONDITION:
        read_condition(rules, value)
    elif key == LEFT and _LEFT.fullmatch(value) is None:
        raise NotUnderstood(f'Type what is left of a thing, for example left="potion uses 1/3", not {quoted(value)}.')


def read_standing(rules: Ruleset, value: str) -> str:
    """How a figure stands. NotUnderstood if the game knows no such standing."""
    known = [standing.name for standing in rules.standings]
    if value.lower() not in known:
        raise NotUnderstood(f"Standing cannot be {quoted(value)}. Choose: {listed(known)}.")
    return value.lower()


def read_condition(rules: Ruleset, text: str) -> tuple[str, int]:
    """`exhaustion x2`: a condition and its value. NotUnderstood if it is no name, or cannot have that value."""
    found = _WITH_VALUE.fullmatch(text)
    name = condition_named(rules, found[1] if found else text)
    if not name:
        raise NotUnderstood(f"Type the name of a condition, not {quoted(text)}.")
    kind = rules.condition(name)
    return name, read_number(found[2], name, 1, kind.maximum if kind else MOST_OF_A_CONDITION) if found else 1


def with_left(outfit: Sequence[tuple[str, Thing]], values: Values) -> list[tuple[str, Thing]]:
    """The last thing of each tag, with what is left of it; without those that a figure comes without."""
    gone = {tag for key, word in values if key == WITHOUT for tag in word.lower().split(",")}
    found = {thing.tag: (pile, thing) for pile, thing in outfit if thing.tag not in gone}
    for said in (_LEFT.fullmatch(word) for key, word in values if key == LEFT):
        if said is not None and said[1] in found:
            pile, thing = found[said[1]]
            track = Track(now=min(int(said[3]), int(said[4])), most=int(said[4]))
            found[said[1]] = pile, replace(thing, tracks={**thing.tracks, said[2]: track})
    return list(found.values())


PARTY = "party"
"""The word after `add` that brings a party."""
OWN = "own "
"""What is said before the name of an own figure that is called as a kind of the game is."""


class KeptMember(Struct, frozen=True):
    """One of a party, as it was left."""

    name: str
    words: str


class KeptGroup(Struct, frozen=True):
    """A party of the library: its name, its members and the tracks of the table that it keeps."""

    name: str
    members: tuple[KeptMember, ...]
    table: tuple[tuple[str, int], ...] = ()
    """Tracks of the table, and where they were left."""
    saved_in: tuple[str, ...] = ()
    """The encounters that it was saved from, the latest last."""

    def at_table(self, encounter: Encounter) -> dict[str, Tag]:
        """Its members who are at the table: the name of each with its tag."""
        return at_table(encounter, (member.name for member in self.members))


def at_table(encounter: Encounter, names: Iterable[str]) -> dict[str, Tag]:
    """The tags of those of these names who are at the table, by name; who was taken off it is not."""
    wanted = {name.casefold(): name for name in names}
    here = (each for each in encounter.figures.values() if each.standing != AWAY.name)
    return {wanted[each.name.casefold()]: each.tag for each in here if each.name.casefold() in wanted}


class OwnCondition(Struct, frozen=True):
    """A condition of the referee's own."""

    name: str
    text: str = ""
    usual: str = ""
    """How long it lasts where nothing is said."""


class DoneTogether(Struct, frozen=True):
    """What undo takes back as one act: a party that was put into the library, commands, or both."""

    party: KeptGroup | None
    """As it was saved; None if none was."""
    what: str
    """What was done: `party save heroes`."""
    then: tuple[int, object]
    """The number of applied steps and the encounter after it."""
    start: int
    """The number of applied steps before it."""


def group_called(groups: Iterable[KeptGroup], name: str) -> KeptGroup | None:
    """The group of that name."""
    return next((each for each in groups if each.name.casefold() == name.casefold()), None)


class Kept:
    """What a library holds of one game: nothing, unless a subclass says what.

    Looked up while something is typed, and never while a record is played.
    """

    place = ""
    """Where it lies, for messages: ` in the library of /home/ann/saves`; empty: there is none."""
    done_together: DoneTogether | None = None
    """What was done last so, at the table that this is the library of."""

    def once(self, what: str, make: Callable[[], T], *of: object) -> T:
        """What was made of those values when it was last asked for, else it is made now: one types letter by letter."""
        made: dict[str, tuple[tuple[object, ...], T]] = self.__dict__.setdefault("made", {})
        if what not in made or any(one is not other for one, other in zip(made[what][0], of, strict=True)):
            made[what] = of, make()
        return made[what][1]

    def kinds(self) -> tuple[KeptKind, ...]:
        """The kinds of figures, by the word that is typed after `add`."""
        return ()

    def missing(self, game: str) -> str:
        """How a kind is refused that neither the game nor the library has, before the list of kinds."""
        return f"There is no {{word}} in {game}{' or' if self.place else ''}{self.place}. Kinds"

    def parties(self) -> tuple[KeptGroup, ...]:
        """The parties, each with its members as they were left."""
        return ()

    def conditions(self) -> tuple[OwnCondition, ...]:
        """The referee's own conditions, each with its usual duration."""
        return ()


NOTHING = Kept()


def own_kinds(rules: Ruleset, kept: Kept) -> dict[str, KeptKind]:
    """The own figures by the word that means each after `add`: its name, or `own NAME` where the game has one so; then
    those of the game's catalogue that have no namesake among kinds and own figures.
    """
    own = kept.kinds()

    def by_word() -> dict[str, KeptKind]:
        taken = {template.kind.lower() for template in rules.templates}
        found = {(OWN if kind.name.lower() in taken else "") + kind.name: kind for kind in own}
        taken.update(kind.name.lower() for kind in own)
        shipped = [(name, kind) for kind in rules.adding.catalogue() for name in (kind.name, *kind.also)]
        return found | {name: kind for name, kind in shipped if name.lower() not in taken}

    return kept.once("kinds", by_word, own, rules)


def own_kind(rules: Ruleset, kept: Kept, word: str) -> KeptKind | None:
    """The own figure that is called so, in small or capital letters, a blank or _ between its words."""
    own = own_kinds(rules, kept)
    return kept.once("small", lambda: {name.lower(): own[name] for name in own}, own).get(
        word.lower().replace("_", " ")
    )


def as_kinds_are_called(rules: Ruleset, kept: Kept, text: str) -> str:
    """What is typed after `add`, where a count stands before a kind, or its level behind it: `2 ghouls; paladin level=5
    Ann` as `ghoul x2; paladin5 Ann`.
    """
    parts = [found[1].strip() for found in _BETWEEN.finditer(text)]
    for part in filter(None, parts):
        refuse_if_several(rules, kept, part.split(" "))
    if not any(_COUNTED.fullmatch(part) or _LEVEL in part for part in parts):
        return text
    return "; ".join(_counted_behind(rules, kept, _with_level(rules, kept, part)) for part in parts if part)


def _with_level(rules: Ruleset, kept: Kept, part: str) -> str:
    """`paladin level=5 Ann` as `paladin5 Ann`, where there is such a kind; else as it is."""
    kind, _, rest = part.partition(" ")
    said = list(pieces(rest)) if _LEVEL in rest else []
    level = next((piece.value for piece in said if f"{piece.key}=" == _LEVEL), "")
    if not level or own_kind(rules, kept, f"{kind}{level}") is None:
        return part
    return " ".join((f"{kind}{level}", *(piece.text for piece in said if f"{piece.key}=" != _LEVEL)))


def _counted_behind(rules: Ruleset, kept: Kept, part: str) -> str:
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


def refuse_if_several(rules: Ruleset, kept: Kept, words: Sequence[str]) -> None:
    """NotUnderstood, with the names, where words stand in the names of several kinds: `red dragons`."""
    kind, found = kinds_with(rules, kept, words)
    if found:
        alike = [quoted(name) if "," in name else name for name in found]
        raise NotUnderstood(f"Which {kind}? {listed(alike, 12)}.")


def kinds_with(rules: Ruleset, kept: Kept, words: Sequence[str]) -> tuple[str, list[str]]:
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
    first, blank, rest = said.partition(" ")
    for many, one in _PLURALS:
        if said.lower().endswith(many):
            yield f"{said.removesuffix(many)}{one}"
        if blank and first.lower().endswith(many):
            yield f"{first.removesuffix(many)}{one} {rest}"


def kind_apart(rules: Ruleset, kept: Kept, text: str) -> tuple[str, str]:
    """The kind that a text begins with, and what is said of it: of several words those that name one own figure."""
    words = text.split(" ")
    for end in range(min(len(words), LONGEST_KIND), 1, -1):
        if own_kind(rules, kept, kind := " ".join(words[:end])) is not None:
            return kind, " ".join(words[end:])
    return words[0], " ".join(words[1:])


def words_in_full(rules: Ruleset, kept: Kept, text: str) -> str:
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
