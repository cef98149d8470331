"""Received files that are hostile: a campaign, a library, a plan or a system file is refused in one sentence, with
nothing put in; or what was taken works.
"""

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.bounded import Outcome, command
from tests.faults.hostile_files import CAMPAIGNS, LIBRARIES, PLANS, SYSTEMS, File
from tests.faults.received import CAMPAIGN, SOUND, Place, copied
from tests.faults.verdict import Watcher, faults_of
from tests.faults.wrong_values import WRONG, changed, ways

Faults = list[str]
NAMES = {CAMPAIGN: "Far", "mill": "windmill", "harbour": "haven"}
NAMES |= {"Imp": "Ork", "crew": "gang", "ambush": "trap", "soaked": "wet"}
"""What is called otherwise in the exports."""


@pytest.fixture(scope="module")
def sound(received: Place, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A folder of saves of the referee's own, and beside it exports of another one, with other names."""
    place = copied(received, tmp_path_factory.mktemp("files") / "sound")
    for name in ("library", "campaign"):
        path = place.top / f"{name}.json"
        text = path.read_text()
        for old, new in NAMES.items():
            text = text.replace(f'"{old}"', f'"{new}"')
        path.write_text(text)
    return place


class Trial:
    """A hostile file beside a sound folder, and what was seen of the commands that were given it."""

    def __init__(self, sound: Place, folder: Path) -> None:
        self.place = copied(sound, folder / "trial")
        self.faults = Faults()

    def spoil(self, name: str, file: File) -> None:
        """Makes the file hostile."""
        file.spoil(self.place, self.place.top / name)
        self.watcher = Watcher(self.place)

    def does(self, *words: str, file: File | None = None) -> Outcome:
        """Runs a command. file: that it is given, so that it may be refused, and then nothing has changed."""
        outcome = command(self.place, *words)
        found = [*faults_of(outcome), *self.watcher.outside_faults()]
        if outcome.code and file is not None:
            found += [] if outcome.ended_in else self.watcher.unchanged_faults()
        elif outcome.code and not outcome.ended_in:
            found.append(f"is refused: {outcome.err or outcome.out}")
        elif file is not None and file.is_refused:
            found.append(f"takes it: {outcome.out[:200]!r}")
        if file is not None and file.untrue and re.search(file.untrue, outcome.err):
            found.append(f"says what is not so: {outcome.err}")
        found += [] if outcome.ended_in else self.watcher.litter_faults()
        self.faults += (f"{' '.join(words)}: {fault}" for fault in found)
        return outcome

    def plays(self, names: Iterator[str]) -> None:
        """Looks at encounters and plays on, which has to be possible."""
        for name in names:
            for words in (("show", name), ("log", name), ("do", name, "note Rain."), ("check", name)):
                self.does(*words)

    def end(self) -> None:
        """Fails if anything was wrong."""
        self.does("ls")
        self.plays(iter(SOUND))
        assert not self.faults, "\n".join(self.faults)


def new_ones(trial: Trial, before: set[str], most: int = 6) -> Iterator[str]:
    """The encounters that have come since, not more than so many."""
    names = {path.name for path in trial.place.saves.iterdir() if path.is_dir() and path.name[0] != "."}
    return iter(sorted(names - before)[:most])


def imported_campaign(trial: Trial, file: File) -> None:
    """Imports the campaign; what is taken can be shown, played and exported."""
    before = {*new_ones(trial, set(), 99)}
    outcome = trial.does("campaign", "import", "../campaign.json", file=file)
    if outcome.code == 0:
        trial.plays(new_ones(trial, before))
        for words in (
            ("campaign", "ls"),
            ("library", "ls"),
            ("campaign", "show", "Far"),
            ("campaign", "export", "Far"),
        ):
            if words[-1] != "Far" or '"Far"' in (trial.place.saves / "library.json").read_text():
                trial.does(*words)
    trial.end()


@pytest.mark.one_in(50, rest=75)
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_a_campaign_is_refused_or_works(sound: Place, tmp_path: Path, name: str) -> None:
    trial = Trial(sound, tmp_path)
    trial.spoil("campaign.json", CAMPAIGNS[name])
    imported_campaign(trial, CAMPAIGNS[name])


@pytest.mark.one_in(50, rest=48)
@pytest.mark.parametrize("name", LIBRARIES)
def test_a_library_is_refused_or_works(sound: Place, tmp_path: Path, name: str) -> None:
    trial, file = Trial(sound, tmp_path), LIBRARIES[name]
    trial.spoil("library.json", file)
    if trial.does("library", "import", "../library.json", file=file).code == 0:
        for words in (("library", "ls"), ("library", "export"), ("campaign", "show", CAMPAIGN)):
            trial.does(*words)
    trial.end()


@pytest.mark.one_in(50, rest=48)
@pytest.mark.parametrize("name", PLANS)
def test_a_plan_is_refused_or_works(sound: Place, tmp_path: Path, name: str) -> None:
    trial, file = Trial(sound, tmp_path), PLANS[name]
    trial.spoil("plan.txt", file)
    if trial.does("new", "barn", "--from", "../plan.txt", file=file).code == 0:
        trial.plays(iter(["barn"]))
    if trial.does("library", "add", "raid", "--in", "plans", "../plan.txt", file=file).code == 0:
        trial.does("library", "show", "raid")
        trial.does("new", "byre", "--from", "raid")
    trial.does("forecast", "--from", "../plan.txt", "--fights", "2", "--workers", "1", file=File(file.spoil, False))
    trial.end()


@pytest.mark.one_in(50, rest=48)
@pytest.mark.parametrize("name", SYSTEMS)
def test_a_system_file_is_refused_or_works(sound: Place, tmp_path: Path, name: str) -> None:
    trial, file = Trial(sound, tmp_path), SYSTEMS[name]
    shutil.copy2(trial.place.top / "systems" / "lantern.toml", trial.place.top / "mine.toml")
    trial.spoil("mine.toml", file)
    trial.does("system", "check", "../mine.toml", file=file)
    for words in (("new", "barn", "--system", "../mine.toml", "--sample"), ("new", "byre", "--system", "../mine.toml")):
        if trial.does(*words, file=file).code == 0:
            trial.plays(iter([words[1]]))
    trial.end()


@pytest.mark.one_in(24, rest=36)
@pytest.mark.parametrize("value", WRONG)
def test_wrong_values_in_a_campaign_are_refused_or_work(sound: Place, tmp_path: Path, value: str) -> None:
    document = json.loads((sound.top / "campaign.json").read_text())
    trial, faults = Trial(sound, tmp_path), Faults()
    for way in ways(document):
        trial.place.top.joinpath("campaign.json").write_text(json.dumps(changed(document, way, WRONG[value])))
        trial.watcher, trial.faults = Watcher(trial.place), Faults()
        if trial.does("campaign", "import", "../campaign.json", file=File(lambda place, path: None, False)).code == 0:
            trial.does("campaign", "ls")
            trial.place = copied(sound, tmp_path / f"again-{len(faults)}-{'-'.join(map(str, way))}")
        faults += (f"{'/'.join(map(str, way))}: {fault}" for fault in trial.faults)
    assert not faults, "\n".join(faults)
