"""Questions of a roll or a draw: dice or cards answer them."""

from collections import Counter
from functools import cached_property

from referee.engine.dice.dice import Expression, Pool
from referee.engine.dice.spoken_dice import owner, spoken
from referee.engine.dice.typed_faces import RollInput, impossible, keys_of, too_many
from referee.engine.numbers import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.questions.answer import Answer, Drew, Reads, Rolled
from referee.engine.questions.question import Offer, Question, accepted
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.engine.state.find_bearers import find, printed_number
from referee.text.phrases import counted, joined


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
        words = text.replace(",", " ").replace("/", " / ").split()
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
