"""Show: how a kept encounter stands, for those who only look."""

from typing import TYPE_CHECKING

from referee.cli.printer import Printer
from referee.engine.board.chart import written
from referee.engine.contract.kinds import AWAY
from referee.engine.problem import Refused
from referee.engine.state.bearer import TABLE, Figure
from referee.engine.state.encounter import Encounter
from referee.script.as_seen import Seen, ShownData, as_seen, now
from referee.store.journal import Journal
from referee.words.bearer import ailments, in_order, number, plain

if TYPE_CHECKING:
    from referee.script.questions import QuestionData
    from referee.words.public_view import PublicView


def exported_fields(journal: Journal) -> ShownData:
    """All there is to it, for other programs."""
    seen = as_seen(journal)
    return {
        "name": journal.name,
        "position": journal.position,
        "open": seen.open,
        "notice": seen.notice,
        "questions": _questions(seen),
        "encounter": seen.encounter.model_dump(mode="json"),
    }


def _questions(seen: Seen) -> "list[QuestionData]":
    if not seen.questions:
        return []
    from referee.script.questions import question_data

    return [question_data(question, seen.encounter) for question in seen.questions]


def show_encounter(journal: Journal, printer: Printer) -> None:
    """Prints it: where the fight is, the order, the figures, what is asked."""
    encounter, asked, _, notice, _ = as_seen(journal)
    printer.complain(*([notice] if notice else []))
    turn = encounter.name(encounter.turn) if encounter.turn else ""
    printer.say(f"{journal.name} ({encounter.system}): {now(encounter.round, encounter.phase, turn)}")
    if encounter.order:
        printer.say("order: " + ", ".join(in_order(encounter)))
    for group in encounter.groups.values():
        if group.open and group.members:
            printer.say(f"{group.name}: {', '.join(map(encounter.name, group.members))}")
    if coming := ailments(encounter, encounter.groups[TABLE]):
        printer.say("countdown: " + ", ".join(coming))
    here = [figure for figure in encounter.figures.values() if figure.standing != AWAY.name]
    if here:
        tracks = list(dict.fromkeys(name for figure in here for name in figure.tracks))
        heads = ["tag", "name", "side", "standing", *map(plain, tracks), "conditions"]
        printer.table(heads, [_row(encounter, figure, tracks) for figure in here])
    else:
        printer.say("Nobody is on the table.")
    printer.say(*asked)


def show_public(journal: Journal, numbers: bool, printer: Printer) -> None:
    """Prints what the players may know of it."""
    from referee.script.as_seen import public_lines

    printer.say(*public_lines(view_for_players(journal, numbers)))


def view_for_players(journal: Journal, numbers: bool) -> "PublicView":
    """What the players may know of it; `numbers`: with what foes have left, too."""
    from referee.engine.record.session import Session
    from referee.script import systems
    from referee.words.public_view import public_view

    return public_view(Session(systems.rules_for(journal), journal), journal.name, numbers)


def show_map(journal: Journal, printer: Printer) -> None:
    """Prints its board alone, as `map` reads it."""
    encounter = as_seen(journal).encounter
    if encounter.board is None:
        raise Refused(f"No board is laid out in {journal.name}.")
    printer.say(*written(encounter.board).splitlines())


def _row(encounter: Encounter, figure: Figure, tracks: list[str]) -> list[str]:
    values = [number(track) if (track := figure.tracks.get(name)) else "" for name in tracks]
    side = "" if figure.side == figure.tag else figure.side
    return [figure.tag, figure.name, side, figure.standing, *values, ", ".join(ailments(encounter, figure))]
