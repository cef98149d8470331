"""Fact: base of all saved models."""

from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer


class SavedModel(BaseModel):
    """A saved value: immutable; an unknown field raises a validation error.

    Whoever adds, changes or removes a subclass, or a field of one, raises `store.upgrade.SCHEMA`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")


class Sparse(SavedModel):
    """A saved value of which some fields are not written where they are empty, as they are on most lines."""

    optional: ClassVar[frozenset[str]]
    """Their names; each has an empty default."""

    @model_serializer(mode="wrap")
    def _sparse(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        return {name: value for name, value in write(self).items() if value or name not in self.optional}
