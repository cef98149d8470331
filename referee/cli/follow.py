"""Follow: prints each act of an encounter as it is done by another program, until interrupted."""

import select
from contextlib import closing

from referee.cli.printer import Printer
from referee.script.following import Act, Following
from referee.script.looking import told
from referee.script.systems import rules_for
from referee.store.saves import Saves

EVERY = 200
"""Milliseconds between looks at the files of the encounter."""


def follow(saves: Saves, name: str, as_json: bool, printer: Printer) -> int:
    """Prints how it stands, then each act, until the encounter is gone. BrokenPipeError once nobody reads it."""
    with closing(saves.open(name, read_only=True)) as journal:
        following = Following(journal, rules_for(journal))
        printer.complain(*journal.notices)
        _tell(following.opened(), as_json, printer)
        while not following.gone:
            for act in following.look():
                _tell(act, as_json, printer)
            _wait(printer)
    return 0


def _tell(act: Act, as_json: bool, printer: Printer) -> None:
    if as_json:
        printer.data(act.data())
    else:
        printer.say(act.text, *(f"    {told(line)}" for line in act.lines))


def _wait(printer: Printer) -> None:
    """Until the next look, or until nobody reads any more what is printed."""
    reader = select.poll()
    reader.register(printer.out.fileno(), 0)
    if reader.poll(EVERY):
        raise BrokenPipeError
