"""The command `system`, for system files: a new one, a check of one, the list of all games."""

from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from referee import games as systems
from referee.cli.encounters import STANDARD_INPUT, bytes_of, file_name
from referee.cli.parsers import see
from referee.cli.printer import Printer
from referee.engine.problem import Problem, Refused, on_topic
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.games import SUFFIX, Listed, SystemData, offered, read_own
from referee.games import listed as games
from referee.rules import registry
from referee.store.disk_errors import reason
from referee.store.save_problems import CannotWrite, NameTaken
from referee.store.system_copy import MOST_SYSTEM_BYTES
from referee.text.harmless import clean
from referee.text.quoting import quoted

if TYPE_CHECKING:
    from referee.rules.open_table.language.document import Mistake
    from referee.rules.open_table.language.system_file import SystemSource


def system(args: Namespace, printer: Printer) -> int | None:
    """Does `system new`, `check`, `show` or `list`; returns the exit code, None for 0."""
    do: dict[str, Callable[[Namespace, Printer], int | None]] = {
        "new": new,
        "check": check_file,
        "show": show,
        "list": listed,
    }
    return do[args.what](args, printer)


def new(args: Namespace, printer: Printer) -> None:
    """Writes a system file into this folder: `plain` under that name, with every key in comments."""
    from referee.rules.open_table.language.names import NAME
    from referee.rules.open_table.language.new_file import template

    name = args.name
    if not NAME.fullmatch(name):
        raise Refused(f"A system name is up to 24 lowercase letters, digits or _, not {quoted(name)}.")
    if name in registry.titles():
        raise Refused(f"There is already a system called {name}. Choose another name.")
    path = Path(f"{name}{SUFFIX}")
    _write_new(path, template(name, registry.shipped("plain").decode("utf-8")))
    printer.say(f"{path} is written. Check it: referee system check {path}")


def check_file(args: Namespace, printer: Printer) -> int:
    """Says what is wrong with a system file, at most 20 sentences; 1 if anything is."""
    from referee.rules.open_table.language.file_check import check
    from referee.ui.input.own_keys import KEY_ACTIONS, taken_keys

    called = file_name(args.file)
    raw = bytes_of(args.file, MOST_SYSTEM_BYTES) if args.file == STANDARD_INPUT else read_own(Path(args.file))
    found = check(raw, called, registry.coded(), taken_keys(KEY_ACTIONS), _sample_tried)
    printer.say(*found.errors)
    if found.left_off:
        printer.say(f"and {found.left_off} more.")
    printer.say(*(f"{warning} (a warning)" for warning in found.warnings))
    if found.errors or found.file is None:
        printer.complain(*see("systems"))
        return 1
    file = found.file
    counted = {
        "tracks": file.tracks,
        "traits": file.traits,
        "tests": file.tests,
        "conditions": file.conditions,
        "things": file.things,
        "actions": file.actions,
        "kinds": file.kinds,
    }
    numbers = ", ".join(_counted(len(values), what) for what, values in counted.items() if values)
    printer.say(f"{called} has no mistakes: {file.about.title}, {numbers}.")
    return 0


@on_topic("systems")
def show(args: Namespace, printer: Printer) -> None:
    """Prints a system file as it stands. Refused, with the games that have a file, if this one has none."""
    name, own = args.name, {path.stem: path for path in systems.own_files()}
    if name in registry.SHIPPED:
        raw = registry.shipped(name)
    elif name in own:
        raw = read_own(own[name])
    else:
        is_known = name in registry.titles() or name in registry.plugins()
        what = f"{name} has no file" if is_known else f"There is no system {quoted(name)}"
        raise Refused(f"{what}. Systems with a file: {', '.join(map(clean, (*registry.SHIPPED, *own)))}.")
    printer.say(*raw.decode("utf-8", "replace").splitlines())


def _sample_tried(source: "SystemSource") -> "Iterator[Mistake]":
    """What is wrong with the sample of a system file: the first of its lines that an empty table refuses."""
    from referee.dialogue.run_lines import run_line
    from referee.rules.open_table.language.document import Mistake
    from referee.rules.open_table.play.ruleset import build

    rules, path = build(source), ("system", "sample")
    session = Session(rules, MemoryStepLog(Encounter(system=rules.name)))
    begins = source.document.line(path)
    for line in rules.sample().splitlines():
        try:
            run_line(session, line)
        except Problem as problem:
            texts = [clean(text).strip() for text in source.document.text.split("\n")]
            at = next((n for n, text in enumerate(texts[begins - 1 :], begins) if text == line.strip()), begins)
            yield Mistake("E7", path, f"{quoted(line)} does not work: {problem}", at)
            return


def _counted(n: int, what: str) -> str:
    return f"{n} {what.removesuffix('s') if n == 1 else what}"


def listed(args: Namespace, printer: Printer) -> None:
    """Lists all games: in code, shipped as files, of installed packages, and in the folder of systems."""
    if args.names:
        printer.say(*(name for name, _ in offered()))
        return
    found = games()
    if args.json:
        printer.data([_fields(each) for each in found], indent=2)
    else:
        rows = [(f.name, f.title, f.where, f.trouble or f.blurb) for f in found]
        printer.table(("name", "title", "where", ""), rows)
        for game in found:
            printer.say(*(("", f"{game.title}: {clean(game.licence)}") if game.licence else ()))


def _fields(game: Listed) -> SystemData:
    return {
        "name": game.name,
        "title": game.title,
        "blurb": game.trouble or game.blurb,
        "where": game.where,
        "playable": not game.trouble,
    }


def _write_new(path: Path, text: str) -> None:
    """Writes a file that is not there yet. NameTaken if it is; CannotWrite if the disk does not take it."""
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError as error:
        raise NameTaken(f"There is already a file {clean(str(path), 80)}.") from error
    except OSError as error:
        why = "its folder is not there" if isinstance(error, FileNotFoundError) else reason(error)
        raise CannotWrite(f"{clean(str(path), 80)} cannot be written: {why}.") from error
