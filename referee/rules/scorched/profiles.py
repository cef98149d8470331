"""Profiles: the sample models, and the values that a model can have."""

import tomllib
from importlib.resources import files
from typing import Any

from referee.engine.bearer import Track, Value
from referee.engine.kinds import Template
from referee.rules.scorched.kinds import BS, FNP, INV, SV, WEAPONS, WS, S, T
from referee.rules.scorched.weapons import weapons_problem


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


_SAVES = (SV.name, INV.name, FNP.name)
_MOST = 20


def trait_problem(trait: str, value: object) -> str | None:
    """Why a model cannot have that value of a trait; None if it can."""
    if trait == WEAPONS.name and isinstance(value, tuple):
        return weapons_problem(value)
    if not isinstance(value, int) or isinstance(value, bool):
        return None
    if trait in _SAVES and value not in (0, 2, 3, 4, 5, 6):
        return f"{trait} is 2 to 6, or 0 for none, not {value}."
    if trait in (WS.name, BS.name, S.name, T.name) and not 0 <= value <= _MOST:
        return f"{trait} is 0 to {_MOST}, not {value}."
    return None
