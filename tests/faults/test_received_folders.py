"""Received folders of saves that are hostile: every command and every page ends soon and says what is wrong, what is
sound in the folder works as before, and nothing outside the folder is touched.
"""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.faults.bounded import Outcome, command, visit
from tests.faults.hostile_folders import CASES, UNFINISHED, Case
from tests.faults.received import BAD, CAMPAIGN, GONE, SOUND, Place, copied
from tests.faults.received_pages import ODDS, PAGES
from tests.faults.verdict import FOLLOWING, Watcher, faults_of
from tests.faults.wrong_values import WRONG, changed, numbered_lines, sealed_lines, sealed_tables, ways

Faults = list[str]


class Step(NamedTuple):
    """A command, and which spoiled parts of the folder are a reason to refuse it."""

    words: tuple[str, ...]
    needs: frozenset[str] = frozenset()
    stdin: str = ""


def step(line: str, *needs: str, stdin: str = "") -> Step:
    """A command as it is typed; a part in brackets is one word."""
    words = re.findall(r"\[[^\]]*\]|\S+", line)
    return Step(tuple(word.strip("[]") for word in words), frozenset(needs), stdin)


READS = (
    step("ls"),
    step("ls --json"),
    *(step(f"{words} {BAD}", "bad") for words in ("show", "check", "log", "export", "report")),
    *(step(f"show {BAD} {option}", "bad") for option in ("--players", "--json", "--map")),
    step(f"odds {BAD} [condition ann prone]", "bad"),
    step(f"forecast {BAD} --fights 3 --workers 1", "bad"),
    step(f"follow {BAD}", "bad"),
    step(f"{BAD} --plain --read-only", "bad", stdin="status\nquit\n"),
    step("trash", "trash"),
    step("help saves"),
    step("campaign ls", "library", "campaign"),
    step(f"campaign show {CAMPAIGN}", "library", "campaign"),
    step(f"campaign show {CAMPAIGN} --json", "library", "campaign"),
    step(f"campaign export {CAMPAIGN}", "library", "campaign", "bad"),
    step("library ls", "library"),
    step("library ls --system lantern [imp]", "library"),
    step("library show crew", "library"),
    step("library export", "library"),
    *(step(f"show {name}") for name in SOUND),
    *(step(f"check {name}") for name in SOUND),
    step("odds bridge [attack r1]"),
)
"""Commands that only read, those of sound encounters last."""
ALIKE = frozenset(each.words for each in READS if {*each.words} & {*SOUND} and "log" not in each.words)
"""Commands that say of a sound encounter what they say in the sound folder."""
WRITES = (
    *(step(f"do {name} [note Rain.]") for name in SOUND),
    step(f"do {BAD} [note Rain.]", "bad"),
    step(f"{BAD} --plain", "bad", stdin="note Snow.\nquit\n"),
    step("copy bridge span"),
    step("rename span arch", "lock", "library"),
    step(f"copy {BAD} pier", "bad"),
    step(f"repair {BAD}", "bad"),
    step("new fresh --system plain"),
    step("new planned --from ../plan.txt"),
    step("new listed --from ambush", "library", "campaign"),
    step("library add Orc foe --system lantern", "library"),
    step("library tag orc green --system lantern", "library"),
    step("library remove orc", "library"),
    step("library restore orc", "library"),
    step("library import ../library.json --on-duplicate skip", "library"),
    step(f"campaign note {CAMPAIGN} Rain.", "library", "campaign"),
    step(f"campaign day {CAMPAIGN} +1", "library", "campaign"),
    step(f"campaign add {CAMPAIGN} {BAD}", "library", "campaign", "bad"),
    step(f"campaign drop {CAMPAIGN} {BAD}", "library", "campaign", "bad"),
    step(f"campaign next {CAMPAIGN}", "library", "campaign"),
    step(f"campaign rename {CAMPAIGN} Nights", "library", "campaign", "bad"),
    step("campaign import ../campaign.json --as Far", "library", "campaign"),
    step("campaign remove Nights", "library", "campaign", "bad"),
    step("campaign restore Nights", "library", "campaign", "bad"),
    step("remove arch", "trash", "library", "lock"),
    step("restore arch", "trash", "library", "lock"),
    step(f"restore {GONE}", "trash"),
    step(f"rename {BAD} quay", "bad"),
    step("remove quay", "bad"),
    step("restore quay", "bad"),
    step(f"remove {BAD}", "bad"),
    step("ls"),
    *(step(f"show {name}") for name in SOUND),
    *(step(f"check {name}") for name in SOUND),
)
"""Commands that write, in an order in which each can be done."""


@pytest.fixture(scope="module")
def usual(received: Place, tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, ...], Outcome]:
    """What commands say in the sound folder."""
    place = copied(received, tmp_path_factory.mktemp("usual") / "trial")
    return {words: command(place, *words) for words in ALIKE}


def spoiled(received: Place, folder: Path, name: str) -> tuple[Place, Case]:
    """A hostile folder."""
    place, case = copied(received, folder / "trial"), CASES[name]
    case.build(place)
    return place, case


def unwanted(outcome: Outcome, each: Step, case: Case) -> Iterator[str]:
    """That a command is refused of which nothing is spoiled."""
    may_be_refused = each.needs & {"bad", *case.spoils}
    if outcome.code not in (0, FOLLOWING) and not may_be_refused and not outcome.ended_in:
        yield f"is refused: {outcome.err or outcome.out}"


def in_order(each: Step, faults: Iterator[str]) -> Iterator[str]:
    return (f"{' '.join(each.words)}: {fault}" for fault in faults)


@pytest.mark.one_in(140, rest=180)
@pytest.mark.parametrize("name", CASES)
def test_it_is_read(received: Place, usual: dict[tuple[str, ...], Outcome], tmp_path: Path, name: str) -> None:
    place, case = spoiled(received, tmp_path, name)
    watcher, faults = Watcher(place), Faults()
    may_go = {UNFINISHED} if name.startswith("unfinished") else set()
    for each in READS:
        outcome = command(place, *each.words, stdin=each.stdin)
        found = [*faults_of(outcome), *unwanted(outcome, each, case), *watcher.outside_faults()]
        found += watcher.saves_faults(may_go)
        if each.words in ALIKE and not found and outcome.out != usual[each.words].out:
            found.append(f"says of a sound encounter: {outcome.out[:300]!r}")
        if each.words == ("ls",) and outcome.code == 0:
            found += [f"leaves out {one}" for one in SOUND if not re.search(rf"^{one} ", outcome.out, re.MULTILINE)]
        if case.told is not None and case.told.words == each.words:
            found += untold(outcome, case)
        faults += in_order(each, iter(found))
    assert not faults, "\n".join(faults)


def untold(outcome: Outcome, case: Case) -> Iterator[str]:
    """That nothing is said of what is wrong."""
    assert case.told is not None
    said = outcome.out + outcome.err
    if not re.search(case.told.says, said, re.IGNORECASE) or outcome.code != case.told.code:
        yield f"does not say what is wrong ({case.told.says}), and ends with {outcome.code}: {said[:300]!r}"


@pytest.mark.one_in(180, rest=210)
@pytest.mark.parametrize("name", CASES)
def test_it_is_written_in(received: Place, tmp_path: Path, name: str) -> None:
    place, case = spoiled(received, tmp_path, name)
    watcher, faults = Watcher(place), Faults()
    for each in WRITES:
        outcome = command(place, *each.words, stdin=each.stdin)
        found = [*faults_of(outcome), *unwanted(outcome, each, case), *watcher.outside_faults()]
        found += [] if outcome.ended_in else watcher.litter_faults()
        faults += in_order(each, iter(found))
    assert not faults, "\n".join(faults)


@pytest.mark.one_in(280, rest=450)
@pytest.mark.parametrize("name", CASES)
def test_its_pages_are_visited(received: Place, tmp_path: Path, name: str) -> None:
    place, case = spoiled(received, tmp_path, name)
    watcher, faults = Watcher(place), Faults()
    for page in PAGES:
        outcome = visit(place, page.name)
        each = Step((page.name,), page.needs)
        found = [*faults_of(outcome), *unwanted(outcome, each, case), *watcher.outside_faults()]
        faults += in_order(each, iter(found))
    assert not faults, "\n".join(faults)


class Kept(NamedTuple):
    """A file of the folder, of which each value in turn is a wrong one."""

    path: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]
    commands: tuple[tuple[str, ...], ...]
    """Commands that read it."""
    lost: str = ""
    """A file that is lost, so that this one counts."""
    every: int = 1
    """One in so many places is tried with each value."""


TABLES, JOURNAL = f"{BAD}/encounter.json", f"{BAD}/journal.jsonl"
KEPT = {
    "encounter.json": Kept(TABLES, json.loads, sealed_tables, (("ls",), ("show", BAD)), every=2),
    "encounter.json alone": Kept(TABLES, json.loads, sealed_tables, (("ls",), ("show", BAD)), JOURNAL, 2),
    "journal.jsonl": Kept(JOURNAL, numbered_lines, sealed_lines, (("show", BAD),), TABLES, 6),
    "campaign.json": Kept(f"{BAD}/campaign.json", json.loads, json.dumps, (("campaign", "show", CAMPAIGN), ("ls",))),
    "library.json": Kept("library.json", json.loads, json.dumps, (("library", "ls"), ("campaign", "show", CAMPAIGN))),
}


@pytest.mark.one_in(120, rest=180)
@pytest.mark.parametrize("value", WRONG)
@pytest.mark.parametrize("file", KEPT)
def test_wrong_values_in_its_files_are_read(received: Place, tmp_path: Path, file: str, value: str) -> None:
    place, kept, faults = copied(received, tmp_path / "trial"), KEPT[file], Faults()
    path = place.saves / kept.path
    document = kept.read(path.read_text())
    if kept.lost:
        (place.saves / kept.lost).unlink()
    for way in [*ways(document)][[*WRONG].index(value) % kept.every :: kept.every]:
        path.write_text(kept.write(changed(document, way, WRONG[value])))
        watcher = Watcher(place)
        for words in kept.commands:
            outcome = command(place, *words)
            found = [*faults_of(outcome), *watcher.outside_faults(), *watcher.saves_faults()]
            if outcome.code and words == ("ls",):
                found.append(f"is refused: {outcome.err}")
            faults += (f"{'/'.join(map(str, way))}: {' '.join(words)}: {fault}" for fault in found)
    assert not faults, "\n".join(faults)


@pytest.mark.one_in(6)
def test_python_files_in_it_are_not_run(received: Place, tmp_path: Path) -> None:
    place = copied(received, tmp_path / "trial")
    ran = f"open({str(place.outside / 'ran')!r}, 'a').write('ran')\n"
    for name in ("json", "random", "asyncio", "tempfile", "pickle", "multiprocessing", "referee", "tomli", "msgspec"):
        (place.saves / f"{name}.py").write_text(ran)
    watcher, faults = Watcher(place), Faults()
    for does, wanted in (
        (lambda: command(place, "forecast", "bridge", "--fights", "4", "--workers", "2"), "heroes win"),
        (lambda: command(place, "odds", "bridge", "attack r1"), "67 %"),
        (lambda: visit(place, ODDS.name), "67 %"),
    ):
        outcome = does()
        found = [*faults_of(outcome), *watcher.outside_faults()]
        found += [] if wanted in outcome.out else ["does not say it"]
        faults += (f"{' '.join(outcome.words)}: {fault}" for fault in found)
    assert not faults, "\n".join(faults)
