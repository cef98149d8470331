"""Warbands: the models that can be added, as data."""

import tomllib
from importlib.resources import files
from typing import Any

from referee.engine.bearer import Track, Value
from referee.engine.kinds import Template


def templates() -> tuple[Template, ...]:
    """All sorts of model in the file of sample warbands."""
    text = files("referee.rules.scorched").joinpath("warbands.toml").read_text(encoding="utf-8")
    return tuple(_template(entry) for entry in tomllib.loads(text)["model"])


def _template(entry: dict[str, Any]) -> Template:
    tracks = {name: Track(now=now, most=now) for name, now in entry.pop("tracks").items()}
    traits: dict[str, Value] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in entry.pop("traits").items()
    }
    return Template(tracks=tracks, traits=traits, **entry)
