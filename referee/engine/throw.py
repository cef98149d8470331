"""Throws: the questions that chance answers, dice to be thrown and cards to be drawn."""

from dataclasses import dataclass

from referee.engine.answer import Answer, Drew, Rolled
from referee.engine.bearer import Tag
from referee.engine.dice import Pool
from referee.engine.encounter import Encounter
from referee.engine.number import is_number, read_number, short
from referee.engine.problem import NotUnderstood
from referee.engine.question import Offer, Question
from referee.engine.tags import find, listed


@dataclass(frozen=True, kw_only=True)
class Roll(Question[Rolled]):
    """Dice are to be thrown."""

    pools: tuple[Pool, ...]
    sum_will_do: bool = False
    """Only the sum matters, so the table may tell it without the faces."""

    def accepts(self, answer: Answer) -> str | None:
        if not isinstance(answer, Rolled):
            return "Dice are expected."
        if answer.sum is not None:
            return "Faces or their sum are expected, not both." if answer.faces else self._accepts_sum(answer.sum)
        if not self._in_shape(answer):
            return f"{len(self.pools)} pools of dice are expected."
        for pool, faces in zip(self.pools, answer.faces, strict=True):
            if problem := _impossible(pool, faces):
                return problem
            reading = pool.read(faces)
            if reading.due or reading.over:
                return f"{self._of(pool)}{reading.due} more dice are due." if reading.due else self._too_many(pool)
        return None

    def lacks(self, answer: Rolled) -> bool:
        """Are dice of it still to be thrown?"""
        told = zip(self.pools, answer.faces, strict=False)
        return answer.sum is None and self._in_shape(answer) and any(pool.read(faces).due for pool, faces in told)

    def _in_shape(self, answer: Rolled) -> bool:
        """Has every pool its faces, and every face one who threw it?"""
        return len(answer.faces) == len(self.pools) and [*map(len, answer.faces)] == [*map(len, answer.by)]

    def read(self, encounter: Encounter, text: str) -> Rolled:
        """Faces in order, pools parted by `/` or by their full number; fewer than all leaves the rest to the app.

        Symbols may be typed without a gap: `131021+*`. `=14` tells the sum alone, and so does a number that
        no single die could show, where the sum will do.
        """
        words = text.replace(",", " ").replace("/", " / ").split()
        if len(words) == 1 and (told := self._told_sum(words[0])) is not None:
            if problem := self._accepts_sum(told):
                raise NotUnderstood(problem)
            return Rolled(faces=(), by=(), sum=told)
        faces: list[list[int]] = [[] for _ in self.pools]
        at = 0
        for word in words:
            if word == "/":
                at += 1
                continue
            while word:
                while at < len(self.pools) and not self.pools[at].read(faces[at]).due:
                    at += 1
                if at >= len(self.pools):
                    raise NotUnderstood(self._too_many(self.pools[-1] if self.pools else None))
                face, word = self._face(self.pools[at], word)
                faces[at].append(face)
        return Rolled.thrown(*faces)

    def expected(self, encounter: Encounter) -> str:
        dice = ", ".join(f"{self._of(pool)}{pool}{_labels(pool)}" for pool in self.pools)
        symbols = [pool.die.faces[-1].label for pool in self.pools if pool.die is not None]
        such = f", such as {' '.join(symbols)}" if symbols else ""
        return f"Enter rolls; or type the faces{such}: {dice}"

    def _of(self, pool: Pool) -> str:
        named = pool.name and (pool.die is None or pool.name != pool.die.name)
        return f"{pool.name}: " if named and len(self.pools) > 1 else ""

    def _too_many(self, pool: Pool | None) -> str:
        return f"{self._of(pool) if pool else ''}no more than {listed(list(map(str, self.pools)))} can be thrown."

    def _face(self, pool: Pool, word: str) -> tuple[int, str]:
        """The face that a word begins with, and what is left of the word; of a number nothing is."""
        if pool.die is not None:
            if begun := pool.die.begins(word):
                return begun
            labels = listed(list(dict.fromkeys(face.label for face in pool.die.faces)))
            raise NotUnderstood(f"A {pool.die.name} die has no face {short(word, 12)!r}; it shows {labels}.")
        face = read_number(word, f"{self._of(pool)}d{pool.sides}")
        if problem := _impossible(pool, (face,)):
            raise NotUnderstood(problem)
        return face, ""

    def _told_sum(self, word: str) -> int | None:
        if not self.sum_will_do or not all(pool.plain for pool in self.pools):
            return None
        if word.startswith("="):
            return read_number(word[1:], "sum")
        alone = len(self.pools) == 1 and self.pools[0].count == 1
        return int(word) if is_number(word) and not alone and int(word) > self.pools[0].sides else None

    def _accepts_sum(self, told: int) -> str | None:
        if not self.sum_will_do or not all(pool.plain for pool in self.pools):
            return "The faces are expected; a sum is not enough."
        least = sum(pool.count for pool in self.pools)
        most = sum(pool.count * pool.sides for pool in self.pools)
        return None if least <= told <= most else f"These dice come to {least} to {most}, never {told}."


def _labels(pool: Pool) -> str:
    """What a symbol die may show, as it is typed; nothing for a numbered one."""
    if pool.die is None:
        return ""
    return f" ({' '.join(dict.fromkeys(face.label for face in pool.die.faces))})"


def _impossible(pool: Pool, faces: tuple[int, ...]) -> str | None:
    for face in faces:
        if not pool.first <= face <= pool.last:
            what = f"a d{pool.sides}" if pool.die is None else f"a {pool.die.name} die"
            return f"{what[0].upper()}{what[1:]} never shows {face}."
    return None


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
        cards = tuple(find(encounter, self.cards, word) for word in text.replace(",", " ").split())
        if problem := self.accepts(Drew(cards=cards)):
            raise NotUnderstood(problem)
        return Drew(cards=cards)

    def offers(self, encounter: Encounter) -> tuple[Offer, ...]:
        return tuple(Offer(card, encounter.name(card)) for card in dict.fromkeys(self.cards))

    def expected(self, encounter: Encounter) -> str:
        return "the card that came, or Enter to draw"
