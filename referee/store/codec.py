"""Encodes values of the engine as bodies of journal lines, and decodes them."""

from typing import TypeVar

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticSerializationError

from referee.engine.record.history import Step
from referee.engine.saved_model import SavedModel
from referee.engine.state.encounter import Encounter, without_missing
from referee.store.file import read_json
from referee.store.line import SCHEMA, Line, lifted
from referee.store.problem import CannotWrite, Damaged

F = TypeVar("F", bound=SavedModel)


class Title(SavedModel):
    """What the first line says, and one that renames."""

    name: str
    system: str
    digest: str = ""
    """The SHA-256 of the system file that it was begun with, a copy of which lies beside; empty for a coded system."""
    origin: str = ""
    """Where that file lay: a path, or empty for one that came with the program."""

    def renamed(self, name: str) -> "Title":
        """The same under another name."""
        return self.model_copy(update={"name": name})


STEP = TypeAdapter(Step)
ENCOUNTER = TypeAdapter(Encounter)
TITLE = TypeAdapter(Title)


def dumped(fact: SavedModel | None) -> bytes:
    """The body of a line. CannotWrite if there is text in it that no file can hold."""
    if fact is None:
        return b"null"
    try:
        return fact.model_dump_json().encode()
    except (PydanticSerializationError, UnicodeEncodeError) as error:
        raise CannotWrite("There is a character in it that no file can hold; nothing was changed.") from error


def read_encounter(line: Line, raw: bytes, file: str) -> Encounter:
    """The encounter that a line keeps. Damaged, naming the file and the line."""
    return without_missing(read_body(ENCOUNTER, line, raw, file))


def read_body(sort: TypeAdapter[F], line: Line, raw: bytes, file: str) -> F:
    """What a line says, whatever form it was written in. Damaged, naming the file and the line."""
    try:
        if line.schema == SCHEMA:
            return sort.validate_json(raw)
        return sort.validate_python(lifted(line.kind, read_json(raw, file), line.schema))
    except (ValidationError, Damaged, LookupError, RecursionError) as error:
        raise Damaged(f"{file} is damaged at line {line.number}.", line.number) from error
