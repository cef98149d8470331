"""What a correction is told to have changed: how each figure fares, and what was said for nothing."""

from referee.engine.questions.answer import Chosen
from referee.engine.record.session import Session
from referee.engine.state.bearer import Figure
from referee.engine.state.encounter import Encounter
from referee.engine.state.own_values import Track
from referee.rules.registry import load
from referee.words.correction import _as_it_fares, _fares, later
from tests.engine.record.test_amend import amended, at_the_table

PLAIN = load("plain")


def stands(standing: str, hp: Track | None) -> Encounter:
    tracks = {} if hp is None else {"hp": hp}
    dee = Figure(tag="dee", name="Dee", kind="hero", side="heroes", standing=standing, tracks=tracks)
    return Encounter(system="plain", figures={"dee": dee})


def fares(was: Encounter, now: Encounter) -> str:
    return _fares(was, now, "dee", PLAIN)


def test_how_a_figure_fares_is_told_with_the_health_that_it_keeps() -> None:
    up, down = (next(each.name for each in PLAIN.standings if each.able == able) for able in (True, False))
    low, well = stands(down, Track(now=0, most=9)), stands(up, Track(now=2, most=9))
    assert fares(low, well) == f"Dee keeps 2 HP and stays {up}"
    assert fares(well, low) == f"Dee has 0 HP and is {down}"
    assert fares(well, well) == ""
    assert fares(stands(down, None), well) == f"Dee stays {up}" == fares(low, stands(up, None))
    assert fares(low, stands("away", Track(now=0, most=9))) == "Dee is away"


def test_what_is_told_of_it_is_no_difference_any_more() -> None:
    well, low = (stands("up", Track(now=now, most=9)).figures["dee"] for now in (7, 0))
    bare = stands("up", None).figures["dee"]
    assert _as_it_fares(low, well, "hp").tracks["hp"].now == 7
    assert _as_it_fares(bare, well, "hp").tracks == {} and _as_it_fares(well, bare, "hp").tracks == well.tracks


def test_what_was_said_and_is_not_asked_any_more_is_named_with_its_command() -> None:
    session: Session = at_the_table("attack\n< 5\n< 5\n< 1\nnote later")
    amendment = amended(session, -1, 1, 2)
    amendment.answer(Chosen(option="leave"))
    told = later(amendment)
    (line,) = (line for line in told if "No longer asked" in line)
    seat, _, rest = line.removeprefix("No longer asked on line ").partition(", ")
    assert seat.isdigit() and rest.startswith("attack") and rest.endswith(": attack")
