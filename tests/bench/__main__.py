"""`python -m tests.bench`: what the app costs on this machine, as a table. It asserts nothing."""

import sys

from tests.bench.measures import rows


def main() -> None:
    """Prints a row for each budget, as it is measured."""
    print(f"{'what':<58} {'budget':>20} {'measured':>22}")
    for row in rows():
        print(f"{row.what:<58} {row.budget:>20} {row.measured:>22}")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
