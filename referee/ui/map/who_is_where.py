"""Who is where: the figures of a board in lines, each with its space, its wounds and its conditions."""

from referee.engine.bearer import Figure
from referee.engine.board import name_of
from referee.ui.drawing.cells import fitted, marks, standing_word, vital
from referee.ui.drawing.text_line import Line, StyledText, cut, fit, line, width
from referee.ui.map.map_drawing import Plan
from referee.ui.map.short_tags import ROOM

FEWEST = 22
"""Letters that such a line needs."""
_NAME = 18
"""Letters that a name may take where wounds and conditions need room, too."""
_SHORT_NAME = 6
_CONDITION = 12
"""Letters for conditions that a name gives way to."""
_BAR = 8


def about_cursor(plan: Plan) -> str:
    """What is in the space under the cursor, and who is chosen."""
    here, encounter = name_of(plan.cursor), plan.encounter
    who = plan.who.get(plan.cursor)
    ground = plan.board.ground.get(here)
    there = [f"{encounter.name(who)} ({who})"] if who is not None else []
    there += [{"void": "no floor", "rough": "rough ground"}.get(ground, ground)] if ground else []
    end = ""
    if plan.chosen is not None and plan.chosen != who:
        spaces = plan.board.spaces(plan.chosen)
        end = f" · chosen: {encounter.name(plan.chosen)}, {name_of(spaces[0]) if spaces else 'not on the board'}"
    return f"{here}: {', '.join(there) or 'empty'}{end}"


def who_is_where(plan: Plan, room: int) -> list[Line]:
    """A heading and a line for each figure: those on the board, then the others, who are dim."""
    there = [figure for figure in plan.encounter.figures.values() if plan.on_board(figure.tag)]
    others = [figure for figure in plan.encounter.figures.values() if not plan.on_board(figure.tag)]
    names = min(_NAME, max((len(figure.name) for figure in there), default=0))
    rows = [line(*_words(plan, figure, names, room)) for figure in (*there, *others)]
    return [line(("  who is where", "dim")), *rows]


def _words(plan: Plan, figure: Figure, names: int, room: int) -> list[StyledText]:
    tag, style = figure.tag, plan.style(figure.tag)
    letter = plan.letters.get(tag, " ")
    called = letter if plan.foe(tag) else letter.upper()
    if not plan.on_board(tag):
        known = f"   {plan.short[tag]:{ROOM}} {called} -    "
        return [(known, "dim"), (_gone(plan, figure, room - len(known)), "dim")]
    known = f"  {plan.sign(tag)}{plan.short[tag]:{ROOM}} {called} {name_of(plan.board.spaces(tag)[0]):4} "
    return [(known, style), *_fares(plan, figure, names, room - len(known))]


def _gone(plan: Plan, figure: Figure, room: int) -> str:
    """Its name, and why it is not on the board as far as there is room; that it is not, the dash tells too."""
    words = [figure.name, standing_word(plan.rules, figure).lower() or "not on the board"]
    return next(
        (text for text in (", ".join(words), figure.name) if width([(text, "")]) <= room), cut(figure.name, room)
    )


def _fares(plan: Plan, figure: Figure, names: int, room: int) -> list[StyledText]:
    """Its name, wounds and conditions; where there is little room the name gives way first, then the wounds."""
    fares, how = vital(plan.rules, figure, _BAR)
    plain, _ = vital(plan.rules, figure, 0)
    lies = min(_CONDITION, width([(fitted(marks(figure), room), "")]) + 2) if figure.conditions else 0
    ways = [(name, text) for name in (names, _SHORT_NAME, 0) for text in (fares, plain)]
    least = (min(names, _SHORT_NAME if lies else room, max(0, room)), "")
    name, text = next((way for way in ways if way[0] + len(way[1]) + 2 + lies <= room), least)
    words: list[StyledText] = [(fit(figure.name, name), plan.style(figure.tag))]
    words += [(f"  {text}", how)] if text else []
    left = room - width(words) - 2
    if figure.conditions and left >= ROOM:
        words.append((f"  {fitted(marks(figure), left)}", "condition"))
    return words
