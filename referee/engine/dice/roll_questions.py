"""Roll questions: those that dice or cards answer, and how the faces of a roll are typed, in order or by a key for each
face of a symbol die.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from functools import cached_property, lru_cache

from referee.engine.dice.dice import Expression, Pool
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Answer, Drew, Reads, Rolled
from referee.engine.questions.question import Offer, Question, accepted
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import find, printed_number
from referee.text.phrases import counted, joined, listed
from referee.text.quoting import quoted

_LETTERS = "BEGHIJKLMOPQTVYZXACFNRSUWD"
"""Capitals for the faces of symbol dice, in order: those that are commands at the table come last."""
FACE_LETTERS = frozenset(_LETTERS[: _LETTERS.index("A")])
"""The capitals that faces have first."""
BLANK = "-"
"""A face without symbols. It may be typed so, but the key that is shown for it is a capital: in a choice `-` picks
nobody, and a die that is typed too early must not do that."""


class RollInput:
    """The faces typed so far for each pool of a roll."""

    def __init__(self, pools: tuple[Pool, ...]) -> None:
        self.pools = pools
        self.faces: list[list[int]] = [[] for _ in pools]
        self._at = 0

    def due(self, place: int) -> int:
        """Number of faces that the pool still lacks."""
        return self.pools[place].read(self.faces[place]).due

    @property
    def at(self) -> int:
        """Index of the pool that the next face goes to: the first from the last `/` on that is not full.

        Their number if none.
        """
        return next((n for n in range(self._at, len(self.pools)) if self.due(n)), len(self.pools))

    def put(self, text: str) -> None:
        """Adds the faces typed in a line. Raises NotUnderstood at the first that does not fit; those before it stay."""
        for word in text.replace(",", " ").replace("/", " / ").split():
            if word == "/":
                self._at += 1
            else:
                self._put(word)

    def _put(self, word: str) -> None:
        keys = _typed_keys(self.pools)
        while word:
            place, face = keys.get(word[0].upper(), (-1, 0))
            if place >= 0 and self.due(place):
                word = word[1:]
            else:
                place = self.at if place < 0 or self._shown(word) else place
                if place >= len(self.pools) or not self.due(place):
                    raise NotUnderstood(too_many(self.pools, place))
                face, word = _face(self.pools, place, word)
            self.faces[place].append(face)

    def _shown(self, word: str) -> bool:
        """True if the next pool has a symbol face whose label begins the word."""
        pool = self.pools[self.at] if self.at < len(self.pools) else None
        return pool is not None and pool.die is not None and pool.die.begins(word) is not None


@lru_cache(maxsize=64)
def keys_of(pools: tuple[Pool, ...]) -> Mapping[str, tuple[int, int]]:
    """A key for each face that a symbol die may show: its pool and its face.

    A sign such as `+` is its own key, at the first of the dice that show it; the others have capitals, in order. So one
    key says both which die it was and what it shows, and the dice can be typed as they are picked up.
    """
    faces = [(place, face) for place, pool in enumerate(pools) for face in _distinct(pool)]
    labels = {pools[place].label(face).upper() for place, face in faces}
    letters = iter(letter for letter in _LETTERS if not any(label.startswith(letter) for label in labels))
    keys: dict[str, tuple[int, int]] = {}
    for place, face in faces:
        label = pools[place].label(face).upper()
        sign = _is_sign(label, labels) and label != BLANK and label not in keys
        if key := label if sign else next(letters, ""):
            keys[key] = place, face
    return keys


def has_blank(pools: tuple[Pool, ...]) -> bool:
    """May `-` be typed for a face of these dice?"""
    return BLANK in _typed_keys(pools)


@lru_cache(maxsize=64)
def _typed_keys(pools: tuple[Pool, ...]) -> Mapping[str, tuple[int, int]]:
    """`keys_of`, and `-` for the first die with that label."""
    found = dict(keys_of(pools))
    labels = {pools[place].label(face).upper() for place, face in found.values()}
    minus = [there for there in found.values() if pools[there[0]].label(there[1]) == BLANK]
    return found | {BLANK: minus[0]} if minus and _is_sign(BLANK, labels) else found


def _is_sign(label: str, labels: Collection[str]) -> bool:
    """True if the label is one character and no other label begins with it."""
    return [other for other in labels if other.startswith(label[0])] == [label[0]]


def _distinct(pool: Pool) -> list[int]:
    """Face numbers of a symbol die, without repeated labels; [] for a numbered die."""
    labels = [face.label for face in pool.die.faces] if pool.die is not None else []
    return [n for n, label in enumerate(labels) if label not in labels[:n]]


def _face(pools: tuple[Pool, ...], place: int, word: str) -> tuple[int, str]:
    """The face that a word begins with, and what is left of it; with dice of one digit `3265` is four of them."""
    pool = pools[place]
    if pool.die is None:
        digit = pool.sides < 10 and word.isascii() and word.isdigit()
        if not digit and not is_number(word):
            shows = f"{owner(pools, pool)}a d{pool.sides} shows 1 to {pool.sides}"
            raise NotUnderstood(f"{shows[0].upper()}{shows[1:]}, not {quoted(word)}.")
        face = int(word[0] if digit else word)
        if problem := impossible(pool, (face,)):
            raise NotUnderstood(problem)
        return face, word[1:] if digit else ""
    if begun := pool.die.begins(word):
        return begun
    labels = list(dict.fromkeys(face.label for face in pool.die.faces))
    if begin := [label for label in labels if label.lower().startswith(word.lower())]:
        raise NotUnderstood(f"{quoted(word)} could be {listed(begin)} on the {pool.die.name} die.")
    raise NotUnderstood(f"The {pool.die.name} die has no {quoted(word)}. Faces: {listed(labels)}.")


def owner(pools: tuple[Pool, ...], pool: Pool) -> str:
    """Prefix for messages that names the pool where there are several: `Ulf: `; else empty."""
    named = pool.name and (pool.die is None or pool.name != pool.die.name)
    return f"{pool.name}: " if named and len(pools) > 1 else ""


def spoken(pools: tuple[Pool, ...], pool: Pool) -> str:
    """Dice as they are said, by their name where there are several pools: `d20`, `two d20`, `8d6`, `d4 (Bless)`."""
    die = pool.die.name if pool.die is not None else f"d{pool.sides}"
    many = counted(pool.count)
    many += " " if many.isalpha() else ""
    # A name that is the dice notation itself, such as `2d6`, is not repeated.
    named = owner(pools, pool) and pool.name not in (die, f"{pool.count}{die}")
    return ("" if pool.count == 1 else many) + die + (f" ({pool.name})" if named else "")


def too_many(pools: tuple[Pool, ...], place: int) -> str:
    """The message for a face too many."""
    pool = pools[min(place, len(pools) - 1)] if pools else None
    if pool is None:
        return "There are no dice to roll."
    return f"Too many dice. Roll {joined([spoken(pools, each) for each in pools])}."


def impossible(pool: Pool, faces: tuple[int, ...]) -> str | None:
    """Why the pool's dice cannot show these faces; None if they can."""
    for face in faces:
        if not pool.first <= face <= pool.last:
            what = f"a d{pool.sides}" if pool.die is None else f"a {pool.die.name} die"
            return f"{what[0].upper()}{what[1:]} never shows {face}."
    return None


class Roll(Question[Rolled], frozen=True, kw_only=True, dict=True):
    """Dice are to be thrown."""

    pools: tuple[Pool, ...]
    sum_will_do: bool = False
    """True if only the sum matters; the table may then type the sum instead of the faces."""
    typed: bool = False
    notes: tuple[str, ...] = ()
    """For each pool, how many dice it has and why, in the order of the pools."""
    goal: str = ""
    """What is needed, to be said after the dice: `hits on 3 or more`."""
    added: int = 0
    """What the rule adds to the dice, so that nobody at the table has to."""
    total_will_do: bool = False
    """True of one die, if the table may tell it together with what is added: `=21` is a 14 where 7 is added."""
    reads: Reads | None = None
    """What the rule reads of the faces; None: each face in its place. The odds go by it."""

    @property
    def has_symbols(self) -> bool:
        """Are there dice with symbols among them?"""
        return any(pool.die is not None for pool in self.pools)

    @property
    def asked(self) -> str:
        return self.ways_to_ask[0]

    @cached_property
    def ways_to_ask(self) -> tuple[str, ...]:
        dice = [spoken(self.pools, pool) for pool in self.pools]
        end = "" if self.prompt.endswith(("?", "!", ".")) else ":"
        more, briefs = "", [""]
        if self.added and self.total_will_do and self.goal:
            briefs = [f" ({self.added:+}, or =total)", f" ({self.added:+})", ""]
        elif self.added and not self.goal:
            more = f"the app {'adds' if self.added > 0 else 'subtracts'} {abs(self.added)}"
            more += ", or =total" if self.total_will_do else ""
        if self.sum_is_shorter():
            briefs = [" (the dice, or = and their sum)"] if self.added else [" (the dice, or =total)", " (the dice)"]
        ways = (f"{self.prompt}{end} roll {joined(dice)}{brief}" for brief in briefs)
        return (*(", ".join(filter(None, (way, self.goal, more))) for way in ways), self.prompt)

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Rolled):
            return "Type what the dice show."
        if answer.sum is not None:
            return "Type the dice or their total, not both." if answer.faces else self._accepts_sum(answer.sum)
        if not self._in_shape(answer):
            return f"Type each sort of dice, with / between the sorts: {', '.join(map(str, self.pools))}."
        for place, (pool, faces) in enumerate(zip(self.pools, answer.faces, strict=True)):
            if problem := impossible(pool, faces):
                return problem
            reading = pool.read(faces)
            if reading.due or reading.over:
                return self._too_few(pool, len(faces), reading.due) if reading.due else too_many(self.pools, place)
        return None

    def _too_few(self, pool: Pool, typed: int, due: int) -> str:
        """How many dice there are, and how many of them were typed."""
        there = f"{counted(typed + due, 12)} {'die' if typed + due == 1 else 'dice'}"
        said = f"{owner(self.pools, pool)}{there}, you typed {counted(typed, 12) if typed else 'none'}"
        average = sum(each.count * (each.sides + 1) for each in self.pools) // 2
        return f"{said[0].upper()}{said[1:]}." + (f" Or the total: ={average}" if self.sum_is_shorter() else "")

    def lacks(self, answer: Answer) -> bool:
        if not isinstance(answer, Rolled) or answer.sum is not None or not self._in_shape(answer):
            return False
        return any(pool.read(faces).due for pool, faces in zip(self.pools, answer.faces, strict=True))

    def _in_shape(self, answer: Rolled) -> bool:
        """True if there are faces for every pool, and one thrower for every face."""
        return len(answer.faces) == len(self.pools) and [*map(len, answer.faces)] == [*map(len, answer.by)]

    def read(self, encounter: Encounter, text: str) -> Rolled:
        """Faces in order, pools parted by `/` or by their full number; fewer than all leaves the rest to the app.

        Symbols, and digits of small dice, may be typed without a gap: `131021+*`, `3265`; symbols also each by its
        key, in any order. Where the sum will do, `=14` tells it alone; so does a number that no die could show,
        unless its digits are the faces of all dice. NotUnderstood where it could be both. Of one die to which something
        is added, `=21` is the total with that.
        """
        words = text.replace("/", " / ").split()
        if len(words) == 1 and self.total_will_do and words[0].startswith("="):
            return Rolled.thrown((self._die_of_total(read_number(words[0][1:], "Total")),))
        if len(words) == 1 and (told := self._told_sum(words[0])) is not None:
            return Rolled(faces=(), by=(), sum=told)
        roll_input = RollInput(self.pools)
        try:
            roll_input.put(text)
        except NotUnderstood as problem:
            if self.total_will_do and self.added and words[1:] == [] and is_number(words[0]):
                raise NotUnderstood(f"{problem} To type the total with the {self.added:+}: ={words[0]}") from None
            raise
        return Rolled.thrown(*roll_input.faces)

    def _die_of_total(self, told: int) -> int:
        """What the one die shows where the total is told. NotUnderstood where it cannot show that."""
        pool, face = self.pools[0], told - self.added
        if impossible(pool, (face,)):
            with_it = f"{self.pools[0]} {'+' if self.added > 0 else '-'} {abs(self.added)}" if self.added else f"{pool}"
            raise NotUnderstood(f"{with_it} is {pool.first + self.added} to {pool.last + self.added}, not {told}.")
        return face

    def expected(self, encounter: Encounter) -> str:
        dice = [f"{owner(self.pools, pool)}{pool}{self._keys(place)}" for place, pool in enumerate(self.pools)]
        keys = ", or a key for each" if keys_of(self.pools) else ""
        total = "; or = and the total" if self.sum_is_shorter() else ""
        return f"Type what the dice show{keys}: {', '.join(dice)}{total}"

    def _keys(self, place: int) -> str:
        """What a symbol die may show, each face with its key; nothing for a numbered one."""
        there = [(key, self.pools[place].label(face)) for key, (of, face) in keys_of(self.pools).items() if of == place]
        shown = [label if label.upper() == key else f"{key}={label}" for key, label in there]
        return f" ({' '.join(shown)})" if shown else ""

    def _told_sum(self, word: str) -> int | None:
        """The sum that a word tells; None where it tells faces. NotUnderstood where it is neither, or could be both."""
        if not self.sum_will_do or not all(pool.plain for pool in self.pools):
            return None
        if word.startswith("="):
            told = read_number(word[1:], "Total")
            if problem := self._accepts_sum(told):
                raise NotUnderstood(problem)
            return told
        if not is_number(word) or not self.sum_is_shorter() or int(word) <= self.pools[0].sides:
            return None
        faces, problem = self._all_faces(word), self._accepts_sum(int(word))
        if faces and not problem:
            raise NotUnderstood(f"{word} could be dice or their total: type {' '.join(map(str, faces))}, or ={word}.")
        if problem and not faces:
            raise NotUnderstood(problem)
        return None if faces else int(word)

    def sum_is_shorter(self) -> bool:
        """May the sum of several dice be told instead of their faces?"""
        dice = sum(pool.count for pool in self.pools)
        return self.sum_will_do and all(pool.plain for pool in self.pools) and dice > 1

    def _all_faces(self, word: str) -> tuple[int, ...]:
        """The faces of all dice, typed without a gap: `436` for 3d6; nothing where the word is not just that."""
        roll_input = RollInput(self.pools)
        try:
            roll_input.put(word)
        except NotUnderstood:
            return ()
        full = not any(roll_input.due(place) for place in range(len(self.pools)))
        return tuple(face for faces in roll_input.faces for face in faces) if full else ()

    def _accepts_sum(self, told: int) -> str | None:
        if not self.sum_will_do or not all(pool.plain for pool in self.pools):
            return "Type each die; the total is not enough here."
        least, most = sum(pool.least for pool in self.pools), sum(pool.most for pool in self.pools)
        return None if least <= told <= most else f"These dice total {least} to {most}, not {told}."


def added_in(dice: Expression) -> int:
    """What the numbers in some dice come to."""
    return sum(term.sign * term.part for term in dice.terms if isinstance(term.part, int))


def is_one_die(dice: Expression) -> bool:
    """True of dice in which there is just one, which is added and counts as it falls."""
    pools = [(term.sign, term.part) for term in dice.terms if isinstance(term.part, Pool)]
    return [(sign, pool.count, pool.plain) for sign, pool in pools] == [(1, 1, True)]


class Draw(Question[Drew], frozen=True, kw_only=True):
    """Cards are to be drawn from a pile."""

    pile: tuple[Tag, str]
    cards: tuple[Tag, ...]
    """What is in it now."""
    count: int = 1
    typed: bool = False

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Drew) or len(answer.cards) != self.count:
            which = "card that was drawn" if self.count == 1 else f"{self.count} cards that were drawn"
            return f"Name the {which}."
        missing = Counter(answer.cards) - Counter(self.cards)
        return f"{next(iter(missing))} is not in this deck." if missing else None

    def read(self, encounter: Encounter, text: str) -> Drew:
        words = text.split(",") if self.count == 1 or "," in text else text.split()
        cards = tuple(find(encounter, self.cards, word) for word in words if word.strip())
        return accepted(self, Drew(cards=cards))

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        cards = dict.fromkeys(self.cards)
        return tuple(Offer(card, encounter.name(card), number=printed_number(encounter, card)) for card in cards)

    def expected(self, encounter: Encounter) -> str:
        return "Name the card that was drawn"
