"""Last message: what the program prints to standard error as it ends."""

import os
import sys


def say(words: str) -> None:
    """Prints to standard error. Where the terminal is gone, nothing is printed, and the exit status stays as it is."""
    try:
        if words:
            print(words, file=sys.stderr)
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.dup2(nowhere, sys.stderr.fileno())
