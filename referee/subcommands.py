"""Subcommands: what can be done with encounters from the command line, without a screen."""

import sys
from argparse import Namespace
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from referee.engine.number import short
from referee.engine.problem import NotUnderstood, Problem, Refused
from referee.printer import Printer
from referee.store.saves import Saves, saves_folder

if TYPE_CHECKING:
    from referee.store.save import Save

MOST_OF_A_FILE = 2_000_000
"""Bytes of a transcript."""


def _saves(said: Namespace) -> Saves:
    return Saves(saves_folder(said.saves))


# -------------------------------------------------------------------- the shelf


def ls(said: Namespace, printer: Printer) -> int:
    """Lists the encounters."""
    return _listed(_saves(said).list(), said.json, printer, "No encounter is kept here yet; `referee new` makes one.")


def trash(said: Namespace, printer: Printer) -> int:
    """Lists what was removed."""
    return _listed(_saves(said).trash(), False, printer, "The trash is empty.")


def _listed(saves: "list[Save]", as_json: bool, printer: Printer, none: str) -> int:
    if as_json:
        printer.data([_facts(save) for save in saves], indent=2)
    elif not saves:
        printer.complain(none)
    else:
        heads = ("name", "system", "round", "turn", "figures", "actions", "saved", "")
        printer.table(heads, [_row(save) for save in saves])
    return 0


def _facts(save: "Save") -> dict[str, object]:
    return {
        "name": save.name,
        "folder": save.slug,
        "system": save.system,
        "round": save.round,
        "turn": save.turn,
        "figures": save.figures,
        "actions": save.actions,
        "saved": save.saved.isoformat(timespec="seconds"),
        "asks": save.asks,
        "trouble": save.trouble,
    }


def _row(save: "Save") -> tuple[str, ...]:
    saved = f"{save.saved.astimezone():%Y-%m-%d %H:%M}" if save.saved.timestamp() else ""
    remark = save.trouble or (f"asks {save.asks}" if save.asks else "")
    round_ = str(save.round) if save.round else "-"
    return save.name, save.system, round_, save.turn, str(save.figures), str(save.actions), saved, remark


def new(said: Namespace, printer: Printer) -> int:
    """Makes an encounter, perhaps with the system's sample on the table."""
    from referee.cli import COMMANDS
    from referee.engine.session import Session
    from referee.rules import registry
    from referee.script.run import run_line

    if said.name.strip().lower() in COMMANDS:
        raise Refused(f"{said.name.strip()} is a command of referee; call the encounter otherwise.")
    rules = registry.load(said.system)
    journal = _saves(said).create(said.name, rules.name)
    try:
        if said.sample:
            session = Session(rules, journal)
            for line in rules.sample().splitlines():
                run_line(session, line)
        _mind(journal.trouble)
        printer.say(f"{journal.name} is ready: referee {_quoted(journal.name)}")
    finally:
        journal.close()
    return 0


def _quoted(name: str) -> str:
    from shlex import quote

    return quote(name)


def _mind(trouble: str) -> None:
    """Refused, if the disk did not take what was done."""
    if trouble:
        raise Refused(f"NOT SAVED. {trouble}")


def rename(said: Namespace, printer: Printer) -> int:
    """Another name."""
    from referee.cli import COMMANDS

    if said.new.strip().lower() in COMMANDS:
        raise Refused(f"{said.new.strip()} is a command of referee; call the encounter otherwise.")
    _saves(said).rename(said.name, said.new)
    printer.say(f"{said.name} is called {said.new} now.")
    return 0


def copy(said: Namespace, printer: Printer) -> int:
    """A second one."""
    from referee.cli import COMMANDS

    if said.new.strip().lower() in COMMANDS:
        raise Refused(f"{said.new.strip()} is a command of referee; call the encounter otherwise.")
    _saves(said).copy(said.name, said.new)
    printer.say(f"{said.new} stands as {said.name} does.")
    return 0


def remove(said: Namespace, printer: Printer) -> int:
    """Into the trash."""
    saves = _saves(said)
    name = saves.look(said.name).name
    saves.remove(said.name)
    printer.say(f"{name} is in the trash; `referee restore {_quoted(name)}` fetches it back.")
    return 0


def restore(said: Namespace, printer: Printer) -> int:
    """Out of the trash."""
    _saves(said).restore(said.name)
    printer.say(f"{said.name} is back.")
    return 0


def check(said: Namespace, printer: Printer) -> int:
    """Is what is kept of it sound?"""
    wrong = _saves(said).check(said.name)
    printer.say(*(wrong or [f"{said.name} is sound."]))
    return 1 if wrong else 0


# -------------------------------------------------------------------- dice and rules


def roll(said: Namespace, printer: Printer) -> int:
    """Throws dice, for whatever the table needs them for."""
    from referee.engine.chance import AppDice
    from referee.engine.dice import read_dice
    from referee.engine.encounter import Encounter
    from referee.engine.question import Roll

    expression = read_dice(" ".join(said.dice))
    rolled = AppDice().roll(Encounter(system=""), Roll(key="roll", prompt="", pools=expression.pools))
    faces = " / ".join(" ".join(map(str, pool)) for pool in rolled.faces)
    total = sum(n for _, n in expression.reckon(rolled.faces))
    printer.say(f"{expression}: {faces} = {total}" if faces else f"{expression} = {total}")
    return 0


def systems(said: Namespace, printer: Printer) -> int:
    """The games."""
    from referee.rules import registry

    rules = [registry.load(name) for name in registry.names()]
    if said.json:
        printer.data([{"name": r.name, "title": r.title, "blurb": r.blurb} for r in rules], indent=2)
    else:
        printer.table(("name", "title", ""), [(r.name, r.title, r.blurb) for r in rules])
    return 0


def clauses(said: Namespace, printer: Printer) -> int:
    """The rules of a game in their clauses, or those with all these words in them."""
    from referee.rules import registry

    words = [word.lower() for word in said.word]
    rules = registry.load(said.system)
    found = [c for c in rules.clauses() if all(word in f"[{c.id}] {c.text}".lower() for word in words)]
    printer.say(*(f"[{c.id}] {c.text}" + ("" if c.source == "stated" else f" ({c.source})") for c in found))
    if not found:
        printer.complain(f"No clause of {rules.title} has {short(' '.join(words), 40)!r} in it.")
    return 0 if found else 1


def play(said: Namespace, printer: Printer) -> int:
    """Plays a transcript; prints its log, and the first line that fails."""
    from referee.rules import registry
    from referee.script.dialogue import told
    from referee.script.transcript import play as played_from

    played = played_from(_file(said.file), registry.load)
    for line in played.log:
        if said.json:
            printer.data(asdict(line))
        else:
            printer.say(told(line))
    for failure in played.failures:
        printer.complain(f"{said.file}:{failure.line}: {failure.reason}")
    if not played.failures:
        printer.complain(f"{said.file}: all {played.checks} checks hold.")
    return 1 if played.failures else 0


def _file(name: str) -> str:
    """The text of a file, if it is one, and not too long. Refused otherwise."""
    from pathlib import Path

    from referee.store.file import open_plain, read_all
    from referee.store.problem import reason

    try:
        raw = sys.stdin.buffer.read(MOST_OF_A_FILE + 1) if name == "-" else read_all(open_plain(Path(name)))
    except OSError as error:
        raise Refused(f"{short(name, 80)} cannot be read: {reason(error)}.") from error
    if len(raw) > MOST_OF_A_FILE:
        raise Refused(f"{short(name, 80)} is too long for a transcript.")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Refused(f"{short(name, 80)} is no UTF-8 text.") from error


# -------------------------------------------------------------------- one encounter


def show(said: Namespace, printer: Printer) -> int:
    """How it stands."""
    from referee.standing import facts, show_encounter

    journal = _saves(said).open(said.name, read_only=True)
    try:
        printer.complain(*journal.notices)
        if said.json:
            printer.data(facts(journal), indent=2)
        else:
            show_encounter(journal, printer)
    finally:
        journal.close()
    return 0


def log(said: Namespace, printer: Printer) -> int:
    """What has happened, from the beginning."""
    from referee.script.dialogue import told
    from referee.standing import log_of
    from referee.words import LogLine

    journal = _saves(said).open(said.name, read_only=True)
    try:
        printer.complain(*journal.notices)
        head = LogLine("")
        for line in log_of(journal):
            head = line if line.head else head
            if said.json:
                printer.data(asdict(line))
            else:
                once = line if line.head else replace(line, hand=line.hand and not head.hand)
                printer.say(told(line) if line.head else f"    {told(once)}")
    finally:
        journal.close()
    return 0


def do(said: Namespace, printer: Printer) -> int:
    """Lines, done one after the other until one is refused; each is on the disk before its outcome is printed."""
    from referee.engine.session import Session
    from referee.rules import registry
    from referee.script.dialogue import Dialogue

    journal = _saves(said).open(said.name)
    try:
        printer.complain(*journal.notices)
        session = Session(registry.load(journal.system), journal)
        printer.complain(*([session.notice] if session.notice else []))
        dialogue = Dialogue(session)
        for number, line in enumerate(said.lines, 1):
            try:
                lines = dialogue.take(line)
            except Problem as problem:
                at = f"command {number}: " if len(said.lines) > 1 else ""
                raise Refused(f"{at}{problem}{_place(problem)}") from problem
            _mind(journal.trouble)
            printer.say(*lines)
        printer.say(dialogue.status(), *dialogue.asked())
        journal.settle(session.questions[0].key if session.questions else "")
    finally:
        journal.close()
    return 0


def _place(problem: Problem) -> str:
    return f" (at character {problem.at + 1})" if isinstance(problem, NotUnderstood) and problem.at else ""


DO: dict[str, Callable[[Namespace, Printer], int]] = {
    "ls": ls,
    "new": new,
    "show": show,
    "do": do,
    "log": log,
    "check": check,
    "play": play,
    "roll": roll,
    "systems": systems,
    "clauses": clauses,
    "rename": rename,
    "copy": copy,
    "remove": remove,
    "restore": restore,
    "trash": trash,
}
"""What each subcommand does."""
