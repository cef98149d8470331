"""Tests that end conditions: as the file has them, or as the referee has said them."""

from referee.engine.bearer import Tag
from referee.engine.condition import Condition, Ending
from referee.engine.condition_tests import ask_referee
from referee.engine.ledger import Ledger
from referee.rules.open_table.attack import Attempt, make
from referee.rules.open_table.game import Game
from referee.rules.open_table.lookup import Lookup


async def ending_test(game: Game, ledger: Ledger, who: Tag, condition: Condition, ending: Ending) -> bool:
    """Whether a test succeeds that ends a condition; one that the file does not know is the referee's word."""
    if game.file(ledger.encounter).tests.get(ending.test) is None or ending.against is None:
        return await ask_referee(ledger, who, condition, ending)
    look = Lookup(game, ledger.encounter, own=who, target=who, by=condition.by or "")
    attempt = Attempt(ending.test, who, look, using=condition.kind.replace("_", " "), against=ending.against)
    return (await make(game, ledger, attempt)).good
