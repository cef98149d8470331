"""Games made of a file: whatever question is open, the referee can kill or remove anybody, and the fight goes on."""

from pathlib import Path
from random import Random

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import bare
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build
from tests.rules.open_table import test_cards, test_played, test_resources
from tests.rules.shelf import played_lines
from tests.rules.test_interjected import someone_goes

HERE = Path(__file__).parent
FIGHTS = {
    "dealt": ("resources", test_cards.DEALT),
    "liked": ("resources", test_cards.LIKED),
    "left": ("resources", test_cards.LEFT),
    "fallen": ("resources", test_cards.FALLEN),
    "used": ("resources", test_resources.USED),
    "reckoned": ("resources", test_resources.RECKONED),
    "follows": ("resources", test_resources.FOLLOWS),
    "pools": ("dice_pool", test_played.POOLS),
    "percentile": ("percentile", test_played.PERCENTILE),
    "skirmish": ("skirmish", test_played.SKIRMISH),
}


@pytest.mark.one_in(6)
@pytest.mark.parametrize("fight", FIGHTS)
@pytest.mark.parametrize("seed", range(3))
def test_anybody_may_go_at_any_question(fight: str, seed: int) -> None:
    system, lines = FIGHTS[fight]
    rules, random = build(read_system((HERE / f"{system}.toml").read_bytes(), system)), Random(f"{fight} {seed}")
    step_log = MemoryStepLog(bare(rules))
    session = Session(rules, step_log)
    for line in played_lines(lines):
        run_line(session, line)
        if session.questions:
            someone_goes(rules, step_log, random)
