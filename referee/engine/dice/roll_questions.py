"""Roll questions: those that dice, cards or several named numbers answer."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from referee.engine.dice.dice import Expression, Pool
from referee.engine.dice.reads import Reads
from referee.engine.dice.roll_input import RollInput, impossible, keys_of, owner, spoken, too_many
from referee.engine.problem import NotUnderstood, is_number, quoted, read_number
from referee.engine.questions.answer import Answer, Drew, NamedNumber, Numbered, Rolled
from referee.engine.questions.question import REFEREE, Offer, Question, accepted
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.tags import could_be, find, listed, no_such, printed_number
from referee.text import counted, joined


@dataclass(frozen=True, kw_only=True)
class Roll(Question[Rolled]):
    """Dice are to be thrown."""

    pools: tuple[Pool, ...]
    sum_will_do: bool = False
    """True if only the sum matters; the table may then type the sum instead of the faces."""
    typed: bool = False
    notes: tuple[str, ...] = ()
    """For each pool, how many dice it has and why, in the order of the pools."""
    goal: str = ""
    """What is needed or added, to be said after the dice: `hits on 3 or more`, `the app adds 3`."""
    reads: Reads | None = field(default=None, compare=False)
    """What the rule reads of the faces; None: each face in its place. The odds go by it."""

    @cached_property
    def asked(self) -> str:
        dice = [spoken(self.pools, pool) for pool in self.pools]
        total = " (the dice, or =total)" if self.sum_is_shorter() else ""
        end = "" if self.prompt.endswith(("?", "!", ".")) else ":"
        return ", ".join(filter(None, (f"{self.prompt}{end} roll {joined(dice)}{total}", self.goal)))

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
        unless its digits are the faces of all dice. NotUnderstood where it could be both.
        """
        words = text.replace(",", " ").replace("/", " / ").split()
        if len(words) == 1 and (told := self._told_sum(words[0])) is not None:
            return Rolled(faces=(), by=(), sum=told)
        roll_input = RollInput(self.pools)
        roll_input.put(text)
        return Rolled.thrown(*roll_input.faces)

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
        least = sum(pool.count for pool in self.pools)
        most = sum(pool.count * pool.sides for pool in self.pools)
        return None if least <= told <= most else f"These dice total {least} to {most}, not {told}."


@dataclass(frozen=True, kw_only=True)
class Draw(Question[Drew]):
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


BLANK = "-"
"""The word that leaves a number out on purpose."""


@dataclass(frozen=True, kw_only=True)
class AskedNumber:
    """One of the numbers that are asked for."""

    name: str
    """The word it is answered by: the tag of a figure, or the name of a side."""
    label: str = ""
    """How it reads; the name, if empty."""
    dice: Expression | None = None
    """What is thrown for it. The total is told, whatever the dice are."""
    by: str = REFEREE
    """Who throws: a figure, a side, the players or the referee."""
    least: int = -999
    most: int = 999
    default: int | None = None
    """What it is where nothing is said of it."""
    blank: bool = False
    """It may be left without a number."""
    each: tuple[str, ...] = ()
    """Where it is for several: their tags, the first of them its name. They may have a number each instead."""

    @property
    def names(self) -> tuple[str, ...]:
        """The words by which numbers for it are told."""
        return self.each or (self.name,)

    def __str__(self) -> str:
        """Such as `Ann (total of d20+2)`, `Tia (d20)`, `Bob (now 12)`."""
        told = [f"total of {self.dice}" if len(self.dice.terms) > 1 else str(self.dice)] if self.dice else []
        told += [f"now {self.default}"] if self.default is not None else []
        return (self.label or self.name) + (f" ({', '.join(told)})" if told else "")

    def read(self, word: str, name: str = "") -> NamedNumber:
        """The number that a word tells of it, or of that one of several. NotUnderstood, if it is none, or cannot be."""
        if word != BLANK and not is_number(word):
            raise NotUnderstood(f"{self.label or self.name}: type a number, not {quoted(word)}.")
        n = None if word == BLANK else int(word)
        if problem := self.problem(n):
            raise NotUnderstood(problem)
        return NamedNumber(name=name or self.name, n=n)

    def problem(self, n: int | None) -> str | None:
        """Why it cannot be this number, or none; None if it can."""
        if n is None:
            return None if self.blank else f"{self.label or self.name} needs a number."
        if self.least <= n <= self.most:
            return None
        return f"{self.label or self.name}: type {self.least} to {self.most}, not {n}."


@dataclass(frozen=True, kw_only=True)
class Numbers(Question[Numbered]):
    """Several named numbers are to be told: in one line, thrown, or left blank."""

    numbers: tuple[AskedNumber, ...]
    typed: bool = False

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Numbered):
            return "Type numbers."
        asked = {name: number for number in self.numbers for name in number.names}
        for told in answer.numbers:
            if told.name not in asked:
                return f"{told.name} needs no number. These do: {listed(asked)}."
            if problem := asked[told.name].problem(told.n):
                return problem
        if len({told.name for told in answer.numbers}) < len(answer.numbers):
            return "You typed two numbers for the same roll. Type one for each."
        due = self.left_out(answer)
        blank = f" ({BLANK} skips one)" if any(number.blank for number in due) else ""
        names = [number.label or number.name for number in due]
        return f"These still need a number: {listed(names)}{blank}." if due else None

    def left_out(self, answer: Numbered) -> tuple[AskedNumber, ...]:
        """The numbers that the answer does not tell."""
        return tuple(asked for asked in self.numbers if all(asked.name != told.name for told in answer.numbers))

    def lacks(self, answer: Answer) -> bool:
        """True if the answer leaves out numbers, and there are dice for each of those."""
        left = self.left_out(answer) if isinstance(answer, Numbered) else ()
        return bool(left) and all(number.dice is not None for number in left)

    @property
    def throw_words(self) -> tuple[str, ...]:
        """What is said for all to be thrown: nothing will do unless there are defaults."""
        if not self.lacks(self.thrown):
            return ()
        return ("roll",) if any(number.default is not None for number in self.numbers) else ("", "roll")

    @property
    def thrown(self) -> Numbered:
        """The answer in which all dice are still to be thrown: defaults and blanks for those without dice."""
        return self._with_defaults({}, dice_first=True)

    def read(self, encounter: Encounter, text: str) -> Numbered:
        """`18 15 12` in the order asked, `bob 15 ann 18` by name or its beginning, `-` for none; or as many numbers as
        there are figures.

        Of what is left out, defaults are taken and dice are left to be thrown. NotUnderstood at the first misfit.
        """
        typed = text.replace(",", " ").replace("=", " ").split()
        if len(self.numbers) < len(typed) == self.figures and all(word == BLANK or is_number(word) for word in typed):
            each = [(number, name) for number in self.numbers for name in number.names]
            return Numbered(numbers=tuple(one.read(word, name) for word, (one, name) in zip(typed, each, strict=True)))
        told: dict[str, NamedNumber] = {}
        words = iter(typed)
        for word in words:
            named = None if word == BLANK or is_number(word) else self._named(word)
            number = named or self._next(told)
            told.pop(number.name, None)
            told[number.name] = number.read(next(words, "") if named else word)
        if not told and all(number.default is None for number in self.numbers):
            raise self.wrong(encounter, text)
        answer = self._with_defaults(told)
        if not self.lacks(answer) and (problem := self.accepts(answer)):
            raise NotUnderstood(problem)
        return answer

    @property
    def figures(self) -> int:
        """How many numbers there are if each figure has one of its own."""
        return sum(len(number.names) for number in self.numbers)

    def _named(self, word: str) -> AskedNumber:
        wanted = word.lower()
        names = {number: (number.name.lower(), number.label.lower()) for number in self.numbers}
        exact = [number for number, both in names.items() if wanted in both]
        alike = exact or [number for number, both in names.items() if any(name.startswith(wanted) for name in both)]
        if len(alike) != 1:
            words = [number.name for number in alike or self.numbers]
            raise NotUnderstood(
                could_be(word, words) if alike else no_such(word, words, "{word} needs no number. These do")
            )
        return alike[0]

    def _next(self, told: Mapping[str, NamedNumber]) -> AskedNumber:
        """The number after the last that was told, else the first that was not."""
        names = [number.name for number in self.numbers]
        after = names.index(list(told)[-1]) + 1 if told else 0
        free = [number for number in (*self.numbers[after:], *self.numbers[:after]) if number.name not in told]
        if not free:
            each = f", or {self.figures}, one for each figure" if self.figures > len(names) else ""
            raise NotUnderstood(f"One number too many. Type {len(names)}: {listed(names)}{each}.")
        return free[0]

    def _with_defaults(self, told: Mapping[str, NamedNumber], dice_first: bool = False) -> Numbered:
        """The answer in the order asked, with what those left out are without a throw."""
        found = dict(told)
        for number in self.numbers:
            thrown = number.dice is not None and (dice_first or number.default is None)
            if number.name not in found and not thrown and (number.default is not None or number.blank):
                found[number.name] = NamedNumber(name=number.name, n=number.default)
        return Numbered(numbers=tuple(found[number.name] for number in self.numbers if number.name in found))

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return tuple(Offer(number.name, str(number)) for number in self.numbers)

    def expected(self, encounter: Encounter) -> str:
        one = self.numbers[0] if self.numbers else None
        example = f"{one.name} {one.most // 50 + 1}" if one else ""
        blank = f"; {BLANK} skips one" if any(number.blank for number in self.numbers) else ""
        blank += f"; or {self.figures} numbers, one for each figure" if self.figures > len(self.numbers) else ""
        rest = "; the app rolls for anyone left out" if any(number.dice for number in self.numbers) else ""
        order = listed(list(map(str, self.numbers)), 12)
        return f"Type the numbers in this order: {order}; or by name: {example}{blank}{rest}"
