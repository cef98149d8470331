"""Short repr, for structs that a crash report names in place of showing them."""

from msgspec import Struct


class ShortInReports(Struct, frozen=True):
    """A struct that a crash report, which shows the values of each call, names by its class and its name, if it has
    one: all that a game has would fill gigabytes of it.
    """

    __repr__ = object.__repr__

    def __rich_repr__(self) -> list[tuple[str, object]]:
        return [("name", self.name)] if hasattr(self, "name") else []
