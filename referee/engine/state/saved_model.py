"""Saved model: the base class of all values that a save holds."""

from collections.abc import Hashable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, dataclass_transform

from msgspec import Struct, StructMeta
from msgspec.structs import asdict


class SavedMeta(StructMeta):
    """Makes a class of saved values: they are given by name, and what is at its default is not written."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], **config: Any) -> "SavedMeta":
        """The class; what it extends may have defaults where it has none."""
        return super().__new__(cls, name, bases, body, **{"kw_only": True, **config})


@dataclass_transform(frozen_default=True, kw_only_default=True)
class SavedModel(Struct, metaclass=SavedMeta, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A saved value: immutable; an unknown field in a save raises a ValidationError.

    Whoever adds, changes or removes a subclass, a field or a default raises `SCHEMA` in `store/journal_line.py`.
    """


def as_data(value: Any) -> Any:
    """A value for other programs, as JSON has it, with all its fields: msgspec leaves out those at their default."""
    if isinstance(value, tuple):
        return [as_data(each) for each in value]
    kind: dict[str, Any] = {}
    if isinstance(value, SavedModel):
        config = value.__struct_config__
        kind = {config.tag_field: config.tag} if config.tag_field else {}
        value = asdict(value)
    if not isinstance(value, dict):
        return value
    # Most fields are plain: there are tens of thousands of them, and no call is made for each.
    return kind | {key: each if type(each) in _PLAIN else as_data(each) for key, each in value.items()}


_PLAIN = frozenset({str, int, bool, type(None)})


M = TypeVar("M", bound=SavedModel)


if TYPE_CHECKING:  # what is cached has no type

    def alike(model: type[M], **fields: Hashable) -> M: ...
else:

    @lru_cache(maxsize=4096, typed=True)
    def alike(model, **fields):
        """A value with these fields, made once: the rules make some alike again and again, and they are immutable."""
        return model(**fields)
