"""What no sentence may hold that a user can read: internal names, dice notation, the words of a parser."""

import re
from collections.abc import Iterable
from functools import cache

import pytest

from referee.rules import registry
from tests.sentences import ROOT, Sentence, sentences

_FILLED_IN = re.compile(r"`[^`]*`|\{(?:[^{}]|\{[^{}]*\})*\}")
"""What is typed, quoted as such, and what a sentence is filled with."""
_INTERNAL = re.compile(r"(?<![\w./{-])[a-z][a-z0-9]*_[a-z0-9_]+(?![\w=])|(?<![\w./-])[a-z]\w*\.[a-z_]{2,}(?!\w)")
_FILES = re.compile(r"[\w-]+\.(?:txt|toml|json|py)$")
TYPED = frozenset({"fire_breath", "half_cover", "most_cover", "referee.game", "rl_complete", "stun_blow"})
"""Words that a referee types in commands of shipped games, or a programmer of one, and those of readline."""
_NOTATION = re.compile(r"\d*d\d+k[hl]|\bk[hl]\d|\b2d20\b")
_PARSER = re.compile(r"\b(?:is|are) (?:expected|due)\b|One of nobody")
_IT = re.compile(
    r"Its?\b(?! comes back| could be| costs| is (?:already \{|back|day \{|nobody|not \{|round|the turn|\{))"
)
"""Begins a sentence about nobody who is named. `It is nobody's turn` is none, and what is back or costs stands before
it, where a choice is printed."""
PLAYED = (
    "cli",
    "engine",
    "help",
    "imports",
    "rules",
    "command_language",
    "library",
    "dialogue",
    "campaign",
    "store",
    "ui",
    "words",
)
"""Folders whose sentences are read at the table. What an import tells of a record stands behind the record's name,
and that a reader of YAML expected a colon is told of a file.
"""


def typed() -> set[str]:
    """Names that users type: of systems, and of options and their choices, which clauses name."""
    options = [option for name in registry.names() for option in registry.load(name).options]
    return {*TYPED, *registry.names(), *(word for each in options for word in (each.name, *each.choices))}


def internal_names(text: str, known: Iterable[str]) -> list[str]:
    """Names of values, as `str_save` and `ann.sword`, in a sentence."""
    found = (found[0] for found in _INTERNAL.finditer(_FILLED_IN.sub("", text)))
    return [word for word in found if word not in known and not _FILES.match(word)]


@cache
def at_the_table() -> tuple[Sentence, ...]:
    """The sentences that are read at the table."""
    return tuple(sentences(*(f"{folder}/" for folder in PLAYED)))


@pytest.mark.one_in(6)
@pytest.mark.one_in(6)
def test_no_sentence_holds_an_internal_name() -> None:
    known = typed()
    assert [str(each) for each in at_the_table() if internal_names(each.text, known)] == []


@pytest.mark.one_in(6)
def test_dice_are_told_in_words_where_there_are_some() -> None:
    assert [str(each) for each in at_the_table() if _NOTATION.search(_FILLED_IN.sub("", each.text))] == []


@pytest.mark.one_in(6)
def test_no_sentence_is_a_parsers() -> None:
    assert [str(each) for each in at_the_table() if _PARSER.search(each.text)] == []


def test_a_sentence_names_whom_it_is_about() -> None:
    code = (each for each in at_the_table() if each.path.suffix == ".py")
    assert [str(each) for each in code if _IT.match(each.text)] == []


@pytest.mark.parametrize("text", ["Ann: str_save 4", "ann.sword is gone", "its fire_bolt hits", "hp.most is 7"])
def test_an_internal_name_is_found(text: str) -> None:
    assert internal_names(text, typed())


@pytest.mark.parametrize(
    "text",
    ["Type `set ann str_save 4`", "For example: system black_keep", "{ann.sword} is gone", "Read hall.txt", "i.e."],
)
def test_what_is_typed_or_filled_in_is_no_internal_name(text: str) -> None:
    assert not internal_names(text, typed())


@pytest.mark.parametrize("text", ["2d20kl1 12 of 12", "roll 4d6kh3", "The faces: 2d20"])
def test_notation_is_found(text: str) -> None:
    assert _NOTATION.search(text)


@pytest.mark.parametrize("text", ["A number is expected.", "7 more dice are due.", "One of nobody, not 'g9'."])
def test_the_words_of_a_parser_are_found(text: str) -> None:
    assert _PARSER.search(text)


def test_it_is_found_where_nobody_is_named() -> None:
    assert _IT.match("Its spear helps Ulf.") and _IT.match("It has used its action.")
    assert not _IT.match("It is nobody's turn.") and not _IT.match("It is {name}'s turn.")


def test_the_sentences_of_the_whole_table_are_looked_at() -> None:
    folders = {each.path.relative_to(ROOT).parts[0] for each in at_the_table()}
    assert folders == {*PLAYED}
