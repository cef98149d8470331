"""The `referee` command."""

import os
import sys


def main() -> int:
    """Runs the command with what was typed behind it; the exit code."""
    _fill_closed()
    from referee.cli.main import run

    return run(sys.argv[1:])


def _fill_closed() -> None:
    """Puts something in place of standard streams that were closed at start.

    Otherwise the next file opened would get their descriptor, and take what is printed. What is printed to a closed
    output fails, as it must; what is complained of there is not heard.
    """
    for name, flags, mode in (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            stream = open(os.open(os.devnull, flags), mode)  # noqa: SIM115
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)


if __name__ == "__main__":
    raise SystemExit(main())
