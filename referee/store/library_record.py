"""Records of the library, which are kept between encounters."""

from collections.abc import Mapping
from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError

from referee.engine.problem import NotUnderstood
from referee.engine.state.encounter import MOST_FIGURES
from referee.store.library_text import Lines, Name, Tag, Text, Words

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
