"""Open questions: the letter of each thing that may be answered, what words answer, and values for other programs."""

from collections.abc import Iterable, Mapping, Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Literal, NamedTuple, TypedDict, cast

from referee.engine.contract.kinds import AWAY
from referee.engine.dice.dice import Pool
from referee.engine.dice.number_questions import AskedNumber, Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.answer import Answer
from referee.engine.questions.ask import Confirm, Text, Whether
from referee.engine.questions.question import AnyQuestion, Offer, Pick
from referee.engine.record.history import Reply
from referee.engine.state.bearer import TABLE, Figure, Tag
from referee.engine.state.encounter import Encounter
from referee.text.choice_letters import lettered
from referee.text.phrases import counted
from referee.words.log import replied


def read_answer(question: AnyQuestion, encounter: Encounter, words: str) -> Answer | None:
    """The answer, or what is proposed where nothing is said; None where the app is to throw or draw: with nothing said,
    or `roll`. NotUnderstood if it is none.

    `?` is none: what is expected is said then.
    """
    if isinstance(question, Roll | Draw) and words.lower() in ("", "roll", "draw"):
        return None
    if isinstance(question, Numbers) and words.lower() in question.throw_words:
        return None
    if words == "?":
        gap = "" if question.prompt.endswith((".", "?", "!")) else ":"
        raise NotUnderstood(f"{question.prompt}{gap} {question.expected(encounter)}.")
    return (None if words.strip() else question.proposed(encounter)) or question.read(encounter, words)


def shared_numbers(questions: Sequence[AnyQuestion], encounter: Encounter, words: str) -> tuple[Reply, ...]:
    """The answers of several rolls of one side that are open together, where one line has more than the first takes.

    Each takes as many as it has dice, in order; those for whom nothing is left stay open. () where the line is for the
    first alone. NotUnderstood where the numbers do not come out even.
    """
    left = words.replace(",", " ").split()
    rolls: list[Roll] = []
    for question in questions:
        if not isinstance(question, Roll) or question.has_symbols:
            break
        if rolls and _side(encounter, rolls[0].by) != _side(encounter, question.by):
            break
        rolls.append(question)
    if len(rolls) < 2 or not all(map(is_number, left)) or len(left) <= _dice_due(rolls[0]):
        return ()
    replies: list[Reply] = []
    for roll in rolls:
        share, left = left[: _dice_due(roll)], left[_dice_due(roll) :]
        if 0 < len(share) < _dice_due(roll):
            raise NotUnderstood(
                f"{roll.prompt}: {counted(_dice_due(roll), 12)} dice, you typed {counted(len(share), 12)}."
            )
        if share:
            replies.append(Reply(key=roll.key, answer=roll.read(encounter, " ".join(share))))
    if left:
        due = sum(map(_dice_due, rolls))
        raise NotUnderstood(f"{counted(due, 12).capitalize()} dice in all, you typed {counted(due + len(left), 12)}.")
    return tuple(replies)


def _side(encounter: Encounter, by: str) -> str:
    """The side for which a figure, or the side itself, throws."""
    return encounter.figures[by].side if by in encounter.figures else by


def _dice_due(roll: Roll) -> int:
    return sum(pool.count for pool in roll.pools)


def default_word(question: AnyQuestion, encounter: Encounter) -> str | None:
    """What an empty answer stands for, as it is typed: `roll` or `draw` where the app does; None if it is no answer."""
    try:
        answer = read_answer(question, encounter, "")
    except Problem:
        return None
    if answer is None:
        return "draw" if isinstance(question, Draw) else "roll"
    return replied(answer)


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


Kind = Literal["roll", "draw", "choose", "pick", "amount", "numbers", "confirm", "text"]
"""The classes of questions, as they are called in JSON."""


class OfferData(TypedDict):
    """What may be answered."""

    key: str
    """Its letter on the screen and in the plain mode; empty: none."""
    word: str
    """The word that answers so."""
    label: str
    """How it reads; empty: as the word."""
    barred: str
    """Why it cannot be chosen now; empty: it can."""
    number: int | None
    """The number that is printed on it, as on a card."""


class DiceData(TypedDict):
    """Dice of one sort."""

    dice: str
    """As they are written: 2d6."""
    name: str
    """What they are for."""
    count: int
    """How many there are."""
    faces: list[str]
    """What each may show, as it is typed."""


class NumberData(TypedDict):
    """One of several numbers that are asked for at once."""

    name: str
    """The word that it is answered by."""
    label: str
    """How it reads."""
    dice: str | None
    """What is thrown for it."""
    by: str
    """Who throws."""
    least: int
    """The lowest that is possible."""
    most: int
    """The highest that is possible."""
    default: int | None
    """What it is where nothing is said."""
    blank: bool
    """It may be left out."""


class QuestionData(TypedDict):
    """What is asked."""

    key: str
    """Which question it is, the same each time."""
    kind: Kind
    """How it is answered."""
    text: str
    """How it is put to the table."""
    by: str
    """Who throws or decides: a tag, a side, `players` or `referee`."""
    expected: str
    """What is to be typed."""
    hidden: bool
    """Not for the players."""
    cites: list[str]
    """Its clauses."""
    tally: dict[str, object]
    """What has been added up so far."""
    offers: list[OfferData]
    """What may be answered, where that can be listed."""
    dice: list[DiceData]
    """What is to be thrown."""
    numbers: list[NumberData]
    """The numbers that are asked for at once."""
    default: str | None
    """What an empty line answers; `roll` or `draw`: the app does; None: nothing."""


def question_data(question: AnyQuestion, encounter: Encounter) -> QuestionData:
    """What is asked, of whom, and what may be answered."""
    return {
        "key": question.key,
        "kind": "confirm" if isinstance(question, Whether) else cast(Kind, type(question).__name__.lower()),
        "text": question.prompt,
        "by": question.by,
        "expected": question.expected(encounter),
        "hidden": question.hidden,
        "cites": list(question.cites),
        "tally": dict(question.tally),
        "offers": [_offer(*keyed) for keyed in keyed_offers(question, encounter)],
        "dice": [_pool(pool) for pool in question.pools] if isinstance(question, Roll) else [],
        "numbers": [_number(number) for number in question.numbers] if isinstance(question, Numbers) else [],
        "default": default_word(question, encounter),
    }


def _offer(key: str, offer: Offer) -> OfferData:
    return {"key": key, "word": offer.word, "label": offer.label, "barred": offer.barred, "number": offer.number}


def _number(number: AskedNumber) -> NumberData:
    return {
        "name": number.name,
        "label": number.label or number.name,
        "dice": str(number.dice) if number.dice else None,
        "by": number.by,
        "least": number.least,
        "most": number.most,
        "default": number.default,
        "blank": number.blank,
    }


def _pool(pool: Pool) -> DiceData:
    """Dice of one sort: `faces` are what each may show, as it is typed."""
    numbers = range(pool.first, pool.last + 1)
    return {"dice": str(pool), "name": pool.name, "count": pool.count, "faces": [pool.label(n) for n in numbers]}
