"""`python -m tests.bench`: what the app costs on this machine, as a table beside the figures that were kept last.

It asserts nothing. Parts that are named are measured alone; `--keep REASON` keeps the figures, and why.
"""

import argparse
import json
import sys
from datetime import UTC, datetime
from pathlib import Path

from tests.bench.large import LARGE
from tests.bench.measures import PARTS, rows

KEPT = Path(__file__).parent / "figures.json"


def main() -> None:
    """Prints a row for each budget, as it is measured."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench")
    known = {**PARTS, **LARGE}
    parser.add_argument(
        "parts", metavar="PART", nargs="*", help=f"{', '.join(PARTS)}; only if named: {', '.join(LARGE)}"
    )
    parser.add_argument("--keep", metavar="REASON", help="keep these figures in the repository")
    options = parser.parse_args()
    kept = json.loads(KEPT.read_text(encoding="utf-8"))
    _print("what", "budget", "measured", "of the processor", "kept")
    for row in rows([known[part] for part in options.parts or PARTS]):
        _print(row.what, row.budget, row.measured, row.cpu, kept["figures"].get(row.what, ""))
        kept["figures"][row.what] = row.cpu or row.measured
    if options.keep:
        kept["reasons"].append(f"{datetime.now(UTC):%Y-%m-%d}: {options.keep}")
        KEPT.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _print(*columns: str) -> None:
    print("".join(f"{text:<{width}}" for text, width in zip(columns, (56, 21, 25, 25, 25), strict=True)).rstrip())
    sys.stdout.flush()


if __name__ == "__main__":
    main()
