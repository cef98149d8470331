"""The `referee` command."""

import sys


def main() -> int:
    """Runs the command with what was typed behind it."""
    from referee.command.cli import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    raise SystemExit(main())
