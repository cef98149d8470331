"""A listener: plays `referee NAME --plain` as a process, and knows nothing but what it is told there."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parent.parent.parent
PROMPT = re.compile(r"(?:^|\n)(answer|command)> $")
OFFER = re.compile(r"    (\S): (.*)")
EMPTY = re.compile(r"\(Enter: (.*)\)$")


class Listener:
    """One process; `asked` says which prompt it waits at, `heard` what was said since the last line."""

    def __init__(self, name: str, **environment: str) -> None:
        words = [sys.executable, "-m", "referee", name, "--plain"]
        env = {**os.environ, "LANG": "C.UTF-8", **environment}
        self.process = subprocess.Popen(
            words, cwd=ROOT, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0
        )
        self.heard: list[str] = []
        self.all: list[str] = []
        """All that was said, and what was typed, after `> `."""
        self.asked = ""
        self._letters: dict[str, dict[str, str]] = {}
        self._listen()

    def __enter__(self) -> "Listener":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.process.kill()
        self.process.communicate()

    def type(self, line: str) -> list[str]:
        """Types a line; what is said to it."""
        assert self.process.stdin is not None
        self.all.append(f"> {line}")
        self.process.stdin.write(f"{line}\n".encode())
        self._listen()
        return self.heard

    def leave(self) -> int:
        """Types quit; the exit code."""
        assert self.process.stdin is not None
        self.process.stdin.write(b"quit\n")
        return self.process.wait(60)

    @property
    def question(self) -> str:
        """The first question that was told last; empty if none was."""
        return next((line for line in self.heard if line.startswith("? ")), "")

    @property
    def letters(self) -> dict[str, str]:
        """What may be answered to it, by letter."""
        return self._letters.get(self.question, {})

    @property
    def proposed(self) -> str | None:
        """What an empty line answers; None if nothing."""
        found = EMPTY.search(self.question)
        return found[1] if found else None

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        raw = b""
        while not (found := PROMPT.search(raw.decode("utf-8", "ignore"))):
            more = os.read(out.fileno(), 1 << 16)
            assert more, raw.decode()
            raw += more
        self.asked = found[1]
        self.heard = raw.decode().splitlines()[:-1]
        self.all += self.heard
        if letters := dict(self._offers()):
            self._letters[self.question] = letters

    def _offers(self) -> Iterator[tuple[str, str]]:
        """What was told of the first question just now, each with its letter."""
        told = self.heard[self.heard.index(self.question) + 1 :] if self.question else []
        for line in takewhile(lambda line: not line.startswith("? "), told):
            if offer := OFFER.fullmatch(line):
                yield offer[1], offer[2]
