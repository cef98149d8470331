"""Plain data: JSON, YAML and TOML as other people write it, read strictly and with bounds, so that long files need
little memory; what is wrong with TOML is said plainly.

A TOML key of many parts is refused before it is parsed: the time that the parser takes grows with the square of their
number.
"""

import json
import re
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import Any

from referee.engine.problem import Refused
from referee.extras import missing
from referee.text.harmless import BYTE_ORDER_MARK, clean
from referee.text.lazy_pattern import pattern
from referee.text.quoting import short

MOST_PARTS = 16
"""Parts of a dotted key."""
_STRING = r'"(?:\\.|[^"\\\n])*+"' r"|'[^'\n]*+'"
_LONG = rf"((?:(?:(?<![\w-])[\w-]++|{_STRING})[ \t]*+\.[ \t]*+){{{MOST_PARTS}}})"
_MAY_BE_LONG = pattern(_LONG, re.ASCII)
_TOKEN = pattern(rf'"""(?:\\.|[^\\])*?"{{3,5}}|\'\'\'.*?\'{{3,5}}|{_LONG}|{_STRING}|#[^\n]*+', re.S | re.ASCII)


def toml_of(text: str) -> dict[str, Any]:
    """The tables of a text. TOMLDecodeError, ValueError or RecursionError if it is no TOML; a key may be too long."""
    import tomli  # late: a game in code is shown without TOML

    many_dots = (line for line in text.split("\n") if line.count(".") >= MOST_PARTS)
    if any(map(_MAY_BE_LONG.search, many_dots)):
        for found in _TOKEN.finditer(text):
            if found[1] is not None:
                raise tomli.TOMLDecodeError(f"A key goes too deep: at most {MOST_PARTS} parts", text, found.start())
    return tomli.loads(text.removeprefix(BYTE_ORDER_MARK))


def inline(value: Any) -> str:
    """A value as it stands in braces: texts in single quotes."""
    match value:
        case dict():
            return "{" + ", ".join(f"{key}={inline(each)}" for key, each in value.items()) + "}"
        case list():
            return f"[{', '.join(map(inline, value))}]"
        case bool():
            return str(value).lower()
        case str():
            return "'" + value.replace("'", "’") + "'"
        case _:
            return str(value)


_PLACE = pattern(r"\s*\(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)")
SIGN = pattern(rf'"""(?:\\.|[^\\])*?"{{3,5}}|\'\'\'.*?\'{{3,5}}|{_STRING}|#[^\n]*+|[\n=\[\]{{}}]', re.S)
"""A text, a comment, the end of a line, or a sign that keys and values are parted by."""
STATEMENT = pattern(r"\s*(?:\[+[\w. -]+\]+\s*(?:#.*)?$|[\w.-]+\s*=)")
_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine", "Duplicate inline table key")
_TRUTHS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
_LONG_NUMBER = pattern(r"[\d_]{1000,}")
"""A number of thousands of digits is all that the parser refuses without a place."""
_USUAL = "write a key, = and a value, such as start = 3."


def mistake_in(text: str, error: ValueError) -> tuple[int, str]:
    """The line of what `toml_of` could not read, and what is wrong there, as a sentence that begins small."""
    said = str(error)
    place = _PLACE.search(said)
    if place is None:
        number = _LONG_NUMBER.search(text)
        return text.count("\n", 0, number.start() if number else 0) + 1, "a number is too long."
    if said.startswith("A key goes"):
        return int(place[1]), f"a{_PLACE.sub('', said)[1:]}."
    line = int(place[1] or text.rstrip().count("\n") + 1)
    here = text.split("\n")[line - 1]
    column = int(place[2] or len(here) + 1) - 1
    opened, sign = _opened(text, line)
    if opened and (sign == "{" or "array" in said or (opened < line and STATEMENT.match(here))):
        what, end = ("list", "]") if sign == "[" else ("table in braces", "}")
        return opened, f"the {what} that begins here lacks a comma, or the {end} at its end."
    if (long := max(text.rfind('"""'), text.rfind("'''"))) >= 0 and said.startswith("Unterminated"):
        return text.count("\n", 0, long) + 1, f"the text that begins here lacks the {text[long : long + 3]} at its end."
    return line, _reason(said, here, here[column:])


def _opened(text: str, line: int) -> tuple[int, str]:
    """The line of the first bracket of a value that is open at the end of a line, and the bracket; 0 if none is."""
    opened: list[tuple[int, str]] = []
    number, in_value = 1, False
    for sign in SIGN.finditer(text):
        if number > line or (number == line and sign[0] == "\n"):
            break
        if sign[0] == "=":
            in_value = True
        elif in_value and sign[0] in "[{":
            opened.append((number, sign[0]))
        elif sign[0] in "]}":
            del opened[-1:]
        in_value = in_value and (sign[0] != "\n" or bool(opened))
        number += sign[0].count("\n")
    return opened[0] if opened else (0, "")


def _reason(said: str, here: str, rest: str) -> str:
    """What is wrong with a line.

    said: what the parser says. here: the line. rest: what of it stands where the parser stopped.
    """
    bare = SIGN.sub(lambda sign: sign[0] if sign[0] in "=[]{}" else "", here)
    key, _, value = (part.strip() for part in bare.partition("="))
    if set(bare) & set("“”„‘’«»"):
        return 'put text in straight quotes, "like this", not curly ones.'
    if said.startswith("Unescaped"):
        return "a \\ in a text is written twice, \\\\."
    if '"' in bare or "'" in bare:
        return 'a quote is missing: a text begins and ends with ".'
    if said.startswith(_TWICE):
        twice = _PLACE.sub("", said).partition("key ")[2].strip("'") or here.partition("=")[0].strip()
        return f"`{twice[:60]}` is there twice."
    if "inline table" in said:
        return "the table in braces lacks a comma, or the } at the end of its line."
    if said.startswith("Illegal character"):
        return "there is a character here that text cannot contain."
    if said.startswith("Expected ']'"):
        return "] is missing."
    if "array" in said:
        return "a comma is missing in the list."
    if "=" not in bare or not key or key[0] in "[]" or said.startswith("Invalid statement"):
        return _USUAL
    if said.startswith("Expected '='"):
        return f"`{key[:60]}` is not a key. A key is one word of letters, digits, _ and -."
    if not here.partition("=")[2].split("#")[0].strip():
        return "a value is missing after the =."
    begins_well = here.partition("=")[2].lstrip()[:1] in ("'", '"') or re.fullmatch(r"[+-]?(0|[1-9]\d*)", value)
    word = re.split(r"[\s,\]}]", rest, maxsplit=1)[0] if said.startswith("Invalid value") else value
    if truth := _TRUTHS.get(word.lower()):
        return f"write {truth}, not `{word}`."
    if word and not begins_well:
        return f'`{word[:60]}` has no quotes; write "{word[:60]}".'
    return 'there is something after the value; a " inside text is written \\".'


MOST_DIGITS = 18
"""A longer number stays text: it is none that a figure has."""
_BLANK = pattern(r"[ \t\r\n]*")


def _whole(digits: str) -> int | str:
    return int(digits) if len(digits) <= MOST_DIGITS else short(digits, 40)


_DECODER = json.JSONDecoder(parse_int=_whole, parse_constant=str)
"""NaN and the infinities, which are no numbers, are their names as text."""


def _noting(repeated: list[str] | None) -> json.JSONDecoder:
    """A decoder that adds to this list the names that an object has more than once; the last value of each counts."""
    if repeated is None:
        return _DECODER

    def hook(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found = dict(pairs)
        if len(found) < len(pairs):
            names = [name for name, _ in pairs]
            repeated.extend(name for name in found if names.count(name) > 1)
        return found

    return json.JSONDecoder(object_pairs_hook=hook, parse_int=_whole, parse_constant=str)


def parsed(text: str, called: str, repeated: list[str] | None = None) -> Any:
    """The value of a whole text. Refused, with the place, if it is none."""
    with _told(called):
        return _noting(repeated).decode(text)


def items(text: str, called: str, at: int = 0, repeated: list[str] | None = None) -> Iterator[Any]:
    """The records of a list that begins there, one after the other. Refused, with the place, where it is broken.

    repeated: gets the names that an object has more than once.
    """
    with _told(called):
        at = yield from _values(text, at, _noting(repeated))
        if text[at:].strip():
            raise json.JSONDecodeError("text after the end", text, at)


def page_items(text: str, called: str, at: int, repeated: list[str] | None = None) -> Iterator[Any]:
    """The records of a list within an object; what stands behind it there has to be sound, too."""
    with _told(called):
        at = yield from _values(text, at, _noting(repeated))
        rest = text[at:].lstrip()
        json.loads("{" + rest[1:] if rest.startswith(",") else "{" + rest)


def _values(text: str, at: int, decoder: json.JSONDecoder) -> Generator[Any, None, int]:
    """The values of a list, one after the other; returns the place behind it."""
    at = _past(text, at + 1)
    while text[at : at + 1] != "]":
        value, at = decoder.raw_decode(text, at)
        yield value
        at = _comma(text, at, "]")
    return at + 1


def list_of_page(text: str, called: str, keys: tuple[str, ...]) -> int | None:
    """Where the list begins that an object has under one of these keys; None if it has none such.

    What stands before it is read; what stands behind it is not. Refused where it is broken.
    """
    with _told(called):
        at = _past(text, text.index("{") + 1)
        while text[at : at + 1] == '"':
            key, at = _DECODER.raw_decode(text, at)
            at = _past(text, at)
            if text[at : at + 1] != ":":
                raise json.JSONDecodeError("a colon is missing", text, at)
            at = _past(text, at + 1)
            if key in keys and text[at : at + 1] == "[":
                return at
            _, at = _DECODER.raw_decode(text, at)
            at = _comma(text, at, "}")
    return None


def _comma(text: str, at: int, end: str) -> int:
    """The place of the next value, or of the end. JSONDecodeError if neither stands there."""
    at = _past(text, at)
    if text[at : at + 1] == ",":
        at = _past(text, at + 1)
        if text[at : at + 1] == end:
            raise json.JSONDecodeError("a value is missing", text, at)
    elif text[at : at + 1] != end:
        raise json.JSONDecodeError("a comma is missing", text, at)
    return at


@contextmanager
def _told(called: str) -> Iterator[None]:
    """Refused, in one sentence, for what the parser raises."""
    try:
        yield
    except json.JSONDecodeError as error:
        raise broken_at(called, error.lineno, error.colno) from error
    except (ValueError, RecursionError) as error:
        raise nested_too_deeply(called) from error


def broken_at(called: str, line: int, column: int) -> Refused:
    """The refusal of a file that is no sound JSON or XML there."""
    place = f"line {line}, column {column}"
    return Refused(f"{clean(called, 60)} is broken at {place}. Correct the file or export it again.")


def nested_too_deeply(called: str) -> Refused:
    """The refusal of a file with more levels of brackets or elements than are read."""
    return Refused(f"{clean(called, 60)} is nested too deeply. Choose another file.")


def _past(text: str, at: int) -> int:
    """The place behind blanks."""
    found = _BLANK.match(text, at)
    return found.end() if found else at


DEEPEST = 20
LONGEST = 200_000
"""Characters of one block."""
_YAML = (
    ("cannot start", "no text can begin with a tab or a sign such as @"),
    ("mapping values", "a text with a colon needs quotes"),
    ("unexpected end", "a quote is missing"),
)
"""What the parser says, by a part of it, and what is wrong in plain words."""


class NoYaml(Refused):
    """A text is no plain YAML: why, and at which of its lines, from 1."""

    topic = "imports"

    def __init__(self, why: str, line: int) -> None:
        super().__init__(why)
        self.why, self.line = why, line


def read_yaml(text: str) -> list[Any]:
    """The documents of a text: texts, lists, and objects as lists of pairs, so that keys may repeat. NoYaml otherwise.

    Refused, with the name of the extra, if no reader is installed.
    """
    try:
        import yaml
    except ImportError as error:
        raise missing("Obsidian notes need a YAML reader, referee[import]", "import") from error
    if len(text) > LONGEST:
        raise NoYaml("too long", 1)
    try:
        return _Reader(yaml).documents(yaml.parse(text, Loader=getattr(yaml, "CSafeLoader", yaml.SafeLoader)))
    except yaml.MarkedYAMLError as error:
        line = min(error.problem_mark.line, text.count("\n")) + 1 if error.problem_mark else 1
        said = str(error.problem)
        raise NoYaml(next((why for word, why in _YAML if word in said), "this line cannot be read"), line) from error
    except (yaml.YAMLError, RecursionError) as error:
        raise NoYaml("not valid YAML", 1) from error


class _Reader:
    """Builds values from the events of the parser, which constructs nothing by itself."""

    def __init__(self, yaml: Any) -> None:
        self.yaml = yaml

    def documents(self, events: Any) -> list[Any]:
        """The values of all documents."""
        found: list[Any] = []
        for event in events:
            if isinstance(event, self.yaml.DocumentStartEvent) and event.tags:
                raise NoYaml("tags are not read", event.start_mark.line + 1)
            if isinstance(event, self.yaml.NodeEvent):
                found.append(self.value(event, events, 0))
        return found

    def value(self, event: Any, events: Any, depth: int) -> Any:
        """The value that begins with an event."""
        line = event.start_mark.line + 1
        if isinstance(event, self.yaml.AliasEvent) or event.anchor is not None:
            raise NoYaml("anchors and aliases are not read", line)
        if event.tag is not None:
            raise NoYaml("tags are not read", line)
        if depth > DEEPEST:
            raise NoYaml("nested too deeply", line)
        if isinstance(event, self.yaml.ScalarEvent):
            return event.value
        if isinstance(event, self.yaml.SequenceStartEvent):
            return self.items(events, self.yaml.SequenceEndEvent, depth)
        flat = self.items(events, self.yaml.MappingEndEvent, depth)
        return Pairs(zip(flat[::2], flat[1::2], strict=True))

    def items(self, events: Any, end: Any, depth: int) -> list[Any]:
        """The values up to the end of a collection."""
        found: list[Any] = []
        for event in events:
            if isinstance(event, end):
                break
            found.append(self.value(event, events, depth + 1))
        return found


class Pairs(list[tuple[Any, Any]]):
    """An object as its pairs, in order."""

    def get(self, key: str) -> Any:
        """The last value of a key; None if it has none."""
        return next((value for name, value in reversed(self) if name == key), None)

    def repeated(self) -> list[str]:
        """The keys that stand there more than once."""
        names = [str(name) for name, _ in self]
        return sorted({name for name in names if names.count(name) > 1})
