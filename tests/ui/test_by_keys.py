"""Whole turns played by single keys, as at a table: they end as the same orders do when they are spelled out."""

import json
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from referee.dialogue.run_lines import run_line
from referee.engine.record.session import Session
from referee.engine.state.encounter import Encounter
from referee.engine.state.saved_model import as_data
from referee.rules import registry
from referee.store.saves import Saves
from tests.bench.crowd import shut
from tests.rules.shelf import HERE, played_lines
from tests.ui.table import playing, press, table

pytestmark = pytest.mark.one_in(10)

HEROES = """
    n  a                 | next; < harl
    g                    | advance
    w  2 enter           | walk 2
    a  c  1 enter        | attack g1; < 1
    HM+*O enter          | < 040 021 + * -
    d  a  g              | < damage; < +1 damage; < go on
    w  2 enter           | walk 2
    n  b                 | next; < wren
    y  a                 | ready; < attack
    a  e  5 enter  c     | attack ms1 5 clear
    H*I+M enter          | < 220 300 * + -
    r  g                 | < range; < go on
    n  d                 | next; < dodge
    x                    | run
    w  6 enter           | walk 6
"""
OVERLORD = """
    Z                    | spawn g1
    n  d                 | next; < g2
    w  5 enter           | walk 5
    a  f  1 enter        | attack pip 1
    BM enter             | < 131 021
    n  e                 | next; < ms1
    a  b  4 enter  c     | attack wren 4 clear
    BI* enter            | < 401 300 *
    l  enter  B enter    | < black; < -
    n                    | next
"""
COMBATS = """
    n  5 enter  4 enter  | next; < 5; < 4
    a  a  -              | fight vs1; < nobody
    tab 1443265 enter    | <2 1 4 4 / 3 2 / 6 5
    6532 enter           | < 6 5 3 2
    j  space  2 enter    | < s2; < 6; < 2
    a  space  6 enter    | < ysolde; < 6; < 6
    3 enter              | < 3
    a  d  -              | fight vs4; < nobody
    2 enter  6 enter     | < 2; < 6
    l  5 enter  -        | < w1; < 5; < nobody
    14 enter             | < 1 4
    a  b  0 enter        | fight vs2; < 0
    46 enter  35 enter   | < 4 6; < 3 5
    n  5 enter  66 enter | next; < 5; < 6 6
    n  -                 | next; < nobody
    6 enter  1 enter     | < 6; < 1
    -                    | < nobody
    n                    | next
"""


def halves(script: str) -> tuple[list[str], list[str]]:
    """The keys of a script, and the lines that say the same."""
    keys, lines = [], []
    for row in filter(str.strip, script.splitlines()):
        pressed, _, said = row.partition("|")
        keys += [key if key in ("enter", "space", "tab") else f"<{key}>" for key in pressed.split()]
        lines += [line.strip() for line in said.split(";") if line.strip()]
    return keys, lines


def set_up(script: str, folder: Path, name: str) -> Session:
    """The figures of a transcript, before its first `next`."""
    system = script.partition("/")[0]
    session = Session(registry.load(system), Saves(folder).create(name, system))
    lines = played_lines((HERE / f"{script}.txt").read_text(encoding="utf-8"))
    for line in ["dice table", *lines[: lines.index("next")]]:
        run_line(session, line)
    return session


def standing(encounter: Encounter) -> str:
    """All of it but the marks of conditions: they tell of the act that brought them, and by keys an act is smaller."""
    return re.sub(r'"id": "\d+:', '"id": "', json.dumps(as_data(encounter)))


def spelled_out(session: Session, lines: Sequence[str]) -> str:
    """How the table stands after these lines."""
    for line in lines:
        run_line(session, line)
    return standing(session.encounter)


async def by_key(folder: Path, keys: Sequence[str]) -> str:
    """How it stands after these keys, none of which may be refused."""
    async with playing(Saves(folder), "keys", (80, 24)) as pilot:
        for key in keys:
            await press(pilot, key)
            assert not table(pilot).table.line.is_error, (key, table(pilot).table.line.said)
        return standing(table(pilot).table.session.encounter)


@pytest.mark.one_in(6)
@pytest.mark.parametrize(
    ("transcript", "script"), [("descent/whole_round", HEROES + OVERLORD), ("scorched/phase_of_twelve", COMBATS)]
)
async def test_a_whole_turn_is_played_by_single_keys(transcript: str, script: str, tmp_path: Path) -> None:
    keys, lines = halves(script)
    wanted = spelled_out(set_up(transcript, tmp_path, "words"), lines)
    shut(set_up(transcript, tmp_path, "keys"))
    assert await by_key(tmp_path, keys) == wanted
