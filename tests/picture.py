"""`python -m tests.picture`: draws SVG pictures of the app's screens into `tests/pictures.out`.

Those that the README shows are copied into `tests/pictures`. Two runs write the same files: dice and clock are fixed.
"""

import argparse
import asyncio
import html
import os
import random
import re
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from io import StringIO
from itertools import product
from pathlib import Path
from unittest.mock import patch

from textual.app import App
from textual.pilot import Pilot

from referee.cli.main import run
from referee.library.records import figure_from
from referee.rules import registry
from referee.store.library import Library
from referee.store.library_record import KeptPlan
from referee.store.library_tables import FIGURES, PLANS
from referee.store.saves import Saves
from referee.ui.drawing.glyphs import GLYPHS
from referee.ui.drawing.themes import theme
from referee.ui.players.app import PlayersApp
from tests.animation import Frame, animated
from tests.ui.table import playing, prepare, press

OUT = Path(__file__).parent / "pictures.out"
COMMITTED = Path(__file__).parent / "pictures"
README = Path(__file__).parents[1] / "README.md"
SIZES = ((80, 24), (120, 40), (200, 50))
THEMES = ("dark", "parchment", "no-colour", "red-green", "blue-yellow")
CELL = 12.2
"""Width of a character, in units of the picture."""
SEED = 3
BEGINNING = datetime(2026, 1, 1, 19, 0, tzinfo=UTC)

FIGHTS = {
    # Ulf kills a rat, Tia misses the other, and it hits her: her save is asked.
    "black_keep": ("next", "attack r1", "< 4", "< 2", "attack r2", "< 2", "attack", "< 5"),
    # A board, and a fight that began badly: ten figures, four of them dead.
    "olde_swords": (
        *("map 12x8", "place mira c3", "place tolin c5", "place g1 d3", "place gruk g4"),
        *("wall e2-f2", "wall e3-f3", "wall e4-f4", "wall e5-f5 door"),
        *("next", "< 15", "< 9", "< 16", "< 4", "< mira"),
        *("condition mira frightened 2r", "condition g1 prone", "condition g1 stunned 2", "condition gruk poisoned 3"),
        *("condition tolin stunned 1", "condition tolin poisoned 2", "condition bram prone"),
        *("damage g2-4 20", "damage mira 7", "damage tolin 10", "damage fang 20"),
    ),
    "gloomhaven": (
        *("pick mira 15 61", "pick sly 12 86", "pick ilse 40 25", "pick oda 42 30", "next", "< 50", "< 32", "< 45"),
        *("play 12 bottom", "play 86 top", "< bg1", "< +1", "< -2", "next", "play 15 bottom", "< yes"),
        *("play 61 top", "< bg3", "< +0", "next", "act", "< mira"),
    ),
    "descent": ("next", "< harl", "damage g2 2", "damage wren 4", "battle", "attack g1", "< 1"),
    "scorched": ("next", "<1 4", "< 5", "muster vs1", "fight vs1", "< nobody"),
    "plain": (
        *("next", "damage ann 9", "condition ann burning 2r", "next", "next", "damage g1 5"),
        *(
            "condition boss marked end ann",
            "next",
            "damage g2 7",
            "note The gate is barred.",
            "next",
            "condition cyd prone",
        ),
    ),
    "fifth": (
        *("next", "< 18 12 14 9 13 5", "attack longsword g1", "< 14", "< 6", "condition o1 prone", "damage mira 21"),
        *("condition elin poisoned 3r", "next", "attack shortbow g2"),
    ),
}
"""For each game, what is done after its sample was set up; all dice are typed."""
NAMES = {
    "black_keep": "Hall of the keep",
    "olde_swords": "Forest road",
    "gloomhaven": "First door",
    "descent": "Mouth of the crypt",
    "scorched": "Lantern and Cinder",
    "plain": "Tonight",
    "fifth": "Old bridge",
}
"""The name of the encounter of each game."""
PLAYED = {"olde_swords": ("a",)}
"""Keys that are pressed before the encounter screen of a game is drawn."""
PAGES = {
    "library": ("L",),
    "parties": ("L", "tab"),
    "plans": ("L", "tab", "tab", "tab"),
    "map": ("m",),
    "sheet": ("e",),
    "editing": ("e", *["down"] * 5, "e"),
    "history": ("h",),
    "correction": ("h", "a"),
    "corrected": ("h", "a", "backspace", "backspace", "3", "enter"),
    "settings": ("S",),
    "rules": ("r",),
    "help": ("f9",),
    "topic": ("f9", "down", "enter"),
    "keys": ("h", "?"),
    "palette": ("ctrl+p", "<co>"),
    "commands": ("?",),
    "summary": ("!",),
    "report": ("#",),
}
"""Keys that open each page from the encounter of Olde Swords Reign."""
SHELF_PAGES = {"shelf": (), "new": ("n", "enter"), "choosing": ("n",), "shelf-library": ("L",)}
"""Keys that open each page from a shelf with an encounter of each game."""
CAMPAIGN = (
    ("library", "add", "heroes", "--in", "parties", "--system", "fifth", "fighter Ann; cleric Bob"),
    *(("new", name, "--system", "fifth") for name in ("The bridge", "The mill")),
    *(("do", name, "add party heroes", "add goblin x2") for name in ("The bridge", "The mill")),
    ("campaign", "new", "Hollow Hills", "--system", "fifth", "--party", "heroes"),
    *(("campaign", "add", "hollow", name) for name in ("The bridge", "The mill")),
    ("do", "The bridge", "init ann 20", "init bob 15", "init g1-2 3", "next", "damage ann 9", "damage g1-2 20"),
    ("do", "The bridge", "over", "party save heroes yes"),
)
"""What is typed in a shell for a campaign of two encounters, of which one is over."""
CAMPAIGN_PAGES = {"campaigns": (), "campaign": ("enter",)}
"""Keys that open each page from a shelf with a campaign."""
EMPTY_PAGES = {"empty-shelf": (), "guide": ("g",), "guide-attack": ("g", "a", "e"), "empty-library": ("L",)}
"""Keys that open each page from an empty shelf."""
ELSEWHERE = {
    "question": ("black_keep", ("?",)),
    "odds": ("fifth", ("f10",)),
    "no-map": ("black_keep", ("f2", "m")),
    "correction-dice": ("fifth", ("f2", "h", *["up"] * 5, "a")),
    "group": ("black_keep", ("f2", "f5", "home", "e")),
    "fifth-sheet": ("fifth", ("f2", "down", "down", "e")),
    "fifth-library": ("fifth", ("f2", "L")),
    "scorched-sheet": ("scorched", ("f2", "down", "e")),
    "gloomhaven-sheet": ("gloomhaven", ("f2", "down", "e")),
}
"""Pages of other games: the game, and the keys that open them from its encounter."""
STEPS = (
    ((), "Round 1. Ulf has the first turn.", "Ulf", 1.6),
    (("a",), "Attack: which target?", "ANSWER", 1.6),
    (("e",), "Goblin 1. The app says what the die needs.", "d20", 1.8),
    (("1",), "Type the die that fell on the table.", "1", 0.5),
    (("4",), "Type the die that fell on the table.", "14", 0.9),
    (("enter",), "14 hits. Damage is asked next.", "Hit", 1.6),
    (("7",), "Damage, from the table too.", "7", 0.9),
    (("enter",), "Goblin 1 is dead.", "dead", 2.0),
    (("n",), "The ogre is next.", "KEYS", 1.4),
    (("a", "g"), "The ogre attacks with its club.", "ANSWER", 1.4),
    (("d",), "Elin. The app rolls for foes.", "14/27", 2.4),
    (("u",), "Undo: it never happened.", "27/27", 1.8),
    (("U",), "Redo: the same dice again.", "14/27", 1.8),
)
"""The animation: keys, what is said of them, what the screen shows then, seconds."""
FIRST_SHOWN = 5
"""The frame of the animation that is shown where nothing moves."""


@dataclass(frozen=True)
class Scene:
    """A screen that is drawn in some sizes and themes."""

    name: str
    system: str = "olde_swords"
    keys: tuple[str, ...] = ()
    themes: tuple[str, ...] = THEMES

    @property
    def pictures(self) -> dict[str, tuple[tuple[int, int], str]]:
        """Size and theme of each of its pictures, by the name of the file."""
        return {f"{self.name}-{w}x{h}-{named}": ((w, h), named) for (w, h), named in product(SIZES, self.themes)}


SCENES = (
    *(Scene(system, system, PLAYED.get(system, ())) for system in FIGHTS),
    *(Scene(name, keys=keys) for name, keys in (PAGES | SHELF_PAGES | CAMPAIGN_PAGES | EMPTY_PAGES).items()),
    *(Scene(name, system, keys) for name, (system, keys) in ELSEWHERE.items()),
    Scene("players", themes=("players",)),
)


class Clock(datetime):
    """A clock that stands at BEGINNING, and goes on only when it is told to."""

    passed = timedelta()

    @classmethod
    def now(cls, tz: tzinfo | None = None) -> "Clock":
        moment = BEGINNING + cls.passed
        return cls.fromtimestamp(moment.timestamp(), tz)


@contextmanager
def fixed() -> Iterator[None]:
    """Dice and clock are the same in each run, and nobody's own settings are read."""
    Clock.passed = timedelta()
    own = str(Path(tempfile.gettempdir(), "no settings of anybody"))
    with (
        patch("random.SystemRandom", lambda: random.Random(SEED)),
        patch("referee.store.journal_line.datetime", Clock),
        patch("referee.ui.controller.moments.datetime", Clock),
        patch("referee.store.saves.Saves.shown", "~/saves"),
        patch.dict(os.environ, {"TZ": "UTC", "XDG_CONFIG_HOME": own}),
    ):
        time.tzset()
        yield
    time.tzset()


def set_up(folder: Path, system: str, *lines: str, typed: bool = True) -> Saves:
    """A folder with one more encounter: the sample of that game, and what these lines do."""
    Clock.passed += timedelta(hours=3)
    sample = registry.load(system).sample().splitlines()
    begun = ("dice table", *sample) if typed else sample
    return prepare(folder, *begun, *lines, name=NAMES[system], system=system)


def keep_some(folder: Path, system: str = "olde_swords") -> None:
    """Puts some figures and a plan into the library."""
    rules, library = registry.load(system), Library(folder)
    kept = {"Goblin captain": "goblin hp=12", "Cave wolf": "wolf hp=11", "Old Gruk": "orc morale=10"}
    library.add(FIGURES, [figure_from(rules, name, words) for name, words in kept.items()])
    text = 'add goblin x3\nadd "Goblin captain"\nadd wolf x2'
    library.add(PLANS, [KeptPlan(name="The old mill", system=system, text=text)])


@asynccontextmanager
async def on_screen(scene: Scene, size: tuple[int, int], folder: Path) -> AsyncIterator[Pilot[None]]:
    """The app showing that scene."""
    if scene.name in SHELF_PAGES | CAMPAIGN_PAGES | EMPTY_PAGES:
        if scene.name in CAMPAIGN_PAGES:
            with redirect_stdout(StringIO()):
                for words in CAMPAIGN:
                    run(("--saves", str(folder), *words))
        if scene.name in SHELF_PAGES:
            for system in FIGHTS:
                set_up(folder, system, *FIGHTS[system])
        if scene.name == "shelf-library":
            keep_some(folder)
        async with playing(Saves(folder), None, size) as pilot:
            yield pilot
        return
    saves, title = set_up(folder, scene.system, *FIGHTS[scene.system]), NAMES[scene.system]
    if scene.name == "players":
        journal = saves.open(title)  # else the players read that nobody plays
        async with PlayersApp(saves, title).run_test(size=size) as pilot:
            await pilot.pause()
            yield pilot
        journal.close()
        return
    if scene.name in ("library", "parties", "plans"):
        keep_some(folder)
    async with playing(saves, title, size) as pilot:
        yield pilot


async def drawn(scene: Scene, size: tuple[int, int], named: str) -> str:
    """The picture of a scene in that size and theme, as SVG."""
    with fixed(), tempfile.TemporaryDirectory() as folder:
        async with on_screen(scene, size, Path(folder)) as pilot:
            choose(pilot.app, named)
            await press(pilot, *scene.keys)
            await pilot.pause()
            for _ in range(100):  # odds are worked out by another program
                if "Working out" not in (shown := screenshot(pilot)).replace("&#160;", " "):
                    break
                await pilot.pause(0.1)
            return shown


async def fight() -> str:
    """The animation of STEPS, as SVG."""
    with fixed(), tempfile.TemporaryDirectory() as folder:
        saves = set_up(Path(folder), "fifth", "next", "< 18 9 11 8 12 15", typed=False)
        frames = []
        async with playing(saves, NAMES["fifth"], SIZES[0]) as pilot:
            choose(pilot.app, THEMES[0])
            for keys, said, shows, seconds in STEPS:
                await press(pilot, *keys)
                await pilot.pause()
                svg = screenshot(pilot)
                if shows not in html.unescape(svg).replace("\xa0", " "):
                    raise SystemExit(f"The animation says {said!r}, but the screen does not show {shows!r}.")
                frames.append(Frame(svg, keys, said, seconds))
        return animated(frames, FIRST_SHOWN)


def choose(app: App[None], name: str) -> None:
    """The app takes that theme."""
    app.register_theme(theme(name).for_textual)
    app.theme = name


def screenshot(pilot: Pilot[None]) -> str:
    """What is on the screen, as SVG; its fonts are the reader's own, and it has no ids that change."""
    svg = re.sub(r"@font-face \{.*?\}", "", pilot.app.export_screenshot(title="referee"), flags=re.S)
    svg = re.sub(r"terminal-\d+", "t", svg)
    svg = re.sub(r'<text([^>]*?) x="([0-9.]+)"([^>]*?) textLength="[0-9.]+"([^>]*)>([^<]*)</text>', placed, svg)
    return re.sub(r"\n\s*\n+", "\n", svg)


def placed(found: re.Match[str]) -> str:
    """One text in as many as it has words far apart, each in its own place: not all viewers keep wide spaces."""
    start, before, after, text = float(found[2]), found[1], found[3] + found[4], found[5]
    out, column = "", 0
    for part in re.split("(^(?:&#160;)+|(?:&#160;){2,})", text):
        wide = len(html.unescape(part))
        if html.unescape(part).strip():
            out += f'<text{before} x="{start + CELL * column:.1f}" textLength="{CELL * wide:.1f}"{after}>{part}</text>'
        column += wide
    return out


def shown_in_readme() -> set[str]:
    """Names of the pictures that the README shows."""
    return set(re.findall(r"\(tests/pictures/([^)]+)\.svg\)", README.read_text(encoding="utf-8")))


def write(name: str, svg: str) -> None:
    """Writes a picture, and its copy if the README shows it."""
    for folder in (OUT, COMMITTED) if name in shown_in_readme() else (OUT,):
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.svg").write_text(svg, encoding="utf-8")


def main() -> None:
    """Draws all pictures, or those whose names contain a word."""
    if GLYPHS.plain or "NO_COLOR" in os.environ:  # as the terminal is set; no picture is to depend on it
        usual = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
        os.execve(sys.executable, [sys.executable, "-m", __spec__.name, *sys.argv[1:]], {**usual, "LC_ALL": "C.UTF-8"})
    parser = argparse.ArgumentParser(prog="python -m tests.picture", description=main.__doc__)
    parser.add_argument("--only", metavar="WORD", default="", help="draw the pictures whose names contain this word")
    word = parser.parse_args().only
    for scene in SCENES:
        for name, (size, named) in scene.pictures.items():
            if word in name:
                write(name, asyncio.run(drawn(scene, size, named)))
    if word in "fight":
        write("fight", asyncio.run(fight()))


if __name__ == "__main__":
    main()
