"""Shipped systems: the system files that come with the program."""

from importlib.resources import files

PACKAGE = "referee.rules.open_table"
TITLES = {"plain": "Plain", "fifth": "Fifth (SRD 5.1)"}
"""The shipped systems by name, with their titles."""
NAMES = tuple(TITLES)


def shipped(name: str) -> bytes:
    """The file of one of NAMES, byte for byte."""
    return files(PACKAGE).joinpath("systems", f"{name}.toml").read_bytes()
