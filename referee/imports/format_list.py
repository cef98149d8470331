"""List of the formats of other programs that can be imported."""

from msgspec import Struct


class Format(Struct, frozen=True):
    """A format of another program."""

    name: str
    holds: str
    """What can be read of it, in a line of the help."""
    brief: str = ""
    """What it is called where all are listed; empty: by its name."""


IMPROVED_INITIATIVE = Format("Improved Initiative", "creatures, players, an encounter, or an account export (JSON)")
FIVE_E_BITS = Format("5e-bits", "monsters and conditions from the 5e database (JSON)")
OPEN5E = Format("Open5e", "version 1 or 2: an API page, a list, a data file, or one creature (JSON)")
OBSIDIAN = Format(
    "Obsidian",
    "notes with Initiative Tracker encounters; needs referee[import]",
    "Obsidian encounter blocks",
)
DNDME = Format(
    "dndme",
    "a monster, party or encounter (TOML); if an encounter counts its monsters by players, import the party with it",
    "dndme TOML",
)
FIGHT_CLUB = Format("Fight Club 5e", "a compendium from the app, old or new style (XML)", "Fight Club XML")
SECRETARIAT = Format("Gloomhaven Secretariat", "monster files and deck files (JSON), for the game gloomhaven")
CSV = Format(
    "CSV",
    "creatures, one a row; the first line names the columns: name, hp, ac, and if you like speed, cr, str, dex, con, "
    "int, wis, cha (scores)",
    "CSV tables",
)
FORMATS = (IMPROVED_INITIATIVE, FIVE_E_BITS, OPEN5E, OBSIDIAN, DNDME, FIGHT_CLUB, SECRETARIAT, CSV)
"""All of them, in the order in which they are told."""
