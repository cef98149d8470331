"""TOML as other people write it: a key of many parts is refused before it is parsed.

The time that the parser takes grows with the square of their number.
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
