"""Throws: the questions that dice or cards answer."""

from dataclasses import dataclass

from referee.engine.answer import Answer, Drew, Rolled
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.encounter import Encounter
from referee.engine.number import is_number, read_number
from referee.engine.problem import NotUnderstood
from referee.engine.question_base import Offer, Question
from referee.engine.roll_input import RollInput, impossible, keys_of, owner, too_many
from referee.engine.tags import find, printed_number


@dataclass(frozen=True, kw_only=True)
class Roll(Question[Rolled]):
    """Dice are to be thrown."""

    pools: tuple[Pool, ...]
    sum_will_do: bool = False
    """True if only the sum matters; the table may then type the sum instead of the faces."""
    typed: bool = False
    """True if the table throws these dice in every dice mode."""
    notes: tuple[str, ...] = ()
    """For each pool, how many dice it has and why, in the order of the pools."""

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Rolled):
            return "Dice are expected."
        if answer.sum is not None:
            return "Faces or their sum are expected, not both." if answer.faces else self._accepts_sum(answer.sum)
        if not self._in_shape(answer):
            return f"{len(self.pools)} pools of dice are expected."
        for place, (pool, faces) in enumerate(zip(self.pools, answer.faces, strict=True)):
            if problem := impossible(pool, faces):
                return problem
            reading = pool.read(faces)
            if reading.due or reading.over:
                more = "1 more die is due." if reading.due == 1 else f"{reading.due} more dice are due."
                due = f"{owner(self.pools, pool)}{more}"
                return due if reading.due else too_many(self.pools, place)
        return None

    def lacks(self, answer: Rolled) -> bool:
        """True if the answer leaves out dice."""
        told = zip(self.pools, answer.faces, strict=False)
        return answer.sum is None and self._in_shape(answer) and any(pool.read(faces).due for pool, faces in told)

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
        total = "; or = and their sum" if self.sum_is_shorter() else ""
        return f"the faces{keys}: {', '.join(dice)}{total}"

    def _keys(self, place: int) -> str:
        """What a symbol die may show, each face with its key; nothing for a numbered one."""
        there = [(key, self.pools[place].label(face)) for key, (of, face) in keys_of(self.pools).items() if of == place]
        return (
            f" ({' '.join(label if label.upper() == key else f'{key}={label}' for key, label in there)})"
            if there
            else ""
        )

    def _told_sum(self, word: str) -> int | None:
        """The sum that a word tells; None where it tells faces. NotUnderstood where it is neither, or could be both."""
        if not self.sum_will_do or not all(pool.plain for pool in self.pools):
            return None
        if word.startswith("="):
            told = read_number(word[1:], "sum")
            if problem := self._accepts_sum(told):
                raise NotUnderstood(problem)
            return told
        if not is_number(word) or not self.sum_is_shorter() or int(word) <= self.pools[0].sides:
            return None
        faces, problem = self._all_faces(word), self._accepts_sum(int(word))
        if faces and not problem:
            raise NotUnderstood(f"{word} may be faces or their sum: type {' '.join(map(str, faces))}, or ={word}.")
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
            return "The faces are expected; a sum is not enough."
        least = sum(pool.count for pool in self.pools)
        most = sum(pool.count * pool.sides for pool in self.pools)
        return None if least <= told <= most else f"These dice come to {least} to {most}, never {told}."


@dataclass(frozen=True, kw_only=True)
class Draw(Question[Drew]):
    """Cards are to be drawn from a pile."""

    pile: tuple[Tag, str]
    cards: tuple[Tag, ...]
    """What is in it now."""
    count: int = 1

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Drew) or len(answer.cards) != self.count:
            return f"{self.count} cards are expected."
        left = list(self.cards)
        for card in answer.cards:
            if card not in left:
                return f"{card} is not in the pile."
            left.remove(card)
        return None

    def read(self, encounter: Encounter, text: str) -> Drew:
        words = text.split(",") if self.count == 1 or "," in text else text.split()
        cards = tuple(find(encounter, self.cards, word) for word in words if word.strip())
        if problem := self.accepts(Drew(cards=cards)):
            raise NotUnderstood(problem)
        return Drew(cards=cards)

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        cards = dict.fromkeys(self.cards)
        return tuple(Offer(card, encounter.name(card), number=printed_number(encounter, card)) for card in cards)

    def expected(self, encounter: Encounter) -> str:
        return "the card that came"
