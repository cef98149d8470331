"""Orders in the shell: lines that are done at an encounter's table, or followed as another program does them."""

from argparse import Namespace
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING

from referee.cli.encounters import STANDARD_INPUT, saves_of, text_of
from referee.cli.printer import Printer
from referee.command_language.line import read_line, without_remark
from referee.command_language.orders import Help, Nothing
from referee.command_language.table_in_words import asks_to_look
from referee.dialogue.dialogue import Dialogue
from referee.dialogue.run_lines import end_of_order, require_saved
from referee.engine.problem import Problem, Refused, on_topic
from referee.engine.record.session import Session
from referee.engine.verbs.verb import Command
from referee.games import rules_for
from referee.library.own_library import session_of
from referee.store.journal import Journal
from referee.store.save_problems import Locked
from referee.store.saves import Saves
from referee.store.system_calls import has_hung_up
from referee.text.harmless import BYTE_ORDER_MARK
from referee.text.quoting import quoted

if TYPE_CHECKING:
    from referee.dialogue.following import Act


def do(args: Namespace, printer: Printer) -> None:
    """Does lines one after the other until one is refused; each is on the disk before its outcome is printed."""
    saves, lines = saves_of(args), _lines(args)
    with closing(_opened(saves, args.name, lines)) as journal:
        session = session_of(journal, saves.folder)
        printer.complain(*journal.notices)
        printer.complain(*([session.notice] if session.notice else []))
        dialogue = Dialogue(session)
        at = 0
        while at < len(lines):
            number, end = at + 1, end_of_order(session, lines, at)
            try:
                told = dialogue.take("\n".join(lines[at:end]))
            except Problem as problem:
                which = f"command {number}: " if len(lines) > 1 else ""
                raise Refused(f"{which}{problem.located}") from problem
            at = end
            require_saved(journal)
            printer.say(*told)
        printer.say(dialogue.status(), *dialogue.asked(), *_suggested(session))
        journal.settle(session.questions[0].key if session.questions else "", session.encounter)


def _lines(args: Namespace) -> list[str]:
    """The orders that were typed, or those of standard input."""
    if args.lines == [STANDARD_INPUT]:
        return text_of(STANDARD_INPUT).splitlines()
    return [line.replace(BYTE_ORDER_MARK, "") for line in args.lines]


def report(args: Namespace, printer: Printer) -> None:
    """Prints what a fight was like in numbers and sentences, or writes it into a new file: in the form that is said, or
    that the name of the file ends in, or else as Markdown.
    """
    from referee.report.evening_figures import evening_of
    from referee.report.page import FORMS, save

    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        printer.complain(*journal.notices)
        evening = evening_of(rules_for(journal), journal, journal.name, journal.when, args.referee)
    if args.output is None:
        printer.say(*FORMS[args.format or "md"](evening).splitlines())
    else:
        printer.say(f"The report of {evening.name} is in {save(evening, args.output, args.format or '')}.")


def _opened(saves: Saves, name: str, lines: Sequence[str]) -> Journal:
    """The encounter, open for play; while another program plays it only for reading, if nothing is to be changed."""
    try:
        return saves.open(name)
    except Locked:
        journal = saves.open(name, read_only=True)
        session = Session(rules_for(journal), journal)
        if lines and all(_only_looks(session, line) for line in lines):
            return journal
        journal.close()
        raise


def _suggested(session: Session) -> list[str]:
    """What is suggested between two fights, in a line; nothing where no party is kept."""
    if not session.is_between_fights or not session.kept.parties():
        return []
    from referee.dialogue.suggestions import Suggestions  # late: it imports the library

    suggested = Suggestions(session).typed
    return [suggested] if suggested else []


def _only_looks(session: Session, line: str) -> bool:
    try:
        return asks_to_look(session, line) or isinstance(read_line(session.situation, line), Help | Nothing)
    except Problem:
        return False


@on_topic("odds")
def print_odds(args: Namespace, printer: Printer) -> None:
    """Prints what may come of each command, or of the one that is open; nothing is done. Refused if it cannot be."""
    from referee.odds.command_odds import odds
    from referee.odds.figure_odds import figure_odds
    from referee.odds.odds_data import odds_data
    from referee.odds.ways import told

    found, lines = [], _lines(args)
    if args.lines == [STANDARD_INPUT]:
        lines = [line for line in lines if without_remark(line)]
    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        session = Session(rules_for(journal), journal)
        printer.complain(*journal.notices)
        rules, before = session.rules, session.encounter
        if not lines:
            if not session.resolved_commands:
                raise Refused("No command is open. Type one, for example: attack g1")
            resolved = session.resolved_commands[-1]
            before, given = resolved.before, [(resolved.entry.command, resolved.entry.items)]
            lines = [resolved.entry.command.verb]
        else:
            given = [(_command(session, line), ()) for line in lines]
        for line, (command, items) in zip(lines, given, strict=True):
            if not args.json:
                printer.say(line)
                printer.out.flush()  # at once: many ways take seconds
            chances = odds(rules, before, command, items, args.policy, args.seed)
            figures = figure_odds(before, *chances.parts)
            found.append(odds_data(rules, before, line, chances, figures))
            if not args.json:
                printer.say(*(f"    {part}" for part in told(rules, before, chances, figures)))
    if args.json:
        printer.data(found if len(found) > 1 else found[0], indent=2)


def _command(session: Session, line: str) -> Command:
    """The command that a line means. Refused if it means anything else, such as undo."""
    command = read_line(session.situation, line)
    if not isinstance(command, Command):
        raise Refused(f"{quoted(line)} has no odds. Type a command, for example: attack g1")
    return command


EVERY = 200
"""Milliseconds between looks at the files of the encounter."""


def follow(args: Namespace, printer: Printer) -> None:
    """Prints how it stands, then each act, until the encounter is gone. BrokenPipeError once nobody reads it.

    For the players what they may know: all of it, and again whenever it changes; as text only the lines that are new.
    """
    from referee.dialogue.following import Following  # late: no order needs what follows an encounter

    if args.players:
        _follow_for_players(args, printer)
        return
    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        following = Following(journal, rules_for(journal))
        printer.complain(*journal.notices)
        _tell(following.opened(), args.json, printer)
        while not following.gone:
            for act in following.look():
                _tell(act, args.json, printer)
            _wait(printer)


def _follow_for_players(args: Namespace, printer: Printer) -> None:
    from referee.dialogue.following import GONE, LookingOn  # late, as above
    from referee.dialogue.view_for_players import public_lines

    looking, view, notice, shown = LookingOn(saves_of(args), args.name, args.numbers), None, "", list[str]()
    try:
        while notice != GONE:
            if looking.notice != notice:
                printer.complain(*filter(None, [looking.notice]))
            if looking.view != view and args.json:
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


def _tell(act: "Act", as_json: bool, printer: Printer) -> None:
    if as_json:
        printer.data(act.data())
    else:
        printer.say(act.text, *(f"    {line}" for line in act.brief))


def _wait(printer: Printer) -> None:
    """Waits until the next look, or until the reader of the output is gone."""
    if has_hung_up(printer.out.fileno(), EVERY / 1000):
        raise BrokenPipeError
