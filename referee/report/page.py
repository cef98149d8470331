"""The page of a report: one HTML file with charts as inline SVG, which loads nothing and runs no script."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path

from referee.engine.problem import Refused
from referee.report.dice import DiceCount
from referee.report.document import Table, headline, right_aligned, tables
from referee.report.document_formats import as_csv, as_json, markdown
from referee.report.evening_figures import Evening, Totals
from referee.report.fight_clock import lasting
from referee.report.fight_course import parts_of
from referee.store.disk_errors import reason
from referee.store.file import Folder
from referee.text.quoting import quoted, short

_STYLE = """
:root { color-scheme: light dark; --back: #faf8f4; --card: #ffffff; --text: #26221c; --dim: #6b6457; --rule: #ddd6c8;
  --dealt: #2f6f4f; --taken: #b4472e; --time: #4a6390; --chance: #8a7f6c; }
@media (prefers-color-scheme: dark) { :root { --back: #17181b; --card: #202226; --text: #e8e4db; --dim: #a29c8f;
  --rule: #3a3c42; --dealt: #6fbf8f; --taken: #e58a6f; --time: #8fa9d8; --chance: #8d8778; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 72rem; padding: 1rem; background: var(--back); color: var(--text);
  font: 16px/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { margin: .5rem 0 0; font-size: 1.7rem; line-height: 1.2; }
h2 { margin: 2rem 0 .5rem; font-size: 1.2rem; border-bottom: 1px solid var(--rule); }
p { margin: .4rem 0; max-width: 60rem; }
.dim, .note { color: var(--dim); }
.both { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); }
@media (min-width: 60rem) { .both { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); align-items: start; } }
.cards { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(10rem, 1fr)); }
.card { background: var(--card); border: 1px solid var(--rule); border-radius: .5rem; padding: .5rem .75rem; }
.card b { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--text); font: 12px system-ui, sans-serif; }
svg .small { fill: var(--dim); font-size: 10px; }
.chart { max-width: 34rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
th, td { padding: .2rem .6rem .2rem 0; text-align: left; border-bottom: 1px solid var(--rule); vertical-align: top; }
th, td { white-space: nowrap; }
td.long { white-space: normal; min-width: 12rem; }
th { color: var(--dim); font-weight: 600; }
.n { text-align: right; }
@media (max-width: 30rem) { table { font-size: .85rem; } th, td { padding-right: .4rem; } }
details { margin: .5rem 0; background: var(--card); border: 1px solid var(--rule); border-radius: .5rem;
  padding: .4rem .75rem; }
summary { cursor: pointer; }
ul { margin: .4rem 0; padding-left: 1.2rem; }
li.more { list-style: none; margin-left: 1rem; color: var(--dim); }
@media print { details > * { display: block; } }
"""
_MORE, _WRAPPED = ' class="more"', ' class="long"'
_LONG = 24
"""Letters of a cell from which on it may take several lines."""
_NAME, _BAR, _NUMBER, _ROW = 112, 180, 70, 30
"""Units of a chart of bars: for the name, the longest bar, the number behind it, and for the height of a row."""
_MOST_NAME = 17
"""Letters of a name that have room beside a bar."""


def html(evening: Evening) -> str:
    """The report as an HTML file."""
    return "\n".join(_html(evening)) + "\n"


def _html(evening: Evening) -> Iterator[str]:
    title = escape(evening.name)
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    yield f"<title>{title}</title>\n<style>{_STYLE}</style>\n</head>\n<body>"
    yield f'<h1>{title}</h1>\n<p class="dim">{escape(evening.game)}</p>'
    yield f"<p>{escape(' '.join(headline(evening)))}</p>"
    for table in tables(evening):
        yield from _section(evening, table)
    if evening.rounds:
        yield "<section>\n<h2>The course of the fight</h2>"
        yield from _course(evening)
        yield "</section>"
    yield "</body>\n</html>"


def _section(evening: Evening, table: Table) -> Iterator[str]:
    """A table with its chart, where it has one."""
    yield f'<section id="{table.name}">\n<h2>{escape(table.title)}</h2>'
    rows = list(_table(table)) if table.rows else []
    match table.name:
        case "totals":
            bars = [(each.name, each.dealt, each.taken) for each in evening.figures if each.dealt or each.taken]
            yield from _beside(rows, _legend(("dealt", "taken")), _bars(bars, ("dealt", "taken"), str))
        case "health":
            yield from ('<div class="cards">', *map(_health_card, (f for f in evening.figures if f.health)), "</div>")
            yield from ("<details><summary>In numbers</summary>", *rows, "</details>")
        case "turns":
            times = sorted(((each.who, each.seconds) for each in evening.turns), key=lambda time: -time[1])
            yield from _beside(rows, _bars(times, ("time",), lasting))
        case "dice":
            tried = [each for each in evening.dice if each.groups]
            yield from ('<div class="cards">', *map(_dice_card, tried), "</div>") if tried else ()
            yield from rows
        case _:
            yield from rows
    yield from (f'<p class="note">{escape(note)}</p>' for note in table.notes)
    yield "</section>"


def _beside(rows: Iterable[str], *chart: str) -> Iterator[str]:
    yield from ('<div class="both">', "<div>", *rows, "</div>", '<div class="chart">', *chart, "</div>", "</div>")


def _table(table: Table) -> Iterator[str]:
    right = [' class="n"' if numbers else "" for numbers in right_aligned(table)]
    yield '<div class="wide">\n<table>'
    yield f"<tr>{''.join(f'<th{side}>{escape(head)}</th>' for head, side in zip(table.heads, right, strict=True))}</tr>"
    for row in table.rows:
        yield f"<tr>{''.join(_cell(str(cell), side) for cell, side in zip(row, right, strict=True))}</tr>"
    yield "</table>\n</div>"


def _cell(text: str, side: str) -> str:
    return f"<td{side if len(text) <= _LONG else _WRAPPED}>{escape(text)}</td>"


def _course(evening: Evening) -> Iterator[str]:
    for each in parts_of(evening.rounds):
        told = f": {escape(each.told)}" if each.told else ""
        yield f"<details open><summary><b>{each.heading}</b>{told}</summary>"
        yield "<ul>"
        yield from (f"<li{'' if said.is_first else _MORE}>{escape(said.text)}</li>" for said in each.log)
        yield "</ul>\n</details>"


# -------------------------------------------------------------------- charts


def _svg(width: int, height: int, label: str, shapes: Iterable[str]) -> str:
    told = escape(label)
    start = f'<svg viewBox="0 0 {width} {height}" role="img" aria-label="{told}">'
    return "\n".join((start, f"<title>{told}</title>", *shapes, "</svg>"))


def _legend(kinds: Sequence[str]) -> str:
    return f'<p class="dim">{" ".join(f"{_swatch(kind)} {kind}" for kind in kinds)}</p>'


def _swatch(kind: str) -> str:
    square = f'<rect width="10" height="10" fill="var(--{kind})"/>'
    return f'<svg viewBox="0 0 10 10" style="display:inline-block;width:.7em">{square}</svg>'


def _bars(rows: Sequence[tuple[str | int, ...]], kinds: Sequence[str], told: Callable[[int], str]) -> str:
    """Bars for each name: as many for each as there are kinds, in their colours."""
    values = [[int(value) for value in row[1:]] for row in rows]
    most = max((max(each) for each in values), default=0) or 1
    high = _ROW // (len(kinds) + 1)
    shapes: list[str] = []
    for n, (row, numbers) in enumerate(zip(rows, values, strict=True)):
        y = n * _ROW
        shapes.append(f'<text x="0" y="{y + 18}">{escape(_short(str(row[0])))}</text>')
        for place, (kind, value) in enumerate(zip(kinds, numbers, strict=True)):
            top, length = y + 4 + place * (high + 1), round(_BAR * value / most, 1)
            if value:
                shapes.append(
                    f'<rect x="{_NAME}" y="{top}" width="{length}" height="{high}" rx="2" fill="var(--{kind})"/>'
                )
                shapes.append(
                    f'<text class="small" x="{_NAME + length + 4}" y="{top + high - 1}">{escape(told(value))}</text>'
                )
    label = "; ".join(f"{row[0]}: {', '.join(map(told, numbers))}" for row, numbers in zip(rows, values, strict=True))
    return _svg(_NAME + _BAR + _NUMBER, len(rows) * _ROW + 4, label, shapes)


def _short(name: str) -> str:
    return name if len(name) <= _MOST_NAME else f"{name[: _MOST_NAME - 1]}…"


def _health_card(figure: Totals) -> str:
    """Health of one figure over the rounds, as steps."""
    known = list(enumerate(figure.health, figure.came - 1))
    top = max((figure.most or 0, *(value for _, value in known), 1))
    low = min((0, *(value for _, value in known)))
    wide, high = 160, 48
    across = wide / max(1, known[-1][0])
    points = [(round(n * across, 1), round(high - high * (value - low) / (top - low), 1) + 2) for n, value in known]
    line = " ".join(f"{x},{y}" for x, y in points)
    first, last = known[0][1], known[-1][1]
    area = f"{points[0][0]},{high + 2} {line} {points[-1][0]},{high + 2}"
    shapes = (
        f'<polygon points="{area}" fill="var(--dealt)" opacity=".18"/>',
        f'<polyline points="{line}" fill="none" stroke="var(--dealt)" stroke-width="2" stroke-linejoin="round"/>',
        f'<circle cx="{points[-1][0]}" cy="{points[-1][1]}" r="3" fill="var(--dealt)"/>',
        f'<line x1="0" x2="{wide}" y1="{high + 2}" y2="{high + 2}" stroke="var(--rule)"/>',
    )
    told = f"{first} → {last}" + (f"/{figure.most}" if figure.most is not None else "")
    drawn = _svg(wide + 4, high + 5, f"{figure.name}: {', '.join(str(value) for _, value in known)}", shapes)
    return f'<div class="card"><b>{escape(figure.name)}</b><span class="dim">{told}</span>{drawn}</div>'


def _dice_card(die: DiceCount) -> str:
    """How often each face fell, with what chance shows on average as a line across."""
    high, wide = 56, 160
    most, each = max((*die.fell, 1)), wide / len(die.fell)
    shapes = [
        f'<rect x="{round(n * each + 0.5, 1)}" y="{round(high - high * fell / most, 1) + 2}" '
        f'width="{round(each - 1, 1)}" height="{round(high * fell / most, 1)}" fill="var(--time)"/>'
        for n, fell in enumerate(die.fell)
    ]
    y = round(high - high * die.count / len(die.fell) / most, 1) + 2
    shapes.append(f'<line x1="0" x2="{wide}" y1="{y}" y2="{y}" stroke="var(--chance)" stroke-dasharray="3 2"/>')
    shapes.append(f'<text class="small" x="0" y="{high + 13}">{escape(die.faces[0])}</text>')
    last = escape(die.faces[-1])
    shapes.append(f'<text class="small" x="{wide}" y="{high + 13}" text-anchor="end">{last}</text>')
    label = ", ".join(f"{face}: {fell}" for face, fell in zip(die.faces, die.fell, strict=True))
    many = f"{die.count} {die.die}"
    told = f'<b>{escape(die.who)}</b><span class="dim">{escape(f"{many}, {die.told}")}</span>'
    return f'<div class="card">{told}{_svg(wide, high + 16, label, shapes)}</div>'


def save(evening: Evening, name: str, form: str = "") -> str:
    """Writes a report into a new file; returns its name as it is told. Refused if it cannot be written.

    form: one of FORMS; empty: what the name ends in, or else Markdown.
    """
    path = Path(name)
    text = FORMS.get(form or path.suffix[1:].lower(), markdown)(evening)
    try:
        if path.is_dir():
            raise FileExistsError
        Folder(path.parent).write_new(path.name, text.encode())
    except FileExistsError as error:
        raise Refused(f"{quoted(name, 80)} already exists. Choose another name.") from error
    except (OSError, ValueError) as error:
        known = "there is no such folder" if isinstance(error, FileNotFoundError) else ""
        why = known or (reason(error) if isinstance(error, OSError) else "a bad file name")
        raise Refused(f"{quoted(name, 80)} cannot be written: {why}.") from error
    return short(name, 80)


FORMS: Mapping[str, Callable[[Evening], str]] = {"md": markdown, "html": html, "json": as_json, "csv": as_csv}
"""The forms of a report, by the names that `--format` takes."""
