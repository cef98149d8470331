"""Values of the wrong kind at every place of a JSON document."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from zlib import crc32

from tests.faults.hostile_things import ESC

Way = tuple[str | int, ...]
"""Keys and indices that lead to a value of a document."""
WRONG: dict[str, Any] = {
    "null": None,
    "true": True,
    "a number": -7,
    "a long number": 10**4000,
    "NaN": float("nan"),
    "half a letter": "\ud800",
    "steering": ESC,
    "a path": "../outside/letter",
    "a long text": "x" * 300_000,
    "a list": [],
    "a list of lists": [[["x"]]],
    "an object": {"x": {"x": 1}},
}


def ways(document: Any, way: Way = ()) -> Iterator[Way]:
    """The ways to all values of a document; of rows only to the first, of a list to the first and the last."""
    if way:
        yield way
    if isinstance(document, dict):
        for key, value in document.items():
            if not (key.isdecimal() and key != "1"):
                yield from ways(value, (*way, key))
    elif isinstance(document, list):
        for place in sorted({0, len(document) - 1}) if document else ():
            yield from ways(document[place], (*way, place))


def changed(document: Any, way: Way, value: Any) -> Any:
    """The document with another value there."""
    copy = deepcopy(document)
    inner = copy
    for key in way[:-1]:
        inner = inner[key]
    inner[way[-1]] = value
    return copy


def sealed_tables(tables: Any) -> str:
    """The text of an encounter.json with its checksum made right, as far as it has tables."""
    try:
        rows = {name: list(table.values()) for name, table in tables.items()}
        row = rows["encounter"][0]
        row.pop("seal")
        row["seal"] = crc32(json.dumps(rows, sort_keys=True).encode())
    except (AttributeError, LookupError, TypeError):
        pass
    return json.dumps(tables)


def numbered_lines(text: str) -> Any:
    """The lines of a journal, each under its number, without their checksums."""
    lines = (json.loads(line) for line in text.splitlines())
    return {f"line {n}": {key: line[key] for key in line if key != "crc"} for n, line in enumerate(lines, 1)}


def sealed_lines(lines: Any) -> str:
    """The text of a journal of these lines, with checksums that are right."""
    return "".join(_sealed(line) for line in lines.values())


def _sealed(line: Any) -> str:
    text = json.dumps(line, separators=(",", ":"))
    return f'{{"crc":"{crc32(text[1:].encode()):08x}",{text[1:]}\n' if isinstance(line, dict) else f"{text}\n"
