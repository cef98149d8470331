"""What `next` would do is foretold as it comes."""

from referee.engine.answer import Picked
from referee.engine.session import Session
from referee.engine.tape import MemoryTape
from referee.rules import registry
from referee.script.run import run_line
from referee.script.transcript import bare
from referee.words.foretelling import forecast


def stood(system: str, *more: str) -> Session:
    """The sample of a game, and some orders after it."""
    rules = registry.load(system)
    session = Session(rules, MemoryTape(bare(rules)))
    for text in [*rules.sample().splitlines(), *more]:
        run_line(session, text)
    return session


def test_next_is_foretold_as_it_comes() -> None:
    assert forecast(stood("descent")).startswith("next: round 1, heroes; Which hero acts? Harl, Wren, Oriel")
    descent = stood("descent", "next")
    descent.answer(Picked(tags=("harl",)))
    assert forecast(descent).startswith("next: end of Harl's turn; Harl: Has it stayed beside")
    keep = stood("black_keep", "dice table", *["next"] * 4)
    assert keep.encounter.turn == "r2"
    assert forecast(keep) == "next: end of the round, moves"
    olde = stood("olde_swords", "dice app")
    assert forecast(olde) == "next: Mira's reflex check, DC 12 (and 3 more)"
    scorched = stood("scorched")
    assert forecast(scorched).startswith("next: ") and "rolls for priority" in forecast(scorched)


def test_the_end_is_told_before_what_next_would_bring() -> None:
    over = stood("descent", "conquest 0")
    assert forecast(over).startswith("over: the heroes have lost [DJ-51]; next: round 1, heroes")
    assert forecast(stood("descent", "conquest 1")).startswith("next: ")
