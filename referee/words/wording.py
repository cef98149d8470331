"""Wordings: sentences that a game declares, `{who} casts {thing} on {on}`, read into their parts once."""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from referee.text.lazy_pattern import pattern
from referee.text.phrases import possessive
from referee.words.inflection import inflected
from referee.words.names import in_a_sentence
from referee.words.sentence import Clause, Sentence

_BLANK = pattern(r"\{([a-z]+)\}")
_WHO_FIRST = pattern(r"\{who\}(?: (?P<verb>[a-z]+)(?= |$))?(?: (?P<rest>.*))?", re.DOTALL)
"""Who, the verb, and the words behind it."""
_PREPOSITIONS = (
    *("against", "around", "at", "behind", "beside", "between", "by", "for", "from", "in", "into", "near", "of", "on"),
    *("onto", "over", "past", "through", "to", "toward", "towards", "under", "upon", "with"),
)
_ON = pattern(rf" (?:(?:{'|'.join(_PREPOSITIONS)}) )?\{{on\}}.*", re.DOTALL)
"""On whom something is done, with its preposition and all that follows."""
_TOTAL = " ({total})"
"""The number of a test, which players do not see if a foe made it."""


class Wording(Struct, frozen=True):
    """The parts of a declared sentence; blanks in them, such as `{on}`, are still to be filled."""

    verb: str = ""
    """The verb that follows `{who}`; empty if none does."""
    rest: str = ""
    """The words behind the verb, or behind `{who}`; all words if the sentence neither begins nor ends with `{who}`."""
    before: str = ""
    """The words before `{who}`, if it stands last."""
    has_subject: bool = False
    """The sentence begins or ends with `{who}`."""
    detail: str = ""
    """The words behind the colon."""
    blanks: frozenset[str] = frozenset()
    """The names of all its blanks."""

    def filled(self, who: Sequence[str], **words: object) -> Sentence:
        """The sentence about these, with the other blanks filled by these words."""
        named = in_a_sentence(who)
        blanks = {"who": named, "whose": possessive(named), **words}
        others = (named, *(str(word) for word in words.values())) if not self.has_subject else words.values()
        return Sentence(
            tuple(who) if self.has_subject else (),
            self.verb,
            self.rest.format(**blanks),
            self.before.format(**blanks),
            (Clause(self.detail.format(**blanks)),) if self.detail else (),
            tuple(word for word in others if word and isinstance(word, str)),
        )


@lru_cache(maxsize=4096)
def wording(template: str, on: bool = True, total: bool = True) -> Wording:
    """The parts of a declared sentence.

    on: if False, it is said of something done on nobody, without its `{on}`; total: if False, without its `({total})`.
    """
    template = template if on else _ON.sub("", template)
    template = template if total else template.replace(_TOTAL, "")
    head, _, detail = template.partition(": ")
    blanks = frozenset(_BLANK.findall(template))
    if found := _WHO_FIRST.fullmatch(head):
        return Wording(found["verb"] or "", found["rest"] or "", "", True, detail, blanks)
    if head.endswith(" {who}"):
        return Wording("", "", head.removesuffix("{who}"), True, detail, blanks)
    return Wording("", head, "", False, detail, blanks)


def wording_for(template: str, n: int) -> Wording:
    """The parts of a sentence about `n` of something, which may have another wording for several behind ` | `."""
    one, _, several = template.partition(" | ")
    return wording(several if several and n > 1 else one)


def done_by(many: int, words: str) -> str:
    """What one figure does in declared words, `acts in round 2`, said of so many."""
    does = wording(f"{{who}} {words}")
    return f"{inflected(does.verb, many > 1)} {does.rest}".strip()
