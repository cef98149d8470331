"""Durations: reads how long a condition lasts, and its value, from typed words."""

from collections.abc import Iterable

from referee.engine.bearer import Tag
from referee.engine.condition import ROUND, Until
from referee.engine.kinds import MOST_OF_A_CONDITION
from referee.engine.number import is_number, read_number, short
from referee.engine.problem import NotUnderstood
from referee.engine.ruleset import Ruleset
from referee.engine.tags import find, listed, nearest, slug
from referee.engine.verb import Situation
from referee.text import clean_name

LONGEST = 999
"""Turns or rounds that a condition may lie."""


def condition_named(rules: Ruleset, word: str, there: Iterable[str] = ()) -> str:
    """The system's condition that the word means or begins, else one that is there, else one of the referee's own."""
    wanted = slug(word)
    known = [kind.name for kind in rules.conditions if kind.name == wanted]
    known = known or [kind.name for kind in rules.conditions if wanted and kind.name.startswith(wanted)]
    return known[0] if len(known) == 1 else own_name(word, there)


def own_name(text: str, there: Iterable[str] = ()) -> str:
    """A name of the referee's own for a condition or a countdown, as it was typed, with `_` for each blank.

    Empty without a letter or a digit. Where one that is there differs in capitals and signs only, it is meant.
    """
    name = "_".join(clean_name(text.replace('"', "")).split())
    if not any(map(str.isalnum, name)):
        return ""
    return next((kind for kind in there if _alike(kind) == _alike(name)), name)


def _alike(name: str) -> str:
    return slug(name) or name.casefold()


def known_condition(rules: Ruleset, word: str, *instead: str) -> str:
    """The system's condition that the word means or begins.

    NotUnderstood otherwise, with the nearest of those and of `instead`, the other words that may stand there.
    """
    words = tuple(kind.name for kind in rules.conditions)
    named = condition_named(rules, word)
    if named in words:
        return named
    near = nearest(slug(word), (*instead, *words), 0.6)
    meant = f" Did you mean {near}?" if near else f" There is {listed(words, 40)}."
    raise NotUnderstood(f"{short(word)!r} is no condition of {rules.title}.{meant}")


def read_duration(situation: Situation, bearer: Tag, kind: str, text: str) -> tuple[int, Until | None]:
    """A condition's value and end.

    `x2` value 2 · `3` three turns of its bearer (or the value, where it stacks) · `3r` three rounds ·
    `start ulf`, `end ulf` until that moment of Ulf's next turn · `phase NAME` until that phase is over.
    """
    value, until = 1, None
    known = situation.rules.condition(kind)
    stacks = known is not None and known.stacks
    room = known.maximum if known else MOST_OF_A_CONDITION
    if known is not None and stacks:
        room -= known.value(situation.encounter, bearer)
    words = text.lower().split()
    while words:
        word = words.pop(0)
        if word[0] == "x" and is_number(word[1:]):
            value = read_number(word[1:], "value", 1, room)
        elif is_number(word) and stacks:
            value = read_number(word, "value", 1, room)
        elif is_number(word):
            until = Until(edge="start", of=bearer, left=_count(word))
        elif word.endswith("r") and is_number(word[:-1]):
            until = Until(edge="end", of=ROUND, left=_count(word[:-1]))
        elif word in ("start", "end"):
            until = _turn_of(situation, bearer, word, words)
        elif word == "phase" and words:
            until = Until(edge="end", of=f"phase:{words.pop(0)}")
        elif word not in ("until", "for", "of", "turns", "turn", "rounds"):
            raise NotUnderstood(
                f"{short(word)!r} is no duration; 3 (turns), 3r (rounds), x2 (value), start WHO or end WHO are."
            )
    return value, until


def _turn_of(situation: Situation, bearer: Tag, edge: str, words: list[str]) -> Until:
    """That moment of a figure's next turn: of the one that the next word names, else of the bearer's own."""
    if words[:1] == ["of"]:
        words.pop(0)
        words[:] = words or [""]
    whose = find(situation.encounter, situation.encounter.figures, words.pop(0)) if words else bearer
    own = edge == "end" and situation.encounter.turn == whose
    return Until(edge="start" if edge == "start" else "end", of=whose, left=2 if own else 1)


def _count(word: str) -> int:
    """A number of turns or rounds."""
    return read_number(word, "duration", 1, LONGEST)
