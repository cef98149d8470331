"""Files of which something was changed at random: each is in order and played, or refused in sentences with lines."""

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from referee.dialogue.run_lines import run_line
from referee.dialogue.transcript import play
from referee.engine.problem import Problem
from referee.rules.open_table.language.file_check import check
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.ruleset import build
from referee.rules.registry import shipped

HERE = Path(__file__).parent
TEXTS = [
    shipped("plain").decode(),
    *(
        (HERE / f"{name}.toml").read_text(encoding="utf-8")
        for name in ("percentile", "dice_pool", "skirmish", "resources")
    ),
]
VALUES = (
    *('"d0 + 1"', '"{hp} =="', "-99999999", "1e9", "true", '"\\u001b[31m"', "[]", "{}", '"((((((1))))))"', "nan"),
    *('"99999d99999"', '"{hp}d{hp}"', '"ask"', "[[1]]", "{ a = 1 }", '"{with.x}"', '"1/0"', "1979-05-27", '"card"'),
)
_KEY = re.compile(r"\s*[a-z_0-9]+ = ")


def mutated(random: Random, text: str) -> str:
    """The text with one to three lines dropped, doubled, given another value, or damaged."""
    lines = text.splitlines()
    for _ in range(random.choice((1, 1, 2, 3))):
        at = random.randrange(len(lines))
        match random.randrange(5):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, random.choice(lines))
            case 2 | 3:
                at = random.choice([n for n, line in enumerate(lines) if _KEY.match(line)])
                lines[at] = f"{lines[at].split(' = ')[0]} = {random.choice(VALUES)}"
            case _:
                cut = random.randrange(len(lines[at]) + 1)
                lines[at] = lines[at][:cut] + random.choice('{}[]"=\x00\x1b.é') + lines[at][cut + 1 :]
    return "\n".join(lines)


@pytest.mark.parametrize("seed", range(60))
def test_a_changed_file_is_refused_in_sentences_or_played(seed: int) -> None:
    random = Random(seed)
    raw = mutated(random, random.choice(TEXTS)).encode()
    found = check(raw, "x.toml")
    for sentence in found.errors:
        assert re.match(r"x\.toml, line \d+[,:]", sentence) and sentence.isprintable() and len(sentence) < 400
    if found.errors:
        return
    rules = build(read_system(raw, "x.toml"))
    session = play("system x\ndice app", lambda asked: rules).session
    assert session is not None
    kinds = [f"add {template.kind} x2" for template in rules.templates[:3]]
    for line in (*kinds, "next", "roll", "next", "damage all 5", "next", "over", "next"):
        with suppress(Problem):
            run_line(session, line)
