"""Finds the bearers that a typed word means: one, a range, a list, or a side."""

import re
from collections.abc import Iterable, Mapping, Sequence

from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood
from referee.engine.state.bearer import Tag
from referee.engine.state.encounter import Encounter
from referee.text.lazy_pattern import pattern
from referee.text.phrases import listed
from referee.text.unknown_word import NO_SUCH_WORD, NoSuchWord, could_be, others

_STEM = "(?:[a-z0-9_.-]{0,39}[a-z_.-])?"
_RANGE = pattern(f"({_STEM})([0-9]{{1,4}})-({_STEM})([0-9]{{1,4}})", re.ASCII)
_PRINTED = pattern(r"[0-9]{1,4}(?![^ ])", re.ASCII)
_NUMBERED = pattern(f"({_STEM})([0-9]{{1,4}})", re.ASCII)


def find(encounter: Encounter, among: Iterable[Tag], word: str, no_such: NoSuchWord = NO_SUCH_WORD) -> Tag:
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
    alike = named
    if wanted and not alike:
        alike = [tag for tag in choices if tag.startswith(wanted) or _named(encounter, tag).startswith(wanted)]
    # One is asked for by any word of its name, too: a healing draught as a draught, the red dragon as the dragon.
    alike = alike or [t for t in choices if wanted[:1].isalpha() and f" {wanted}" in _named(encounter, t)]
    if len(alike) == 1:
        return alike[0]
    if len(alike) > 1:
        raise NotUnderstood(could_be(word, alike))
    known = list(dict.fromkeys(map(encounter.name, choices)))
    if encounter.has(wanted):
        raise NotUnderstood(f"{_why_not(encounter, choices, wanted)}{others(known)}.")
    raise NotUnderstood(no_such.refusal(word, known))


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
