"""Open questions in words."""

from collections.abc import Sequence

from referee.command_language.keyed_offers import keyed_offers
from referee.command_language.typed_answers import default_word
from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.questions.param_keys import asks_param
from referee.engine.questions.question import AnyQuestion, Choose, Offer, Pick
from referee.engine.questions.typed_questions import Text, Whether
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import all_verbs
from referee.text.phrases import capitalised, listed
from referee.words.prompts import asked_of

MOST_OFFERS = 12
"""Answers that are listed to choose from."""
MOST_LETTERS = 26
"""Those that are listed where each has a letter."""


def asked(session: Session, letters: bool = False) -> list[str]:
    """What is asked, what an empty line answers, and what may be answered; letters: each with the letter for it."""
    questions, encounter = session.questions, session.encounter
    out: list[str] = []
    for number, question in enumerate(questions, 1):
        out.append(question_line(question, encounter, f"{number}. " if len(questions) > 1 else "", letters))
        if isinstance(question, Choose | Pick) and not isinstance(question, Whether):
            out += _with_letters(question, encounter) if letters else _telling(question, encounter)
        elif isinstance(question, Text) and letters:
            out += _in_words(session, question)
    return out


def question_line(question: AnyQuestion, encounter: Encounter, number: str = "", letters: bool = False) -> str:
    """One question, what is to be typed for it, and what an empty line answers."""
    # Whose turn it is has been said.
    by = "" if question.by == encounter.turn else asked_of(question, encounter)
    prompt = _with_tally(question.asked, by, [f"{name} {value}" for name, value in question.tally])
    stop = "" if prompt.endswith((".", "?", "!")) else "."
    return " ".join(filter(None, (f"? {number}{prompt}{stop}", _expected(question, encounter, letters)))) + empty_line(
        question, encounter
    )


def _with_tally(asked: str, by: str, tally: Sequence[str]) -> str:
    """A question with who answers it and its totals, before the mark that ends it: `Ann: parry (reaction 1)?`.

    They stand before a last sentence that asks: `Harl attacks Rat 1: damage 6. Spend what?`.
    """
    mark = asked[-1] if asked.endswith((".", "?", "!")) else ""
    said = f"{asked.removesuffix(mark)}{by}"
    if not tally or not mark:
        return ", ".join((said, *tally)) + mark
    before, _, last = said.rpartition(". ")
    if before and mark == "?":
        return f"{before}: {', '.join(tally)}. {last}?"
    return f"{said} ({', '.join(tally)}){mark}"


def _expected(question: AnyQuestion, encounter: Encounter, letters: bool) -> str:
    """What is to be typed; nothing for one of the offers where these follow with their letters."""
    if isinstance(question, Draw):
        return f"The card drawn: {listed([encounter.name(card) for card in dict.fromkeys(question.cards)])}"
    if letters and isinstance(question, Choose):
        return ""
    if isinstance(question, Roll) and all(pool.die is None for pool in question.pools):
        return ""
    if letters and isinstance(question, Pick) and not isinstance(question, Whether):
        return _how_many(question)
    expected = question.expected(encounter)
    return capitalised(expected)


def _how_many(question: Pick) -> str:
    """How many of the offers are to be picked; nothing where it is one."""
    least, most = question.least, min(question.most, len(question.among))
    if most < 2:
        return ""
    return f"{most} of these" if least == most else f"{least} to {most} of these, spaces between"


def empty_line(question: AnyQuestion, encounter: Encounter) -> str:
    """What an empty line answers, in brackets; nothing where it is no answer."""
    word = default_word(question, encounter)
    if word is None:
        return ""
    what = f"the app {word}s" if isinstance(question, Roll | Draw | Numbers) and word in ("roll", "draw") else word
    named = question.names.get(what, what) if isinstance(question, Choose) else what
    return f" (Enter: {named or 'nothing'})"


def _with_letters(question: Choose | Pick, encounter: Encounter) -> list[str]:
    """Each answer there is to choose from, after the letter that takes it, and how many cannot be chosen now."""
    keyed = [each for each in keyed_offers(question, encounter) if not each.offer.barred]
    lines = [f"    {f'{key}: ' if key else ''}{_told(offer)}" for key, offer in keyed[:MOST_LETTERS]]
    barred = len(barred_offers(question, encounter))
    fold = [f"    {barred} more {'is' if barred == 1 else 'are'} not possible now. To see why: help"] if barred else []
    return [*lines, *_more(len(keyed) - MOST_LETTERS), *fold]


def _in_words(session: Session, question: Text) -> list[str]:
    """What words may be said: some of those that are known, and how the command is typed that asks for them."""
    such = [f"    such as {listed(question.words, MOST_OFFERS)}"] if question.words else []
    if not asks_param(question.key) or not session.open_commands:
        return such
    verb = all_verbs(session.rules)[session.open_commands[-1].command.verb]
    return [*such, f"    {verb.usage}: {verb.hint or verb.label}"]


def barred_offers(question: AnyQuestion, encounter: Encounter) -> list[str]:
    """What cannot be chosen now, each with the reason."""
    return [f"{offer.name or offer.word}: {offer.barred}" for offer in question.offers(encounter) if offer.barred]


def _telling(question: Choose | Pick, encounter: Encounter) -> list[str]:
    """The answers there are to choose from, where their words alone do not say all."""
    telling = [o for o in question.offers(encounter) if o.label.lower() not in ("", o.word) or o.barred]
    return [*(f"    {_told(offer)}" for offer in telling[:MOST_OFFERS]), *_more(len(telling) - MOST_OFFERS)]


def _told(offer: Offer) -> str:
    return f"{offer.told}{f' (not now: {offer.barred})' if offer.barred else ''}"


def _more(count: int) -> list[str]:
    return [f"    and {count} more"] if count > 0 else []
