"""One act on several figures."""

from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from referee.engine.ask import Lapsed
from referee.engine.ledger import Ledger

T = TypeVar("T")


async def for_each(
    ledger: Ledger,
    items: Iterable[T],
    act: Callable[[T], Coroutine[Any, Any, object]],
    lapse: str = "It comes to nothing",
) -> None:
    """Does the same to each, in order; a question about one that lapses is told, and never stops the others."""
    for item in items:
        try:
            await act(item)
        except Lapsed as reason:
            text, cites = parted(str(reason))
            ledger.told(f"{lapse}: {text}", *cites)


def parted(reason: str) -> tuple[str, tuple[str, ...]]:
    """A reason without its full stop, and the clauses that it names."""
    text, _, clauses = reason.rstrip(".]").partition(" [")
    return text, tuple(clauses.split(", ")) if clauses else ()
