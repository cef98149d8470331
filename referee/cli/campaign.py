"""`referee campaign`: campaigns from the command line, made, told, filled, and the next fight of one begun."""

from argparse import Namespace
from typing import TYPE_CHECKING

from referee.cli.encounters import bytes_of, saves_of
from referee.cli.printer import Printer
from referee.engine.problem import Refused, short

if TYPE_CHECKING:
    from referee.script.campaigns import Overview


def campaign(args: Namespace, printer: Printer) -> int:
    """Does the subcommand of `referee campaign`; returns the exit code."""
    from referee.script import campaigns
    from referee.store.library import Library
    from referee.store.library_record import CAMPAIGNS

    saves = saves_of(args)
    library = Library(saves.folder)
    if args.what == "ls":
        _list([campaigns.overview(saves, library, each) for each in library.all(CAMPAIGNS)], args.json, printer)
    elif args.what == "new":
        if not args.system:
            raise Refused("Say which game: --system NAME. `referee systems` lists them.")
        made = campaigns.new_campaign(library, args.name, args.system, args.party or "")
        printer.say(f"{made.name} is ready. To prepare its first fight: referee campaign add NAME PLAN-OR-ENCOUNTER")
    elif args.what == "import":
        from referee.script.campaign_file import read_in
        from referee.store.file import MOST_BYTES

        raw = bytes_of(args.name, MOST_BYTES, follow_links=True)
        printer.say(f"{read_in(saves, library, raw, short(args.name, 80)).name} is on the shelf now.")
    elif args.what == "restore":
        printer.say(f"{library.restore(CAMPAIGNS, args.name)} is back.")
    else:
        found = library.find(CAMPAIGNS, args.name)
        words = " ".join(getattr(args, "words", []))
        match args.what:
            case "show":
                whole = campaigns.overview(saves, library, found)
                if args.json:
                    printer.data(campaigns.exported_fields(whole), indent=2)
                else:
                    printer.say(*campaigns.told(whole))
            case "export":
                from referee.script.campaign_file import written

                printer.exact(written(saves, library, found))
            case "add":
                printer.say(campaigns.put_in(saves, library, found, words))
            case "drop":
                printer.say(campaigns.take_out(saves, library, found, words))
            case "note":
                campaigns.write_down(library, found, words)
                printer.say(f"Written down for day {found.day} of {found.name}.")
            case "day":
                printer.say(f"It is day {campaigns.set_day(library, found, words)} of {found.name}.")
            case "next":
                slug, told = campaigns.begin_next(saves, library, found)
                printer.say(*told, f"{saves.look(slug).name} is ready. To open it: referee {slug}")
            case _:
                library.remove(CAMPAIGNS, [found])
                printer.say(f"{found.name} was removed; its encounters stay. `campaign restore` brings it back.")
    printer.complain(*library.doubts)
    return 0


def _list(found: "list[Overview]", as_json: bool, printer: Printer) -> None:
    from referee.script.campaigns import exported_fields

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
