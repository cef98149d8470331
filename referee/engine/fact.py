"""Fact: what is saved."""

from pydantic import BaseModel, ConfigDict


class Fact(BaseModel):
    """A value that goes to disk: it never changes once made, and a field nobody knows is an error, not a guess.

    A field that is new, changed or gone is a new form of what is saved: `store.upgrade.SCHEMA` is raised with it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
