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


def follow_for_players(saves: Saves, name: str, numbers: bool, as_json: bool, printer: Printer) -> int:
    """Prints what the players may know: all of it, and again whenever it changes; as text only the lines that are new.

    Ends when the encounter is gone. BrokenPipeError once nobody reads it.
    """
    from referee.script.public_lines import public_lines
    from referee.ui.players.looking_on import GONE, LookingOn

    looking, view, notice, shown = LookingOn(saves, name, numbers), None, "", list[str]()
    try:
        while notice != GONE:
            if looking.notice != notice:
                printer.complain(*filter(None, [looking.notice]))
            if looking.view != view and as_json:
                printer.data(looking.view.data())
            elif looking.view != view:
                lines = list(public_lines(looking.view))
                printer.say(*(line for line in lines if line not in shown))
                shown = lines
            view, notice = looking.view, looking.notice
            _wait(printer)
            looking.look()
    finally:
        looking.close()
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
