"""`python -m tests.bench`: what the app costs on this machine, as a table beside the figures that were kept last.

It asserts nothing. Parts that are named are measured alone; `--keep REASON` keeps the figures, and why.
"""

import argparse
from collections.abc import Sequence
from pathlib import Path

from tests.bench import develop_topic, figures
from tests.bench.bars import picture
from tests.bench.large import LARGE
from tests.bench.measures import EXTRA, ONCE, PARTS, prepared
from tests.bench.row import Row, budget_text, by_part, compared, measured_text, rows_of

WIDTHS = (2, 47, 28, 28, 17, 11, 10, 10)
HEADS = ("", "what", "median (least..most)", "of the processor", "budget", "of budget", "of kept", "of empty")


def main() -> None:
    """Prints a row for each budget, part by part as they are measured; `!` marks those that are over it."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    named = {**EXTRA, **LARGE}
    known = {**PARTS, **named}
    parts = f"{', '.join(PARTS)}; only if named: {', '.join(named)}"
    parser.add_argument("parts", metavar="PART", nargs="*", help=parts)
    parser.add_argument("--runs", type=int, default=5, help="how often each is measured (5)")
    parser.add_argument("--keep", metavar="REASON", help="keep these figures in the repository")
    parser.add_argument("--picture", metavar="FILE", type=Path, help="draw the rows that have a budget as SVG")
    parser.add_argument("--of-kept", action="store_true", help="measure nothing: the figures that are kept")
    options = parser.parse_args()
    if options.keep and options.of_kept:
        parser.error("what is kept is not kept again: --keep measures")
    if unknown := {*options.parts} - known.keys():
        parser.error(f"there is no part {min(unknown)}; parts are {parts}")
    if options.runs < 1:
        parser.error("--runs: 1 or more")
    kept = figures.read()
    _print(HEADS)
    if options.of_kept:
        rows = figures.rows_kept(kept)
        for part, each in by_part(rows):
            _print_part(part, each)
    else:
        rows = []
        with prepared() as folder:
            for part in options.parts or PARTS:
                runs = [[*known[part](folder)] for _ in range(1 if part in ONCE else options.runs)]
                measured = compared(rows_of(part, runs), figures.rows_kept(kept))
                _print_part(part, measured)
                rows += measured
    if not options.of_kept:
        kept = figures.with_rows(kept, rows, options.keep or "not kept", options.runs)
    if options.keep:
        figures.write(kept)
        develop_topic.write(kept)
        rows = figures.rows_kept(kept)
    if options.picture:
        options.picture.write_text(picture(rows, *figures.title(kept)), encoding="utf-8")


def _print_part(part: str, rows: Sequence[Row]) -> None:
    _print(("", part))
    for row in rows:
        part_of, before, empty = row.of_budget, row.of_before, row.of_empty
        _print(
            (
                "!" if row.is_over else "",
                f"  {row.name}",
                measured_text(row.measured, row.unit),
                measured_text(row.cpu, row.unit),
                budget_text(row),
                f"{part_of.median:.2f}" if part_of else "",
                f"{before:.2f}" if before is not None else "",
                f"{empty.median:.2f}" if empty else "",
            )
        )


def _print(columns: Sequence[str]) -> None:
    line = "".join(f"{text:<{width - 1}} " for text, width in zip(columns, WIDTHS, strict=False))
    print(line.rstrip(), flush=True)


if __name__ == "__main__":
    main()
