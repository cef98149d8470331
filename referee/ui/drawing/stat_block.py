"""The stat block of a figure: who it is, what is left to it, its numbers in columns, and what it has, lies under and
carries, each under a heading. The same wherever all there is to a figure is shown.
"""

from collections.abc import Callable, Iterator, Sequence

from rich.cells import cell_len

from referee.engine.contract.kinds import TrackKind
from referee.engine.contract.ruleset import Ruleset
from referee.engine.state.bearer import Condition, Figure, Track, Value
from referee.engine.state.encounter import Encounter
from referee.ui.drawing.cells import side_marks, standing_word, told_gauge
from referee.ui.drawing.text_line import GLYPHS, Line, cut, fit, line, wrapped
from referee.words.bearer import named_thing, plain, shown
from referee.words.conditions import lasts, named

Explain = Callable[[str], str]
"""What a condition does, by its name; empty if that is not known."""
_SHORT = 5
"""Cells of a name that stands before a number in a narrow column: `STR`, `speed`."""
_GAP = 2
"""Cells between columns."""
_LONGEST_BAR = 24


def stat_block(
    rules: Ruleset, encounter: Encounter, figure: Figure, width: int, explain: Explain | None = None
) -> list[Line]:
    """All there is to a figure but its name, in so many cells. What it never uses is left out."""
    mark = side_marks(rules, encounter.figures.values())[figure.side]
    standing = standing_word(rules, figure)
    lines = [
        line(
            (f"{mark.sign} ", mark.style),
            (cut(f"{plain(figure.kind)} {GLYPHS.dot} {figure.side}", width - 2), "dim"),
            (f"  {standing}", "dying"),
        ),
        *_tracks(rules, figure, width),
    ]
    if said := rules.describe(encounter, figure.tag).get(figure.tag):
        lines += _in_rows(said, width, "text")
    lines += _traits(rules, encounter, figure, width)
    for pile, tags in figure.piles.items():
        things = [named_thing(rules, encounter, figure.tag, tag) for tag in tags]
        lines += _under(plain(pile), _things([thing for thing in things if thing], width), width)
    told = explain or (lambda name: kind.hint if (kind := rules.condition(name)) else "")
    lying = [row for each in figure.conditions for row in _condition(rules, encounter, figure, each, told, width)]
    return [*lines, *_under("conditions", lying, width)]


def _under(name: str, rows: Sequence[Line], width: int) -> list[Line]:
    """Lines under a heading; nothing where there are none."""
    if not rows:
        return []
    rule = GLYPHS.rule * max(0, width - cell_len(name) - 4)
    return [line((f"{GLYPHS.rule * 2} {cut(name, width - 4)} ", "clause"), (rule, "rule")), *rows]


def _tracks(rules: Ruleset, figure: Figure, width: int) -> Iterator[Line]:
    """What is left to it: its health as a bar across, a few points as pips, their names in a column."""
    told: list[tuple[TrackKind, Track]] = list(rules.told_tracks(figure))
    names = [cut(kind.label or plain(kind.name), 14) for kind, _ in told]
    column = max(map(cell_len, names), default=0)
    for name, (kind, track) in zip(names, told, strict=True):
        bar = max(4, min(_LONGEST_BAR, width - column - _GAP - 8))
        text, style = told_gauge(rules, figure, kind, track, bar)
        yield line((fit(name, column + _GAP), "clause"), (cut(text, width - column - _GAP), style))


def _traits(rules: Ruleset, encounter: Encounter, figure: Figure, width: int) -> list[Line]:
    """What the game knows of it besides, as far as it is not as with everybody: numbers in columns, then words."""
    known = [
        (kind.label or plain(kind.name), figure.traits.get(kind.name, kind.default), kind) for kind in rules.traits
    ]
    told = [(name, _value(encounter, value), value) for name, value, kind in known if value != kind.default]
    numbers = [(name, text) for name, text, value in told if isinstance(value, int) and not isinstance(value, bool)]
    short = [each for each in numbers if cell_len(each[0]) <= _SHORT]
    marks = [name for name, _, value in told if value is True]
    words = [(name, text) for name, text, value in told if not isinstance(value, int)]
    column = max((cell_len(name) for name, _ in words), default=0)
    lines = [*_grid(short, width), *_grid([each for each in numbers if each not in short], width)]
    for name, text in words:
        head, *more = wrapped(text, max(8, width - column - _GAP))
        lines.append(line((fit(name, column + _GAP), "clause"), (head, "text")))
        lines += (line((" " * (column + _GAP), "text"), (row, "text")) for row in more)
    return [*lines, *(_in_rows(", ".join(marks), width, "text") if marks else ())]


def _grid(numbers: Sequence[tuple[str, str]], width: int) -> Iterator[Line]:
    """Names with their numbers in as many columns as there is room for, the numbers under one another."""
    if not numbers:
        return
    name = min(max(cell_len(each) for each, _ in numbers), max(1, width - 6))
    number = max(cell_len(text) for _, text in numbers)
    count = max(1, (width + _GAP) // (name + 1 + number + _GAP))
    for start in range(0, len(numbers), count):
        cells = [f"{fit(each, name)} {text:>{number}}" for each, text in numbers[start : start + count]]
        # One style for all of it: each change of colour is some twenty bytes to send.
        yield line(((" " * _GAP).join(cells), "text"))


def _things(things: Sequence[str], width: int) -> list[Line]:
    """What it has, a thing a row: its name, and beside it in a column what it does."""
    parts = [thing.partition(" (") for thing in things]
    named_ones = [cell_len(name) for name, bracket, _ in parts if bracket]
    column = min(max(named_ones, default=0), width // 2)
    lines: list[Line] = []
    for name, bracket, does in parts:
        if not bracket:
            lines += _in_rows(name, width, "text")
            continue
        head, *more = wrapped(does.removesuffix(")"), max(8, width - column - _GAP))
        lines.append(line((fit(name, column + _GAP), "title"), (head, "text")))
        lines += (line((" " * (column + _GAP), "text"), (row, "text")) for row in more)
    return lines


def _condition(
    rules: Ruleset, encounter: Encounter, figure: Figure, condition: Condition, explain: Explain, width: int
) -> Iterator[Line]:
    """A condition: until when it lies, by whom, and what it does."""
    by = f"by {encounter.name(condition.by)}" if condition.by not in (None, figure.tag) else ""
    when = lasts(encounter, condition, figure.tag, rules) or "until lifted"
    yield from _in_rows(f"{named(condition, rules)}: {', '.join(filter(None, (when, by)))}", width, "condition")
    if does := explain(condition.kind):
        yield from (line((f"  {row}", "dim")) for row in wrapped(does, width - 2))


def _value(encounter: Encounter, value: Value) -> str:
    """A value in words; figures by their names."""
    figures = encounter.figures
    if isinstance(value, tuple) and all(tag in figures for tag in value):
        return ", ".join(figures[tag].name for tag in value)
    return shown(value)


def _in_rows(text: str, width: int, style: str) -> Iterator[Line]:
    """Text over as many lines as it takes, those after the first set in."""
    head, *more = wrapped(text, width)
    yield line((head, style))
    for row in wrapped(" ".join(more), width - 2) if more else ():
        yield line((f"  {row}", style))
