"""Saved model: the base of all that is written to a journal."""

from pydantic import BaseModel, ConfigDict


class SavedModel(BaseModel):
    """A saved value: immutable; an unknown field raises a validation error.

    Whoever adds, changes or removes a subclass, or a field of one, raises `store.upgrade.SCHEMA`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


def is_empty(value: object) -> bool:
    """True for a value that need not be written: `Field(default=(), exclude_if=is_empty)`."""
    return not value
