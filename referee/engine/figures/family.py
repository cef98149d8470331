"""The family of a figure: the name of its sort, and the number that tells it from others of the sort."""

from referee.engine.contract.kinds import LETTER
from referee.engine.numbers import is_number
from referee.engine.state.bearer import Figure


def family_name(figure: Figure) -> str:
    """The name of its sort: without the number that tells it from others."""
    family, _, number = figure.name.rpartition(" ")
    return family if family and is_number(number) else figure.name


def number_of(figure: Figure) -> int | None:
    """The number that tells it from others of its sort; None if it has none."""
    family, _, number = figure.name.rpartition(" ")
    return int(number) if family and is_number(number) else None


def mark_of(figure: Figure) -> str:
    """The letter by which the players know it, else its number as it is written; empty if it has no number."""
    family, _, number = figure.name.rpartition(" ")
    return str(figure.traits.get(LETTER.name) or number) if family and is_number(number) else ""


def lettered_name(figure: Figure) -> str:
    """Its name with the letter by which the players know it in place of its number, if it has one."""
    return " ".join(filter(None, (family_name(figure), mark_of(figure))))
