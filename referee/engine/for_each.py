"""Repeats an action for several figures, so that a lapse of one does not stop the others."""

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
    """Awaits `act` for each item in order. A Lapsed is written to the log, after `lapse`, and the next item follows."""
    for item in items:
        try:
            await act(item)
        except Lapsed as reason:
            text, cites = split_reason(str(reason))
            ledger.remark(f"{lapse}: {text}", *cites)


def split_reason(reason: str) -> tuple[str, tuple[str, ...]]:
    """Splits `text [AB-1, AB-2].` into the text without full stop and the clause ids."""
    text, _, clauses = reason.rstrip(".]").partition(" [")
    return text, tuple(clauses.split(", ")) if clauses else ()
