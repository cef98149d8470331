"""`referee forecast`: a fight played many times to its end, in lines or as JSON; and parts of one joined."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing

from referee.campaign.plan_run import game_of, played
from referee.cli.encounters import MOST_OF_A_FILE, bytes_of, plan_of, saves_of
from referee.cli.parsers import Misused
from referee.cli.printer import Printer
from referee.engine.problem import Refused, on_topic
from referee.engine.record.session import Session
from referee.forecast.fight import sides_up, start_of
from referee.forecast.policies import read_policies
from referee.forecast.tally import Tally, merged, read_tally
from referee.forecast.tally_lines import heading, told, wins_line
from referee.forecast.workers import EndedFromOutside, Job, cluster_pool, forecast, local_pool
from referee.games import Source, rules_for, source_of
from referee.library.own_library import OwnLibrary
from referee.words.fight_summary import difficulty_lines


@on_topic("forecast")
def forecast_of(args: Namespace, printer: Printer) -> int:
    """Plays the fights and says what came of them; those so far, if it is interrupted. The encounter is not changed."""
    if args.merge:
        return _merged(args, printer)
    if bool(args.name) == bool(args.plan):
        raise Misused("say which encounter, or give a plan with --from FILE")
    session, source = _asked(args, printer)
    start = start_of(session)
    policies = read_policies(args.policy, sides_up(session.rules, start.encounter))
    job = Job(source, start, policies, args.seed)
    tally = Tally(policies, (args.seed,))

    def lines() -> Iterable[str]:
        return told(session.rules, start.encounter, tally)

    with cluster_pool(args.cluster) if args.cluster else local_pool(args.workers) as pool:
        try:
            for grown in _watched(forecast(job, args.fights, pool), lines, args):
                tally = grown
        except EndedFromOutside as ended:
            raise Refused(f"{ended} Try again with fewer: --workers 1") from ended
        except KeyboardInterrupt:
            printer.complain(f"Stopped after {tally.fights:,} of {args.fights:,} fights.")
    if not tally.fights:
        return 1
    if args.json:
        printer.data(tally.data())
    else:
        printer.say(*difficulty_lines(session.rules, start.encounter), *lines())
    return 0


def _asked(args: Namespace, printer: Printer) -> tuple[Session, Source]:
    """The encounter, or in memory the one that a plan prepares, and where its game comes from. Refused as
    these are opened.
    """
    saves = saves_of(args)
    if args.name:
        with closing(saves.open(args.name, read_only=True)) as journal:
            printer.complain(*journal.notices)
            return Session(rules_for(journal), journal), source_of(journal)
    plan = plan_of(saves, args.plan)
    found = game_of(plan, args.system or "")
    session = played(found.rules, plan, OwnLibrary(saves.folder, found.rules.name))
    return session, Source(found.rules.name, found.file or b"", "the system of the plan")


def _merged(args: Namespace, printer: Printer) -> int:
    """Prints the forecasts of several files as one. Refused if they do not belong together."""
    parts = []
    for name in args.merge:
        raw = bytes_of(name, MOST_OF_A_FILE)
        parts.append((name, read_tally(raw.decode("utf-8", "replace"), name)))
    tally = merged(parts)
    if args.json:
        printer.data(tally.data())
    else:
        printer.say(heading(tally), wins_line(tally))
    return 0


def _watched(tallies: Iterator[Tally], lines: Callable[[], Iterable[str]], args: Namespace) -> Iterator[Tally]:
    """The tallies; on a terminal what they have come to is drawn meanwhile, below how far they are."""
    if args.json or not sys.stdout.isatty():
        yield from tallies
        return
    from rich.live import Live
    from rich.text import Text

    with Live(transient=True) as live:
        for tally in tallies:
            yield tally
            part = tally.fights / args.fights
            done = f"{'#' * round(_WIDE * part):{_WIDE}} {part:.0%}, Ctrl+C stops"
            live.update(Text("\n".join((done, *lines()))))


_WIDE = 40
"""Cells of the line that shows how far it is."""
