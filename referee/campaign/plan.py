"""Plan of an encounter, prepared as text: read from a file or the library."""

import re
from pathlib import Path

from msgspec import Struct, field
from msgspec.structs import replace

from referee.command_language.line import without_remark
from referee.command_language.read_command import words_of
from referee.engine.problem import Problem, Refused, on_topic
from referee.store.file import read_named
from referee.store.library_record import KeptPlan
from referee.text.harmless import clean
from referee.text.quoting import quoted, short

MOST_BYTES = 2_000_000
"""Bytes of a plan, those of its included files among them."""
MOST_LINES = 20_000
"""Lines of a plan, those of its included files among them."""
DEEPEST = 8
"""Files that may include one another."""
SYSTEM_LINE = "|"
"""The sign that begins each line of a system file within a plan."""

WRITTEN = "dice written"
"""The line of a plan after which the plan also has the dice that the app would throw."""
_NAME = re.compile(r"[^\\/\x00-\x1f]{1,200}")


class RefusedLine(Refused):
    """A line of a plan that cannot be done; the sentence names its file and its number."""

    topic = "plans"


class PlanLine(Struct, frozen=True):
    """One line of a plan, and where it stands."""

    file: str
    number: int
    text: str

    def refused(self, problem: Problem) -> RefusedLine:
        """The problem, with the file and the line that it arose in."""
        return RefusedLine(f"{self.file}, line {self.number}: {problem.located}")


class Plan(Struct):
    """A plan as it was read: its game, and its orders line by line, with those of included files in their places."""

    system: str = ""
    """The word after `system`; empty if there is none."""
    system_file: bytes | None = None
    """The system file that is within the plan; None if there is none."""
    folder: Path | None = None
    """The folder of the plan; None if it is no file."""
    is_kept: bool = False
    """It is one of the library, which may come from a stranger: its game is never a path."""
    lines: list[PlanLine] = field(default_factory=list)


def read_plan(path: Path) -> Plan:
    """The plan in that file. Refused, naming file and line, if it or an included file cannot be read."""
    return plan_in(_text(path), clean(path.name, 60), path.parent)


@on_topic("plans")
def plan_in(text: str, called: str, folder: Path | None = None) -> Plan:
    """The plan that a text holds. Refused as `read_plan`.

    called: what its lines are said to stand in; folder: where included files lie, None if none may be included.
    """
    reader = _Reader(folder)
    reader.take(text, called, ())
    return reader.plan


def kept_plan(record: KeptPlan) -> Plan:
    """The plan of the library that a record holds. Refused as `read_plan`."""
    return replace(plan_in(record.text, record.name), is_kept=True)


class _Reader:
    """Reads a plan and what it includes."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder
        self.plan = Plan(folder=folder)
        self.left = MOST_BYTES
        self.embedded: list[str] = []
        """The lines of the system file within the plan."""
        self.begun = False
        """An order has been said."""

    def take(self, text: str, called: str, within: tuple[str, ...]) -> None:
        """The lines of one file; `within`: the files that include it."""
        self.left -= len(text.encode("utf-8", "surrogatepass"))
        if self.left < 0:
            raise Refused(f"{called}: a plan and the files it includes have at most {MOST_BYTES:,} bytes.")
        for number, raw in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
            line = PlanLine(called, number, raw.removesuffix("\r"))
            try:
                self._line(line, (*within, called))
            except RefusedLine:
                raise
            except Problem as problem:
                raise line.refused(problem) from problem
        if self.embedded and not within:
            self.plan.system_file = "\n".join(self.embedded).encode("utf-8", "surrogatepass")

    def _line(self, line: PlanLine, within: tuple[str, ...]) -> None:
        words = [word.text for word in words_of(without_remark(line.text))]
        first = words[0].lower() if words else ""
        if line.text.startswith(SYSTEM_LINE) and self.plan.system and not self.begun:
            self.embedded.append(line.text[2:] if line.text[1:2] == " " else line.text[1:])
        elif first == "include":
            self._include(words, within)
        elif first == "system":
            self._system(words)
        elif len(self.plan.lines) >= MOST_LINES:
            raise Refused(f"A plan has at most {MOST_LINES:,} lines.")
        else:
            self.begun = self.begun or bool(words)
            self.plan.lines.append(line)

    def _system(self, words: list[str]) -> None:
        if len(words) != 2:
            raise Refused("Which system? For example: system black_keep")
        if self.plan.system not in ("", words[1]):
            raise Refused(f"The system is already {short(self.plan.system)}, not {short(words[1])}.")
        self.plan.system = words[1]

    def _include(self, words: list[str], within: tuple[str, ...]) -> None:
        if len(words) != 2:
            raise Refused("Which file of this folder? For example: include heroes.txt")
        name = words[1]
        if self.folder is None:
            raise Refused("Only a plan in a file can include others.")
        if _NAME.fullmatch(name) is None or name in (".", ".."):
            raise Refused(f"Only files of the same folder can be included, not {quoted(clean(name))}.")
        if clean(name, 60) in within:
            raise Refused(f"{clean(name, 60)} includes itself.")
        if len(within) >= DEEPEST:
            raise Refused(f"Too many files include one another: {DEEPEST} at most.")
        path = (self.folder / name).resolve()
        if path.parent != self.folder.resolve():
            raise Refused(f"{clean(name, 60)} is outside the folder of the plan.")
        self.take(_text(path), clean(name, 60), within)


@on_topic("plans")
def _text(path: Path) -> str:
    """The text of a plain file. Damaged or Refused if there is none, or it cannot be read, or is too long."""
    called = clean(path.name, 60)
    try:
        return read_named(path, called, MOST_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Refused(f"{called} is not UTF-8 text.") from error
