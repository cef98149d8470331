"""Typed answers: what words answer to an open question."""

from collections.abc import Sequence

from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.numbers import is_number
from referee.engine.problem import NotUnderstood, Problem
from referee.engine.questions.answer import Answer
from referee.engine.questions.question import AnyQuestion
from referee.engine.record.recorded_steps import Reply
from referee.engine.state.encounter import Encounter
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
