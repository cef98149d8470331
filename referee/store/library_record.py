"""Records of the library: figures, parties, conditions and prepared encounters that are kept between encounters."""

import re
from collections.abc import Callable, Mapping
from typing import Annotated, Any, Generic, Self, TypeVar

from msgspec import Struct
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError

from referee.engine.problem import NotUnderstood
from referee.engine.state.encounter import MOST_FIGURES
from referee.store.codec import with_signed_init
from referee.store.membership import id_of_name
from referee.text.harmless import LONGEST_NAME, clean, clean_name

LONGEST_WORDS = 8_000
"""Characters of what stands after `add`."""
LONGEST_TEXT = 60_000
"""Characters of a note, or of a prepared encounter."""


def clean_text(raw: str) -> str:
    """Harmless text of several lines."""
    if raw.isascii() and raw.isprintable():
        return clean(raw, LONGEST_TEXT)
    lines = (clean(line, LONGEST_TEXT) for line in raw[:LONGEST_TEXT].expandtabs(4).splitlines())
    return "\n".join(lines).strip("\n")


def clean_lines(raw: str) -> str:
    """Harmless text of several lines, each with the blanks that it begins with."""
    lines = raw[:LONGEST_TEXT].expandtabs(4).splitlines()
    return "\n".join(" " * min(len(line) - len(line.lstrip(" ")), 40) + clean(line, LONGEST_TEXT) for line in lines)


Name = Annotated[str, Field(min_length=1, max_length=4 * LONGEST_NAME), AfterValidator(clean_name), Field(min_length=1)]
Words = Annotated[str, Field(max_length=LONGEST_WORDS), AfterValidator(lambda raw: clean(raw, LONGEST_WORDS))]
Text = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(clean_text)]
Lines = Annotated[str, Field(max_length=LONGEST_TEXT), AfterValidator(clean_lines)]


Tag = Annotated[str, AfterValidator(lambda raw: clean(raw, 40).casefold().lstrip("#")), Field(pattern=r"^[^\s,]+$")]
"""A word of the referee's own by which records are found."""


_TYPED = frozenset({"name", "system", "words", "members", "usual", "text"})
"""Fields that are made of typed words."""


class Record(BaseModel):
    """One row of the library. In its table, no two of one game have the same name."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    system: Name
    """The game that it belongs to, by the name that encounters have for it."""
    source: Words = ""
    """Where it came from: a file that was imported, the encounter it was kept from; empty if it was typed."""

    tags: Annotated[tuple[Tag, ...], Field(max_length=200)] = ()
    """Words of the referee's own by which it is found."""

    @property
    def key(self) -> tuple[str, str]:
        """What no other row of the table has."""
        return self.system, self.name.casefold()

    def in_place_of(self, old: "Record | Mapping[str, Any]") -> Self:
        """The record with the tags of the one, or the row, that it replaces, unless it has some of its own."""
        tags = old.tags if isinstance(old, Record) else tuple(old.get("tags", ()))
        return self if self.tags else self.model_copy(update={"tags": tags})

    def with_rest_of(self, old: "Record | None") -> Self:
        """The record, typed anew, with all that typed words do not say as in the old one; unchanged without one."""
        rest = type(self).model_fields.keys() - _TYPED if isinstance(old, type(self)) else ()
        return self.model_copy(update={key: getattr(old, key) for key in rest})

    def tagged(self, text: str) -> Self:
        """The record with these tags, `undead boss`, in place of those that it has. NotUnderstood if they are none."""
        try:
            tags = tuple(dict.fromkeys(word.casefold().lstrip("#") for word in text.replace(",", " ").split()))
            return type(self).model_validate({**self.model_dump(), "tags": tags})
        except ValidationError as error:
            raise NotUnderstood("Type the tags, each a word: undead boss") from error

    @property
    def row(self) -> dict[str, JsonValue]:
        """What is written of it: what is not as it is by default."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def renamed(self, name: str) -> Self:
        """The same record under another name."""
        return self.model_copy(update={"name": name})


class KeptFigure(Record):
    """A kind of figure of the referee's own."""

    words: Words
    """What is typed after `add` for one of it: the game's own kind, the name, key=value."""
    side: Words = ""
    """The side that it fights for, as a help to choose; empty if its kind says so."""
    note: Text = ""
    """What there is to read about it."""
    data: dict[str, JsonValue] = {}
    """What a file said of it, as fields; empty for one that was not imported."""

    @property
    def kind(self) -> str:
        """The game's own kind that it is one of."""
        return self.words.partition(" ")[0]

    def renamed(self, name: str) -> Self:
        """The same figure under another name, by which its words call it, too."""
        return self.model_copy(update={"name": name, "words": self.words.replace(f'"{self.name}"', f'"{name}"', 1)})


class Member(BaseModel):
    """One of a party."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Name
    words: Words
    """What is typed after `add` for it, as it was left."""


_LATEST = 100
"""Encounters that a party remembers it was saved from."""
Members = Annotated[tuple[Member, ...], Field(max_length=MOST_FIGURES)]
Table = Annotated[dict[Name, int], Field(max_length=200)]
SavedIn = Annotated[tuple[Words, ...], Field(max_length=10 * _LATEST)]


class PartyState(BaseModel):
    """How the members of a party and the table were left."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    members: Members
    table: Table = {}
    """Tracks of the table, and where they were left."""
    saved_in: SavedIn | None = None
    """Ids of the encounters that it had been saved from; None if that is not known, as of earlier versions."""


class KeptParty(Record):
    """Figures that come together, as they were left."""

    members: Members
    table: Table = {}
    """Tracks of the table, and where they were left."""
    before: PartyState | None = None
    """How they were before that was saved last; None if it was saved only once."""
    saved_in: SavedIn = ()
    """Ids of the encounters that it was saved from, the latest last."""

    def left_as(self, state: PartyState, where: str = "") -> Self:
        """The party left otherwise, or put back as it was; it remembers how it is now. where: the encounter's id."""
        before = PartyState(members=self.members, table=self.table, saved_in=self.saved_in)
        saved_in = self.saved_in if state.saved_in is None else state.saved_in
        saved_in = (*(each for each in saved_in if each != where), where) if where else saved_in
        changed = {"members": state.members, "table": state.table, "before": before, "saved_in": saved_in[-_LATEST:]}
        return self.model_copy(update=changed)


class KeptCondition(Record):
    """A condition of the referee's own."""

    text: Text = ""
    """What it does."""
    usual: Words = ""
    """How long it lasts where nothing is said, in the words after `condition WHO KIND`."""


class KeptPlan(Record):
    """A prepared encounter: the orders that set it up."""

    text: Lines


class CampaignNote(BaseModel):
    """What the referee wrote down between two fights."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    day: int = Field(ge=1, le=99_999)
    """The day of the campaign that it is of."""
    text: Text


class KeptCampaign(Record):
    """A campaign: a party, what is prepared for it, and notes. Its encounters say in their folders that they belong."""

    id: Words = ""
    """Stays the same when it is renamed; its encounters refer to it."""
    coming: Words = ""
    """The import that it came with, while its encounters are still moved to their places; empty otherwise."""
    party: Words = ""
    """The name of its party in the library; empty while it has none."""
    plans: Annotated[tuple[Name, ...], Field(max_length=1_000)] = ()
    """The names of plans of the library that no encounter was begun from yet, the next one first."""
    day: int = Field(default=1, ge=1, le=99_999)
    """Which day of the campaign it is."""
    notes: Annotated[tuple[CampaignNote, ...], Field(max_length=10_000)] = ()


R = TypeVar("R", bound=Record)


class LibraryTable(Struct, Generic[R], frozen=True):
    """A table of the library: its name, the class of its rows, and the word for one row."""

    name: str
    record: type[R]
    one: str
    """What one row is called in a sentence."""


FIGURES = LibraryTable("figures", KeptFigure, "figure")
PARTIES = LibraryTable("parties", KeptParty, "party")
CONDITIONS = LibraryTable("conditions", KeptCondition, "condition")
PLANS = LibraryTable("plans", KeptPlan, "plan")
TABLES: dict[str, LibraryTable[Any]] = {table.name: table for table in (FIGURES, PARTIES, CONDITIONS, PLANS)}
CAMPAIGNS = LibraryTable("campaigns", KeptCampaign, "campaign")
ALL_TABLES: dict[str, LibraryTable[Any]] = {**TABLES, CAMPAIGNS.name: CAMPAIGNS}
"""The tables of the library's file: campaigns have pages and orders of their own."""
REMOVED = "removed"
"""The table of what was removed: the name of its table, and the record."""


def update_form(tables: Mapping[str, Any], form: int, encounters: Callable[[], Mapping[str, str]]) -> None:
    """Changes the rows of all tables from an earlier form to that of today.

    encounters: the ids of the encounters in the folder, by their names.
    """
    if form == 1:
        sign_init(tables)
    removed = [row for row in tables.get(REMOVED, ()) if isinstance(row, dict)]
    for table in (CAMPAIGNS, PARTIES):
        rows = [*tables.get(table.name, ()), *(row.get("record") for row in removed if row.get("table") == table.name)]
        for row in (row for row in rows if isinstance(row, dict)):
            if table is CAMPAIGNS:
                row["id"] = id_of_name(str(row.get("system")), str(row.get("name")))
            else:
                _know_by_id(row, encounters)


def _know_by_id(party: dict[str, Any], encounters: Callable[[], Mapping[str, str]]) -> None:
    """Puts ids in place of the names of the encounters that a party was saved from; gone ones keep their names."""
    for state in (party, party.get("before")):
        if isinstance(state, dict) and isinstance(names := state.get("saved_in"), list) and names:
            ids = encounters()
            state["saved_in"] = list(dict.fromkeys(ids.get(name, name) for name in names if isinstance(name, str)))


def sign_init(tables: Mapping[str, Any]) -> None:
    """Gives the number of `init=2` a sign in all records of tables of the first form, where it was the bonus of games
    that have one; in the second form it is the number in the order."""
    for name, rows in tables.items():
        for row in rows if isinstance(rows, list) else ():
            if name == REMOVED and isinstance(row, dict):
                sign_init({str(row.get("table")): [row.get("record")]})
            elif name in TABLES:
                _sign_record(name, row)


def _sign_record(table: str, row: Any) -> None:
    match table, row:
        case (_, {"words": str() as words}):
            row["words"] = with_signed_init(words)
        case (_, {"members": list() as members}):
            for member in members:
                _sign_record(table, member)
        case (PLANS.name, {"text": str() as text}):
            row["text"] = "\n".join(map(_signed_order, text.split("\n")))


def _signed_order(line: str) -> str:
    """An order of a prepared encounter with a sign before the number of `init`."""
    signed = with_signed_init(line) if line.lstrip().startswith(("add ", "bring ")) else line
    return re.sub(r"^(\s*set \S+ init )(?=[0-9])", r"\1+", signed)
