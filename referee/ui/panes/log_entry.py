"""Log entry: one line of the record, wrapped over as many lines of the screen as it takes."""

from collections.abc import Iterator, Sequence

from rich.cells import cached_cell_len as cell_len

from referee.text.lazy_pattern import pattern
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.text_line import Line, StyledText, cut, line, wrapped
from referee.words.log_line import LogLine

STYLES = {"hit": "hit", "miss": "miss", "critical": "critical", "death": "fallen", "heal": "healed"}
"""The style of a line by how what it tells came out; its words say it, too."""


def drawn_entry(entry: LogLine, width: int) -> list[Line]:
    """One line of the record, over as many lines of the screen as it takes, its clauses at the right edge.

    Where it is too long for one, its sums are left out; what it cost is dim behind it, if there is room. The beginning
    of a round is a rule.
    """
    if entry.begins == "round":
        return [round_rule(entry, width)]
    lead = "" if entry.head else _INDENT
    sign = f"{GLYPHS.hand} " if entry.hand and entry.head else f"{GLYPHS.hidden} " if entry.hidden else ""
    room = max(10, width - len(lead) - 1)
    text = sign + GLYPHS.spelled(entry.text)
    if cell_len(text) > room and entry.short:
        text = sign + GLYPHS.spelled(entry.short)
    if "→" in text or "->" in text:
        text = _CHANGE.sub(lambda change: change[0].replace(" ", _TIED), text)
    first, *more = wrapped(text, room)
    room -= len(_INDENT)
    rows = [first, *(wrapped(" ".join(more), max(8, room)) if more else ())]
    style = STYLES.get(entry.tone) or ("text" if entry.head else "dim")
    rows = [row.replace(_TIED, " ") for row in rows]
    rows = [f"{lead}{'' if n == 0 else _INDENT}{row}" for n, row in enumerate(rows)]
    out = [line(*words) for words in _outcome_in(rows, style)] if entry.tone else [line((row, style)) for row in rows]
    gap = width - 1 - cell_len(rows[-1])
    tail = GLYPHS.spelled(f"  ‹{entry.tail}›") if entry.tail else ""
    if tail and cell_len(tail) <= gap:
        out[-1] = line(*out[-1].words, (tail, "dim"))
        gap -= cell_len(tail)
    if cites := _cited(entry.cites, gap - 2):
        out[-1] = line(*out[-1].words, (f"{cites:>{gap}}", "clause"))
    return out


def _outcome_in(rows: Sequence[str], style: str) -> Iterator[list[StyledText]]:
    """The rows of one sentence; what came of it, from its colon on, in that style. Without a colon all of it is."""
    came = not any(_COLON in f"{row} " for row in rows)
    for row in rows:
        if came:
            yield [(row, style)]
        else:
            before, colon, after = f"{row} ".partition(_COLON)
            came = bool(colon)
            yield [(f"{before}{colon}".rstrip() if not after else f"{before}{colon}", "text"), (after.rstrip(), style)]


_COLON = ": "
_CHANGE = pattern(r"\w+ -?\d+ (?:→|->) -?\d+")
"""A value before and after, which is not broken over two lines: `HP 5 → 1`."""
_TIED = "\u2040"
"""A blank at which no line is broken; one that Unicode has would be made a blank like others."""
_INDENT = "  "
"""Before what came of a command besides, and before a line that goes on."""


def round_rule(entry: LogLine, width: int) -> Line:
    """A line across the pane where a round begins."""
    text = f"{cut(f'{GLYPHS.rule * 2} {entry.text}', width - 2)} "
    cites = _cited(entry.cites, width - cell_len(text) - 3)
    end = f" {cites}" if cites else ""
    return line((text, "clause"), (GLYPHS.rule * (width - 1 - cell_len(text + end)), "rule"), (end, "clause"))


def _cited(cites: Sequence[str], room: int) -> str:
    """As many of the clauses as there is room for; the first says most."""
    return next((text for n in (2, 1) if len(text := " ".join(cites[:n])) <= room), "")


def opened(texts: Sequence[str], width: int) -> list[Line]:
    """What a line is made of: its dice, what each event did, its clauses."""
    return [line((f"       {row}", "dim")) for text in texts for row in wrapped(GLYPHS.spelled(text), width - 9)]
