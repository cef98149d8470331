"""The campaign from the command line."""

from argparse import Namespace
from functools import partial

from referee.campaign.campaign_data import exported_fields
from referee.campaign.campaign_file import read_in, written
from referee.campaign.campaign_start import begin_next
from referee.campaign.campaigns import new_campaign, put_in, rename_campaign, set_day, take_out, write_down
from referee.campaign.difficulty import difficulty_ahead
from referee.campaign.overview import Overview, overview, told
from referee.cli.encounters import bytes_of, saves_of
from referee.cli.printer import Printer
from referee.engine.problem import Refused
from referee.store.file import MOST_BYTES
from referee.store.library import Library
from referee.store.library_record import KeptCampaign
from referee.store.library_tables import CAMPAIGNS
from referee.store.saves import Saves
from referee.store.settings import settings_problems
from referee.text.quoting import short


def campaign(args: Namespace, printer: Printer) -> None:
    """Does the subcommand of `referee campaign`."""
    saves = saves_of(args)
    library = Library(saves.folder)
    match args.what:
        case "ls":
            _list([overview(saves, library, each) for each in library.all(CAMPAIGNS)], args.json, printer)
        case "new" if not args.system:
            raise Refused("Say which game: --system NAME. `referee systems` lists them.")
        case "new":
            made = new_campaign(library, args.name, args.system, args.party or "").name
            printer.say(f"{made} is ready. To prepare its first fight: referee campaign add NAME PLAN-OR-ENCOUNTER")
        case "import":
            raw = bytes_of(args.name, MOST_BYTES, follow_links=True)
            made = read_in(saves, library, raw, short(args.name, 80), args.as_name or "").name
            printer.say(f"{made} is on the shelf now.")
        case "restore":
            printer.say(f"{library.restore(CAMPAIGNS, args.name)} is back.")
        case _:
            _one_campaign(saves, library, library.find(CAMPAIGNS, args.name), args, printer)
    printer.complain(*library.doubts)


def _one_campaign(saves: Saves, library: Library, found: KeptCampaign, args: Namespace, printer: Printer) -> None:
    """What can be done with a campaign that is there."""
    words = " ".join(getattr(args, "words", []))
    match args.what:
        case "show" if args.json:
            printer.data(exported_fields(overview(saves, library, found)), indent=2)
        case "show":
            ahead = partial(difficulty_ahead, saves, library, found)
            printer.say(*told(overview(saves, library, found), ahead))
        case "export":
            printer.exact(written(saves, library, found))
        case "add":
            printer.say(put_in(saves, library, found, words))
        case "drop":
            printer.say(take_out(saves, library, found, words))
        case "rename":
            rename_campaign(library, found, words)
            printer.say(f"{found.name} is now called {words}.")
        case "note":
            write_down(library, found, words)
            printer.say(f"Written down for day {found.day} of {found.name}.")
        case "day":
            printer.say(f"It is day {set_day(library, found, words)} of {found.name}.")
        case "next":
            slug, lines = begin_next(saves, library, found)
            printer.complain(*settings_problems())
            printer.say(*lines, f"{saves.look(slug).name} is ready. To open it: referee {slug}")
        case _:
            library.remove(CAMPAIGNS, [found])
            printer.say(f"{found.name} was removed; its encounters stay. `campaign restore` brings it back.")


def _list(found: list[Overview], as_json: bool, printer: Printer) -> None:
    if as_json:
        printer.data([exported_fields(each) for each in found], indent=2)
    elif not found:
        printer.complain("There is no campaign yet. Make one: referee campaign new NAME --system SYSTEM")
    else:
        rows = [
            (
                whole.campaign.name,
                whole.campaign.system,
                str(whole.campaign.day),
                whole.campaign.party,
                str(sum(fight.state == "over" for fight in whole.fights)),
                str(sum(fight.state in ("plan", "prepared") for fight in whole.fights)),
            )
            for whole in found
        ]
        printer.table(("name", "system", "day", "party", "played", "prepared"), rows)
