"""Codec of journal lines: encodes values of the engine as JSON, and decodes them from the form of today or an earlier
one.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import convert
from msgspec.structs import replace

from referee.engine.state.consistency import without_missing
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import SavedModel
from referee.store.journal_line import JOURNAL, SCHEMA, F, Line, decoder
from referee.store.save_problems import Damaged
from referee.store.strict_json import read_json
from referee.text.harmless import clean_name
from referee.text.lazy_pattern import pattern


class Title(SavedModel):
    """What the first line says, and one that renames."""

    name: str
    system: str
    digest: str = ""
    """The SHA-256 of the system file that it was begun with, a copy of which lies beside; empty for a coded system."""
    origin: str = ""
    """Where that file lay: a path, or empty for one that came with the program."""
    id: str = ""
    """The encounter's own id, which a new name leaves as it is; empty in lines of earlier versions."""

    def renamed(self, name: str, id: str = "") -> "Title":
        """The title with another name, of a copy with another id, too. A name may come from a file: it is cleaned."""
        return replace(self, name=clean_name(name), id=id or self.id)

    def with_id_of(self, line: Line) -> "Title":
        """The title with an id: its own, or one that follows from the line of an earlier version that says it."""
        return self if self.id else replace(self, id=f"{line.crc}{line.number:04x}")


Lift = Callable[[str, Any], Any]
"""Takes a line's kind and its body in one form, and gives the body in the next."""


def _unchanged(kind: str, body: Any) -> Any:
    """What is new in the next form has a default that says what was so before."""
    return body


def _without_about(kind: str, body: Any) -> Any:
    """Remarks lose the list of tags that nobody read."""
    if kind == "step":
        for part in _parts(body["moves"]):
            for event in part.get("events") or ():
                if event["t"] == "told":
                    event.pop("about", None)
    return body


def _parts(moves: Any) -> Iterator[Any]:
    """The moves of a step, or the items of an entry, each with the entries in it, as of corrections and interjections,
    and with the items of these."""
    for move in moves:
        yield move
        for entry in (move.get("entry"), *move.get("later", ()), *move.get("open", ())):
            if entry is not None:
                yield entry
                yield from _parts(entry.get("items", ()))


def _signed_bonus(kind: str, body: Any) -> Any:
    """A number said as `init` gets its sign: the bonus where a game has one, and the same number anywhere else."""
    if kind == "step":
        for part in _parts(body["moves"]):
            if "command" in part:
                _sign(part["command"]["verb"], part["command"].get("given") or {})
            elif part.get("key") in ("param details", "param figures"):  # asked for, and not given with the order
                _sign("add", {"details": part["answer"]})
    return body


_INIT = pattern(r'"[^"]*"|(?<!\S)(init="?)([0-9]+"?)', re.IGNORECASE | re.ASCII)
"""A quotation, or an unsigned number said as `init`."""


def with_signed_init(words: str) -> str:
    """What stands after `add`, with a sign before the number of `init=2`."""
    return _INIT.sub(lambda found: f"{found[1]}+{found[2]}" if found[1] else found[0], words)


def _sign(verb: str, given: Any) -> None:
    """Puts a sign before the number of `init` in the parameters of an order."""
    for name in ("details", "figures"):
        if verb in ("add", "bring") and name in given:
            given[name]["text"] = with_signed_init(given[name]["text"])
    match verb, given:
        case ("set", {"what": {"option": "init"}, "value": {"text": str(word)}}) if word[:1].isdigit():
            given["value"]["text"] = f"+{word}"


LIFTS: dict[int, Lift] = {
    1: _unchanged,
    2: _without_about,
    5: _signed_bonus,
}
"""Upgrades by the form from which they lead, the oldest first. A form that is left out needs none: each new field has a
default that means what held before.
"""


def lifted(kind: str, body: Any, schema: int) -> Any:
    """The body of a line of that form in the form of today. KeyError if nothing leads from there."""
    if schema < min(LIFTS):
        raise KeyError(schema)
    for form in range(schema, SCHEMA):
        body = LIFTS.get(form, _unchanged)(kind, body)
    return body


def read_encounter(line: Line, raw: bytes) -> Encounter:
    """The encounter in a `state` line. Damaged, naming the line."""
    return without_missing(read_body(Encounter, line, raw))


def read_body(sort: type[F], line: Line, raw: bytes) -> F:
    """The decoded body of a line of any form. Damaged, naming the line."""
    try:
        if line.schema == SCHEMA:
            found: F = decoder(sort).decode(raw)
            return found
        return convert(lifted(line.kind, read_json(raw, JOURNAL), line.schema), sort)
    except (Damaged, ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise Damaged(f"{JOURNAL} is damaged at line {line.number}.", line.number) from error
