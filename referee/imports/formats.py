"""Formats: what each that can be imported is called, and what it holds. Imports nothing: the shell tells it, too."""

from typing import NamedTuple


class Format(NamedTuple):
    """A format of another program."""

    name: str
    holds: str
    """What can be read of it, in a line of the help."""
    brief: str = ""
    """What it is called where all are listed; empty: by its name."""


IMPROVED_INITIATIVE = Format(
    "Improved Initiative", "creatures, players, an encounter, or the export of an account (JSON)"
)
FIVE_E_BITS = Format("5e-bits", "monsters and conditions of the 5e database (JSON)")
OPEN5E = Format("Open5e", "an answer of the first or second version, a list, a data file, or one creature (JSON)")
OBSIDIAN = Format(
    "Obsidian",
    "notes with encounter blocks of the Initiative Tracker; needs pip install -e '.[import]'",
    "Obsidian encounter blocks",
)
DNDME = Format(
    "dndme",
    "a monster, a party or an encounter (TOML); give them together, so that counts can lean on them",
    "dndme TOML",
)
FIGHT_CLUB = Format("Fight Club 5e", "a compendium of the app, of either dialect (XML)", "Fight Club XML")
SECRETARIAT = Format("Gloomhaven Secretariat", "monster files and deck files (JSON), which land in gloomhaven")
FORMATS = (IMPROVED_INITIATIVE, FIVE_E_BITS, OPEN5E, OBSIDIAN, DNDME, FIGHT_CLUB, SECRETARIAT)
"""All of them, in the order in which they are told."""

_TOLD = "\n".join(f"  {each.name:22}  {each.holds}" for each in FORMATS)
IMPORT_HELP = f"""\
referee import FILE... finds out by itself which of these a file is:
{_TOLD}

Figures become kinds in the library (`add "winter wolf" x2`), with attacks, damage dice, saves, uses and recharge
where the file has them; the text is kept as a note. Encounters become plans in the library.
The report says how many records came, what of each was not understood, and what contradicted itself.
Nothing in a file is ever run. A file that cannot be read changes nothing, nor do those given with it."""
