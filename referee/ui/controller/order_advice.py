"""Advice on what is typed: what may follow in an order, and who is meant by the beginning of a name."""

from referee.engine.encounter import Encounter
from referee.engine.number import is_number
from referee.engine.session import Session
from referee.ui.controller.question_line import QuestionLine
from referee.ui.controller.roster_order import numbered_figures
from referee.ui.controller.text_field import Field
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import cut

_SHOWN = 40
"""Maximum number of words in a list."""


def advice(session: Session, line: QuestionLine, complete: bool = False) -> str:
    """What may follow in the order, or who is found; `complete` writes into the order as much of it as is sure."""
    if line.mode == "ORDER" and line.order.text:
        return _completion(session, line.order, complete)
    if line.mode == "FIND" and line.order.text:
        return ", ".join(found(session.encounter, line.order.text).values()) or "Nobody is called so."
    return ""


def found(encounter: Encounter, text: str) -> dict[str, str]:
    """The figures whose tag or name begins with that text, then those whose name has it in it: their names, by tag.

    A number means the figure in that row of the roster, if there is one.
    """
    wanted = text.strip().lower()
    if is_number(wanted) and 1 <= int(wanted) <= len(encounter.figures):
        figure = numbered_figures(encounter)[int(wanted) - 1]
        return {figure.tag: f"{figure.name} ({figure.tag})"}
    figures = encounter.figures.values() if wanted else ()
    begin = [f for f in figures if f.tag.startswith(wanted) or f.name.lower().startswith(wanted)]
    within = [f for f in figures if f not in begin and wanted in f.name.lower()]
    return {figure.tag: f"{figure.name} ({figure.tag})" for figure in (*begin, *within)}


def _completion(session: Session, field: Field, complete: bool) -> str:
    from referee.script.completion import complete as completed
    from referee.script.help import usage

    found = completed(session, field.text, field.at)
    free = [offer.word for offer in found.options if not offer.barred]
    words = free + [offer.word for offer in found.options if offer.barred]
    if complete and free:
        typed = field.text[found.start : field.at]
        sure = _quoted(free[0]) + " " if len(free) == 1 else _common(free, typed[:1] == '"')
        if typed and len(sure) <= len(typed):
            sure = _quoted(free[0])  # the first offer is the likeliest
        if len(sure) > len(typed):
            behind = field.text[field.at :]
            field.set(field.text[: found.start] + sure)
            field.text += behind
    if not found.options:
        return usage(session.situation, field.text)
    only = found.options[0] if len(found.options) == 1 else None
    more = f": {only.barred or only.label}" if only and (only.barred or only.label) else ""
    return cut(f" {GLYPHS.dot} ".join(words[:_SHOWN]) + more, 200)


def _quoted(word: str) -> str:
    """A word as it is typed: in quotes, if it holds blanks."""
    return f'"{word}"' if " " in word else word


def _common(words: list[str], quoted: bool) -> str:
    """How all these words begin; with the quote before it that one has typed, or that a blank needs."""
    first, last = min(words), max(words)
    size = next((n for n, letter in enumerate(first) if last[n : n + 1] != letter), len(first))
    return f'"{first[:size]}' if quoted or " " in first[:size] else first[:size]
