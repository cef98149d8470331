"""Encounters from the command line: begun, listed, shown, renamed, copied, removed, checked, repaired or exported."""

import sys
from argparse import Namespace
from codecs import BOM_UTF8
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING

from referee.cli.parsers import Misused
from referee.cli.printer import Printer
from referee.cli.usage import COMMANDS
from referee.dialogue.as_seen import as_seen, rules_of, with_open_command
from referee.dialogue.save_data import save_data
from referee.dialogue.shown_data import exported_fields
from referee.dialogue.view_for_players import now, public_lines, view_for_players
from referee.engine.contract.standing import AWAY
from referee.engine.problem import Problem, Refused
from referee.engine.record.session import Session
from referee.engine.state.bearer import TABLE, Figure
from referee.engine.state.board_chart import written
from referee.engine.state.encounter import Encounter
from referee.store.file import MOST_BYTES, read_named
from referee.store.journal import Journal
from referee.store.save import Save
from referee.store.save_problems import Damaged
from referee.store.saves import Saves, saves_folder
from referee.store.settings import settings_problems
from referee.store.system_copy import MOST_SYSTEM_BYTES
from referee.text.harmless import BYTE_ORDER_MARK
from referee.text.phrases import possessive
from referee.text.quoting import short
from referee.words.bearer import in_order, number, plain, track_name
from referee.words.conditions import ailments

if TYPE_CHECKING:
    from referee.campaign.plan import Plan
    from referee.engine.verbs.ledger import System
    from referee.games import Found

STANDARD_INPUT = "-"
"""The name by which standard input is read wherever a file can be named."""
MOST_OF_A_FILE = 2_000_000
"""Bytes of a transcript or a plan."""


def saves_of(args: Namespace) -> Saves:
    """The saves of the folder given by --saves, else of the usual one."""
    return Saves(saves_folder(args.saves))


def ls(args: Namespace, printer: Printer) -> None:
    """Lists the encounters."""
    saves = saves_of(args)
    if args.names:
        _named(saves.all(), printer)
        return
    printer.complain(*saves.bring_back())
    none = f"There are no encounters in {saves.shown} yet. Make one: referee new NAME"
    _listed([with_open_command(saves, save) for save in saves.all()], args.json, printer, none)


def trash(args: Namespace, printer: Printer) -> None:
    """Lists what was removed."""
    saves = saves_of(args)
    if args.names:
        _named(saves.trash(), printer)
    else:
        _listed(saves.trash(), False, printer, f"The trash of {saves.shown} is empty.")


def _named(saves: list[Save], printer: Printer) -> None:
    """Prints the names alone, as completion reads them: nothing is said of them, and nothing brought back."""
    printer.say(*(save.name for save in saves))


def _listed(saves: list[Save], as_json: bool, printer: Printer, none: str) -> None:
    if as_json:
        printer.data([save_data(save) for save in saves], indent=2)
    elif not saves:
        printer.complain(none)
    else:
        heads = ("name", "system", "round", "now", "figures", "actions", "saved", "")
        printer.table(heads, [_row(save) for save in saves])


def _row(save: Save) -> tuple[str, ...]:
    saved = f"{save.saved.astimezone():%Y-%m-%d %H:%M}" if save.saved.timestamp() else ""
    remark = save.trouble or (f"asks {save.asks}" if save.asks else "")
    state = "over" if save.over else f"{possessive(save.turn)} turn" if save.turn else ""
    return (
        save.name,
        save.system,
        str(save.round) if save.round and not save.over else "-",
        state,
        str(save.figures),
        str(save.actions),
        saved,
        remark,
    )


def show(args: Namespace, printer: Printer) -> None:
    """Prints how an encounter stands, or its board alone."""
    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        if args.players:
            if args.json:
                printer.data(view_for_players(journal, args.numbers).data(), indent=2)
            else:
                printer.say(*public_lines(view_for_players(journal, args.numbers)))
            return
        printer.complain(*journal.notices)
        if args.json:
            printer.data(exported_fields(journal), indent=2)
        elif args.map:
            _show_map(journal, printer)
        else:
            show_encounter(journal, printer)


def show_encounter(journal: Journal, printer: Printer) -> None:
    """Prints an encounter: where the fight is, the order, the figures, what is asked."""
    encounter, asked, _, notice, _ = as_seen(journal)
    printer.complain(*([notice] if notice else []))
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    printer.say(f"{journal.name} ({encounter.system}): {now(encounter.round, encounter.phase, turn)}")
    if encounter.order:
        printer.say("order: " + ", ".join(in_order(encounter)))
    for group in encounter.groups.values():
        if group.open and group.members:
            printer.say(f"{group.name}: {', '.join(map(encounter.name, group.members))}")
    rules = rules_of(journal)
    if coming := ailments(encounter, encounter.groups[TABLE], rules):
        printer.say("countdown: " + ", ".join(coming))
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    if here:
        here = here if rules is None else [rules.values.as_shown(encounter, figure) for figure in here]
        tracks = _track_columns(rules, here)
        heads = ["tag", "name", "side", "standing", *tracks.values(), "conditions"]
        printer.table(heads, [_figure_row(encounter, figure, tracks, rules) for figure in here])
    else:
        printer.say("There are no figures on the table.")
    printer.say(*asked)


def _show_map(journal: Journal, printer: Printer) -> None:
    """Prints the board of an encounter, as `map` reads it."""
    encounter = as_seen(journal).encounter
    if encounter.board is None:
        raise Refused(f"{journal.name} has no board. To make one, open the encounter and type: map 20x15")
    printer.say(*written(encounter.board).splitlines())


def _track_columns(rules: "System | None", figures: list[Figure]) -> dict[str, str]:
    """The tracks that have a column, each with its heading: those in which some figure is not as it began.

    All tracks, by their names in the save, if the rules of the game are not known.
    """
    if rules is None:
        return {name: plain(name) for figure in figures for name in figure.tracks}
    from referee.command_language.table_in_words import changed_tracks

    told = (kind.name for figure in figures for kind, _ in changed_tracks(rules, figure))
    return {name: track_name(rules, name) for name in told}


def _figure_row(encounter: Encounter, figure: Figure, tracks: Iterable[str], rules: "System | None") -> list[str]:
    values = [number(track) if (track := figure.tracks.get(name)) else "" for name in tracks]
    side = "" if figure.side == figure.tag else figure.side
    lying = ", ".join(ailments(encounter, figure, rules))
    return [figure.tag, figure.name, side, plain(figure.standing), *values, lying]


def no_command(name: str) -> None:
    """Refused if the name is that of a subcommand, so that `referee NAME` could not open the encounter."""
    if name.strip().lower() in COMMANDS:
        raise Refused(f"{name.strip()} is a referee command. Choose another name.")


def rename(args: Namespace, printer: Printer) -> None:
    """Renames an encounter."""
    no_command(args.new)
    saves_of(args).rename(args.name, args.new)
    printer.say(f"{args.name} is now called {args.new}.")


def copy(args: Namespace, printer: Printer) -> None:
    """Copies an encounter under another name."""
    no_command(args.new)
    missing = saves_of(args).copy(args.name, args.new, args.from_now)
    done = f"{args.new} is a copy of {args.name}{' as it stands, without its history' if args.from_now else ''}."
    printer.say(*(missing or [done]))


def remove(args: Namespace, printer: Printer) -> None:
    """Moves an encounter into the trash."""
    saves = saves_of(args)
    name = saves.look(args.name).name
    saves.remove(args.name)
    printer.say(f"{name} is in the trash. To bring it back: referee restore {quote(name)}")


def restore(args: Namespace, printer: Printer) -> None:
    """Brings an encounter back from the trash."""
    saves_of(args).restore(args.name)
    printer.say(f"{args.name} is back.")


def check(args: Namespace, printer: Printer) -> int:
    """Checks the files of an encounter; exit code 1 if anything is wrong."""
    wrong = saves_of(args).check(args.name)
    printer.say(*(wrong or [f"{args.name} is intact."]))
    return 1 if wrong else 0


def repair(args: Namespace, printer: Printer) -> None:
    """Makes the best copy of a damaged encounter."""
    from referee.store.repair import repair as repaired

    new, lost = repaired(saves_of(args), args.name)
    printer.say(f"The copy is called {new}; {args.name} is unchanged.", *(lost or ["Nothing was lost."]))


def bytes_of(name: str, most: int = MOST_BYTES, follow_links: bool = False) -> bytes:
    """Content of a file, or of standard input for `-`. Damaged if it cannot be read, or is too big.

    A byte order mark at the beginning is left out.
    """
    if name != STANDARD_INPUT:
        raw = read_named(Path(name), short(name, 80), most, follow_links)
    elif len(raw := sys.stdin.buffer.read(most + 1)) > most:
        raise Damaged("Standard input cannot be read: it is too big.")
    return raw.removeprefix(BOM_UTF8)


def file_name(name: str) -> str:
    """What a file is called in sentences: the last part of its path, or `standard input` for `-`."""
    return "standard input" if name == STANDARD_INPUT else Path(name).name


def text_of(name: str) -> str:
    """Text of a file with orders, a transcript or a plan, or of standard input for `-`.

    Byte order marks are left out; there are several where files were joined. Damaged or Refused if it cannot be read.
    """
    try:
        return bytes_of(name, MOST_OF_A_FILE).decode("utf-8").replace(BYTE_ORDER_MARK, "")
    except UnicodeDecodeError as error:
        raise Refused(f"{short(name, 80)} is not UTF-8 text. Save it as UTF-8 and try again.") from error


def new(args: Namespace, printer: Printer) -> None:
    """Makes an encounter: empty, with the sample of its system on the table, or as a plan prepares it."""
    no_command(args.name)
    with closing(_planned(args) if args.plan else _begun(args)) as journal:
        printer.complain(*settings_problems())
        printer.say(f"{journal.name} is ready. To open it: referee {quote(journal.name)}")


def _planned(args: Namespace) -> Journal:
    """A new encounter as a plan prepares it; nothing is made if a line of it is refused."""
    from referee.campaign.plan_run import begin

    saves = saves_of(args)
    if args.sample:
        raise Refused("Choose one: --from or --sample.")
    return begin(saves, args.name, plan_of(saves, args.plan), args.system or "")


def plan_of(saves: Saves, name: str) -> "Plan":
    """The plan in a file, of that name in the library, or for `-` from standard input. Refused as `plan_called`."""
    from referee.campaign.find_plan import plan_called
    from referee.campaign.plan import plan_in

    return plan_in(text_of(name), file_name(name)) if name == STANDARD_INPUT else plan_called(saves, name)


def game_of(word: str) -> "Found":
    """The game of that name, in that file, or for `-` on standard input. Refused as `systems.find`."""
    from referee import games as systems

    if word != STANDARD_INPUT:
        return systems.find(word)
    return systems.game_in(bytes_of(word, MOST_SYSTEM_BYTES), file_name(word))


def _begun(args: Namespace) -> Journal:
    """A new encounter, perhaps with the sample of its system on the table."""
    from referee import games as systems
    from referee.dialogue.run_lines import require_saved, run_line

    if not args.system:
        raise Misused("say which game with --system NAME, or give a plan with --from FILE")
    journal, rules = systems.begin_with(saves_of(args), args.name, game_of(args.system))
    try:
        if args.sample:
            session = Session(rules, journal)
            for line in rules.sample().splitlines():
                run_line(session, line)
        require_saved(journal)
    except Problem:
        journal.close()
        journal.folder.unmake()
        raise
    return journal


def export(args: Namespace, printer: Printer) -> None:
    """Prints an encounter as a plan: as it is to be read again into a file, harmless on a terminal."""
    from referee.campaign.plan_export import exported

    with closing(saves_of(args).open(args.name, read_only=True)) as journal:
        printer.complain(*journal.notices)
        text = exported(journal, args.setup)
    if sys.stdout.isatty() or not hasattr(sys.stdout, "buffer"):
        printer.say(*text.splitlines())
    else:
        sys.stdout.buffer.write(text.encode())
        sys.stdout.buffer.flush()
