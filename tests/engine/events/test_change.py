"""Changes: each event with the encounter before and after it."""

from referee.engine.events.apply import changes_of
from referee.engine.events.event import Remarked, StandingSet, TrackChanged
from referee.engine.record.resolve import Settled
from referee.engine.record.session import Session
from referee.engine.verbs.verb import Command
from tests.engine.toys.box import WOUNDS, figure, order, seat, table
from tests.engine.toys.sides import SIDES


def test_each_change_begins_where_the_one_before_it_ends() -> None:
    start = table(figure("ulf", wounds=5))
    hit, fallen = TrackChanged(tag="ulf", track=WOUNDS.name, by=-2), StandingSet(tag="ulf", standing="dead")
    first, second, third = changes_of(start, [hit, Remarked(text="ulf falls"), fallen])
    assert first.before is start and first.after.figures["ulf"].tracks[WOUNDS.name].now == 3
    assert second.before is second.after is first.after
    assert third.before is second.after and third.after.figures["ulf"].standing == "dead"


def test_an_event_that_finds_nothing_changes_nothing() -> None:
    start = table(figure("ulf"))
    (change,) = changes_of(start, [StandingSet(tag="zed", standing="dead")])
    assert change.before is change.after is start


def test_an_outcome_has_the_changes_that_its_events_make() -> None:
    session: Session = seat(SIDES, table(figure("ulf", side="heroes"), figure("rat", side="monsters")))
    before = session.encounter
    order(session, "next")
    settled = session.last_step.settled
    assert settled is not None and isinstance(settled.outcome, Settled)
    assert list(settled.outcome.changes) == list(changes_of(before, settled.entry.events or ()))
    assert settled.outcome.encounter == session.encounter and settled.entry.command == Command(verb="next")
