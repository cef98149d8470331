"""Letters for players: by them they tell figures of one sort apart, where their numbers would tell of hidden ones.

Goblin 1 and Goblin 4 on the table say that there are two more somewhere. So whoever is seen while a lower number of its
sort is hidden is known to the players as Goblin A, and stays Goblin A. Numbers that the players have seen stay, too.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count, product
from string import ascii_uppercase

from referee.engine.contract.kinds import LETTER
from referee.engine.contract.standing import AWAY
from referee.engine.figures.family import family_name, number_of
from referee.engine.state.bearer import Figure, Tag
from referee.engine.state.encounter import OVER, Encounter
from referee.engine.verbs.ledger import Ledger


def is_set_up(encounter: Encounter) -> bool:
    """True before the first round, when no figure has a number that the players know."""
    return not encounter.round and encounter.phase != OVER


def letters_after(ledger: Ledger, changed: Sequence[Tag], hidden: bool) -> None:
    """Letters after these figures were hidden, or shown: for the others of their sorts before the first round, later
    for themselves. What the players have seen a figure by stays.
    """
    figures = ledger.encounter.figures
    if is_set_up(ledger.encounter):
        families = {family_name(figures[tag]) for tag in changed}
        sort = [tag for tag, figure in figures.items() if family_name(figure) in families]
        for tag in sort:
            if LETTER.of(ledger.encounter, tag) and not _has_secret_before(ledger, figures[tag]):
                ledger.record(LETTER.clear(tag))
        give_letters(ledger, sort)
    elif hidden:
        for tag in changed:
            number = number_of(figures[tag])
            if number is not None and not LETTER.of(ledger.encounter, tag):
                ledger.record(LETTER.set(tag, str(number)))
    else:
        give_letters(ledger, changed)


def give_letters(ledger: Ledger, tags: Iterable[Tag]) -> None:
    """Gives a letter to each of these figures that is seen while a lower number of its sort is hidden."""
    figures = ledger.encounter.figures
    numbered = [(number, tag) for tag in tags if (number := number_of(figures[tag])) is not None]
    for _, tag in sorted(numbered):
        figure = figures[tag]
        if figure.hidden or LETTER.of(ledger.encounter, tag) or not _has_secret_before(ledger, figure):
            continue
        family = family_name(figure)
        taken = {LETTER.of(ledger.encounter, tag) for tag, each in figures.items() if family_name(each) == family}
        letter = next(letters for letters in _letters() if letters not in taken)
        ledger.record(LETTER.set(tag, letter))
        ledger.remark(f"The players see {figure.name} as {family} {letter}", hidden=True)


def _has_secret_before(ledger: Ledger, figure: Figure) -> bool:
    """Is a lower number of its sort hidden? Where numbers are said as figures come, from a box, a gap tells nothing."""
    template, number = ledger.rules.template(ledger.rules.adding.kind_to_add(figure)), number_of(figure)
    if number is None or (template is not None and template.by_number):
        return False
    figures, family = ledger.encounter.figures.values(), family_name(figure)
    lower = (each for each in figures if family_name(each) == family and (number_of(each) or number) < number)
    return any(map(_is_secret, lower))


def _is_secret(figure: Figure) -> bool:
    """Is it hidden, and do the players not know its number?"""
    return figure.hidden and figure.standing != AWAY.name and LETTER.name not in figure.traits


def _letters() -> Iterator[str]:
    """A, B, ... Z, AA, AB, ..."""
    return ("".join(each) for length in count(1) for each in product(ascii_uppercase, repeat=length))
