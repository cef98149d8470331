"""Explanation: sentences on the open question, or on the signs of the screen."""

from collections.abc import Iterator

from referee.engine.dice.number_questions import Numbers
from referee.engine.dice.roll_questions import Draw, Roll
from referee.engine.dice.typed_faces import keys_of
from referee.engine.problem import Problem
from referee.engine.questions.question import AnyQuestion
from referee.engine.questions.typed_questions import Amount
from referee.ui.controller import reply
from referee.ui.controller.reply import is_choice, takes_several
from referee.ui.controller.view import View
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import cell, heading
from referee.ui.drawing.side_marks import side_marks
from referee.words.prompts import asked_of


def explained(view: View) -> list[tuple[str, str]]:
    """Sentences on the open question, or on what the screen shows, each with the name of its style."""
    question = view.question
    if question is None:
        return [(text, "text") for text in _legend(view)] if view.encounter.figures else []
    found = [(f"{question.prompt}{asked_of(question, view.encounter)}", "asked"), (_how(question), "text")]
    faces = list(_faces(question)) if isinstance(question, Roll) else []
    if not faces and not is_choice(question) and (expected := question.expected(view.encounter)):
        found.append((f"{expected}.", "text"))
    found += [(text, "text") for text in (*_space(view, question), *faces)]
    clauses = (view.rules.clause(id) for id in question.cites)
    return [*found, *((f"{clause.id}: {clause.text}", "clause") for clause in clauses if clause)]


def _legend(view: View) -> Iterator[str]:
    """What stands in the roster and in the turn order in few letters, as far as it is there now."""
    rules, figures = view.rules, view.encounter.figures.values()
    signs = {GLYPHS.turn: "has the turn", GLYPHS.chosen: "chosen", GLYPHS.both: "both"}
    signs |= {GLYPHS.done: "has acted", GLYPHS.none: "passed over"} if view.encounter.order else {}
    signs |= {mark.sign: side for side, mark in side_marks(rules, figures).items()}
    ranks = {rank for figure in figures if (rank := rules.descriptions.rank(figure))}
    signs |= {GLYPHS.ranks[rank.is_boss]: rank.word for rank in ranks}
    yield ", ".join(f"{sign} {told}" for sign, told in signs.items()) + "."
    filled = (each for each in rules.columns if any(cell(rules, one, each, 0)[0] != GLYPHS.none for one in figures))
    columns = [f"{heading(each)}: {each.hint}" for each in filled if each.hint]
    if columns:
        yield "; ".join(columns) + "."
    if any(figure.conditions for figure in figures):
        yield "Behind a condition: 2r two rounds, 2t two turns of its own, till g1 until g1's turn."


def _how(question: AnyQuestion) -> str:
    if takes_several(question):
        return "Letters tick one or more, Space ticks the one at ›, Enter takes them; / to type names."
    if is_choice(question):
        return "Press a letter, or choose with ↑↓ and press Space or Enter; / to type a name."
    match question:
        case Roll():
            total = ", or =14 for the total" if question.total_will_do else ""
            total = ", or =14 for their sum" if question.sum_is_shorter() else total
            return f"Type the dice{total}, then Enter; Space rolls what you have not typed."
        case Draw():
            return "Type the letters of the cards and Enter; Space draws."
        case Numbers():
            return "Type the number of the one at › and Enter, or several with spaces between; ↑↓ go to another."
        case Amount():
            return "Type the number and Enter."
        case _:
            return "Type the answer and Enter."


def _space(view: View, question: AnyQuestion) -> Iterator[str]:
    try:
        does = "Space ticks" if takes_several(question) else "Space:"
        yield f"{does} {reply.proposal(question, view.encounter, chosen=view.chosen).words}."
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
