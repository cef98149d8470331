"""Keyed offers: what may be answered to a question, each with the key that takes it."""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import NamedTuple

from referee.engine.contract.standing import AWAY
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw
from referee.engine.numbers import is_number
from referee.engine.questions.question import AnyQuestion, Offer, Pick
from referee.engine.questions.typed_questions import Confirm, Text, Whether
from referee.engine.state.bearer import TABLE, Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.text.choice_letters import lettered

_NOBODY = "nobody"
"""The word that picks nobody, or none."""
_NOTHING = (_NOBODY, "none", "pass", "skip")
"""Words of offers that give something up. Their key is no letter, which might have been meant for something else."""
NOBODY = "-"
"""The key that picks nobody, or none."""


class KeyedOffer(NamedTuple):
    """An offer of a question and the key that takes it; no key where letters do not suffice."""

    key: str
    offer: Offer


def figure_letters(encounter: Encounter) -> Mapping[Tag, str]:
    """A letter for each figure, in the order they came: the same in every question, also after others have gone.

    Where there are more than 26, those taken off the table have none; of the rest, the first 26 have one.
    """
    figures: Iterable[Figure] = encounter.figures.values()
    if len(encounter.figures) > len(ascii_lowercase):
        figures = (figure for figure in figures if figure.standing != AWAY.name)
    return {figure.tag: letter for letter, figure in zip(ascii_lowercase, figures, strict=False)}


def keyed_offers(question: AnyQuestion, encounter: Encounter) -> list[KeyedOffer]:
    """What may be answered, each with its key; what is barred now comes last, and keeps its key."""
    offers = list(question.offers(encounter))
    if isinstance(question, Text | Numbers):
        return [KeyedOffer("", offer) for offer in offers]
    if isinstance(question, Draw):
        return [KeyedOffer(key, offer) for key, offer in zip(_endless(ascii_uppercase), offers, strict=False)]
    if isinstance(question, Pick) and not question.least and not isinstance(question, Whether):
        offers.append(Offer(_NOBODY, _NOBODY if _figures(question, encounter) else "none"))
    keys = _letters(offers, encounter, "" if isinstance(question, Confirm | Whether) else question.begun_by)
    found = [KeyedOffer(key, offer) for key, offer in zip(keys, offers, strict=True)]
    return sorted(found, key=lambda keyed: bool(keyed.offer.barred))


def _figures(question: Pick, encounter: Encounter) -> bool:
    return any(tag in encounter.figures or tag in encounter.groups for tag in (*question.among, *question.barred))


def _letters(offers: Sequence[Offer], encounter: Encounter, taken: str) -> list[str]:
    """A key for each offer: its own letter, if it is a figure, or a group where no figures are asked for; else a letter
    of its word, as far as one is free that is not taken.
    """
    own = figure_letters(encounter)
    if not any(offer.word in own for offer in offers):
        own = dict(zip((tag for tag in encounter.groups if tag != TABLE), ascii_lowercase, strict=False))
    keys = [NOBODY if offer.word in _NOTHING else own.get(offer.word, "") for offer in offers]
    # A thing by its name; several may have the same.
    words = [f"{encounter.name(offer.word)} {offer.word}" for offer in offers]
    unnamed = [n for n, offer in enumerate(offers) if not keys[n] and not is_number(offer.word)]
    letters = {word: letter for letter, word in lettered((words[n] for n in unnamed), {*keys, taken}).items()}
    for n in unnamed:
        keys[n] = letters.get(words[n], "")
    return keys


def _endless(letters: str) -> Iterable[str]:
    """These letters, then no key for ever."""
    yield from letters
    while True:
        yield ""
