"""The written shape of what is printed as JSON, and how a value is compared with it."""

import re
from collections.abc import Iterator
from functools import cache

from referee.dialogue.json_help import json_help

_FIELD = re.compile(r"  ([a-z_]+): (.+?); \S.*")
_PART = re.compile(r"((?:event )?[a-z][a-z+=.-]*(?: number)?): \S.*")


def read_shape(text: str) -> dict[str, dict[str, str]]:
    """The fields of each part, with their types; a part whose fields follow no colon of their own has none."""
    parts: dict[str, dict[str, str]] = {}
    fields: dict[str, str] = {}
    for line in re.sub(r"\n {4}", " ", text.partition("\n\n")[2].partition("\n\n")[2]).splitlines():
        if found := _PART.fullmatch(line):
            fields = parts.setdefault(found[1], {})
        elif found := _FIELD.fullmatch(line):
            fields[found[1]] = found[2]
        else:
            assert not line, line
    return parts


@cache
def shape() -> dict[str, dict[str, str]]:
    """The written shape, by its parts."""
    return read_shape(json_help())


class Seen:
    """What was found in values, and where it differs from what is written."""

    def __init__(self) -> None:
        self.fields: set[tuple[str, str]] = set()
        self.words: set[tuple[str, str, str]] = set()
        """Of fields that hold one of some words: which were there."""
        self.wrong: set[str] = set()

    def take(self, value: object, part: str) -> None:
        """Compares a value with a part of the shape."""
        if part == "term":
            if not (isinstance(value, list | tuple) and len(value) == 3 and isinstance(value[1], int)):
                self.wrong.add(f"term: {value!r}")
            return
        if not isinstance(value, dict):
            self.wrong.add(f"{part}: {value!r}")
            return
        if part == "event":
            self.event(value)
            return
        self.object(value, part, shape()[part])

    def event(self, value: dict[str, object]) -> None:
        """An event, by its own fields and those of all."""
        own = f"event {value['t']}"
        self.object({name: each for name, each in value.items() if name != "t"}, own, shape()[own] | shape()["event"])

    def object(self, value: dict[str, object], part: str, fields: dict[str, str]) -> None:
        """Every field of an object, and that none is left out."""
        for name in value.keys() ^ fields.keys():
            self.wrong.add(f"{part}.{name} is {'not written' if name in value else 'left out'}")
        for name in value.keys() & fields.keys():
            self.fields.add((part, name))
            if not self.fits(value[name], fields[name], (part, name)):
                self.wrong.add(f"{part}.{name}: {value[name]!r:.60} is no {fields[name]}")

    def fits(self, value: object, kind: str, where: tuple[str, str]) -> bool:
        """Is it of that type? What is within it is compared, too."""
        if kind.endswith(" or null"):
            return value is None or self.fits(value, kind.removesuffix(" or null"), where)
        if kind.endswith(" by name"):
            return isinstance(value, dict) and all(
                self.fits(each, kind.removesuffix(" by name"), where) for each in value.values()
            )
        if kind.startswith("list of "):
            within = isinstance(value, list | tuple)
            return within and all(self.fits(each, kind.removeprefix("list of "), where) for each in _items(value))
        plain = {"text": str, "tag": str, "number": int, "decimal": float, "yes/no": bool, "any": object}
        if kind in plain:
            return isinstance(value, plain[kind]) and (kind != "number" or not isinstance(value, bool))
        if isinstance(value, dict):
            parts = kind.split(", ")
            self.take(value, kind if len(parts) == 1 else str(value["is_"]))
            return True
        if kind in shape() and kind != value:
            self.take(value, kind)
            return True
        self.words.add((*where, str(value)))
        return value in kind.split(", ")


def _items(value: object) -> Iterator[object]:
    assert isinstance(value, list | tuple)
    yield from value


def all_fields() -> set[tuple[str, str]]:
    """Every field that is written; those of all events stand at each of them."""
    found = {(part, name) for part, fields in shape().items() for name in fields if part != "event"}
    return found | {(part, name) for part in shape() if part.startswith("event ") for name in shape()["event"]}
