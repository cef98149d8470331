"""A picture of the rows that have a budget: each a bar, as long as the part of its budget that was measured."""

import html
from collections.abc import Iterator, Sequence
from math import isfinite
from textwrap import shorten

from tests.bench.row import Row, budget_text, by_part, compared_text

WIDTH, LINE, TOP = 800, 17, 60
LEFT, FULL = 316, 190
"""Where bars begin, and the length of a bar that is just within its budget."""
MOST = 1.35
"""The part of the budget that the longest bar shows; what is more is cut there."""
FIGURES = LEFT + round(FULL * MOST) + 10
"""Where what was measured stands."""
_STYLE = """
text{font:12px ui-sans-serif,system-ui,sans-serif;fill:#24292f} .part{font-weight:bold} .dim{fill:#59636e}
.back{fill:#ffffff} .in{fill:#3b82c4} .over{fill:#d1483a} .spread{stroke:#24292f;stroke-width:1.5}
.limit{stroke:#59636e;stroke-dasharray:3 3} .before{fill:none;stroke:#24292f;stroke-width:1.5}
@media(prefers-color-scheme:dark){text{fill:#e6edf3} .dim{fill:#9aa4af} .back{fill:#0d1117}
.in{fill:#4a90d0} .over{fill:#e5604f} .spread,.before{stroke:#e6edf3} .limit{stroke:#9aa4af}}
"""


def picture(rows: Sequence[Row], title: str, reason: str) -> str:
    """The picture as SVG, for a light or a dark background as the reader's is."""
    drawn, y = list[str](), TOP
    for part, each in by_part(row for row in rows if row.of_budget is not None):
        y += LINE + 3
        drawn.append(_text(8, y, part, "part"))
        for row in each:
            y += LINE
            drawn.extend(_bar(row, y))
    height, limit = y + 14, LEFT + FULL
    return "\n".join(
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}"'
            f' viewBox="0 0 {WIDTH} {height}" role="img">',
            f"<title>{html.escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="back" width="{WIDTH}" height="{height}"/>',
            _text(8, 18, title, "part"),
            _text(8, 36, shorten(reason, 110, placeholder=" ..."), "dim"),
            _text(8, 54, "Bar: median, line: spread, diamond: kept before. Far over the budget, they are cut.", "dim"),
            _text(limit, 72, "budget", "dim", "middle"),
            f'<path class="limit" d="M{limit} 78V{y + 4}"/>',
            *drawn,
            "</svg>\n",
        )
    )


def _bar(row: Row, y: int) -> Iterator[str]:
    """A row whose text stands on the line at y."""
    part = row.of_budget
    assert part is not None
    yield _text(18, y, row.name)
    length = max(1.0, _along(part.median))
    yield f'<rect class="{"over" if row.is_over else "in"}" x="{LEFT}" y="{y - 10}" width="{length:.1f}" height="10"/>'
    if part.most > part.least:
        yield f'<path class="spread" d="M{LEFT + _along(part.least):.1f} {y - 5}H{LEFT + _along(part.most):.1f}"/>'
    if (before := row.before_of_budget) is not None:
        yield f'<path class="before" d="M{LEFT + _along(before):.1f} {y - 10}l4 5l-4 5l-4 -5z"/>'
    yield _text(FIGURES, y, f"{compared_text(row)} ({budget_text(row)})")


def _along(part: float) -> float:
    """How far along the bar a part of the budget is."""
    return FULL * (max(0.0, min(part, MOST)) if isfinite(part) else MOST)


def _text(x: int, y: int, text: str, style: str = "", anchor: str = "start") -> str:
    return f'<text x="{x}" y="{y}" class="{style}" text-anchor="{anchor}">{html.escape(text)}</text>'
