"""The `referee` command."""

import gc
import os
import sys


def main() -> int:
    """Runs the command with what was typed behind it; the exit code."""
    _fill_closed()
    if sys.platform == "win32":
        return _refuse_windows(sys.argv[1:])
    _tune()
    from referee.cli.main import run

    return run(sys.argv[1:])


def _refuse_windows(words: list[str]) -> int:
    """Says what to do on Windows, where Python cannot lock files or read keys as this program does; the exit code.

    The version is printed all the same.
    """
    print("referee: Referee runs on Linux and macOS. On Windows, install it in WSL and run it there.", file=sys.stderr)
    if words not in (["--version"], ["-V"]):
        return 1
    from referee.cli.parsers import version

    print(version())
    return 0


def _tune() -> None:
    """Takes from the start what it need not do: a tenth of it went into these two."""
    # At the default of 700 objects the collector would run some fifty times over the imports, all of which are in use;
    # they come to some 110,000 objects.
    gc.set_threshold(200_000, 20, 20)
    # Pydantic would search all that is installed for plugins of its own; this program has none.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")


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
