"""A sentence as a value: who does what, and what more is said of it, until `worded` makes words of it."""

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from referee.words.inflection import inflected
from referee.words.names import in_a_sentence


class Clause(Struct, frozen=True):
    """Something more that is said at the end of a sentence."""

    text: str
    short: str | None = None
    """The text without the parts of its sums; None: it is the same."""
    joint: Literal[":", ";", ","] = ":"
    """The mark before it; a colon becomes a comma after another colon."""
    has_colon: bool = False
    """Its own text has a colon."""


class Sentence(Struct, frozen=True):
    """What is said of somebody: who, the verb, the words behind it, and further clauses.

    `Ann and Bob take 5 damage` has both names in `who`, the verb `takes`, and the rest `5 damage`. A sentence about
    nobody, or one that begins with a possessive, has all its words in `rest`.
    """

    who: tuple[str, ...] = ()
    """The names of those who do it."""
    verb: str = ""
    """What they do, as it is said of one: `takes`."""
    rest: str = ""
    """The words behind the verb."""
    before: str = ""
    """The words before the names, with the blank: `Bless ends on `."""
    clauses: tuple[Clause, ...] = ()
    others: tuple[str, ...] = ()
    """The words in its other blanks: whom it is done to, with which thing."""
    short_rest: str | None = None
    """The words behind the verb without the parts of their sums; None: they are the same."""
    is_also: str = ""
    """What they are besides: `hurt` in `Bob takes damage and is hurt`."""

    @property
    def names(self) -> tuple[str, ...]:
        """All names among its words, and the other words in its blanks."""
        return (*self.who, *self.others)

    @property
    def alone(self) -> "Sentence":
        """The sentence without saying who: equal for figures of whom the same is said."""
        return replace(self, who=())

    def does(self, verb: str, who: str | None = None) -> bool:
        """True if its verb is this one, and it is said of `who` alone."""
        return self.verb == verb and not self.before and len(self.who) == 1 and who in (None, *self.who)

    def says(self, other: "Sentence") -> bool:
        """True if it says the same of the same figures, perhaps with more clauses."""
        same = (self.before, self.who, self.verb, self.rest) == (other.before, other.who, other.verb, other.rest)
        return same and self.clauses[: len(other.clauses)] == other.clauses

    def with_more(self, *words: str) -> "Sentence":
        """The sentence with further words at its end; empty ones are left out."""
        more = " ".join(filter(None, words))
        if not more:
            return self
        if not self.clauses:
            return replace(self, rest=" ".join(filter(None, (self.rest, more))))
        *first, last = self.clauses
        return replace(self, clauses=(*first, replace(last, text=f"{last.text} {more}")))

    def with_clauses(self, *clauses: Clause) -> "Sentence":
        """The sentence with further clauses at its end; empty ones are left out."""
        return replace(self, clauses=(*self.clauses, *(clause for clause in clauses if clause.text)))


def behind(sentence: Sentence, short: bool = False) -> str:
    """The words behind the verb, with all clauses: `5 fire (resists fire)`."""
    return _clauses(_rest(sentence, short), sentence.clauses, short)


def worded(sentence: Sentence, short: bool = False) -> str:
    """The words of a sentence; short: without the parts of its sums."""
    several = len(sentence.who) > 1
    words = [in_a_sentence(sentence.who), inflected(sentence.verb, several), _rest(sentence, short)]
    if sentence.is_also:
        words += ["and", inflected("is", several), sentence.is_also]
    return _clauses(sentence.before + " ".join(filter(None, words)), sentence.clauses, short)


def _rest(sentence: Sentence, short: bool) -> str:
    """The words behind the verb; short: without the parts of their sums."""
    return sentence.rest if sentence.short_rest is None or not short else sentence.short_rest


def _clauses(text: str, clauses: Iterable[Clause], short: bool) -> str:
    """The text with its clauses behind it."""
    has_colon = False
    for clause in clauses:
        said = clause.text if clause.short is None or not short else clause.short
        if said:
            mark = "," if has_colon and clause.joint == ":" else clause.joint
            text = f"{text}{mark} {said}" if text else said
            has_colon = has_colon or clause.has_colon or clause.joint == ":"
    return text
