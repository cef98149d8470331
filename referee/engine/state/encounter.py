"""Encounter: the state of one fight, the order in which its figures act, the check of one read from a file, and the
tags by which commands name who is in it: one, a range or a list.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import count
from typing import Any, TypeVar

from msgspec import field
from msgspec.structs import replace

from referee.engine.problem import Moot, NotUnderstood, is_number, quoted
from referee.engine.state.bearer import TABLE, AnyBearer, Bearer, Figure, Group, SavedModel, Tag, Thing
from referee.engine.state.board import Board
from referee.text import pattern

T = TypeVar("T")
OVER = "over"
"""The phase after a fight, until the next one begins."""
K = TypeVar("K")
V = TypeVar("V")
MOST_FIGURES = 500
"""Figures that a table may have, and so the most that one answer can name."""


class Slot(SavedModel):
    """One place in the turn order. Those of the lowest step that have not acted may act, in any order."""

    who: Tag
    """A figure, or a group that acts as one."""
    step: int = 0
    """Those of the lowest step that have not acted may act."""
    under: Tag | None = None
    """The group it is listed under."""
    label: str = ""
    """What the order shows beside it: an initiative number, a side."""
    begun: bool = False
    """Its turn has begun; what happens at the start of a turn does not happen twice."""
    acted: bool = False
    """Its turn is over."""
    held: bool = False
    """It waits by its own wish, and is passed over until it returns."""


class Encounter(SavedModel):
    """The whole state of one fight. It changes only by events, in `apply`."""

    system: str
    """The game that is played."""
    figures: dict[Tag, Figure] = {}
    """All figures that came to the table, by tag."""
    groups: dict[Tag, Group] = field(default_factory=lambda: {TABLE: Group(tag=TABLE, name="the table", kind="table")})
    """Fights and sides by tag, and `table` for values of the whole encounter."""
    things: dict[Tag, Thing] = {}
    """Weapons, spells, cards by tag."""
    round: int = 0
    """0 before the first round, and in most games after the fight."""
    phase: str = ""
    """The phase of the round; empty: none; OVER after the fight."""
    order: tuple[Slot, ...] = ()
    """The order in which figures act."""
    turn: Tag | None = None
    """Whose turn it is, a figure or a group; None: nobody's."""
    board: Board | None = None
    """The spaces that it stands on; None: it has no board."""

    def has(self, tag: str) -> bool:
        """Is there such a bearer, standing or not?"""
        return tag in self.figures or tag in self.groups or tag in self.things

    def tags(self) -> set[Tag]:
        """The tags of all bearers, those that nothing new can have."""
        return {*self.figures, *self.groups, *self.things}

    def of(self, tag: str) -> AnyBearer:
        """The bearer with that tag. Moot if there is none."""
        found = self.figures.get(tag) or self.groups.get(tag) or self.things.get(tag)
        if found is None:
            raise Moot(f"Nothing on the table is called {tag}.")
        return found

    def name(self, tag: str) -> str:
        """The name of the bearer with that tag; the tag itself if there is none."""
        found = self.figures.get(tag) or self.groups.get(tag) or self.things.get(tag)
        return tag if found is None else found.name

    def members(self, group: str) -> tuple[Figure, ...]:
        """The figures of a group, in its order."""
        return tuple(self.figures[tag] for tag in self.groups[group].members if tag in self.figures)

    def groups_of(self, kind: str) -> tuple[Group, ...]:
        """The open groups of that kind, in the order they were opened."""
        return tuple(group for group in self.groups.values() if group.kind == kind and group.open)

    def group_with(self, tag: str, kind: str) -> Group | None:
        """The open group of that kind in which the figure stands."""
        groups = self.groups.values()
        return next((group for group in groups if group.kind == kind and group.open and tag in group.members), None)

    def slot(self, tag: str) -> Slot | None:
        """The place of that figure or group in the order, the one still to act if it has several; None if it has
        none.
        """
        mine = [slot for slot in self.order if slot.who == tag]
        return next((slot for slot in mine if not slot.acted), mine[0]) if mine else None

    def acting_as(self, who: str) -> tuple[Tag, ...]:
        """The tags of those who act in a place of the order: a figure, or a group that acts as one and its members."""
        return (who, *self.groups[who].members) if who in self.groups else (who,)

    def at_turn(self, tag: str) -> bool:
        """Is it this figure's or group's turn, its own or that of a group with which it acts as one?"""
        return tag == self.turn or (self.turn in self.groups and tag in self.groups[self.turn].members)

    def bearers(self) -> tuple[Bearer, ...]:
        """All that can carry a condition: figures first, then groups."""
        return (*self.figures.values(), *self.groups.values())


def check_consistency(encounter: Encounter) -> None:
    """Raises Moot if a bearer is filed under another tag than its own, or if nobody has the tag of the turn."""
    missing = next(_missing(encounter), None)
    if missing is not None:
        raise Moot(f"Nothing on the table is called {missing}.")


def _missing(encounter: Encounter) -> Iterator[str]:
    """The tags that stand for another bearer, and the turn, if no bearer has it."""
    if TABLE not in encounter.groups:
        yield TABLE
    bearers = (encounter.figures, encounter.groups, encounter.things)
    yield from (tag for bearer in bearers for tag, borne in bearer.items() if borne.tag != tag)
    if encounter.turn is not None and not encounter.has(encounter.turn):
        yield encounter.turn


def without_missing(encounter: Encounter) -> Encounter:
    """The encounter without the places in order, groups and board of those whom it does not have.

    Earlier versions left such places: a correction that took a figure away did not play again what came later.
    """
    groups = {tag: group_there(encounter, group) for tag, group in encounter.groups.items()}
    order = slots_there(encounter, encounter.order)
    board = board_there(encounter, encounter.board)
    return replace(encounter, groups=groups, order=order, board=board)


def slots_there(encounter: Encounter, slots: tuple[Slot, ...]) -> tuple[Slot, ...]:
    """The places in an order of those whom the encounter has."""
    return tuple(slot for slot in slots if encounter.has(slot.who))


def group_there(encounter: Encounter, group: Group) -> Group:
    """The group with only those of its members whom the encounter has."""
    if all(map(encounter.has, group.members)):
        return group
    return replace(group, members=tuple(filter(encounter.has, group.members)))


def board_there(encounter: Encounter, board: Board | None) -> Board | None:
    """The board, if there is one, with only those figures on it whom the encounter has."""
    if board is None or board.figures.keys() <= encounter.figures.keys():
        return board
    figures = {tag: spaces for tag, spaces in board.figures.items() if tag in encounter.figures}
    return replace(board, figures=figures)


MOST_CACHED = 8
"""Encounters of which `cached` remembers what follows from them: the odds begin with the same one again and again."""
_latest: list[tuple[Encounter, dict[Any, Any]]] = []


def cached(game: object, encounter: Encounter, key: Hashable, of: object, make: Callable[[], T]) -> T:
    """What follows from this encounter alone in a game, as it was made the first time for the last few encounters.

    of: what the key names by its identity, which is to stay.
    """
    if not _latest or _latest[0][0] is not encounter:
        n = next((n for n, known in enumerate(_latest) if known[0] is encounter), None)
        _latest.insert(0, (encounter, {}) if n is None else _latest.pop(n))
        del _latest[MOST_CACHED:]
    found, whole = _latest[0][1], (id(game), key)
    if whole not in found:
        found[whole] = game, of, make()
    made: T = found[whole][2]
    return made


class Later(Mapping[K, V]):
    """A mapping that is made when it is first read: words that nobody reads while the app plays by itself."""

    def __init__(self, make: Callable[[], Mapping[K, V]]) -> None:
        self._make = make

    @cached_property
    def _made(self) -> Mapping[K, V]:
        return self._make()

    def __getitem__(self, key: K) -> V:
        return self._made[key]

    def __iter__(self) -> Iterator[K]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


LONGEST = 24
RESERVED = frozenset({"all", "none", "nobody", "round", "referee", "players", "roll", "draw"})
"""Words with a meaning of their own where a tag is expected; no figure and no side is called by one."""
_STEM = "(?:[a-z0-9_.-]{0,39}[a-z_.-])?"
_RANGE = pattern(f"({_STEM})([0-9]{{1,4}})-({_STEM})([0-9]{{1,4}})", re.ASCII)
_PRINTED = pattern(r"[0-9]{1,4}(?![^ ])", re.ASCII)
_NUMBERED = pattern(f"({_STEM})([0-9]{{1,4}})", re.ASCII)

_SINGLE = zip(
    "øłđðıħабвгґдезиіклмнопрстуфыэαβγδεζηικλμνξοπρσςτυφω",
    "olddihabvggdeziiklmnoprstufyeabgdeziiklmnxoprsstyfo",
    strict=True,
)
_SEVERAL = {"ß": "ss", "æ": "ae", "œ": "oe", "þ": "th", "θ": "th", "χ": "ch", "ψ": "ps", "є": "ie", "ж": "zh"}
_SEVERAL |= {"х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ю": "iu", "я": "ia"}
_SPELT = str.maketrans({**dict(_SINGLE), **_SEVERAL})
"""Letters that have no plain letter in them, as they are spelt with plain ones."""


def slug(name: str) -> str:
    """The name in plain small letters, digits and dashes, as tags are written; may be empty."""
    spelt = unicodedata.normalize("NFKD", name).lower().translate(_SPELT)
    plain = spelt.encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:LONGEST].strip("-")


def new_tag(requested: str, taken: Collection[str]) -> Tag:
    """A tag that is not in `taken`: the requested one, or that with the first free number behind it."""
    requested = requested or "x"
    if requested not in taken:
        return requested
    return numbered(requested, taken)


def numbered(stem: str, taken: Collection[str]) -> Tag:
    """The stem with the first number that is free: g1, g2; after a digit, a dash first."""
    stem = f"{stem}-" if stem[-1:].isdigit() else stem
    return next(tag for n in count(1) if (tag := f"{stem}{n}") not in taken)


def find(encounter: Encounter, among: Iterable[Tag], word: str, missing: str = "") -> Tag:
    """The one of these that the word means: its tag, its name, or the beginning of either, or of any word of its name.
    NotUnderstood otherwise, with the words of `no_such`.
    """
    # A pile may hold several equal cards: each counts once here.
    choices = list(dict.fromkeys(among))
    wanted = word.strip().lower()
    if wanted in choices:
        return wanted
    named = [tag for tag in choices if _named(encounter, tag) == wanted]
    plain = closed_up(wanted.replace("_", " "))
    named = named or [tag for tag in choices if closed_up(_named(encounter, tag)) == plain]
    if wanted.isdigit() and is_number(wanted):
        named = named or [tag for tag in choices if printed_number(encounter, tag) == int(wanted)]
    if len(named) == 1:
        return named[0]
    alike = named or [
        t for t in choices if wanted and (t.startswith(wanted) or _named(encounter, t).startswith(wanted))
    ]
    # One is asked for by any word of its name, too: a healing draught as a draught, the red dragon as the dragon.
    alike = alike or [t for t in choices if wanted[:1].isalpha() and f" {wanted}" in _named(encounter, t)]
    if len(alike) == 1:
        return alike[0]
    if len(alike) > 1:
        raise NotUnderstood(could_be(word, alike))
    known = list(dict.fromkeys(map(encounter.name, choices)))
    if encounter.has(wanted):
        raise NotUnderstood(f"{_why_not(encounter, choices, wanted)}{others(known)}.")
    raise NotUnderstood(no_such(word, known, missing))


def _why_not(encounter: Encounter, choices: Sequence[Tag], tag: Tag) -> str:
    """Why somebody who is at the table is none of the choices: how it stands, where none of those stands so."""
    figure = encounter.figures.get(tag)
    standings = {encounter.figures[other].standing for other in choices if other in encounter.figures}
    if figure is not None and standings and figure.standing not in standings:
        return f"{figure.name} {figure.stands}"
    return f"{encounter.name(tag)} cannot be chosen here"


def printed_number(encounter: Encounter, tag: Tag) -> int | None:
    """The number that the name of a card begins with, as in `12 Smoke`; None for figures and for other things."""
    found = _PRINTED.match(encounter.things[tag].name) if tag in encounter.things else None
    return int(found[0]) if found else None


def find_many(encounter: Encounter, among: Iterable[Tag], word: str) -> tuple[Tag, ...]:
    """All that a list means, in its order, each once: `g1-3,5,ulf`, a side, `all`. NotUnderstood if one is unknown."""
    choices = list(among)
    if word.strip().lower() == "all":
        return tuple(choices)
    found: list[Tag] = []
    stem = ""
    for part in word.split(","):
        if not part.strip():
            raise NotUnderstood("Something is missing between the commas. Type a list such as g1-3,5")
        if part.strip().isdigit() and part.strip().isascii() and stem:
            part = stem + part.strip()
        span = _RANGE.fullmatch(closed_up(part))
        # A tag may hold a dash itself (`bandit-1`), so a word that is a tag is no range.
        if span and part.strip().lower() not in choices and span[3] in ("", span[1]):
            stem = span[1] or stem
            found += _span(encounter, choices, stem, int(span[2]), int(span[4]))
        elif beside := _on_side(encounter, choices, part.strip().lower()):
            found += beside
        else:
            tag = find(encounter, choices, part)
            single = _NUMBERED.fullmatch(tag)
            stem = (single and single[1]) or stem
            found.append(tag)
    return tuple(dict.fromkeys(found))


def _on_side(encounter: Encounter, choices: Sequence[Tag], word: str) -> list[Tag]:
    """Those of the choices that are on the side of that name; none if a figure is called so itself."""
    if any(word in (tag, _named(encounter, tag)) for tag in choices):
        return []
    return [tag for tag in choices if tag in encounter.figures and encounter.figures[tag].side == word]


def nearest(word: str, known: Iterable[str], likeness: float = 0.75) -> str | None:
    """The one of these words that a misspelt word is nearly; None if it is like none of them, from 0 to 1 for equal."""
    from difflib import get_close_matches  # late: it takes as long as the rest of the engine

    near = get_close_matches(word[:40], list(known), n=1, cutoff=likeness)
    return near[0] if near else None


MOST_LISTED = 8
"""Words that are listed in a sentence."""


def listed(tags: Collection[str], most: int = MOST_LISTED) -> str:
    """At most `most` of these words, separated by commas, with how many more there are."""
    words = list(tags)
    if not words:
        return "nobody"
    return ", ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")


def others(names: Collection[str]) -> str:
    """`. Others: Goblin 1, Rat 2`, to end a refusal; empty where there is nothing to choose from."""
    return f". Others: {listed(names)}" if names else ""


def no_such(word: str, known: Collection[str], missing: str = "") -> str:
    """Says that a word is none of those that are known: what was perhaps meant where these are many, else all of them.

    `missing` is how that is said, with {word} for it: `Ann has no {word}. Weapons`.
    """
    head = (missing or "There is no {word} here. Choose").replace("{word}", quoted(word.strip()))
    names = {name.lower(): name for name in known}
    if len(known) > MOST_LISTED and (near := nearest(word.strip().lower(), names)):
        return f"{head.partition('. ')[0]}. Did you mean {names[near]}?"
    return f"{head}: {listed(known)}." if known else f"{head.partition('. ')[0]}."


def could_be(word: str, alike: Collection[str]) -> str:
    """Says that a word may mean several things."""
    return f"{quoted(word.strip())} could be {listed([quoted(each) if ',' in each else each for each in alike])}."


def closed_up(name: str) -> str:
    """A word without the blank before its number: `orc1` for `Orc 1`."""
    return re.sub(r"\s+(?=[0-9])", "", name.strip().lower(), flags=re.ASCII)


def _named(encounter: Encounter, tag: Tag) -> str:
    return encounter.name(tag).lower()


def _span(encounter: Encounter, choices: list[Tag], stem: str, first: int, last: int) -> list[Tag]:
    """Those in a range that can be chosen, by their tags or else by their names; gaps are passed over. NotUnderstood if
    none can, or if an end is missing."""
    numbered = _with_numbers({tag: tag for tag in choices}, stem)
    there = {tag: tag for tag in (*encounter.figures, *encounter.groups, *encounter.things)}
    if stem and not numbered:
        there = {tag: closed_up(_named(encounter, tag)) for tag in encounter.figures}
        numbered = _with_numbers({tag: there[tag] for tag in choices if tag in there}, stem)
    found = [numbered[n] for n in sorted(numbered) if first <= n <= last]
    if not found:
        raise NotUnderstood(
            f"None of {stem}{first} to {stem}{last} can be chosen{others([encounter.name(tag) for tag in choices])}."
        )
    for end in (f"{stem}{first}", f"{stem}{last}"):
        if end not in there.values():
            raise NotUnderstood(f"There is no {end}; that range holds {listed(found)}.")
    return found


def _with_numbers(words: Mapping[Tag, str], stem: str) -> dict[int, Tag]:
    """Whose word is that stem and a number, by the number."""
    numbers = {tag: word.removeprefix(stem) for tag, word in words.items() if word.startswith(stem)}
    return {int(n): tag for tag, n in numbers.items() if n.isdigit() and len(n) <= 4 and n == str(int(n))}
