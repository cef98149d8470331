"""TOML as other people write it: read with a bound on the parts of a key, and what is wrong with it said plainly.

A key of many parts is refused before it is parsed: the time that the parser takes grows with the square of their
number.
"""

import re
import tomllib
from typing import Any

MOST_PARTS = 16
"""Parts of a dotted key."""
_STRING = r'"(?:\\.|[^"\\\n])*+"' r"|'[^'\n]*+'"
_LONG = rf"((?:(?:(?<![\w-])[\w-]++|{_STRING})[ \t]*+\.[ \t]*+){{{MOST_PARTS}}})"
_TOKEN = re.compile(rf'"""(?:\\.|[^\\])*?"{{3,5}}|\'\'\'.*?\'{{3,5}}|{_LONG}|{_STRING}|#[^\n]*+', re.S | re.ASCII)


def toml_of(text: str) -> dict[str, Any]:
    """The tables of a text. TOMLDecodeError, ValueError or RecursionError if it is no TOML; a key may be too long."""
    for found in _TOKEN.finditer(text):
        if found[1] is not None:
            line = text.count("\n", 0, found.start()) + 1
            raise tomllib.TOMLDecodeError(f"A key goes too deep: at most {MOST_PARTS} parts (at line {line}, column 1)")
    return tomllib.loads(text)


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


_PLACE = re.compile(r"\s*\(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)")
SIGN = re.compile(rf'"""(?:\\.|[^\\])*?"{{3,5}}|\'\'\'.*?\'{{3,5}}|{_STRING}|#[^\n]*+|[\n=\[\]{{}}]', re.S)
"""A text, a comment, the end of a line, or a sign that keys and values are parted by."""
STATEMENT = re.compile(r"\s*(?:\[+[\w. -]+\]+\s*(?:#.*)?$|[\w.-]+\s*=)")
_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Cannot redefine", "Duplicate inline table key")
_TRUTHS = {"true": "true", "yes": "true", "on": "true", "false": "false", "no": "false", "off": "false"}
_LONG_NUMBER = re.compile(r"[\d_]{1000,}")
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
