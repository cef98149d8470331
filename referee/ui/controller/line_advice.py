"""Line advice: what may follow in the line that is typed."""

from referee.engine.numbers import is_number
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.verbs.offered_verbs import all_verbs
from referee.engine.verbs.verb import Command
from referee.ui.controller.field import Field
from referee.ui.controller.question_line import QuestionLine
from referee.ui.controller.roster_order import numbered_figures
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.roster_cells import with_tag
from referee.ui.drawing.text_line import cut


def advice(session: Session, line: QuestionLine, complete: bool = False) -> str:
    """What may follow in the order, or who is found; `complete` writes into the order as much of it as is sure."""
    if line.mode == "COMMAND" and line.order.text:
        return _completion(session, line.order, complete, line.says_usage)
    if line.mode == "FIND" and line.order.text:
        return ", ".join(found(session.encounter, line.order.text).values()) or "Nobody has that name."
    return ""


def coming(session: Session, line: QuestionLine) -> tuple[Encounter, Figure] | None:
    """The figure that the order would add as far as it is typed, in an encounter of its own; None for other orders."""
    if line.mode != "COMMAND" or not line.order.text.startswith(("add ", "bring ")):
        return None
    from referee.library.typed_figure import typed_figure

    return typed_figure(session.rules, session.kept, line.order.text)


def found(encounter: Encounter, text: str) -> dict[str, str]:
    """The figures whose tag or name begins with that text, then those whose name has it in it: their names, by tag.

    A number means the figure in that row of the roster, if there is one.
    """
    wanted = text.strip().lower()
    if is_number(wanted) and 1 <= int(wanted) <= len(encounter.figures):
        figure = numbered_figures(encounter)[int(wanted) - 1]
        return {figure.tag: with_tag(figure)}
    figures = encounter.figures.values() if wanted else ()
    begin = [f for f in figures if f.tag.startswith(wanted) or f.name.lower().startswith(wanted)]
    within = [f for f in figures if f not in begin and wanted in f.name.lower()]
    return {figure.tag: with_tag(figure) for figure in (*begin, *within)}


def _completion(session: Session, field: Field, complete: bool, is_said: bool) -> str:
    from referee.dialogue.completion import complete as completed
    from referee.dialogue.help import usage

    found = completed(session, field.text, field.at)
    if complete:
        typed, behind = field.text[: field.at], field.text[field.at :]
        field.set(found.written(typed))
        field.text += behind
    told = _foretold(session, field.text) or cut(found.hint(f" {GLYPHS.dot} "), 200)
    return told or ("" if is_said else usage(session.situation, field.text))


def _foretold(session: Session, text: str) -> str:
    """What the typed order would do, where its verb tells that; empty while it is begun."""
    verb = all_verbs(session.rules).get(text.lstrip(": ").partition(" ")[0])
    if verb is None or verb.foretell is None:
        return ""

    from referee.command_language.line import read_line

    try:
        order = read_line(session.situation, text)
        return verb.foretell(session.situation, order) if isinstance(order, Command) else ""
    except Problem:
        return ""
