"""Question help: what an open question asks, how it is answered, what its dice count, and the clauses behind it."""

from collections.abc import Iterator

from referee.engine.dice.roll_input import keys_of
from referee.engine.dice.roll_questions import Draw, Numbers, Roll
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.questions.typed import Amount
from referee.ui.controller import reply
from referee.ui.controller.reply import is_choice, takes_several
from referee.ui.controller.view import View
from referee.words.log import asked_of


def explained(view: View) -> list[tuple[str, str]]:
    """Sentences on the open question, each with the name of its style; empty if nothing is asked."""
    question = view.question
    if question is None:
        return []
    found = [(f"{question.prompt}{asked_of(question, view.encounter)}", "asked"), (_how(question), "text")]
    faces = list(_faces(question)) if isinstance(question, Roll) else []
    if not faces and not is_choice(question) and (expected := question.expected(view.encounter)):
        found.append((f"{expected}.", "text"))
    found += [(text, "text") for text in (*_space(view, question), *faces)]
    clauses = (view.rules.clause(id) for id in question.cites)
    return [*found, *((f"{clause.id}: {clause.text}", "clause") for clause in clauses if clause)]


def _how(question: AnyQuestion) -> str:
    if takes_several(question):
        return "Letters tick one or more, Space confirms; / to type names."
    if is_choice(question):
        return "Press a letter, or choose with ↑↓ and press Space; / to type a name."
    match question:
        case Roll():
            total = ", or =14 for the total" if question.sum_is_shorter() else ""
            return f"Type the dice{total}, then Enter; Space rolls what you have not typed."
        case Draw():
            return "Type the letters of the cards and Enter; Space draws."
        case Numbers():
            return "Type the numbers in this order, spaces between, and Enter."
        case Amount():
            return "Type the number and Enter."
        case _:
            return "Type the answer and Enter."


def _space(view: View, question: AnyQuestion) -> Iterator[str]:
    try:
        yield f"Space: {reply.proposal(question, view.encounter, chosen=view.chosen).words}."
    except Problem:
        return


def _faces(question: Roll) -> Iterator[str]:
    """For each symbol die its faces: the key, how it is shown, and what it counts."""
    keys = keys_of(question.pools)
    for n, pool in enumerate(question.pools):
        faces = [(key, pool.die.faces[face]) for key, (of, face) in keys.items() if of == n and pool.die is not None]
        if faces:
            told = (f"{key} {face.label} = {_counts(face.marks)}" for key, face in faces)
            yield f"{pool.name}: {'; '.join(told)}"


def _counts(marks: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{count} {what}" for what, count in marks if count) or "nothing"
